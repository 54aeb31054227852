public import OptionPricing

extension OptionChain {
    /// Finds the implied volatility of each quote, from its price or from the mid of its bid and ask.
    ///
    /// The accuracy is that of `BlackScholesMerton/impliedVolatility(of:price:)`.
    ///
    /// - Returns: One result for each quote, in their order.
    public func impliedVolatilities() -> [ImpliedVolatility] {
        let count = quotes.count
        let kinds = quotes.map(\.kind)
        let strikes = quotes.map(\.strike)
        let prices = quotes.map(\.mid)
        let spots = [Double](repeating: spot, count: count)
        let times = [Double](repeating: timeToExpiration, count: count)
        let rates = [Double](repeating: riskFreeRate, count: count)
        let yields = [Double](repeating: dividendYield, count: count)
        var volatilities = [Double](repeating: .nan, count: count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: count)
        var volatilityColumn = volatilities.mutableSpan
        var statusColumn = statuses.mutableSpan
        // The chain is valid, so no quote is refused.
        _ = BlackScholesMerton.impliedVolatilities(
            kinds: kinds.span, prices: prices.span, spots: spots.span, strikes: strikes.span,
            timesToExpiration: times.span, riskFreeRates: rates.span, dividendYields: yields.span,
            volatilities: &volatilityColumn, statuses: &statusColumn)
        return zip(volatilities, statuses).map { volatility, status in
            switch status {
            case .ok: .volatility(volatility)
            case .belowIntrinsic: .belowIntrinsic
            case .aboveMaximum: .aboveMaximum
            case .notDeterminable, .unanswered: .notDeterminable
            }
        }
    }
}
