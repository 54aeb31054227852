import ExactPayoff
import Foundation
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

@Suite("Greeks and densities over prices")
struct CurveDetailsTests {
    private static func distribution(
        _ row: PositionGreeksTable.Case
    ) throws -> LognormalDistribution {
        try LognormalDistribution(
            spot: row.market.spot, volatility: row.market.volatility, timeToExpiration: row.timeToExpiration,
            riskFreeRate: row.market.riskFreeRate, dividendYield: row.market.dividendYield)
    }

    private static func named(_ details: CurveDetails, _ index: Int) -> [String: Double] {
        [
            "delta": details.delta[index], "gamma": details.gamma[index], "theta": details.theta[index],
            "vega": details.vega[index], "rho": details.rho[index],
        ]
    }

    @Test("values are those of 50 digits", arguments: try PositionGreeksTable.cases())
    func table(_ row: PositionGreeksTable.Case) throws {
        let prices = row.curve.map(\.stockPrice)
        let details = try row.strategy().curveDetails(at: prices, density: Self.distribution(row))
        #expect(details.stockPrices == prices)
        for (index, point) in row.curve.enumerated() {
            let named = Self.named(details, index)
            #expect(Set(named.keys) == Set(point.greeks.keys))
            for (name, number) in point.greeks { #expect(number.isNear(named[name]), "\(name) at \(point.stockPrice)") }
            #expect(point.density.isNear(details.density[index]), "density at \(point.stockPrice)")
        }
    }

    @Test("at the current price, greeks are those of the strategy", arguments: try PositionGreeksTable.cases())
    func currentPrice(_ row: PositionGreeksTable.Case) throws {
        let strategy = try row.strategy()
        // Many prices, so that it is in the second block.
        let prices = (0..<700).map { row.market.spot * (0.5 + Double($0) / 1400) } + [row.market.spot]
        let details = try strategy.curveDetails(at: prices, density: Self.distribution(row))
        let greeks = try strategy.greeks()
        let last = Self.named(details, prices.count - 1)
        for (name, value) in greeks.net.named {
            let magnitude = greeks.legs.reduce(0) { $0 + ($1.named[name] ?? 0).magnitude }
            #expect((try #require(last[name]) - value).magnitude <= 0x1p-51 * magnitude, "\(name)")
        }
    }

    struct DensityTable: Decodable {
        struct Row: Decodable {
            let S0, sigma, T, r, q, K, density: Double
        }
        let cases: [Row]
    }

    @Test("densities at 60 digits, far into the tails")
    func densities() throws {
        let rows = try Fixture.decode(DensityTable.self, "Fixtures/reference/density.json").cases
        #expect(rows.count == 400)
        for row in rows {
            let distribution = try LognormalDistribution(
                spot: row.S0, volatility: row.sigma, timeToExpiration: row.T, riskFreeRate: row.r,
                dividendYield: row.q)
            let density = try distribution.density(at: row.K)
            #expect((density - row.density).magnitude <= 1e-15 * row.density, "\(density) of \(row)")
        }
    }

    @Test("the integral of the density is the probability", arguments: [(0.2, 0.25), (1.5, 2), (0.01, 0.001), (6, 4)])
    func integral(volatility: Double, time: Double) throws {
        let distribution = try LognormalDistribution(
            spot: 100, volatility: volatility, timeToExpiration: time, riskFreeRate: 0.05, dividendYield: 0.02)
        let deviation = volatility * time.squareRoot()
        let middle = log(100) + 0.03 * time - deviation * deviation / 2
        // The trapezoidal rule in ln S, which is accurate to more than 16 digits for a normal density.
        func integral(from lower: Double, to upper: Double) throws -> Double {
            let step = 0.125
            return try stride(from: lower, through: upper, by: step).reduce(0) { sum, distance in
                let price = exp(middle + deviation * distance)
                return sum + (try distribution.density(at: price)) * price * deviation * step
            }
        }
        #expect(abs(try integral(from: -12, to: 12) - 1) <= 1e-13)
        // Simpson's rule in the price, over a narrow interval.
        let (lower, upper) = (100.0, 100 * (1 + min(deviation, 0.1) / 100))
        let densities = try [lower, (lower + upper) / 2, upper].map { price in try distribution.density(at: price) }
        let simpson = (upper - lower) / 6 * (densities[0] + 4 * densities[1] + densities[2])
        let probability = try distribution.probability(of: PriceInterval(lower: lower, upper: upper))
        #expect(abs(simpson - probability) <= 1e-9 * probability)
    }

    @Test("the density at the ends of prices, and of a certain price")
    func ends() throws {
        let distribution = try LognormalDistribution(spot: 100, volatility: 0.2, timeToExpiration: 0.25)
        for price in [0, Double.leastNonzeroMagnitude, 1e-300, Double.greatestFiniteMagnitude, Double.infinity] {
            #expect(try distribution.density(at: price) == 0)
        }
        for price in [-1, Double.nan, -Double.infinity] {
            #expect(throws: StrategyError.self) { try distribution.density(at: price) }
        }
        let certain = try LognormalDistribution(spot: 100, volatility: 0, timeToExpiration: 0.25)
        #expect(try [99.9, 100, 100.1].map { price in try certain.density(at: price) } == [0, Double.infinity, 0])
        // Densities too large for a double are infinite, never NaN.
        let wide = try LognormalDistribution(spot: 1e-300, volatility: 1e5, timeToExpiration: 1)
        for price in [Double.leastNonzeroMagnitude, Double.leastNormalMagnitude, 1e-200, 1, 1e300] {
            #expect(try wide.density(at: price) >= 0)
        }
    }

    private static func legs() throws -> [PricedLeg] {
        try [
            PricedLeg(.call(.short, strikePrice: 90, premium: 12, quantity: 2), timeToExpiration: 0.5, volatility: 0.3),
            PricedLeg(.put(.long, strikePrice: 120, premium: 21, quantity: 1), timeToExpiration: 0.5, volatility: 0.3),
            PricedLeg(.put(.long, strikePrice: 80, premium: 1, quantity: 3), timeToExpiration: 2, volatility: 0),
            PricedLeg(shares: .stock(.long, entryPrice: 100, quantity: 50)),
        ]
    }

    @Test("at a price of 0, greeks are the limits")
    func zero() throws {
        let strategy = try PricedStrategy(
            Self.legs(), in: OptionMarket(spot: 100, riskFreeRate: 0.05, dividendYield: 0.02))
        let distribution = try LognormalDistribution(spot: 100, volatility: 0.3, timeToExpiration: 0.5)
        let details = try strategy.curveDetails(at: [0, 1e-9, 1e-300], density: distribution)
        for index in 1...2 {
            let (zero, near) = (Self.named(details, 0), Self.named(details, index))
            for (name, value) in zero {
                let limit = try #require(near[name])
                #expect((limit - value).magnitude <= 1e-9 * value.magnitude, "\(name)")
            }
        }
        // −100 e^(−0.01) − 300 e^(−0.04) + 50.
        #expect(abs(details.delta[0] - (50 - 100 * exp(-0.01) - 300 * exp(-0.04))) < 1e-11)
        #expect(details.gamma[0] == 0 && details.vega[0] == 0 && details.density[0] == 0)
    }

    @Test("units change theta, vega and rho alone")
    func units() throws {
        let strategy = try PricedStrategy(Self.legs(), in: OptionMarket(spot: 100, riskFreeRate: 0.05))
        let distribution = try LognormalDistribution(spot: 100, volatility: 0.3, timeToExpiration: 0.5)
        let details = try strategy.curveDetails(at: [90, 105], density: distribution)
        let converted = details.converted(to: .market)
        #expect(details.converted(to: .mathematical) == details)
        #expect(converted.delta == details.delta && converted.gamma == details.gamma)
        #expect(converted.theta == details.theta.map { $0 / 365 } && converted.density == details.density)
        #expect(converted.vega == details.vega.map { $0 / 100 } && converted.rho == details.rho.map { $0 / 100 })
    }

    @Test("the cost is known before the work begins, and the work can be cancelled")
    func work() throws {
        let legs = try (0..<100).flatMap { _ in try Self.legs().filter { $0.contract?.volatility != 0 } }
        let strategy = try PricedStrategy(legs, in: OptionMarket(spot: 100))
        let prices = (1...5000).map { Double($0) / 20 }
        let distribution = try LognormalDistribution(spot: 100, volatility: 0.3, timeToExpiration: 0.5)
        var limits = WorkLimits.generous
        limits.valuations = 1_000_000
        let budget = WorkBudget(limits)
        #expect(throws: StrategyError("", .withinLimit(.valuations, 1_000_000))) {
            try strategy.curveDetails(at: prices, density: distribution, budget: budget)
        }
        #expect(budget.valuations == 1_000_000)
        let all = Calls()
        let whole = WorkBudget(.generous) { all.next() }
        _ = try strategy.curveDetails(at: prices, density: distribution, budget: whole)
        let spent = WorkLimits.generous.valuations - whole.valuations
        // The check is called at fixed intervals of valuations, plus at most one step.
        #expect(all.count >= spent * 9 / (WorkBudget.checkInterval * 10))
        for stop in [1, all.count / 2, all.count] {
            let calls = Calls(stopAt: stop)
            #expect(throws: StrategyError("", .notCancelled)) {
                try strategy.curveDetails(
                    at: prices, density: distribution, budget: WorkBudget(.generous) { calls.next() })
            }
            #expect(calls.count == stop)
        }
    }
}
