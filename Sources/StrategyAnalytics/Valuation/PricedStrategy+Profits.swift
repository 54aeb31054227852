public import OptionPricing

extension PricedStrategy {
    /// Computes the profit in each scenario of a grid: the value of the legs less the price paid for them.
    ///
    /// ## Accuracy
    /// That of `BlackScholesMerton/price(of:volatility:)` for each leg, relative to the sum of the legs' magnitudes.
    ///
    /// - Parameter grid: Scenarios with no time after ``firstExpiration``.
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
                Self.add(values.span, lessPremium: leg.leg.premium, times: shares, to: &profits)
            } else {
                Self.add(columns.stockPrices.span, lessPremium: leg.leg.premium, times: shares, to: &profits)
            }
        }
        guard profits.allSatisfy(\.isFinite) else { throw .notRepresentable(.price) }
        return profits
    }
    /// Adds the profits of one leg. Over spans, the loop is vectorised.
    private static func add(
        _ values: Span<Double>, lessPremium premium: Double, times shares: Double, to profits: inout [Double]
    ) {
        var profits = profits.mutableSpan
        for index in values.indices { profits[index] += shares * (values[index] - premium) }
    }
}
