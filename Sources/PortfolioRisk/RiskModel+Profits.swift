extension RiskModel {
    /// The scenarios that can be asked for at once.
    public static let scenarioRange = 1...100_000_000

    /// The profits of a portfolio in random scenarios.
    ///
    /// The profit of a scenario is the value of the holdings at the horizon, in the scenario, less their value now. Options
    /// are valued in full by the Black–Scholes–Merton model, each at its own implied volatility, which stays as it is, and
    /// with the time that is then left; an option that expires at the horizon is worth what its exercise brings. Dividends
    /// paid and interest earned until the horizon are not counted, and nothing is discounted.
    ///
    /// The scenarios are pseudo-random: what a scenario is depends on `seed`, on its number and on the model, not on how many
    /// are computed. The profits of a seed are the same to the last bit on the same machine, whatever the number of threads.
    /// A quantile's error falls with the square root of the number of scenarios.
    ///
    /// - Parameters:
    ///   - holdings: The portfolio.
    ///   - horizon: Years until the profit is taken, at most the time to the first expiration; finite and greater than 0.
    ///   - scenarios: How many; in ``scenarioRange``.
    ///   - seed: Chooses the scenarios.
    ///   - threads: How many tasks the scenarios are divided among; 1 to 1,024.
    /// - Returns: The profit of each scenario.
    /// - Throws: ``RiskError`` naming the first parameter outside its domain.
    /// - Complexity: O(`scenarios` · (holdings + underlyings²))
    public func profits(
        of holdings: [PortfolioHolding], horizon: Double, scenarios: Int, seed: UInt64, threads: Int = 1
    ) async throws(RiskError) -> ScenarioProfits {
        try RiskError.requirePositive(.horizon, horizon)
        try RiskError.require(.scenarios, scenarios, in: Self.scenarioRange)
        try RiskError.require(.threads, threads, in: 1...1_024)
        let revaluation = try Revaluation(holdings, self, horizon: horizon)
        let blocks = (scenarios + ScenarioPrices.blockSize - 1) / ScenarioPrices.blockSize
        let parts = await withTaskGroup(of: (Int, Result<[Double], RiskError>).self) { group in
            for part in 0..<threads {
                let range = part * blocks / threads..<(part + 1) * blocks / threads
                group.addTask {
                    do throws(RiskError) {
                        return (part, .success(try profits(revaluation, horizon, seed, blocks: range)))
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
        // What the last block has beyond.
        all.removeLast(all.count - scenarios)
        if let scenario = all.firstIndex(where: { !$0.isFinite }) { throw .notRepresentable(scenario: scenario) }
        return ScenarioProfits(all)
    }

    private func profits(
        _ revaluation: Revaluation, _ horizon: Double, _ seed: UInt64, blocks: Range<Int>
    ) throws(RiskError) -> [Double] {
        var revaluation = revaluation
        var scenarios = ScenarioPrices(self, horizon: horizon, seed: seed)
        var prices = [Double](repeating: 0, count: underlyings.count * ScenarioPrices.blockSize)
        var block = [Double](repeating: 0, count: ScenarioPrices.blockSize)
        var profits: [Double] = []
        profits.reserveCapacity(blocks.count * ScenarioPrices.blockSize)
        for index in blocks {
            try scenarios.compute(block: index, prices: &prices)
            revaluation.compute(prices: prices, profits: &block)
            profits += block
        }
        return profits
    }
}
