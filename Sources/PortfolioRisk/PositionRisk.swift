internal import ExactPayoff

/// The profits of the positions of a portfolio in equally likely scenarios, and what each contributes to the risk.
public struct PositionRisk: Equatable, Sendable {
    /// The profits of the whole portfolio: the sums over its positions.
    public let total: ScenarioProfits
    /// The present value of each position.
    public let presentValues: [Double]
    private let scenarios: Int
    /// The profits, position after position.
    private let profits: [Double]
    /// The scenarios in ascending order of the total profit.
    private let order: [Int32]

    init(
        _ profits: [Double], scenarios: Int, presentValues: [Double], _ budget: WorkBudget
    ) throws(RiskError) {
        var total = [Double](repeating: 0, count: scenarios)
        for position in presentValues.indices {
            let first = position * scenarios
            for scenario in 0..<scenarios { total[scenario] += profits[first + scenario] }
        }
        if let scenario = total.firstIndex(where: { !$0.isFinite }) { throw .notRepresentable(scenario: scenario) }
        let order: [Int32]
        do throws(StrategyError) {
            order = try ScenarioOrder.ascending(total, budget)
        } catch {
            throw .work(error)
        }
        self.total = ScenarioProfits(total, ascending: order.map { total[Int($0)] })
        self.presentValues = presentValues
        self.scenarios = scenarios
        self.profits = profits
        self.order = order
    }

    /// The mean profit of a position.
    public func mean(of position: Int) -> Double {
        profits[position * scenarios..<(position + 1) * scenarios].reduce(0, +) / Double(scenarios)
    }

    /// Computes the contribution of each position to the value at risk of the portfolio: its loss in the scenario that determines it.
    ///
    /// The contributions add up to the value at risk. Each is that of a single scenario, so it varies with the seed; those to the
    /// expected shortfall vary less.
    ///
    /// - Parameter level: The confidence level, between 0 and 1, exclusive.
    /// - Returns: A loss for each position.
    /// - Throws: ``RiskError/levelOutOfRange(_:)``.
    public func contributionsToValueAtRisk(level: Double) throws(RiskError) -> [Double] {
        let scenario = try Int(order[total.index(ofValueAtRisk: level)])
        return presentValues.indices.map { 0 - profits[$0 * scenarios + scenario] }
    }

    /// Computes the contribution of each position to the expected shortfall of the portfolio: its mean loss in the worst scenarios of the
    /// portfolio. The contributions add up to the expected shortfall.
    ///
    /// - Parameter level: The confidence level, between 0 and 1, exclusive.
    /// - Returns: A loss for each position.
    /// - Throws: ``RiskError/levelOutOfRange(_:)``.
    ///
    /// > Source: Tasche, "Risk contributions and performance measurement", Technische Universität München, 1999.
    public func contributionsToExpectedShortfall(level: Double) throws(RiskError) -> [Double] {
        let tail = try total.tail(level: level)
        return presentValues.indices.map { position in
            let first = position * scenarios
            var sum = 0.0
            for place in 0..<tail.whole { sum += profits[first + Int(order[place])] }
            return -(sum + tail.fraction * profits[first + Int(order[tail.whole])]) / tail.scenarios
        }
    }
}
