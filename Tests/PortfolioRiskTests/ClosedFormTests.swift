import ExactPayoff
import Foundation
import LinearAlgebra
import OptionPricing
import StrategyValuation
import Testing

@testable import PortfolioRisk

@Suite("Risk in closed form")
struct ClosedFormTests {
    static let scenarios = 20_000
    static let levels = [0.9, 0.95, 0.99]
    static let horizon = 0.1

    /// The quantile of the price of the sample's underlying.
    private static func price(_ probability: Double) -> Double {
        let (drift, deviation) = (0.05 - 0.02 - 0.3 * 0.3 / 2, 0.3 * horizon.squareRoot())
        return 100 * exp(drift * horizon + deviation * NormalQuantile.value(probability))
    }

    /// Five standard deviations of the fraction of scenarios above a level.
    private static func margin(_ level: Double) -> Double {
        5 * (level * (1 - level) / Double(scenarios)).squareRoot()
    }

    @Test("value at risk of shares", arguments: [1, 2], Leg.Side.allCases)
    func shares(seed: UInt64, position: Leg.Side) async throws {
        let leg = try Leg.stock(position, entryPrice: 1, quantity: 100)
        let sign: Double = position == .long ? 1 : -1
        let profits = try await RiskSample.single().profits(
            of: [PortfolioHolding(leg)], horizon: Self.horizon, scenarios: Self.scenarios, seed: seed)
        for level in Self.levels {
            let (low, high) = (level - Self.margin(level), level + Self.margin(level))
            func exact(_ level: Double) -> Double { sign * 100 * (100 - Self.price(sign > 0 ? 1 - level : level)) }
            let value = try profits.valueAtRisk(level: level)
            #expect(exact(low) <= value && value <= exact(high), "\(value) for \(exact(level))")
        }
    }

    @Test("expected shortfall of shares", arguments: [1, 2, 3], levels)
    func shortfall(seed: UInt64, level: Double) async throws {
        let profits = try await RiskSample.single().profits(
            of: [PortfolioHolding(.stock(.long, entryPrice: 1, quantity: 1))], horizon: Self.horizon,
            scenarios: Self.scenarios, seed: seed)
        let tail = 1 - level
        let (quantile, deviation) = (NormalQuantile.value(tail), 0.3 * Self.horizon.squareRoot())
        // E[Sⁿ; S below its quantile] = E[Sⁿ] N(z − nσ√h).
        func moment(_ n: Double) -> Double {
            let mean = (0.05 - 0.02) * Self.horizon + (n - 1) * deviation * deviation / 2
            return pow(100, n) * exp(n * mean) * RiskSample.normal(quantile - n * deviation) / tail
        }
        let exact = 100 - moment(1)
        let valueAtRisk = 100 - Self.price(tail)
        let variance = moment(2) - moment(1) * moment(1) + level * (exact - valueAtRisk) * (exact - valueAtRisk)
        let error = try abs(profits.expectedShortfall(level: level) - exact)
        #expect(error <= 5 * (variance / (Double(Self.scenarios) * tail)).squareRoot())
    }

    @Test("value at risk of an option is that of its underlying's quantile", arguments: levels)
    func options(level: Double) async throws {
        let model = try RiskSample.single()
        for (kind, isPut) in [(OptionKind.call, false), (.put, true)] {
            for position in Leg.Side.allCases {
                let leg = try Leg(
                    isPut ? .put(strikePrice: 95) : .call(strikePrice: 95), position, premium: 0, quantity: 1,
                    sharesPerContract: 1)
                let profits = try await model.profits(
                    of: [PortfolioHolding(leg, timeToExpiration: 0.5, impliedVolatility: 0.25)], horizon: Self.horizon,
                    scenarios: Self.scenarios, seed: 9)
                func value(_ spot: Double, _ time: Double) throws -> Double {
                    let option = try ModelledOption(
                        kind, spot: spot, strike: 95, timeToExpiration: time, riskFreeRate: 0.05, dividendYield: 0.02)
                    return try option.price(volatility: 0.25)
                }
                // Whether a higher price of the underlying is profitable.
                let rises = isPut != (position == .long)
                func exact(_ level: Double) throws -> Double {
                    let loss = try value(100, 0.5) - value(Self.price(rises ? 1 - level : level), 0.5 - Self.horizon)
                    return position == .long ? loss : -loss
                }
                let risk = try profits.valueAtRisk(level: level)
                let (low, high) = (level - Self.margin(level), level + Self.margin(level))
                #expect(try exact(low) <= risk)
                #expect(try risk <= exact(high))
            }
        }
    }

