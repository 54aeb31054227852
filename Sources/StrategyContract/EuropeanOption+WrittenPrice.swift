internal import OptionPricing
internal import StrategyAnalytics

extension EuropeanOption {
    /// What a price says about volatility, where numbers are the decimals that were written.
    ///
    /// Without discounting, a price that is the intrinsic value to the last decimal has no time value. As doubles the two
    /// may differ by their roundings, which belong to some volatility.
    func impliedVolatility(writtenPrice price: Double) throws(PricingError) -> ImpliedVolatility {
        let implied = try BlackScholesMerton.impliedVolatility(of: self, price: price)
        let (greater, lesser) = kind == .call ? (spot, strike) : (strike, spot)
        guard case .volatility = implied, riskFreeRate * timeToExpiration == 0, dividendYield * timeToExpiration == 0,
            (greater - lesser - price).magnitude <= 0x1p-51 * greater, DecimalNumber.isSum(greater, of: lesser, price)
        else { return implied }
        return .notDeterminable
    }
}
