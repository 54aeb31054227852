import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _StrategySamples
import _TestSupport

/// `Fixtures/reference/probability_limits.json`; results are text, because JSON has no infinity.
struct ProbabilityLimitTable: Decodable {
    struct MarketState: Decodable {
        let S0, sigma, T, r, q: Double

        func distribution() throws -> LognormalDistribution {
            try LognormalDistribution(
                spot: S0, volatility: sigma, timeToExpiration: T, riskFreeRate: r, dividendYield: q)
        }
    }

    struct Interval: Decodable {
        let name: String
        let inputs: MarketState
        let a, b, below, above, inside, mean: String
    }

    struct Touching: Decodable {
        let name: String
        let inputs: MarketState
        let H, probability: String
    }

    struct Quantile: Decodable {
        let inputs: MarketState
        let probability: Double
        let quantile, lower, upper: String
    }

    struct Strategy: Decodable {
        struct Risk: Decodable {
            let level: Double
            let value, shortfall: String
        }

        let group, name: String
        let inputs: MarketState
        let legs: [ReferenceTable.Case.Leg]
        let of_profit, of_loss, of_max_profit, of_max_loss: String
        let expected_pnl, magnitude, sensitivity, profit_sensitivity, loss_sensitivity, largest: String
        let expected_profit, expected_loss: String?
        let risks: [Risk]

        func distribution() throws -> ProfitDistribution {
            try ProfitDistribution(
                of: PayoffProfile(legs.map { try $0.leg() }), under: inputs.distribution())
        }
    }

    let intervals: [Interval]
    let touching: [Touching]
    let quantiles: [Quantile]
    let strategies: [Strategy]

    static func read() throws -> ProbabilityLimitTable {
        try Fixture.decode(ProbabilityLimitTable.self, "Fixtures/reference/probability_limits.json")
    }
}

/// The number that a text represents; an invalid text fails the test.
func number(_ text: String) throws -> Double { try #require(Double(text)) }

/// |value − expected| in units of |expected|, or of the least normal double if that is greater.
func relativeError(_ value: Double, _ expected: Double) -> Double {
    value == expected ? 0 : abs(value - expected) / max(abs(expected), .leastNormalMagnitude)
}
