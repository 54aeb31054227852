internal import ExactPayoff

extension RiskModel {
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
}
