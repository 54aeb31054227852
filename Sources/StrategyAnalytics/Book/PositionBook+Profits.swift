public import OptionPricing

extension PositionBook {
    /// The profit of each position in each scenario of a grid: its value less its cost.
    ///
    /// ``BookValuation`` gives the same profits block by block, without memory for all of them.
    ///
    /// ## Accuracy
    /// Contracts have the values that ``PricedStrategy/profits(in:)`` gives them, to the last digit. Adding up *n* legs
    /// brings an error below 2 (*n* + 1) 2⁻⁵³ (1 + *n* 2⁻⁵²) times the sum of their magnitudes, shares · (value +
    /// premium), and none while all products and sums are whole numbers below 2⁵³. The last bits may depend on the
    /// processor and on OpenBLAS, but on nothing else.
    ///
    /// - Parameter grid: The scenarios; no time is after ``firstExpiration``.
    /// - Returns: The profits, 8 bytes for each position and scenario.
    /// - Throws: `PricingError` where the time of a contract would become negative, or a value or profit is too large
    ///   for a `Double`.
    /// - Complexity: O(contracts · scenarios) for values, O(legs · scenarios) for profits.
    public func profits(in grid: ScenarioGrid) throws(PricingError) -> PositionProfits {
        try WorkBudget.pricingWithoutLimits { (budget) throws(StrategyError) in
            try profits(in: grid, budget: &budget)
        }
    }

    /// ``profits(in:)`` within a budget. The cost of each of its two parts is known before it begins.
    ///
    /// - Throws: ``StrategyError/pricing(_:)``, ``StrategyError/workExceeded(_:allowed:)`` or ``StrategyError/cancelled``.
    public func profits(in grid: ScenarioGrid, budget: inout WorkBudget) throws(StrategyError) -> PositionProfits {
        let valuation = try BookValuation(self, in: grid, budget: &budget)
        var values = try budget.zeros(count * valuation.scenarioCount)
        var profits = values.mutableSpan
        try valuation.evaluate(0..<count, into: &profits, budget: &budget)
        return PositionProfits(positionCount: count, scenarioCount: valuation.scenarioCount, values: values)
    }
}
