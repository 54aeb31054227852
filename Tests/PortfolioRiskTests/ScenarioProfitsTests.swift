import Testing
import _TestSupport

@testable import PortfolioRisk

@Suite("Value at risk and expected shortfall")
struct ScenarioProfitsTests {
    @Test("of a hundred different losses")
    func hundred() throws {
        let profits = ScenarioProfits((1...100).map { -Double($0) })
        #expect(try profits.valueAtRisk(level: 0.95) == 95)
        #expect(try profits.valueAtRisk(level: 0.951) == 96)
        #expect(try abs(profits.expectedShortfall(level: 0.95) - 98) <= 1e-12)
        #expect(profits.mean == -50.5)
    }

    @Test("follow their definitions", arguments: 0..<300)
    func definitions(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let count = Int.random(in: 1...200, using: &generator)
        let losses = (0..<count).map { _ in Int.random(in: -40...40, using: &generator) }
        let profits = ScenarioProfits(losses.map { -Double($0) })
        let thousandths = Int.random(in: 1...999, using: &generator)
        let level = Double(thousandths) / 1_000
        // The least loss that sufficiently many losses do not exceed.
        let enough = losses.filter { loss in 1_000 * losses.count { $0 <= loss } >= thousandths * count }
        #expect(try profits.valueAtRisk(level: level) == Double(enough.min() ?? .max))
        // Rockafellar and Uryasev, "Optimization of conditional value-at-risk", J. Risk 2(3), 2000: the minimum over v of
        // v + E[max(loss − v, 0)] / (1 − level), attained at one of the losses.
        let shortfall = losses.map { v in
            Double(v) + Double(losses.reduce(0) { $0 + max($1 - v, 0) }) / Double(count) / (1 - level)
        }.min()
        #expect(try abs(profits.expectedShortfall(level: level) - (shortfall ?? .nan)) <= 1e-11)
    }

    @Test(
        "hold for the ends of the levels", arguments: [Double.leastNonzeroMagnitude, 1e-18, (1.0).nextDown],
        [1, 2, 1_000])
    func ends(level: Double, count: Int) throws {
        let profits = ScenarioProfits((1...count).map { -Double($0) })
        #expect(try profits.valueAtRisk(level: level) == (level < 0.5 ? 1 : Double(count)))
        let shortfall = level < 0.5 ? Double(count + 1) / 2 : Double(count)
        #expect(try abs(profits.expectedShortfall(level: level) - shortfall) <= 1e-9)
    }

    @Test("reject other levels", arguments: [0, 1, -0.5, 1.5, .infinity, -.infinity])
    func levels(level: Double) {
        let profits = ScenarioProfits([1, 2])
        #expect(throws: RiskError.levelOutOfRange(level)) { try profits.valueAtRisk(level: level) }
        #expect(throws: RiskError.levelOutOfRange(level)) { try profits.expectedShortfall(level: level) }
        #expect(throws: RiskError.self) { try profits.valueAtRisk(level: .nan) }
    }
}
