import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

/// `Fixtures/reference/position_greeks.json`: greeks of strategies, by differentiation at 50 digits.
struct PositionGreeksTable: Decodable {
    /// A value, and the size to which its error is compared.
    struct Number: Decodable {
        let value, measure: Double

        /// Whether `other` equals the value within the rounding of the inputs and of a few operations.
        func isNear(_ other: Double?) -> Bool {
            guard let other else { return false }
            return (other - value).magnitude <= 0x1p-49 * measure
        }
    }

    struct Case: Decodable, CustomTestStringConvertible {
        struct Market: Decodable {
            let spot, riskFreeRate, dividendYield, volatility: Double
        }
        struct Point: Decodable {
            let stockPrice: Double
            let greeks: [String: Number]
            let density: Number
        }

        let name: String
        let market: Market
        let timeToExpiration: Double
        let legs: [TableLeg]
        let net: [String: Number]
        let legGreeks: [[String: Number]]
        let curve: [Point]

        var testDescription: String { name }

        func strategy() throws -> PricedStrategy {
            let market = try OptionMarket(
                spot: market.spot, riskFreeRate: market.riskFreeRate, dividendYield: market.dividendYield)
            return try PricedStrategy(legs.map { try $0.priced() }, in: market)
        }
    }

    let cases: [Case]

    static func cases() throws -> [Case] {
        try Fixture.decode(PositionGreeksTable.self, "Fixtures/reference/position_greeks.json").cases
    }
}

extension PositionGreeks {
    /// The greeks by their names in JSON, including lambda if it exists.
    var named: [String: Double] {
        var named = ["delta": delta, "gamma": gamma, "theta": theta, "vega": vega, "rho": rho]
        guard let higher else { return named }
        named.merge([
            "epsilon": higher.epsilon, "vanna": higher.vanna, "vomma": higher.vomma, "charm": higher.charm,
            "speed": higher.speed, "zomma": higher.zomma, "color": higher.color, "ultima": higher.ultima,
            "dualDelta": higher.dualDelta, "dualGamma": higher.dualGamma, "veta": higher.veta,
        ]) { $1 }
        named["lambda"] = higher.lambda
        return named
    }
}
