/// The ratio of new to old shares, in lowest terms.
struct SplitRatio: Hashable {
    /// The number of decimals of a rounded price or quantity, if its quotient is not a decimal of 18 digits.
    private static let decimals = 6

    private(set) var newShares: Int = 1
    private(set) var oldShares: Int = 1

    /// No split.
    static let one = SplitRatio()

    private init() {}

    /// Creates the ratio of a split; `nil` if a number is below 1 or both are equal.
    init?(_ split: StockSplit) {
        guard split.numerator >= 1, split.denominator >= 1, split.numerator != split.denominator else { return nil }
        let divisor = Self.greatestCommonDivisor(split.numerator, split.denominator)
        newShares = split.numerator / divisor
        oldShares = split.denominator / divisor
    }

    /// Returns the ratio of this split followed by another one; `nil` if it is too large.
    func combined(with other: SplitRatio) -> SplitRatio? {
        let left = Self.greatestCommonDivisor(newShares, other.oldShares)
        let right = Self.greatestCommonDivisor(other.newShares, oldShares)
        let (new, newOverflows) = (newShares / left).multipliedReportingOverflow(by: other.newShares / right)
        let (old, oldOverflows) = (oldShares / right).multipliedReportingOverflow(by: other.oldShares / left)
        guard !newOverflows, !oldOverflows else { return nil }
        var combined = SplitRatio()
        (combined.newShares, combined.oldShares) = (new, old)
        return combined
    }

    /// Converts a price per old share to one per new share.
    func rescaled(price: ExactDecimal) -> ExactDecimal { Self.scaled(price, by: oldShares, over: newShares) }

    /// Converts a number of old shares to new shares.
    func rescaled(quantity: ExactDecimal) -> ExactDecimal { Self.scaled(quantity, by: newShares, over: oldShares) }

    /// Converts a whole number of old shares to new shares, rounded half to even.
    func rescaled(volume: Int) -> Int {
        let (quotient, remainder) = (Int128(volume) * Int128(newShares)).quotientAndRemainder(
            dividingBy: Int128(oldShares))
        let twice = remainder.magnitude * 2
        let roundsUp = twice > oldShares.magnitude || twice == oldShares.magnitude && !quotient.isMultiple(of: 2)
        return Int(clamping: roundsUp ? quotient + Int128(volume.signum()) : quotient)
    }

    /// `value × factor / divisor`: exact if that is a decimal of 18 digits, otherwise rounded half to even to six
    /// decimals.
    private static func scaled(_ value: ExactDecimal, by factor: Int, over divisor: Int) -> ExactDecimal {
        let product = Int128(value.significand) * Int128(factor)
        if let exact = exactQuotient(product, divisor, exponent: Int(value.exponent)) { return exact }
        // The unit of the last decimal in units of the product
        let shift = Int(value.exponent) + decimals
        guard shift < 0 else {
            let (scaled, overflows) = product.multipliedReportingOverflow(
                by: ExactDecimal.powerOfTen(min(shift, 37)))
            if overflows || shift > 37 {
                // More than 18 digits precede the last decimal.
                return ExactDecimal.quotient(product, by: Int128(divisor), exponent: Int(value.exponent)) ?? value
            }
            return rounded(scaled, over: Int128(divisor))
        }
        let (unit, overflows) = Int128(divisor).multipliedReportingOverflow(
            by: ExactDecimal.powerOfTen(min(-shift, 37)))
        return overflows || -shift > 37 ? .zero : rounded(product, over: unit)
    }

    /// Returns the quotient in units of the last decimal, half to even.
    private static func rounded(_ value: Int128, over unit: Int128) -> ExactDecimal {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
        let twice = remainder.magnitude * 2
        let roundsUp = twice > unit.magnitude || twice == unit.magnitude && !quotient.isMultiple(of: 2)
        return ExactDecimal(wide: roundsUp ? quotient + value.signum() : quotient, exponent: -decimals) ?? .zero
    }

    /// Returns the quotient if it is a decimal of 18 digits, which requires that the divisor in lowest terms has no
    /// prime factors but 2 and 5.
    private static func exactQuotient(_ value: Int128, _ divisor: Int, exponent: Int) -> ExactDecimal? {
        let common = greatestCommonDivisor(Int(value.magnitude % UInt128(divisor)), divisor)
        var (numerator, rest, exponent) = (value / Int128(common), divisor / common, exponent)
        while rest > 1 {
            let step = rest.isMultiple(of: 10) ? 10 : rest.isMultiple(of: 5) ? 5 : 2
            guard rest.isMultiple(of: step) else { return nil }
            let (next, overflows) = numerator.multipliedReportingOverflow(by: Int128(10 / step))
            if overflows { return nil }
            (numerator, rest, exponent) = (next, rest / step, exponent - 1)
        }
        guard let quotient = ExactDecimal(wide: numerator, exponent: exponent) else { return nil }
        // Whether nothing was rounded
        let lost = Int(quotient.exponent) - exponent
        guard quotient.significand != 0 || numerator == 0 else { return nil }
        guard lost >= 0, lost <= 37 else { return numerator == 0 ? .zero : nil }
        let (back, overflows) = Int128(quotient.significand).multipliedReportingOverflow(
            by: ExactDecimal.powerOfTen(lost))
        return !overflows && back == numerator || numerator == 0 ? quotient : nil
    }

    private static func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
        var (left, right) = (left, right)
        while right != 0 { (left, right) = (right, left % right) }
        return left
    }
}