    @Test(
        "the frequency with which one underlying exceeds the other", arguments: [-0.999, -0.5, 0, 0.5, 0.999])
    func exchange(correlation: Double) async throws {
        let (one, other) = (
            try RiskUnderlying(price: 50, volatility: 0.4, dividendYield: 0.03),
            try RiskUnderlying(price: 50, volatility: 0.2)
        )
        let model = try RiskModel(
            underlyings: [one, other], correlations: DenseMatrix(rows: [[1, correlation], [correlation, 1]]),
            riskFreeRate: 0.04)
        let holdings = [
            try PortfolioHolding(.stock(.long, entryPrice: 1, quantity: 1)),
            try PortfolioHolding(.stock(.short, entryPrice: 1, quantity: 1), underlying: 1),
        ]
        let profits = try await model.profits(of: holdings, horizon: 0.5, scenarios: Self.scenarios, seed: 4)
        // The logarithm of the ratio is normally distributed.
        let variance = 0.16 + 0.04 - 2 * correlation * 0.4 * 0.2
        let mean = (-0.03 - 0.08 + 0.02) * 0.5
        let probability = RiskSample.normal(mean / (variance * 0.5).squareRoot())
        let share = Double(profits.profits.count { $0 > 0 }) / Double(Self.scenarios)
        #expect(abs(share - probability) <= Self.margin(probability))
    }

    @Test("over a short horizon, the risk is that of deltas and covariances", arguments: [1, 2, 5, 20])
    func deltaNormal(count: Int) async throws {
        let model = try RiskSample.model(underlyings: count, seed: UInt64(count))
        let holdings = try RiskSample.holdings(of: model, count: 3 * count, seed: 1)
        let horizon = 1e-10
        // The change per standard normal variate of each underlying.
        var changes = [Double](repeating: 0, count: count)
        for holding in holdings {
            let underlying = model.underlyings[holding.underlying]
            var delta = 1.0
            if let contract = holding.contract {
                let market = try OptionMarket(
                    spot: underlying.price, riskFreeRate: 0.03, dividendYield: underlying.dividendYield)
                delta = try ModelledOption(contract.terms, in: market).greeks(volatility: contract.volatility).delta
            }
            let shares = Double(holding.leg.quantity * holding.leg.sharesPerContract)
            let sign: Double = holding.leg.side == .long ? 1 : -1
            changes[holding.underlying] +=
                sign * shares * delta * underlying.price * underlying.volatility * horizon.squareRoot()
        }
        // The variance is the square of Lᵀ · changes.
        let combined = (0..<count).map { column in
            (0..<count).reduce(0) { $0 + model.factor[$1, column] * changes[$1] }
        }
        let deviation = combined.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let profits = try await model.profits(of: holdings, horizon: horizon, scenarios: Self.scenarios, seed: 5)
        for level in Self.levels {
            let (low, high) = (level - Self.margin(level), level + Self.margin(level))
            let risk = try profits.valueAtRisk(level: level)
            #expect(risk >= deviation * NormalQuantile.value(low) * (1 - 1e-4))
            #expect(risk <= deviation * NormalQuantile.value(high) * (1 + 1e-4))
        }
    }

    @Test("the mean value grows at the risk-free rate, including to expiration", arguments: [0.05, 0.25, 0.5])
    func martingale(horizon: Double) async throws {
        let model = try RiskSample.single()
        for instrument in [Leg.Instrument.call(strikePrice: 105), .put(strikePrice: 105)] {
            let leg = try Leg(instrument, .long, premium: 0, quantity: 1, sharesPerContract: 1)
            let holding = try PortfolioHolding(leg, timeToExpiration: 0.5, impliedVolatility: 0.3)
            let result = try await model.profits(
                of: [holding], horizon: horizon, scenarios: Self.scenarios, seed: 6)
            let option = try ModelledOption(
                leg.instrument == .call(strikePrice: 105) ? .call : .put, spot: 100, strike: 105,
                timeToExpiration: 0.5, riskFreeRate: 0.05, dividendYield: 0.02)
            let now = try option.price(volatility: 0.3)
            let (mean, count) = (result.mean, Double(Self.scenarios))
            let variance = result.profits.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
            #expect(abs(mean - now * (exp(0.05 * horizon) - 1)) <= 5 * (variance / count).squareRoot())
        }
    }
}
