import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

/// `Fixtures/reference/horizon_probability.json`.
struct HorizonProbabilityTable: Decodable {
    struct Case: Decodable, CustomTestStringConvertible {
        struct Leg: Decodable {
            let type, position: String
            let strikePrice, premium: Double
            let quantity: Int
            let remainingTime, volatility: Double?

            func leg() throws -> ExactPayoff.Leg {
                try .init(
                    type == "call" ? .call(strikePrice: strikePrice) : .put(strikePrice: strikePrice),
                    try #require(.init(rawValue: position)), premium: premium, quantity: quantity,
                    sharesPerContract: 100)
            }
        }

        let name: String
        let inputs: ProbabilityLimitTable.MarketState
        let expiring, surviving: [Leg]
        let break_evens: [String]
        let of_profit, of_loss, sensitivity, expected_pnl, gain, loss, magnitude: String
        let expected_profit, expected_loss: String?
        let risks: [ProbabilityLimitTable.Strategy.Risk]

        var testDescription: String { name }

        func distribution() throws -> ProfitDistribution {
            let profile = try HorizonProfile(
                expiring: expiring.map { try $0.leg() },
                surviving: surviving.map { leg in
                    try PricedLeg(
                        leg.leg(), timeToExpiration: #require(leg.remainingTime), volatility: #require(leg.volatility))
                },
                riskFreeRate: inputs.r, dividendYield: inputs.q)
            return try ProfitDistribution(of: profile, under: inputs.distribution())
        }
    }

    let cases: [Case]

    static func cases() throws -> [Case] {
        try Fixture.decode(HorizonProbabilityTable.self, "Fixtures/reference/horizon_probability.json").cases
    }
}

@Suite("Reference probabilities of calendars and diagonals")
struct HorizonProbabilityTests {
    @Test("probabilities, means and risks, at 30 digits", arguments: try HorizonProbabilityTable.cases())
    func row(_ row: HorizonProbabilityTable.Case) throws {
        let profit = try row.distribution()
        let rounding = 0x1p-53 * (try number(row.magnitude))
        // The zeros of the profit have the rounding errors of its terms.
        let shift = 4 * 0x1p-53 * (try number(row.sensitivity))
        for (value, expected) in [
            (profit.probabilityOfProfit, row.of_profit), (profit.probabilityOfLoss, row.of_loss),
        ] {
            let expected = try number(expected)
            #expect(abs(value - expected) <= shift + 2e-15 * expected)
        }
        #expect(abs(profit.expectedProfitLoss - (try number(row.expected_pnl))) <= 4 * rounding)
        for (value, expected, chance) in [
            (profit.expectedProfit, row.expected_profit, row.of_profit),
            (profit.expectedLoss, row.expected_loss, row.of_loss),
        ] {
            #expect((value == nil) == (expected == nil))
            guard let value, let expected = try expected.map(number) else { continue }
            #expect(abs(value - expected) <= 4 * rounding + shift / (try number(chance)) * abs(expected))
        }
        // Levels of profit within 2⁻⁴⁴ of the sum of its terms are not distinguished.
        for risk in row.risks {
            #expect(abs(try profit.valueAtRisk(level: risk.level) - number(risk.value)) <= 512 * rounding)
            #expect(abs(try profit.expectedShortfall(level: risk.level) - number(risk.shortfall)) <= 512 * rounding)
        }
        // The greatest profit is attained at one price. The greatest loss is approached, but not attained.
        #expect(profit.probabilityOfMaximumProfit == 0)
        #expect(profit.probabilityOfMaximumLoss == 0)
    }
}
