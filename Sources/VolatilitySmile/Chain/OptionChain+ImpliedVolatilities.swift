public import OptionPricing

extension OptionChain {
    /// Finds the implied volatility of each quote, from its price or from the mid of its bid and ask.
    ///
    /// The accuracy is that of `ModelledOption/impliedVolatility(price:)`.
    ///
    /// - Returns: One result for each quote, in their order.
    public func impliedVolatilities() -> [ImpliedVolatility] {
        let count = quotes.count
        let kinds = quotes.map(\.kind)
        let strikes = quotes.map(\.strike)
        let prices = quotes.map(\.mid)
        var volatilities = [Double](repeating: .nan, count: count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: count)
        var volatilityColumn = volatilities.mutableSpan
        var statusColumn = statuses.mutableSpan
        var evaluator = OptionEvaluator()
        // The chain is valid, so no quote is refused.
        _ = evaluator.findVolatilities(
            of: OptionColumns(
                kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .same(timeToExpiration),
                in: carry.market),
            prices: prices.span, volatilities: &volatilityColumn, statuses: &statusColumn)
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
