import OptionPricing
import StrategyAnalytics
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

            func leg() throws -> StrategyAnalytics.Leg {
                try .init(
                    type == "call" ? .call(strikePrice: strikePrice) : .put(strikePrice: strikePrice),
                    try #require(.init(rawValue: position)), premium: premium, quantity: quantity,
                    sharesPerContract: 100)
            }
        }

        let name: String
        let inputs: ProbabilityLimitTable.Market
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
                    try SurvivingLeg(
                        leg.leg(), remainingTime: #require(leg.remainingTime), volatility: #require(leg.volatility))
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
        let u = 0x1p-53
        let magnitude = try number(row.magnitude)
        // The profit, and so its zeros, have the rounding errors of its terms.
        let shift = try number(row.sensitivity) * u
        var report: [String] = []
        func note(_ name: String, _ value: Double, _ expected: Double, _ unit: Double) {
            report.append("\(name) \(value == expected ? 0 : abs(value - expected) / unit)")
        }
        note("P+", profit.probabilityOfProfit, try number(row.of_profit), shift + u * (try number(row.of_profit)))
        note("P-", profit.probabilityOfLoss, try number(row.of_loss), shift + u * (try number(row.of_loss)))
        note("E", profit.expectedProfitLoss, try number(row.expected_pnl), u * magnitude)
        for (value, expected, chance) in [
            (profit.expectedProfit, row.expected_profit, row.of_profit),
            (profit.expectedLoss, row.expected_loss, row.of_loss),
        ] {
            if (value == nil) != (expected == nil) { report.append("NIL \(String(describing: value))"); continue }
            guard let value, let expected else { continue }
            note(
                "C", value, try number(expected),
                u * magnitude + shift / (try number(chance)) * abs(try number(expected)))
        }
        for risk in row.risks {
            note("V\(risk.level)", try profit.valueAtRisk(level: risk.level), try number(risk.value), u * magnitude)
            note(
                "S\(risk.level)", try profit.expectedShortfall(level: risk.level), try number(risk.shortfall),
                u * magnitude)
        }
        note("max", profit.probabilityOfMaximumProfit, 0, 1)
        note("min", profit.probabilityOfMaximumLoss, 0, 1)
        print("ROW", row.name, report)
    }
}
