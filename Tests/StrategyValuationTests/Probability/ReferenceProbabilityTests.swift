import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _StrategySamples
import _TestSupport

/// `Fixtures/reference/probability.json`: strategies published with the optionlab package, and random ones.
struct ReferenceProbabilityTable: Decodable {
    struct Case: Decodable, CustomTestStringConvertible {
        struct Inputs: Decodable {
            let S0, r, q, sigma, T: Double
        }

        /// The exact values as decimals of 25 digits.
        struct Exact: Decodable {
            let pop, prob_loss, prob_zero, expected_pnl: String
            let expected_profit_if_profitable, expected_loss_if_unprofitable: String?
        }

        struct Option: Decodable {
            let type: String
            let strikePrice, prob_itm, prob_touch_true: Double
        }

        let name: String
        let inputs: Inputs
        let legs: [ReferenceTable.Case.Leg]
        let exact_str: Exact
        let exact_options: [Option]?

        var testDescription: String { name }
        var hasOptions: Bool { exact_options != nil }

        func prices() throws -> LognormalDistribution {
            try LognormalDistribution(
                spot: inputs.S0, volatility: inputs.sigma, timeToExpiration: inputs.T, riskFreeRate: inputs.r,
                dividendYield: inputs.q)
        }
    }

    let cases: [Case]

    static func cases() throws -> [Case] {
        try Fixture.decode(ReferenceProbabilityTable.self, "Fixtures/reference/probability.json").cases
    }
}

@Suite("Reference probabilities")
struct ReferenceProbabilityTests {
    /// Relative bounds. Doubles approximate the decimal inputs of the table. A mean profit near 0 amplifies the error.
    static let (bound, boundOfMeans) = (1e-13, 1e-12)

    @Test("probabilities and means", arguments: try ReferenceProbabilityTable.cases())
    func strategy(_ row: ReferenceProbabilityTable.Case) throws {
        let profile = try PayoffProfile(row.legs.map { try $0.leg() })
        let profit = try ProfitDistribution(of: profile, under: row.prices())
        let exact = row.exact_str
        #expect(relativeError(profit.probabilityOfProfit, try number(exact.pop)) <= Self.bound)
        #expect(relativeError(profit.probabilityOfLoss, try number(exact.prob_loss)) <= Self.bound)
        let sum = profit.probabilityOfProfit + profit.probabilityOfLoss
        #expect(abs(1 - sum - (try number(exact.prob_zero))) <= Self.bound)
        #expect(relativeError(profit.expectedProfitLoss, try number(exact.expected_pnl)) <= Self.boundOfMeans)
        for (value, expected) in [
            (profit.expectedProfit, exact.expected_profit_if_profitable),
            (profit.expectedLoss, exact.expected_loss_if_unprofitable),
        ] {
            #expect((value == nil) == (expected == nil))
            guard let value, let expected else { continue }
            #expect(relativeError(value, try number(expected)) <= Self.boundOfMeans)
        }
    }

    @Test("options in the money and touched", arguments: try ReferenceProbabilityTable.cases().filter(\.hasOptions))
    func options(_ row: ReferenceProbabilityTable.Case) throws {
        let prices = try row.prices()
        for option in row.exact_options ?? [] {
            let strike = option.strikePrice
            let inTheMoney =
                option.type == "call" ? try prices.probability(above: strike) : try prices.probability(below: strike)
            #expect(relativeError(inTheMoney, option.prob_itm) <= Self.bound)
            // For options in the money the table has 1, because the price is already beyond the strike.
            let isInTheMoney = option.type == "call" ? row.inputs.S0 > strike : row.inputs.S0 < strike
            guard !isInTheMoney else { continue }
            #expect(relativeError(try prices.probabilityOfTouching(strike), option.prob_touch_true) <= Self.bound)
        }
    }
}
