/// A signed integer of any size, for strategies whose decimals do not fit in 128 bits.
///
/// It supports only the operations of the payoff: sums, products with machine-sized factors, comparison, and conversion
/// to `Double`. Such strategies are rare, so the implementation favours readability over speed.
package struct WideInteger: Sendable {
    /// The limbs, least significant first, without leading zeros; empty for zero.
    private var magnitude: [UInt64]
    private var isNegative: Bool

    private init(magnitude: [UInt64], isNegative: Bool) {
        var magnitude = magnitude
        while magnitude.last == 0 { magnitude.removeLast() }
        self.magnitude = magnitude
        self.isNegative = isNegative && !magnitude.isEmpty
    }

    package init(_ value: Int128) {
        let bits = value.magnitude
        self.init(
            magnitude: [UInt64(truncatingIfNeeded: bits), UInt64(truncatingIfNeeded: bits >> 64)],
            isNegative: value < 0)
    }

    // MARK: Magnitudes

    private static func sum(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        var result: [UInt64] = []
        var carry: UInt128 = 0
        for index in 0..<max(left.count, right.count) {
            let sum = UInt128(limb(left, index)) + UInt128(limb(right, index)) + carry
            result.append(UInt64(truncatingIfNeeded: sum))
            carry = sum >> 64
        }
        return result + [UInt64(carry)]
    }

    /// `left − right`, where `left ≥ right`.
    private static func difference(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        var result: [UInt64] = []
        var borrow: UInt64 = 0
        for index in left.indices {
            let (first, overflow) = left[index].subtractingReportingOverflow(limb(right, index))
            let (second, again) = first.subtractingReportingOverflow(borrow)
            result.append(second)
            borrow = overflow || again ? 1 : 0
        }
        return result
    }

    private static func product(_ left: [UInt64], _ right: UInt64) -> [UInt64] {
        var result: [UInt64] = []
        var carry: UInt128 = 0
        for limb in left {
            let sum = UInt128(limb) * UInt128(right) + carry
            result.append(UInt64(truncatingIfNeeded: sum))
            carry = sum >> 64
        }
        return result + [UInt64(carry)]
    }

    private static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
        guard left.count == right.count else { return left.count < right.count }
        return left.reversed().lexicographicallyPrecedes(right.reversed())
    }

    private static func limb(_ limbs: [UInt64], _ index: Int) -> UInt64 {
        index < limbs.count ? limbs[index] : 0
    }

    private static func quotient(_ dividend: [UInt64], by divisor: UInt64) -> (quotient: [UInt64], remainder: UInt64) {
        var quotient = dividend
        var remainder: UInt64 = 0
        for index in dividend.indices.reversed() {
            (quotient[index], remainder) = divisor.dividingFullWidth((remainder, dividend[index]))
        }
        return (quotient, remainder)
    }
}

extension WideInteger: Comparable {
    /// Creates `decimal × 10^scale`, which is an integer.
    package init(_ decimal: DecimalNumber, scale: Int) {
        self = WideInteger(Int128(decimal.significand)).multiplied(byTenTo: scale + decimal.exponent)
    }

    package static let zero = WideInteger(0)

