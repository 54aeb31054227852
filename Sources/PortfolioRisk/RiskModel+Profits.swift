public import ExactPayoff

extension RiskModel {
    /// The number of scenarios that one call supports.
    public static let scenarioRange = 1...100_000_000

    /// Computes the profits of each position of a portfolio in random scenarios, within a budget of work.
    ///
    /// Scenarios and profits are those of ``profits(of:horizon:scenarios:seed:threads:)``.
    ///
    /// - Parameters:
    ///   - positions: The holdings of each position; at least one position.
    ///   - horizon: Years until the profit is measured, at most the time to the first expiration; finite and greater than 0.
    ///   - scenarios: The number of scenarios, in ``scenarioRange``.
    ///   - seed: The seed of the scenarios.
    ///   - budget: The budget. Most of the cost is known before work begins.
    /// - Returns: The profits.
    /// - Throws: ``RiskError`` naming the first parameter outside its domain; holdings are counted over all positions.
    /// - Complexity: O(`scenarios` · (holdings + underlyings²)); 8 bytes for each position and scenario.
    public func profits(
        ofPositions positions: [[PortfolioHolding]], horizon: Double, scenarios: Int, seed: UInt64,
        budget: WorkBudget = WorkBudget()
    ) throws(RiskError) -> PositionRisk {
        try RiskError.requirePositive(.horizon, horizon)
        try RiskError.require(.scenarios, scenarios, in: Self.scenarioRange)
        try RiskError.require(.positions, positions.count, in: 1...Int.max)
        let size = ScenarioPrices.blockSize
        let revaluation = try Revaluation(positions, self, horizon: horizon, budget)
        let blocks = ScenarioPrices.blockCount(scenarios)
        var profits: [Double] = []
        try RiskError.working { () throws(StrategyError) in
            let costOfBlock = ScenarioPrices.costOfBlock(underlyings.count) + revaluation.costOfBlock
            let heldNumbers = positions.count.saturatingProduct(scenarios).saturatingProduct(WorkCost.heldNumber)
            let costs = [blocks.saturatingProduct(costOfBlock), heldNumbers, ScenarioOrder.cost(scenarios)]
            try budget.require(costs.reduce(0) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 })
            profits = try budget.zeros(positions.count * scenarios)
        }
        try eachBlock(0..<blocks, revaluation, horizon, seed, budget) { block, values in
            let first = block * size
            let length = min(size, scenarios - first)
            for position in positions.indices {
                let (source, target) = (position * size, position * scenarios + first)
                for index in 0..<length { profits[target + index] = values[source + index] }
            }
        }
        return try PositionRisk(profits, scenarios: scenarios, presentValues: revaluation.presentValues, budget)
    }

    /// Calls `body` with the profits of each block: a row of them for each position.
    func eachBlock(
        _ blocks: Range<Int>, _ revaluation: Revaluation, _ horizon: Double, _ seed: UInt64, _ budget: WorkBudget,
        _ body: (_ block: Int, _ profits: [Double]) -> Void
    ) throws(RiskError) {
        let (size, cost) = (ScenarioPrices.blockSize, ScenarioPrices.costOfBlock(underlyings.count))
        var revaluation = revaluation
        var scenarios = ScenarioPrices(self, horizon: horizon, seed: seed)
        var prices = [Double](repeating: 0, count: underlyings.count * size)
        var profits = [Double](repeating: 0, count: revaluation.presentValues.count * size)
        for index in blocks {
            try RiskError.working { () throws(StrategyError) in try budget.spend(cost) }
            try scenarios.compute(block: index, prices: &prices)
            try revaluation.compute(prices: prices, profits: &profits, budget)
            body(index, profits)
        }
    }
}
