extension Int128 {
    /// Creates `decimal × 10^scale`, which is an integer.
    package init(_ decimal: DecimalNumber, scale: Int) {
        self = Int128(decimal.significand).multiplied(byTenTo: scale + decimal.exponent)
    }

    /// Returns the product with 10^`exponent`. The caller guarantees that it fits.
    package func multiplied(byTenTo exponent: Int) -> Int128 {
        self * PowersOfTen.integers[exponent]
    }

    /// Returns the double nearest to `self / (divisor × 10^scale)`, rounded to `places` decimals (ties to even) if given.
    package func quotient(by divisor: Int128, scale: Int, places: Int?) -> Double {
        guard let places, divisor != 1 || scale > places else { return quotient(by: divisor, scale: scale) }
        let shift = PowersOfTen.integers[abs(places - scale)]
        let (numerator, isTooLarge) = multipliedReportingOverflow(by: places > scale ? shift : 1)
        let (denominator, isTooSmall) = divisor.multipliedReportingOverflow(by: places < scale ? shift : 1)
        guard !isTooLarge, !isTooSmall else {
            return WideInteger(self).quotient(by: divisor, scale: scale, places: places)
        }
        return numerator.dividedToEven(by: denominator).quotient(by: 1, scale: places)
    }

    /// The nearest integer to `self / divisor`, ties to even.
    private func dividedToEven(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        let distance = remainder.magnitude
        let rest = divisor.magnitude - distance
        let isUp = distance > rest || (distance == rest && !quotient.isMultiple(of: 2))
        return isUp ? quotient + ((self < 0) == (divisor < 0) ? 1 : -1) : quotient
    }

    private func quotient(by divisor: Int128, scale: Int) -> Double {
        let exactIntegers: Int128 = 1 << 53
        if magnitude < exactIntegers.magnitude, divisor.magnitude < exactIntegers.magnitude,
            PowersOfTen.exact.indices.contains(scale)
        {
            let denominator = Double(Int64(divisor)) * PowersOfTen.exact[scale]
            if denominator.magnitude < 0x1p53 || divisor == 1 {
                // Both operands are exact, so the quotient is correctly rounded. Adding 0 turns −0 into 0.
                return Double(Int64(self)) / denominator + 0
            }
        }
        if divisor == 1 { return PowersOfTen.parse(digits: "\(self)", exponent: -scale) }
        return WideInteger(self).quotient(by: divisor, scale: scale, places: nil)
    }

    /// The nearest double, converted through `Int64` if the value fits: the generic conversion of `Int128` took half of
    /// the time of a calendar.
    package var nearestDouble: Double {
        magnitude < 1 << 63 ? Double(Int64(truncatingIfNeeded: self)) : Double(self)
    }
}
