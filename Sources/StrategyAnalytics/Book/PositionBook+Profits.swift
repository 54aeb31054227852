extension PositionBook {
    /// The profit of each position in each scenario of a grid: its value less its cost.
    ///
    /// ``BookValuation`` computes the same profits in blocks, without memory for all of them.
    ///
    /// ## Accuracy
    /// The values of contracts are bit-identical to those of ``PricedStrategy/profits(in:budget:)``. Summing *n* legs adds an
    /// error below 2 (*n* + 1) 2⁻⁵³ (1 + *n* 2⁻⁵²) times the sum of their magnitudes, shares · (value + premium), and
    /// none while all products and sums are whole numbers below 2⁵³. The last bits may depend on the processor and on
    /// OpenBLAS, but on nothing else.
    ///
    /// - Parameters:
    ///   - grid: The scenarios; no time is after ``firstExpiration``.
    ///   - budget: The cost of each of two parts, values and profits, is known before it begins.
    /// - Returns: The profits, 8 bytes for each position and scenario.
    /// - Throws: ``StrategyError`` if the remaining time of a contract would be negative, or a value or profit is
    ///   too large for a `Double`.
    /// - Complexity: O(contracts · scenarios) for values, O(legs · scenarios) for profits.
    public func profits(
        in grid: ScenarioGrid, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> PositionProfits {
        let valuation = try BookValuation(self, in: grid, budget: budget)
        var values = try budget.zeros(count * valuation.scenarioCount)
        var profits = values.mutableSpan
        try valuation.evaluate(0..<count, into: &profits, budget: budget)
        return PositionProfits(positionCount: count, scenarioCount: valuation.scenarioCount, values: values)
    }
}
