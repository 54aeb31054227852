package import DecimalNumbers

/// The caller guarantees that every sum and product is below 10¹⁵; see ``PayoffProfile``.
extension Int64: PayoffNumber {
    @inline(__always)
    package init(_ decimal: DecimalNumber, scale: Int) {
        self = decimal.significand * PowersOfTen.small(scale + decimal.exponent)
    }

    @inline(__always)
    package func result(dividedBy divisor: Int64, scale: Int, places: Int?) -> ResultNumber {
        if divisor == 1, scale <= Swift.min(places ?? 18, 18) { return ResultNumber(digits: self, decimals: scale) }
        return quotient(by: divisor, scale: scale, places: places)
    }

    @inline(never)
    private func quotient(by divisor: Int64, scale: Int, places: Int?) -> ResultNumber {
        narrowQuotient(by: divisor, scale: scale, places: places)
            ?? Int128(self).result(dividedBy: Int128(divisor), scale: scale, places: places)
    }

    /// Returns the quotient as a decimal with `places` decimals; `nil` if the decimal or an intermediate integer has
    /// too many digits.
    @inline(__always)
    private func narrowQuotient(by divisor: Int64, scale: Int, places: Int?) -> ResultNumber? {
        guard let places, scale <= places, self >= 0 || divisor < 0 else { return nil }
        let (numerator, denominator) = divisor < 0 ? (-self, -divisor) : (self, divisor)
        let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
        if rest == 0, whole.magnitude < ResultNumber.bound { return ResultNumber(digits: whole, decimals: scale) }
        let factor = PowersOfTen.small(places - scale)
        let (wide, overflow) = whole.multipliedReportingOverflow(by: factor)
        let (scaledRest, overflowOfRest) = rest.multipliedReportingOverflow(by: factor)
        guard rest >= 0, !overflow, !overflowOfRest, wide.magnitude < ResultNumber.bound << 8 else { return nil }
        let (fraction, remainder) = scaledRest.quotientAndRemainder(dividingBy: denominator)
        let lower = wide + fraction
        let excess = remainder - (denominator - remainder)
        let digits = excess > 0 || (excess == 0 && lower & 1 == 1) ? lower + 1 : lower
        if digits.magnitude < ResultNumber.bound { return ResultNumber(digits: digits, decimals: places) }
        // Both operands are exact below 2⁵³, so the quotient is correctly rounded.
        return digits.magnitude < 1 << 53 ? ResultNumber(Double(digits) / Double(PowersOfTen.small(places))) : nil
    }
}
