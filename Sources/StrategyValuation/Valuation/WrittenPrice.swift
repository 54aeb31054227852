internal import DecimalNumbers
package import OptionPricing

extension ModelledOption {
    /// Returns the implied volatility of a price, with all numbers taken as the decimals that were written. Without
    /// discounting, a price equal to the intrinsic value in decimal has no time value. As doubles, the two may differ
    /// by their rounding errors, which would imply a volatility.
    package func impliedVolatility(writtenPrice price: Double) throws(PricingError) -> ImpliedVolatility {
        let implied = try impliedVolatility(price: price)
        let underlying = market.underlyingPrice
        let (greater, lesser) = kind == .call ? (underlying, strike) : (strike, underlying)
        guard case .volatility = implied, market.riskFreeRate * timeToExpiration == 0,
            market.dividendYield * timeToExpiration == 0, !market.hasDividends(until: timeToExpiration),
            (greater - lesser - price).magnitude <= 0x1p-51 * max(greater.magnitude, lesser.magnitude),
            Self.isSum(greater, of: lesser, price)
        else { return implied }
        return .notDeterminable
    }

    /// Whether `sum` = `first` + `second` in decimal, with `second` ≥ 0.
    private static func isSum(_ sum: Double, of first: Double, _ second: Double) -> Bool {
        if first >= 0 { return DecimalNumber.isSum(sum, of: first, second) }
        if sum >= 0 { return DecimalNumber.isSum(second, of: sum, -first) }
        return DecimalNumber.isSum(-first, of: -sum, second)
    }
}
