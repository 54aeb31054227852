public import ExactPayoff

extension RiskModel {
    /// The number of scenarios that one call supports.
    public static let scenarioRange = 1...100_000_000

    /// Computes the profits of a portfolio in random scenarios.
    ///
    /// The profit in a scenario is the value of the holdings at the horizon minus their present value. Options are fully
    /// revalued by the Black–Scholes–Merton model with their remaining time, each at its own, constant implied volatility. An
    /// option that expires at the horizon has its exercise value. Dividends paid and interest earned before the horizon are
    /// not included, and profits are not discounted.
    ///
    /// The scenarios are pseudo-random. A scenario depends on `seed`, on its index and on the model, but not on the number of
    /// scenarios. On one machine, the profits of a seed have the same bits for every number of threads. The error of a
    /// quantile is inversely proportional to the square root of the number of scenarios.
    ///
    /// - Parameters:
    ///   - holdings: The portfolio.
    ///   - horizon: Years until the profit is measured, at most the time to the first expiration; finite and greater than 0.
    ///   - scenarios: The number of scenarios, in ``scenarioRange``.
    ///   - seed: The seed of the scenarios.
    ///   - threads: The number of tasks among which the scenarios are divided; 1 to 1,024.
    /// - Returns: The profit in each scenario.
    /// - Throws: ``RiskError`` naming the first parameter outside its domain.
    /// - Complexity: O(`scenarios` · (holdings + underlyings²))
    public func profits(
        of holdings: [PortfolioHolding], horizon: Double, scenarios: Int, seed: UInt64, threads: Int = 1
    ) async throws(RiskError) -> ScenarioProfits {
        try RiskError.requirePositive(.horizon, horizon)
        try RiskError.require(.scenarios, scenarios, in: Self.scenarioRange)
        try RiskError.require(.threads, threads, in: 1...1_024)
        let revaluation = try Revaluation([holdings], self, horizon: horizon, WorkBudget())
        let blocks = ScenarioPrices.blockCount(scenarios)
        let parts = await withTaskGroup(of: (Int, Result<[Double], RiskError>).self) { group in
            for part in 0..<threads {
                let range = part * blocks / threads..<(part + 1) * blocks / threads
                group.addTask {
                    do throws(RiskError) {
                        var profits: [Double] = []
                        profits.reserveCapacity(range.count * ScenarioPrices.blockSize)
                        try eachBlock(range, revaluation, horizon, seed, WorkBudget()) { profits += $1 }
                        return (part, .success(profits))
                    } catch {
                        return (part, .failure(error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var all: [Double] = []
        all.reserveCapacity(blocks * ScenarioPrices.blockSize)
        for (_, part) in parts.sorted(by: { $0.0 < $1.0 }) { all += try part.get() }
        // Removes the surplus of the last block.
        all.removeLast(all.count - scenarios)
        if let scenario = all.firstIndex(where: { !$0.isFinite }) { throw .notRepresentable(scenario: scenario) }
        return ScenarioProfits(all)
    }

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
    private func eachBlock(
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
