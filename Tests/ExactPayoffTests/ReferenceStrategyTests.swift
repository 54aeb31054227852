import ExactPayoff
import Testing
import _StrategySamples
import _TestSupport

@Suite("Reference strategies")
struct ReferenceStrategyTests {
    @Test("published strategies", arguments: try ReferenceTable.cases("strategies.json"))
    func published(_ row: ReferenceTable.Case) throws {
        try check(row)
    }

    @Test("random strategies", arguments: try ReferenceTable.cases("random_strategies.json"))
    func random(_ row: ReferenceTable.Case) throws {
        try check(row)
    }

    /// The tables hold doubles nearest to exact rationals, and so are the engine's: they are equal to the last digit.
    private func check(_ row: ReferenceTable.Case) throws {
        let profile = try PayoffProfile(row.legs.map { try $0.leg() })
        #expect(profile.netCost == row.expected.netCost)
        #expect(profile.maximumProfit == row.expected.maxProfit)
        #expect(profile.minimumProfit == row.expected.maxLoss)
        #expect(profile.breakEvenPoints == row.expected.breakEvenPoints)
        for point in row.pnlChecks ?? [] {
            #expect(try profile.profit(at: point.S) == point.pnl)
        }
    }
}
