import Foundation
import OptionPricing
import Testing
import _TestSupport

/// Inputs at which the formula has exact limits.
@Suite("Limits")
struct LimitTests {
    static func sample(
        _ isPut: Bool, _ spot: Double, _ strike: Double, time: Double = 0.5, rate: Double = 0, yield: Double = 0,
        volatility: Double = 0.25
    ) -> OptionSample {
        OptionSample(
            isPut: isPut, spot: spot, strike: strike, time: time, rate: rate, yield: yield, volatility: volatility)
    }

    @Test(
        "at expiration the price is the intrinsic value, and delta is that of the exercise",
        arguments: [false, true])
    func noTime(isPut: Bool) throws {
        let sign: Double = isPut ? -1 : 1
        for (spot, strike) in [
            (100.0, 90.0), (90, 100), (1e300, 1e-300), (1e-300, 1e300), (.leastNonzeroMagnitude, 1.7e308),
            (1.7e308, .leastNonzeroMagnitude),
            (0.1, 0.3), (100, 100.0.nextUp), (100.0.nextUp, 100),
        ] {
            for (rate, yield, volatility) in [(0.05, 0.02, 0.2), (-1e300, 1e300, 1e300), (0, 0, 0), (0.1, 0, 1e-300)] {
                let sample = Self.sample(
                    isPut, spot, strike, time: 0, rate: rate, yield: yield, volatility: volatility)
                let values = try sample.values()
                #expect(values[Greek.price.rawValue] == max(sign * (spot - strike), 0), "\(sample)")
                let isExercised = sign * (spot - strike) > 0
                #expect(values[Greek.delta.rawValue] == (isExercised ? sign : 0), "\(sample)")
                #expect(values[Greek.dualDelta.rawValue] == (isExercised ? -sign : 0), "\(sample)")
                for greek: Greek in [.gamma, .vega, .rho, .epsilon, .vanna, .vomma, .dualGamma] {
                    #expect(values[greek.rawValue] == 0, "\(greek) of \(sample)")
                }
                #expect(!values.contains { $0.isNaN }, "\(values) of \(sample)")
            }
        }
    }

    @Test("at expiration at the money the price is 0, delta one half and gamma infinite", arguments: [false, true])
    func noTimeAtTheMoney(isPut: Bool) throws {
        let sign: Double = isPut ? -1 : 1
        for amount in [100, 1e-300, 1e300] {
            let values = try Self.sample(isPut, amount, amount, time: 0, rate: 0.1, yield: 0.05).values()
            #expect(values[Greek.price.rawValue] == 0)
            #expect(values[Greek.delta.rawValue] == 0.5 * sign)
            #expect(values[Greek.dualDelta.rawValue] == -0.5 * sign)
            #expect(values[Greek.vega.rawValue] == 0)
            #expect(values[Greek.gamma.rawValue] == .infinity)
            #expect(values[Greek.theta.rawValue] == -.infinity)
        }
    }

    /// Values at S = K = 100, σ = 0.5 and T = 10⁻¹⁰ from the formulas in mpmath at 60 digits: with r = 0, the charm of the call
    /// is −2493 for q = 0.0625, 0.0624999999992 for q = 0.125 and 9974 for q = 0.375, and the speed is −0.0319 for q = 0.374, 0
    /// for q = 0.375 and 0.0319 for q = 0.376; with r = 0.125 and q = 0.25, charm is 0.124999999997. Charm diverges as 1/√T
    /// unless r − q = −σ²/2, and speed unless r − q = −3σ²/2.
    @Test(
        "at expiration at the money, charm and speed diverge unless the drift of d1 vanishes",
        arguments: [
            (0, 0, -.infinity, -.infinity), (0, 0.0625, -.infinity, -.infinity), (0, 0.125, 0.0625, -.infinity),
            (0.125, 0.25, 0.125, -.infinity), (0, 0.374, .infinity, -.infinity), (0, 0.375, .infinity, 0),
            (0, 0.376, .infinity, .infinity), (0.1, 0.05, -.infinity, -.infinity), (0.5, 0.875, .infinity, 0),
        ] as [(rate: Double, yield: Double, charm: Double, speed: Double)])
    func charmAndSpeed(rate: Double, yield: Double, charm: Double, speed: Double) throws {
        for amount in [100, 1e-300, 1e300] {
            let call = try Self.sample(false, amount, amount, time: 0, rate: rate, yield: yield, volatility: 0.5)
                .values()
            #expect(call[Greek.charm.rawValue] == charm)
            #expect(call[Greek.speed.rawValue] == speed)
            #expect(call[Greek.color.rawValue] == .infinity)
            let put = try Self.sample(true, amount, amount, time: 0, rate: rate, yield: yield, volatility: 0.5).values()
            // The charm of a put is that of the call minus q e^(−qT).
            #expect(put[Greek.charm.rawValue] == (charm.isFinite ? charm - yield : charm))
            #expect(put[Greek.speed.rawValue] == speed)
        }
        // The squares of these volatilities are no doubles.
        let large = try Self.sample(false, 1, 1, time: 0, rate: 0, yield: 1e300, volatility: 1e200).values()
        #expect(large[Greek.charm.rawValue] == -.infinity)
        let small = try Self.sample(false, 1, 1, time: 0, volatility: 1e-200).values()
        #expect(small[Greek.charm.rawValue] == -.infinity)
    }

