/// The decimal that a `Double` stands for: `significand × 10^exponent`.
///
/// Prices are written in decimal, and a `Double` only carries them. Every decimal of up to 15 significant digits
/// survives the way into a `Double` and back, so the digits can be recovered exactly:
///
/// - the shortest decimal that reads back as the double is what was written;
/// - if that has 16 or 17 digits while rounding it to 15 leaves 12 or fewer, the rest is the noise of binary arithmetic
///   (`0.1 + 0.2` gives `0.30000000000000004`), and the short one is meant.
///
/// The reasons and the alternatives are in `docs/decisions/0001-exact-decimal-payoff.md`.
package struct DecimalNumber {
    /// At most 17 digits.
    let significand: Int64
    let exponent: Int

    package init(significand: Int64, exponent: Int) {
        self.significand = significand
        self.exponent = exponent
    }

    /// Recovers the decimal of a finite `value ≥ 0`. Trailing zeros may remain in the significand.
    init(_ value: Double) {
        // Four decimals cover quoted prices. An integer below 10¹⁵ whose quotient by 10⁴ is the value
        // is the only decimal of at most 15 digits that reads as the value.
        let scaled = value * 1e4
        if scaled < 1e15 {
            let nearest = Int64(scaled + 0.5)
            if Double(nearest) / 1e4 == value {
                self.init(significand: nearest, exponent: -4)
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
    var nearestDouble: Double {
        if abs(significand) < 1 << 53, abs(exponent) <= 22 {
            // Both operands are exact, so the single operation rounds correctly.
            let power = PowersOfTen.exact[abs(exponent)]
            return exponent < 0 ? Double(significand) / power : Double(significand) * power
        }
        return PowersOfTen.parse(digits: "\(significand)", exponent: exponent)
    }
}
