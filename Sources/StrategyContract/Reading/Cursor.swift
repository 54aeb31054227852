internal import DecimalNumbers

/// A position in a text. Each step advances past the bytes that it recognises.
@unsafe struct Cursor {
    /// The number `value / 10^decimals`.
    typealias Number = (value: Int64, decimals: Int)

    var position: UnsafePointer<UInt8>

    @inline(always)
    func byte(at offset: Int) -> UInt8 { unsafe position[offset] }

    /// The next eight bytes, the first one lowest.
    @inline(always)
    var word: UInt64 { unsafe word(at: 0) }

    @inline(always)
    func word(at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: UnsafeRawPointer(position + offset).loadUnaligned(as: UInt64.self))
    }

    @inline(always)
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard unsafe position.pointee == UInt8(ascii: character) else { return false }
        unsafe position += 1
        return true
    }

    /// Skips a comma and the spaces around it.
    @inline(always)
    mutating func takeComma() -> Bool {
        unsafe skipSpaces()
        guard unsafe take(",") else { return false }
        unsafe skipSpaces()
        return true
    }

    /// Skips a name of `length` bytes with its closing quotation mark, the colon after it, and the spaces around the colon.
    @inline(always)
    mutating func colon(after length: Int) -> Bool {
        unsafe position += length
        if unsafe position.pointee != UInt8(ascii: ":") { unsafe skipSpaces() }
        guard unsafe take(":") else { return false }
        unsafe skipSpaces()
        return true
    }

    @inline(always)
    mutating func skipSpaces() {
        // Usually there are no spaces, so the first comparison ends the loop.
        while unsafe position.pointee <= UInt8(ascii: " "),
            unsafe position.pointee == UInt8(ascii: " ") || position.pointee == UInt8(ascii: "\t")
        {
            unsafe position += 1
        }
    }

    /// Skips the rest of a string of printable ASCII without escapes, its closing quote included.
    mutating func skipString() -> Bool {
        while true {
            switch unsafe position.pointee {
            case UInt8(ascii: "\""):
                unsafe position += 1
                return true
            case UInt8(ascii: "\\"), 0..<0x20, 0x7F...: return false
            default: unsafe position += 1
            }
        }
    }

    /// Reads a number that is not negative, as an integer of at most 14 digits and the number of its decimals.
    ///
    /// A number that ends within eight bytes is read at once: the digits before the point are moved over the point.
    @inline(always)
    mutating func number() -> Number? {
        let bits = unsafe word ^ 0x3030_3030_3030_3030
        let others = nonDigits(bits)
        let whole = others.trailingZeroBitCount >> 3
        guard whole > 0, whole < 8, whole == 1 || bits & 0xFF != 0 else { return nil }
        let point = UInt64(8 * whole)
        guard (bits >> point) & 0xFF == 0x2E ^ 0x30 else {
            unsafe position += whole
            return (integer(of: bits, count: whole), 0)
        }
        let end = (others & (others &- 1)).trailingZeroBitCount >> 3
        guard end < 8 else {
            // Passing the address of the cursor to a function would keep the cursor in memory.
            guard let (number, next) = unsafe longNumber() else { return nil }
            unsafe self = next
            return number
        }
        guard end > whole + 1 else { return nil }
        unsafe position += end
        let fromPoint = UInt64.max << point
        let digits = (bits & ~fromPoint) << 8 | bits & (fromPoint << 8)
        return (integer(of: digits, count: end), end - whole - 1)
    }

    /// Reads a number with a point that ends beyond the next eight bytes.
    @inline(never)
    private func longNumber() -> (number: Number, next: Cursor)? {
        var next = unsafe self
        guard let whole = unsafe next.digits() else { return nil }
        unsafe next.position += 1
        guard let fraction = unsafe next.digits() else { return nil }
        let value = whole.value &* PowersOfTen.small(fraction.count) &+ fraction.value
        return unsafe ((value, fraction.count), next)
    }

    /// Reads one to seven digits.
    @inline(always)
    private mutating func digits() -> (value: Int64, count: Int)? {
        let bits = unsafe word ^ 0x3030_3030_3030_3030
        let count = nonDigits(bits).trailingZeroBitCount >> 3
        guard count > 0, count < 8 else { return nil }
        unsafe position += count
        return (integer(of: bits, count: count), count)
    }
}

/// Returns the high bit of each byte that is not a digit, given eight bytes minus `0`. Bits after a non-ASCII byte may
/// be wrong.
@inline(always)
private func nonDigits(_ bits: UInt64) -> UInt64 {
    ((bits &+ 0x7676_7676_7676_7676) | bits) & 0x8080_8080_8080_8080
}

/// Returns the number whose digits are the first `count` bytes, from 1 to 7.
@inline(always)
private func integer(of digits: UInt64, count: Int) -> Int64 {
    // Moves the digits to the end of the eight bytes, then combines them into pairs, fours and the number.
    let eight = digits << (64 &- 8 &* UInt64(truncatingIfNeeded: count))
    let pairs = (eight &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
    return Int64(truncatingIfNeeded: (fours &* 42_949_672_960_001) >> 32)
}