    /// The formula in mpmath at 60 digits for S = K = 100, T = 1 and σ = 10⁻⁸: 8.2·10⁻¹² for r = q = −0.5, −72692 for −0.6, 59515
    /// for −0.4 and 216587 for 0.1. At the forward, color is Γ (r/2 + q/2 + 1/(2T) + σ²/8).
    @Test(
        "at zero volatility at the money, color is infinite unless its factor r/2 + q/2 + 1/(2T) is 0",
        arguments: [(-0.5, 1, 0), (-0.6, 1, -.infinity), (-0.4, 1, .infinity), (0.1, 1, .infinity), (-0.25, 2, 0)]
            as [(rate: Double, time: Double, color: Double)])
    func color(rate: Double, time: Double, color: Double) throws {
        for isPut in [false, true] {
            let values = try Self.sample(isPut, 100, 100, time: time, rate: rate, yield: rate, volatility: 0).values()
            #expect(values[Greek.color.rawValue] == color)
            #expect(values[Greek.gamma.rawValue] == .infinity && values[Greek.speed.rawValue] == -.infinity)
            // Without a drift, the charm is q Δ, and the delta is half of its value in the money.
            let charm = rate * values[Greek.delta.rawValue]
            #expect(abs(values[Greek.charm.rawValue] - charm) <= 1e-15)
        }
    }

    @Test("at zero volatility the price is the discounted intrinsic value", arguments: [false, true], [0, 1e-300])
    func noVolatility(isPut: Bool, volatility: Double) throws {
        let sign: Double = isPut ? -1 : 1
        // Discounting by e^0 is exact, so the forward decides.
        for (spot, strike) in [(100.0, 90.0), (90, 100), (1e300, 1e-300), (1e-300, 1e300), (0.1, 0.3)] {
            let sample = Self.sample(isPut, spot, strike, volatility: volatility)
            let values = try sample.values()
            #expect(values[Greek.price.rawValue] == max(sign * (spot - strike), 0), "\(sample)")
            #expect(values[Greek.delta.rawValue] == (sign * (spot - strike) > 0 ? sign : 0), "\(sample)")
            #expect(values[Greek.gamma.rawValue] == 0 && values[Greek.vega.rawValue] == 0, "\(sample)")
            #expect(!values.contains { $0.isNaN }, "\(values) of \(sample)")
        }
        // In the money only with respect to the forward: 100 − 110 e^{−0.2}.
        let forward = try Self.sample(isPut, 100, 110, time: 2, rate: 0.1, volatility: volatility).price()
        #expect(abs(forward - (isPut ? 0 : 9.939617161421997)) <= 1e-13)
    }

    @Test("at zero volatility theta is the cost of carry", arguments: [false, true])
    func carry(isPut: Bool) throws {
        let sign: Double = isPut ? -1 : 1
        for (rate, yield) in [(0.05, 0.02), (-0.03, 0.04), (0.5, -0.25)] {
            let (spot, strike) = isPut ? (50.0, 100.0) : (100.0, 50.0)
            let values = try Self.sample(isPut, spot, strike, rate: rate, yield: yield, volatility: 0).values()
            let (forward, exercise) = (spot * exp(-yield * 0.5), strike * exp(-rate * 0.5))
            let expected: [(Greek, Double)] = [
                (.price, sign * (forward - exercise)), (.delta, sign * exp(-yield * 0.5)),
                (.theta, sign * (yield * forward - rate * exercise)), (.rho, sign * 0.5 * exercise),
                (.epsilon, -sign * 0.5 * forward), (.charm, sign * yield * exp(-yield * 0.5)),
                (.dualDelta, -sign * exp(-rate * 0.5)),
            ]
            for (greek, value) in expected {
                #expect(abs(values[greek.rawValue] - value) <= 1e-15 * max(abs(value), 100), "\(greek)")
            }
        }
    }

    @Test("at extreme volatility the price is its maximum", arguments: [1e3, 1e10, 1e300])
    func volatility(volatility: Double) throws {
        for (spot, strike) in [(100.0, 90.0), (90, 100), (1e300, 1), (1, 1e300), (1e-300, 1e-300)] {
            #expect(try Self.sample(false, spot, strike, volatility: volatility).price() == spot)
            #expect(try Self.sample(true, spot, strike, volatility: volatility).price() == strike)
        }
    }

    @Test("a term with a weight of 0 may be too large for a double")
    func overflowWithoutWeight() throws {
        // The forward is e^1000 and the put is worthless; no value is NaN.
        for yield in [-10.0, -1e10, -1e300] {
            let put = Self.sample(true, 1, 110, time: 100, rate: 0.03, yield: yield)
            let values = try put.values()
            #expect(values[Greek.price.rawValue] == 0)
            #expect(!values.contains { $0.isNaN }, "\(values)")
            let call = Self.sample(false, 110, 1, time: 100, rate: yield, yield: 0.03)
            let callValues = try call.values()
            #expect(callValues[Greek.price.rawValue] == 0)
            #expect(!callValues.contains { $0.isNaN }, "\(callValues)")
        }
    }
}
