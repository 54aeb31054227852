public import OptionPricing

extension PricedStrategy {
    /// The profit in each scenario of a grid: what the legs are worth then, less what was paid for them.
    ///
    /// ## Accuracy
    /// That of `BlackScholesMerton/price(of:volatility:)` for each leg, relative to the sum of the legs' magnitudes.
    ///
    /// - Parameter grid: No time lies behind ``firstExpiration``.
    /// - Returns: A profit for each scenario, in the order of ``ScenarioGrid/index(stockPrice:volatilityShift:elapsedTime:)``.
    /// - Throws: `PricingError` where a leg's time would become negative, or a profit is too large for a `Double`.
    public func profits(in grid: ScenarioGrid) throws(PricingError) -> [Double] {
        var columns = ScenarioColumns(grid, in: market)
        var profits = [Double](repeating: 0, count: columns.count)
        var values = profits
        for leg in legs {
            let shares = Double(leg.leg.signedShares)
            if let contract = leg.contract {
                var span = values.mutableSpan
                try columns.evaluate(contract, into: &span)
            } else {
                values = columns.stockPrices
            }
            for index in profits.indices { profits[index] += shares * (values[index] - leg.leg.premium) }
        }
        guard profits.allSatisfy(\.isFinite) else { throw .notRepresentable(.price) }
        return profits
    }
}
