extension Int128: PayoffNumber {
    init(_ decimal: DecimalNumber, scale: Int) {
        self = Int128(decimal.significand).multiplied(byTenTo: scale + decimal.exponent)
    }

    /// The caller has made sure that the product fits: see ``PayoffProfile``.
    func multiplied(byTenTo exponent: Int) -> Int128 {
        self * PowersOfTen.integers[exponent]
    }

    func quotient(by divisor: Int128, scale: Int) -> Double {
        let exactIntegers: Int128 = 1 << 53
        guard magnitude < exactIntegers.magnitude, divisor.magnitude < exactIntegers.magnitude,
            PowersOfTen.exact.indices.contains(scale)
        else { return WideInteger(self).quotient(by: divisor, scale: scale) }
        let denominator = Double(Int64(divisor)) * PowersOfTen.exact[scale]
        guard denominator.magnitude < 0x1p53 || divisor == 1 else {
            return WideInteger(self).quotient(by: divisor, scale: scale)
        }
        // Both operands are exact, so the quotient is correctly rounded. Adding 0 turns −0 into 0.
        return Double(Int64(self)) / denominator + 0
    }
}
