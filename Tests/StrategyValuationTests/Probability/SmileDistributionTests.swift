import ExactPayoff
import Foundation
import OptionPricing
import StrategyValuation
import Testing
import VolatilitySmile
import _TestSupport

@Suite("Distribution of a smile")
struct SmileDistributionTests {
    /// Free of butterfly arbitrage; the last ones have steep wings, a wing without slope, and no slopes.
    static let smiles = [
        RawSVI(level: 0.01, slope: 0.1, correlation: -0.4, shift: 0.02, width: 0.2),
        RawSVI(level: -0.002, slope: 0.03, correlation: -0.7, shift: 0.05, width: 0.15),
        RawSVI(level: 0.5, slope: 0.9, correlation: -0.3, shift: 0, width: 1),
        RawSVI(level: 0.002, slope: 0.01, correlation: 1, shift: -0.02, width: 0.1),
        RawSVI(level: 0.04, slope: 0, correlation: 0, shift: 0, width: 1),
    ]
    private static let time = 0.4

    private static func variance(_ smile: RawSVI, _ strike: Double) -> Double {
        let y = log(strike / 100) - smile.shift
        let root = (y * y + smile.width * smile.width).squareRoot()
        return smile.level + smile.slope * (smile.correlation * y + root)
    }

    private static func distribution(_ smile: RawSVI) throws -> SmileDistribution {
        try SmileDistribution(forward: 100, timeToExpiration: time, smile: smile)
    }

    @Test("mean payoffs are prices by Black (1976) at the smile's volatility", arguments: smiles)
    func payoffs(smile: RawSVI) throws {
        let prices = try Self.distribution(smile)
        for strike in [20, 60, 90, 99.5, 100, 103, 120, 180, 600] {
            let volatility = (Self.variance(smile, strike) / Self.time).squareRoot()
            for kind in [OptionKind.call, .put] {
                let expected = try ModelledOption(kind, forward: 100, strike: strike, timeToExpiration: Self.time)
                    .price(volatility: volatility)
                let leg: Leg =
                    try kind == .call
                    ? .call(.long, strikePrice: strike, premium: 0, quantity: 1, sharesPerContract: 1)
                    : .put(.long, strikePrice: strike, premium: 0, quantity: 1, sharesPerContract: 1)
                let profit = try ProfitProbabilities(of: PayoffProfile([leg]), under: .smile(prices))
                #expect((profit.expectedProfitLoss - expected).magnitude < 1e-12 * max(100, strike), "\(strike)")
                #expect((profit.ofProfit + profit.ofLoss).magnitude <= 1)
            }
        }
    }

    @Test("P(S < K) is 1 + ∂C/∂K, and the density its slope", arguments: smiles)
    func probabilities(smile: RawSVI) throws {
        let prices = try Self.distribution(smile)
        func call(_ strike: Double) throws -> Double {
            try ModelledOption(.call, forward: 100, strike: strike, timeToExpiration: Self.time)
                .price(volatility: (Self.variance(smile, strike) / Self.time).squareRoot())
        }
        var last = 0.0
        for strike in stride(from: 5.0, through: 400, by: 2.5) {
            let below = try prices.probability(below: strike)
            let step = 1e-4 * strike
            let slope = try (call(strike + step) - call(strike - step)) / (2 * step)
            #expect((below - 1 - slope).magnitude < 1e-6, "\(strike)")
            let density = try prices.density(at: strike)
            let change = try prices.probability(below: strike + step) - prices.probability(below: strike - step)
            #expect((change / (2 * step) - density).magnitude < 1e-5 * density + 1e-7, "\(strike)")
            #expect(below >= last)
            last = below
        }
        #expect(try prices.probability(below: 0) == 0 && prices.probability(below: .infinity) == 1)
    }

