import Foundation
import OptionPricing
import Testing
import _TestSupport

@Suite("Bachelier")
struct BachelierTests {
    @Test("all values at 50 digits")
    func highPrecision() throws {
        let rows = try ForwardReference.rows("bachelier")
        #expect(rows.count == 219)
        for row in rows {
            let option = try row.normalOption()
            let (greeks, higher) = try option.allGreeks(volatility: row.sigma)
            for (name, value) in ForwardReference.values(greeks, higher) {
                #expect(row.error(of: name, value) <= 0x1p-49, "\(name) \(value) of \(row)")
            }
            #expect(try option.greeks(volatility: row.sigma) == greeks)
            #expect(try option.price(volatility: row.sigma) == greeks.price)
        }
    }

    /// Between 1.5 and 2.5 standard deviations, the continued fraction of the loss needs more terms than further out.
    @Test("prices of random options, relative to the price itself")
    func relativePrices() throws {
        let rows = try ForwardReference.rows("forward_columns").filter { $0.model == "bachelier" }
        #expect(rows.count == 40)
        for row in rows {
            let price = try row.normalOption().price(volatility: row.sigma)
            let distance = try (#require(row.F) - row.K) / (row.sigma * row.T.squareRoot())
            let expected = try #require(row.values["price"])
            #expect(abs(price - expected) <= 4e-15 * (1 + distance * distance) * expected, "\(price) of \(row)")
        }
    }

    @Test("the exact inverse of a price")
    func exactInverse() throws {
        let rows = try ForwardReference.rows("forward_columns").filter { $0.model == "quote" }
        #expect(rows.count == 200)
        for row in rows {
            let (price, condition) = try (#require(row.values["price"]), #require(row.sensitivities["condition"]))
            guard
                case .volatility(let volatility) = try row.normalOption().impliedVolatility(price: price)
            else {
                Issue.record("no volatility of \(row)")
                continue
            }
            #expect(
                abs(volatility - row.sigma) <= 8 * 0x1p-53 * max(1, condition) * row.sigma, "\(volatility) of \(row)")
        }
    }

    @Test("the implied volatility of a price gives the price")
    func impliedVolatility() throws {
        var determined = 0
        for row in try ForwardReference.rows("bachelier") {
            let option = try row.normalOption()
            let price = try #require(row.values["price"])
            let condition = try price / (#require(row.values["vega"]) * row.sigma)
            guard case .volatility(let volatility) = try option.impliedVolatility(price: price) else {
                #expect(!(condition < 0x1p45), "\(row)")
                continue
            }
            // The price was rounded by up to half a unit before it was inverted.
            let bound = (8 * max(1, condition) + condition) * 0x1p-53
            #expect(abs(volatility - row.sigma) <= bound * row.sigma, "\(volatility) of \(row)")
            determined += 1
        }
        #expect(determined >= 200)
    }

    /// 10 (d N(d) + φ(d)), from a table of N and φ with five decimals.
    @Test(
        "prices from tables of the normal distribution", arguments: [(0.0, 0.39894), (-1.0, 0.08332), (1.0, 1.08332)])
    func tabulated(distance: Double, value: Double) throws {
        let call = try ModelledOption(
            .call, forward: 100 + 10 * distance, strike: 100, timeToExpiration: 4, model: .bachelier)
        #expect(try abs(call.price(volatility: 5) - 10 * value) <= 0.0001)
    }

    @Test(
        "volatilities of tiny prices, and of prices far greater than the distance",
        arguments: [(1e-3, 3), (1, 3), (37, 3), (38, 2), (50, 1), (60, 0), (1e3, 0)])
    func wideRange(z: Double, normalPrices: Int) throws {
        // At ratios beyond 2⁻⁹⁶⁰ the logarithm of the price replaces the price; amounts are scaled so that it is normal.
        var inverted = 0
        for scale in [1.0, 1e150, 1e300] {
            let option = try ModelledOption(.put, forward: scale, strike: 0, timeToExpiration: 1, model: .bachelier)
            let price = try option.price(volatility: scale / z)
            let result = try option.impliedVolatility(price: price)
            guard price > Double.leastNormalMagnitude else {
                if price == 0 { #expect(result == .notDeterminable) }
                continue
            }
            guard case .volatility(let volatility) = result else {
                Issue.record("no volatility at \(z)")
                continue
            }
            #expect(abs(volatility * z / scale - 1) <= 0x1p-50, "\(volatility)")
            inverted += 1
        }
        #expect(inverted == normalPrices)
    }

    @Test("prices at and beyond the bounds have a status")
    func statuses() throws {
        let call = try ModelledOption(.call, forward: 5, strike: -5, timeToExpiration: 1, model: .bachelier)
        #expect(try call.impliedVolatility(price: 9) == .belowIntrinsic)
        #expect(try call.impliedVolatility(price: 10) == .notDeterminable)
        #expect(try call.impliedVolatility(price: 10.000000000000002) == .notDeterminable)
        #expect(try call.impliedVolatility(price: 1e300).status == .ok)
        let put = try ModelledOption(.put, forward: 5, strike: -5, timeToExpiration: 1, model: .bachelier)
        #expect(try put.impliedVolatility(price: 0) == .notDeterminable)
        // At the money σ = price √(2π / T).
        let middle = try ModelledOption(.put, forward: -5, strike: -5, timeToExpiration: 4, model: .bachelier)
        guard case .volatility(let volatility) = try middle.impliedVolatility(price: 1) else {
            Issue.record("no volatility at the money")
            return
        }
        #expect(abs(volatility - (2 * Double.pi).squareRoot() / 2) <= 0x1p-52)
        #expect(throws: PricingError.negative(.price, -1)) { try put.impliedVolatility(price: -1) }
    }

    @Test("a put and a call differ by the discounted forward", arguments: [-2.5, 0, 3])
    func parity(strike: Double) throws {
        func price(_ kind: OptionKind) throws -> Double {
            let option = try ModelledOption(
                kind, forward: 1.5, strike: strike, timeToExpiration: 2, riskFreeRate: 0.05, model: .bachelier)
            return try option.price(volatility: 1)
        }
        #expect(try abs(price(.call) - price(.put) - exp(-0.1) * (1.5 - strike)) <= 1e-15)
    }

    @Test("without time or volatility, values are limits")
    func limits() throws {
        for (time, volatility) in [(0.0, 3.0), (2, 0), (0, 0)] {
            func greeks(_ strike: Double) throws -> Greeks {
                let option = try ModelledOption(
                    .call, forward: -1, strike: strike, timeToExpiration: time, model: .bachelier)
                return try option.greeks(volatility: volatility)
            }
            #expect(try greeks(-3) == Greeks(price: 2, delta: 1, gamma: 0, theta: 0, vega: 0, rho: -2 * time))
            #expect(try greeks(0) == Greeks(price: 0, delta: 0, gamma: 0, theta: 0, vega: 0, rho: 0))
            let middle = try greeks(-1)
            #expect(middle.price == 0 && middle.delta == 0.5 && middle.gamma == .infinity)
            #expect(abs(middle.vega - (time / (2 * Double.pi)).squareRoot()) <= 1e-15)
            #expect(middle.theta == (time == 0 && volatility > 0 ? -.infinity : 0))
        }
    }

    /// ∂³V/∂S³ at S = K = 100 and σ = 20 from the formula in mpmath at 60 digits: with r = 0.05 and q = 0.02, −0.01496 for T = 10⁻⁴
    /// and −1.496 for T = 10⁻⁸; with r = 0.02 and q = 0.05, 0.01496 and 1.496. It is 0 with r = q, and with S = K = 0.
    @Test(
        "without time at the money, speed diverges if rate and yield differ",
        arguments: [
            (100, 0.05, 0.02, -.infinity), (100, 0.02, 0.05, .infinity), (-100, 0.05, 0.02, .infinity),
            (100, 0.05, 0.05, 0),
            (0, 0.05, 0.02, 0),
        ] as [(price: Double, rate: Double, yield: Double, speed: Double)])
    func speed(price: Double, rate: Double, yield: Double, speed: Double) throws {
        for kind in [OptionKind.call, .put] {
            func value(time: Double, volatility: Double) throws -> Double {
                let option = try ModelledOption(
                    kind, spot: price, strike: price, timeToExpiration: time, riskFreeRate: rate, dividendYield: yield,
                    model: .bachelier)
                return try option.allGreeks(volatility: volatility).1.speed
            }
            #expect(try value(time: 0, volatility: 20) == speed)
            let near = try value(time: 1e-8, volatility: 20)
            #expect(abs(near - (speed.isFinite ? 0 : speed < 0 ? -1.496 : 1.496)) <= 1e-3)
            let forward = try ModelledOption(
                kind, forward: price, strike: price, timeToExpiration: 0, riskFreeRate: rate, model: .bachelier)
            #expect(try forward.allGreeks(volatility: 20).1.speed == 0)
        }
    }
}

extension ForwardReference {
    fileprivate func normalOption() throws -> ModelledOption {
        if let F {
            return try ModelledOption(
                kind, forward: F, strike: K, timeToExpiration: T, riskFreeRate: r, model: .bachelier)
        }
        return try ModelledOption(
            kind, spot: #require(S), strike: K, timeToExpiration: T, riskFreeRate: r, dividendYield: #require(q),
            model: .bachelier)
    }
}
