import StrategyAnalytics
import Testing
import _TestSupport

/// A table of `Fixtures/reference`, computed with exact rational arithmetic; each file states its sources and
/// conventions.
struct ReferenceTable: Decodable {
    struct Case: Decodable, CustomTestStringConvertible {
        struct Leg: Decodable {
            let type, position: String
            let strikePrice: Double?
            let premium: Double
            let quantity, sharesPerContract: Int

            func leg() throws -> StrategyAnalytics.Leg {
                let instrument: StrategyAnalytics.Leg.Instrument
                switch (type, strikePrice) {
                case ("call", let strikePrice?): instrument = .call(strikePrice: strikePrice)
                case ("put", let strikePrice?): instrument = .put(strikePrice: strikePrice)
                default: instrument = .stock
                }
                return try .init(
                    instrument, try #require(.init(rawValue: position)), premium: premium, quantity: quantity,
                    sharesPerContract: sharesPerContract)
            }
        }

        struct Expected: Decodable {
            let netCost: Double
            let maxProfit, maxLoss: Double?
            let breakEvenPoints: [Double]
        }

        struct Check: Decodable {
            let S, pnl: Double
        }

        let name: String?
        let id: Int?
        let currentPrice: Double
        let legs: [Leg]
        let expected: Expected
        let pnlChecks: [Check]?

        var testDescription: String { name ?? "random \(id ?? -1)" }
    }

    let cases: [Case]

    static func cases(_ file: String) throws -> [Case] {
        try Fixture.decode(ReferenceTable.self, "Fixtures/reference/\(file)").cases
    }
}

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