    @Test("a flat smile is a lognormal price")
    func flat() throws {
        let prices = try Self.distribution(Self.smiles[4])
        let plain = try LognormalDistribution(spot: 100, volatility: 0.2, timeToExpiration: 1)
        for price in [30, 80, 100, 130, 300.0] {
            let (found, expected) = (try prices.probability(below: price), try plain.probability(below: price))
            #expect((found - expected).magnitude < 1e-14 * expected + 1e-15)
            #expect(try (prices.density(at: price) / plain.density(at: price) - 1).magnitude < 1e-13)
        }
        for distance in [1.0, 2, 6] {
            let (found, expected) = (
                try prices.expectedMove(standardDeviations: distance),
                try plain.expectedMove(standardDeviations: distance)
            )
            #expect((found.lower / expected.lower - 1).magnitude < 1e-12)
            #expect((found.upper / expected.upper - 1).magnitude < 1e-12)
        }
        let profile = try PayoffProfile([.call(.short, strikePrice: 105, premium: 3, quantity: 1)])
        let (found, expected) = (
            try ProfitProbabilities(of: profile, under: .smile(prices), levels: [0.9, 0.99]),
            try ProfitProbabilities(of: profile, under: plain, levels: [0.9, 0.99])
        )
        #expect((found.ofProfit - expected.ofProfit).magnitude < 1e-14)
        for (left, right) in zip(
            found.valueAtRisk + found.expectedShortfall, expected.valueAtRisk + expected.expectedShortfall)
        {
            #expect((left.value - right.value).magnitude < 1e-9)
        }
        #expect(found.ofTouching.allSatisfy { $0.probability == nil })
    }

    @Test("expected moves are quantiles", arguments: smiles)
    func quantiles(smile: RawSVI) throws {
        let prices = try Self.distribution(smile)
        for distance in [0.5, 1, 2, 4, 7.0] {
            let move = try prices.expectedMove(standardDeviations: distance)
            let tail = 0.5 * erfc(distance / 2.0.squareRoot())
            #expect(try (prices.probability(below: move.lower) / tail - 1).magnitude < 1e-9)
            #expect(try (1 - prices.probability(below: move.upper) - tail).magnitude < 1e-14)
        }
        #expect(throws: StrategyError("standardDeviations", .positive, .number(0))) {
            try prices.expectedMove(standardDeviations: 0)
        }
    }

    /// Against the trapezoidal rule in ln S, over 40,000 points, whose error next to the kink at the strike is about 10⁻⁷.
    @Test("a calendar", arguments: smiles.prefix(3))
    func calendar(smile: RawSVI) throws {
        let prices = try Self.distribution(smile)
        func leg(_ position: Leg.Side) throws -> Leg {
            try .call(position, strikePrice: 104, premium: 5, quantity: 1, sharesPerContract: 1)
        }
        let profile = try HorizonProfile(
            expiring: [leg(.short)], surviving: [PricedLeg(leg(.long), timeToExpiration: 0.1, volatility: 0.3)],
            in: OptionMarket(spot: 100, riskFreeRate: 0.03))
        let (step, reach) = smile.level < 0.1 ? (0.0001, 2.0) : (0.0005, 10)
        let points = stride(from: -reach, through: reach, by: step).map { 100 * exp($0) }
        let profits = try profile.profits(at: points)
        let expected = try zip(points, profits).reduce(0.0) { sum, point in
            try sum + step * point.0 * prices.density(at: point.0) * point.1
        }
        let found = try ProfitProbabilities(of: profile, under: .smile(prices)).expectedProfitLoss
        #expect((found - expected).magnitude < 1e-6, "\(found) for \(expected)")
    }

    @Test(
        "a smile with butterfly arbitrage is refused",
        arguments: [
            // Vogt's example (Gatheral and Jacquier, 2014, example 3.1).
            RawSVI(level: -0.0410, slope: 0.1331, correlation: 0.3060, shift: 0.3586, width: 0.4153),
            // A wing of the slope 2, a variance of 0, and a kink.
            RawSVI(level: 0.2, slope: 1, correlation: 1, shift: 0, width: 1),
            RawSVI(level: -0.1, slope: 0.5, correlation: 0, shift: 0, width: 0.2),
            RawSVI(level: 1e-4, slope: 1.5, correlation: 0, shift: 0.5, width: 1e-3),
            RawSVI(level: 1e300, slope: 0.1, correlation: 0, shift: 0, width: 1),
            RawSVI(level: 0.1, slope: 0.1, correlation: 0, shift: 1e200, width: 1e200),
        ])
    func refused(smile: RawSVI) {
        #expect(throws: StrategyError("distribution", .freeOfButterflyArbitrage)) { try Self.distribution(smile) }
    }
}
