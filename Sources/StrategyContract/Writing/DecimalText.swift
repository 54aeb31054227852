internal import StrategyAnalytics

extension UnsafeMutablePointer<UInt8> {
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