    package static func < (left: WideInteger, right: WideInteger) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? isLess(right.magnitude, left.magnitude) : isLess(left.magnitude, right.magnitude)
    }

    package static prefix func - (value: WideInteger) -> WideInteger {
        WideInteger(magnitude: value.magnitude, isNegative: !value.isNegative)
    }

    package static func + (left: WideInteger, right: WideInteger) -> WideInteger {
        if left.isNegative == right.isNegative {
            return WideInteger(magnitude: sum(left.magnitude, right.magnitude), isNegative: left.isNegative)
        }
        return isLess(left.magnitude, right.magnitude)
            ? WideInteger(magnitude: difference(right.magnitude, left.magnitude), isNegative: right.isNegative)
            : WideInteger(magnitude: difference(left.magnitude, right.magnitude), isNegative: left.isNegative)
    }

    package static func - (left: WideInteger, right: WideInteger) -> WideInteger { left + -right }

    package static func * (left: WideInteger, right: Int128) -> WideInteger {
        let factor = right.magnitude
        let low = product(left.magnitude, UInt64(truncatingIfNeeded: factor))
        let high = [0] + product(left.magnitude, UInt64(truncatingIfNeeded: factor >> 64))
        return WideInteger(magnitude: sum(low, high), isNegative: left.isNegative != (right < 0))
    }

    /// Returns the product with 10^`exponent`.
    package func multiplied(byTenTo exponent: Int) -> WideInteger {
        var limbs = magnitude
        var rest = exponent
        while rest > 0 {
            limbs = Self.product(limbs, UInt64(PowersOfTen.integers[min(rest, 19)]))
            rest -= 19
        }
        return WideInteger(magnitude: limbs, isNegative: isNegative)
    }

    /// Returns the double nearest to `self / (divisor × 10^scale)`, rounded to `places` decimals (ties to even) if given.
    ///
    /// Long division to 40 or more significant digits. A remainder becomes one more nonzero digit, so that rounding the
    /// decimal rounds the exact quotient. No digit within `places` is omitted.
    package func quotient(by divisor: Int128, scale: Int, places: Int?) -> Double {
        guard !magnitude.isEmpty else { return 0 }
        // At most 10,000 legs of 10¹⁵ shares make a slope: less than 2⁶⁴.
        let denominator = UInt64(divisor.magnitude)
        let added = 20 * max(0, 5 - magnitude.count)
        let (digits, remainder) = Self.quotient(multiplied(byTenTo: added).magnitude, by: denominator)
        var exponent = -added - scale
        var text = Self.decimal(digits)
        if remainder != 0 {
            text += "1"
            exponent -= 1
        }
        if let places, exponent < -places {
            text = Self.rounded(text, dropping: -exponent - places)
            exponent = -places
        }
        let value = PowersOfTen.parse(digits: text, exponent: exponent)
        return value == 0 || isNegative == (divisor < 0) ? value : -value
    }

    /// Returns a decimal integer without its last `count` digits, rounded to nearest, ties to even.
    private static func rounded(_ text: String, dropping count: Int) -> String {
        guard count <= text.utf8.count else { return "0" }
        let kept = text.utf8.dropLast(count)
        let dropped = text.utf8.suffix(count)
        let half = [UInt8(ascii: "5")] + [UInt8](repeating: UInt8(ascii: "0"), count: count - 1)
        let isOdd = (kept.last ?? UInt8(ascii: "0")) % 2 == 1
        guard half.lexicographicallyPrecedes(dropped) || (isOdd && half.elementsEqual(dropped)) else {
            return kept.isEmpty ? "0" : String(decoding: kept, as: UTF8.self)
        }
        // Trailing nines become zeros, and the preceding digit is incremented.
        let stem = kept.dropLast(kept.reversed().prefix { $0 == UInt8(ascii: "9") }.count)
        let zeros = String(repeating: "0", count: kept.count - stem.count)
        guard let last = stem.last else { return "1" + zeros }
        return String(decoding: stem.dropLast() + [last + 1], as: UTF8.self) + zeros
    }

    private static func decimal(_ limbs: [UInt64]) -> String {
        var rest = WideInteger(magnitude: limbs, isNegative: false).magnitude
        var groups: [String] = []
        while !rest.isEmpty {
            let (quotient, remainder) = quotient(rest, by: UInt64(PowersOfTen.integers[19]))
            rest = WideInteger(magnitude: quotient, isNegative: false).magnitude
            let digits = String(remainder)
            groups.append(rest.isEmpty ? digits : String(repeating: "0", count: 19 - digits.count) + digits)
        }
        return groups.isEmpty ? "0" : groups.reversed().joined()
    }
}
