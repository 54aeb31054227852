/// The decimal that a `Double` denotes: `significand × 10^exponent`.
///
/// Prices are written in decimal; a `Double` is only their encoding. Every decimal of up to 15 significant digits
/// survives the conversion to `Double` and back, so its digits can be recovered exactly:
///
/// - The decimal is the shortest one that reads back as the double.
/// - If that one has 16 or 17 digits, and rounding it to 15 digits leaves 12 or fewer, the remaining digits are noise of
///   binary arithmetic (`0.1 + 0.2` gives `0.30000000000000004`), and the short decimal is used.
///
/// `docs/decisions/0001-exact-decimal-payoff.md` gives the reasons and the alternatives.
@usableFromInline
package struct DecimalNumber: BitwiseCopyable, Sendable {
    /// At most 17 digits.
    @usableFromInline package let significand: Int64
    @usableFromInline let compactExponent: Int32

    @inlinable @inline(__always)
    package var exponent: Int { Int(compactExponent) }

    @inlinable @inline(__always)
    package init(significand: Int64, exponent: Int) {
        self.significand = significand
        compactExponent = Int32(truncatingIfNeeded: exponent)
    }

    /// Recovers the decimal of a finite `value ≥ 0`. The significand may keep some trailing zeros.
    package init(_ value: Double) {
        // Four decimals cover quoted prices. If the quotient of an integer below 10¹⁵ and 10⁴ is the value, it is the
        // only decimal of at most 15 digits that reads as the value.
        let scaled = value * 1e4
        if scaled < 1e15 {
            let nearest = Int64(scaled + 0.5)
            if Double(nearest) / 1e4 == value {
                let cents = nearest / 100
                if cents * 100 != nearest {
                    self.init(significand: nearest, exponent: -4)
                } else if cents % 100 != 0 {
                    self.init(significand: cents, exponent: -2)
                } else {
                    self.init(significand: cents / 100, exponent: 0)
                }
                return
            }
        }
        self.init(shortestOf: value)
    }

    private init(shortestOf value: Double) {
        var significand: Int64 = 0
        var exponent = 0
        var text = value.description.utf8[...]
        var fractional = false
        while let character = text.popFirst(), character != UInt8(ascii: "e") {
            if character == UInt8(ascii: ".") {
                fractional = true
                continue
            }
            significand = significand * 10 + Int64(character - UInt8(ascii: "0"))
            exponent -= fractional ? 1 : 0
        }
        if let written = Int(Substring(text)) { exponent += written }
        (significand, exponent) = Self.withoutTrailingZeros(significand, exponent)

        if significand > 999_999_999_999_999 {
            let excess: Int64 = significand > 9_999_999_999_999_999 ? 100 : 10
            let rounded = Self.withoutTrailingZeros(
                (significand + excess / 2) / excess, exponent + (excess == 100 ? 2 : 1))
            if rounded.0 <= 999_999_999_999 { (significand, exponent) = rounded }
        }
        self.init(significand: significand, exponent: exponent)
    }

    private static func withoutTrailingZeros(_ significand: Int64, _ exponent: Int) -> (Int64, Int) {
        var (significand, exponent) = (significand, exponent)
        while significand != 0, significand % 10 == 0 {
            significand /= 10
            exponent += 1
        }
        return (significand, exponent)
    }

    /// The double nearest to the decimal; infinite beyond the range of `Double`.
    ///
    /// Inlinable for the grid of a curve, which converts each candidate for its ends.
    @inlinable @inline(__always)
    package var nearestDouble: Double {
        // Both operands are exact, so the single operation rounds correctly.
        if significand.magnitude < 1 << 53, exponent <= 0, exponent >= -18 {
            return Double(significand) / Double(PowersOfTen.small(-exponent))
        }
        return convertedDouble
    }

    @usableFromInline @inline(never)
    var convertedDouble: Double {
        if significand.magnitude < 1 << 53, exponent > 0, exponent <= 18 {
            return Double(significand) * Double(PowersOfTen.small(exponent))
        }
        return PowersOfTen.parse(digits: "\(significand)", exponent: exponent)
    }

    /// Whether the decimals of three finite doubles ≥ 0 satisfy sum = left + right in all their digits, including noise
    /// of binary arithmetic. The result is false if the decimals span more than 38 digits.
    package static func isSum(_ sum: Double, of left: Double, _ right: Double) -> Bool {
        let decimals = [sum, left, right].map { DecimalNumber($0) }
        guard zip(decimals, [sum, left, right]).allSatisfy({ $0.nearestDouble == $1 }) else { return false }
        let scale = decimals.map { -$0.exponent }.max() ?? 0
        // Seventeen digits and twenty zeros fit.
        guard decimals.allSatisfy({ $0.exponent + scale <= 20 }) else { return false }
        let integers = decimals.map { Int128($0, scale: scale) }
        return integers[0] == integers[1] + integers[2]
    }
}

/// An input price: a double and the decimal that it denotes.
/// The decimal has the digits of the input text. All exact computations start from it, so no double is converted back
/// to a decimal.
@usableFromInline
package struct DecimalPrice: BitwiseCopyable, Sendable {
    @usableFromInline package let value: Double
    @usableFromInline package let decimal: DecimalNumber

    /// Creates a price from a finite double, 0 or greater.
    package init(_ value: Double) {
        self.value = value
        decimal = DecimalNumber(value)
    }

    /// Creates the price `significand / 10^decimals`, with at most 15 significant digits and 18 decimals.
    @inlinable @inline(__always)
    package init(significand: Int64, decimals: Int) {
        value = Double(significand) / Double(PowersOfTen.small(decimals))
        decimal = DecimalNumber(significand: significand, exponent: -decimals)
    }
}

/// The value determines the decimal, which has several representations (1.5 and 1.50), so only the value is compared.
extension DecimalPrice: Hashable {
    @usableFromInline
    package static func == (left: DecimalPrice, right: DecimalPrice) -> Bool { left.value == right.value }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
