/// A growing text of answers in UTF-8. Its memory is kept when it is emptied.
@safe struct AnswerText: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// How many bytes there are.
    private(set) var count = 0

    init() {
        capacity = 1 << 16
        unsafe start = .allocate(capacity: capacity)
    }

    deinit { unsafe start.deallocate() }

    /// The text.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }

    mutating func removeAll() { count = 0 }

    mutating func append(_ bytes: [UInt8]) {
        // SAFETY: there is room for the bytes, which do not lie in this text.
        unsafe write(atMost: bytes.count) { end in
            unsafe bytes.withUnsafeBufferPointer { source in
                if let base = source.baseAddress { unsafe end.update(from: base, count: source.count) }
            }
            unsafe end += bytes.count
        }
    }

    /// Appends what `body` writes at the pointer, which it moves behind it: at most `size` bytes. Up to 16 more may be
    /// scribbled on.
    @inline(__always)
    mutating func write(atMost size: Int, _ body: (inout UnsafeMutablePointer<UInt8>) -> Void) {
        if capacity - count < size + 16 { grow(by: size + 16) }
        var end = unsafe start + count
        unsafe body(&end)
        count = unsafe end - start
        precondition(count <= capacity)
    }

    private mutating func grow(by size: Int) {
        capacity = 2 * capacity + size
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe larger.update(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = larger
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Writes a text that is at most 32 bytes long, and up to 32 bytes in all.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        unsafe update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        unsafe self += text.utf8CodeUnitCount
    }

    /// Writes `value / 10^decimals`, as JSON has it: the shortest decimal.
    ///
    /// - Parameters:
    ///   - value: Below 10¹⁸ in magnitude.
    ///   - decimals: From 0 to 10.
    @inline(__always)
    mutating func put(_ value: Int64, decimals: Int) {
        unsafe pointee = UInt8(ascii: "-")
        unsafe self += value < 0 ? 1 : 0
        let magnitude = value.magnitude
        if magnitude < 100_000_000, decimals < 8 {
            unsafe putShort(magnitude, decimals: decimals)
        } else {
            unsafe putLong(magnitude, decimals: decimals)
        }
    }

    /// Eight digits are found at once; the whole ones and those behind the point are two copies of them.
    @inline(__always)
    private mutating func putShort(_ magnitude: UInt64, decimals: Int) {
        let digits = eightDigits(magnitude)
        let ascii = digits | 0x3030_3030_3030_3030
        let leadingZeros = Swift.min(digits.trailingZeroBitCount >> 3, 7 - decimals)
        let trailingZeros = Swift.min(digits.leadingZeroBitCount >> 3, decimals)
        let whole = 8 - decimals - leadingZeros
        let fraction = decimals - trailingZeros
        unsafe store(ascii >> UInt64(8 * leadingZeros), at: 0)
        if fraction > 0 {
            unsafe self[whole] = UInt8(ascii: ".")
            unsafe store(ascii >> UInt64(64 - 8 * decimals), at: whole + 1)
            unsafe self += whole + 1 + fraction
        } else {
            unsafe self += whole
        }
    }

    private mutating func putLong(_ magnitude: UInt64, decimals: Int) {
        let power = UInt64(PowersOfTen.small(decimals))
        var (whole, fraction) = magnitude.quotientAndRemainder(dividingBy: power)
        var places = decimals
        if whole < 100_000_000 {
            unsafe putShort(whole, decimals: 0)
        } else {
            let (upper, lower) = whole.quotientAndRemainder(dividingBy: 100_000_000)
            unsafe put(Int64(upper), decimals: 0)
            unsafe store(eightDigits(lower) | 0x3030_3030_3030_3030, at: 0)
            unsafe self += 8
        }
        if fraction == 0 { return }
        while fraction.isMultiple(of: 10) {
            fraction /= 10
            places -= 1
        }
        unsafe pointee = UInt8(ascii: ".")
        whole = fraction
        var place = places
        while place > 0 {
            unsafe self[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: whole % 10)
            whole /= 10
            place -= 1
        }
        unsafe self += places + 1
    }

    @inline(__always)
    func store(_ word: UInt64, at offset: Int) {
        unsafe UnsafeMutableRawPointer(self + offset).storeBytes(of: word.littleEndian, as: UInt64.self)
    }
}

/// The eight decimal digits of a number below 10⁸, the first one in the lowest byte: halves, quarters, single digits,
/// all of one kind at once.
@inline(__always)
private func eightDigits(_ number: UInt64) -> UInt64 {
    let upper = number / 10_000
    let halves = upper | (number - upper * 10_000) << 32
    let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let quarters = hundreds | (halves &- hundreds &* 100) << 16
    let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (quarters &- tens &* 10) << 8
}
