internal import COptionsJSON
internal import DecimalNumbers

/// The maximum number of bytes of a number: plain digits have a sign, ten zeros, a point and 17 digits.
let numberSize = 32

/// Writes numbers where ``numberSize`` bytes are reserved. The bytes after a number may be overwritten within this size.
extension UnsafeMutablePointer<UInt8> {
    /// Writes a result.
    @inline(__always)
    mutating func put(_ number: ResultNumber) {
        // Passing the address of `self` to a function would keep the pointer in memory.
        unsafe self = Self.write(number, at: self)
    }

    /// Writes a result at `start`, and returns its end. Not inlined: a response has few results, and one copy of the code takes
    /// less of the instruction cache.
    @inline(never)
    private static func write(_ number: ResultNumber, at start: UnsafeMutablePointer) -> UnsafeMutablePointer {
        var end = unsafe start
        if number.decimals >= 0 {
            unsafe end.put(number.digits, decimals: number.decimals)
        } else {
            unsafe end.put(number.value)
        }
        return unsafe end
    }

    /// Writes the shortest decimal that reads back as `value`, which is finite: plain digits from 10⁻¹⁰ up to 10¹⁶,
    /// otherwise with an exponent; never `-0`.
    mutating func put(_ value: Double) {
        let magnitude = value.magnitude
        unsafe pointee = UInt8(ascii: "-")
        unsafe self += value < 0 ? 1 : 0
        // An integer below 10¹⁶ is its own shortest decimal. An integer below 10¹⁵ whose quotient by a power of ten is the
        // value has the value's shortest digits, because no two decimals of 15 digits share a double.
        if magnitude < 1e16, magnitude == magnitude.rounded(.towardZero) {
            unsafe put(Int64(magnitude), decimals: 0)
        } else if unsafe !Self.mayHaveTenDecimals(magnitude) {
            unsafe putShortest(magnitude)
        } else if let scaled = unsafe Self.integer(magnitude, times: 1e4) {
            unsafe put(scaled, decimals: 4)
        } else if let scaled = unsafe Self.integer(magnitude, times: 1e8) {
            unsafe put(scaled, decimals: 8)
        } else if let scaled = unsafe Self.integer(magnitude, times: 1e10) {
            unsafe put(scaled, decimals: 10)
        } else {
            unsafe putShortest(magnitude)
        }
    }

    private mutating func putShortest(_ magnitude: Double) {
        // SAFETY: there is room for the longest text, whose first byte is the sign.
        unsafe self += json_write_number(magnitude, magnitude >= 1e-10 && magnitude < 1e16, self, numberSize - 1)
    }

    /// Returns false only if `magnitude` has more than ten decimals. Most such numbers below 10⁵ are found, without a division.
    private static func mayHaveTenDecimals(_ magnitude: Double) -> Bool {
        let scaled = magnitude * 1e10
        // A decimal and its product with 10¹⁰, an integer, are each rounded once, by at most 2⁻⁵³ of their size.
        return !(scaled < 1e15) || (scaled - Double(Int64(scaled + 0.5))).magnitude <= scaled * 0x1p-50
    }

    private static func integer(_ magnitude: Double, times power: Double) -> Int64? {
        let scaled = magnitude * power
        guard scaled < 1e15 else { return nil }
        let nearest = Int64(scaled + 0.5)
        // Most numbers with more digits are detected without a division.
        guard (scaled - Double(nearest)).magnitude <= scaled * 0x1p-50 else { return nil }
        return Double(nearest) / power == magnitude ? nearest : nil
    }

    /// Writes `value / 10^decimals` as a JSON number, the shortest decimal: below 10¹⁸ in magnitude, with 0 to 10 decimals.
    @inline(__always)
    mutating func put(_ value: Int64, decimals: Int) {
        unsafe pointee = UInt8(ascii: "-")
        unsafe self += value < 0 ? 1 : 0
        let magnitude = value.magnitude
        if magnitude < 100_000_000, decimals < 8 {
            unsafe putShort(magnitude, decimals: decimals)
        } else {
            // Passing the address of `self` to a function would keep the pointer in memory.
            unsafe self = Self.long(magnitude, decimals: decimals, at: self)
        }
    }

    /// Computes eight digits at once, and copies them twice: before and after the decimal point.
    @inline(__always)
    mutating func putShort(_ magnitude: UInt64, decimals: Int) {
        let digits = eightDigits(magnitude)
        let ascii = digits | 0x3030_3030_3030_3030
        let leadingZeros = Swift.min(digits.trailingZeroBitCount >> 3, 7 &- decimals)
        let trailingZeros = Swift.min(digits.leadingZeroBitCount >> 3, decimals)
        let whole = 8 &- decimals &- leadingZeros
        let fraction = decimals &- trailingZeros
        unsafe store(ascii &>> UInt64(truncatingIfNeeded: 8 &* leadingZeros), at: 0)
        if fraction > 0 {
            unsafe self[whole] = UInt8(ascii: ".")
            unsafe store(ascii &>> UInt64(truncatingIfNeeded: 64 &- 8 &* decimals), at: whole &+ 1)
            unsafe self += whole &+ 1 &+ fraction
        } else {
            unsafe self += whole
        }
    }

    /// Writes a number at `start`, and returns its end.
    @inline(never)
    private static func long(
        _ magnitude: UInt64, decimals: Int, at start: UnsafeMutablePointer
    ) -> UnsafeMutablePointer {
        var end = unsafe start
        unsafe end.putLong(magnitude, decimals: decimals)
        return unsafe end
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

/// Returns the eight decimal digits of a number below 10⁸, the first one in the lowest byte. The number is split into halves,
/// quarters and digits; each step splits all parts at once.
@inline(__always)
func eightDigits(_ number: UInt64) -> UInt64 {
    let upper = number / 10_000
    let halves = upper | (number - upper * 10_000) << 32
    let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let quarters = hundreds | (halves &- hundreds &* 100) << 16
    let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (quarters &- tens &* 10) << 8
}
