import ExactPayoff
import Testing
import _TestSupport

@testable import PortfolioRisk

@Suite("Order of scenarios")
struct ScenarioOrderTests {
    @Test("is that of a stable sort", arguments: [0, 1, 2, 1_023, 1_024, 1_025, 2_048, 2_049, 5_000, 10_000])
    func order(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let profits = (0..<count).map { _ in Double(Int.random(in: -500...500, using: &generator)) }
        let expected = (0..<count).sorted { (profits[$0], $0) < (profits[$1], $1) }
        #expect(try ScenarioOrder.ascending(profits, WorkBudget()).map { Int($0) } == expected)
    }

    @Test("is bounded and cancelled, and costs what it says")
    func work() throws {
        let profits = (0..<100_000).map { Double(($0 * 7919) % 100_003) }
        let cost = ScenarioOrder.cost(profits.count)
        func limits(_ valuations: Int) -> WorkLimits {
            WorkLimits(bytes: 0, legs: 0, valuations: valuations, responsePoints: 0)
        }
        let budget = WorkBudget(limits(cost))
        _ = try ScenarioOrder.ascending(profits, budget)
        #expect(budget.valuations == 0)
        #expect(throws: StrategyError.self) { try ScenarioOrder.ascending(profits, WorkBudget(limits(cost - 1))) }
        #expect(throws: StrategyError.self) { try ScenarioOrder.ascending(profits, WorkBudget { true }) }
    }
}
