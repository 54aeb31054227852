import ExactPayoff
import Foundation
import StrategyValuation
import Testing
import _TestSupport

@Suite("Horizon profile over random strategies")
struct HorizonLawTests {
    private func forEachSample(
        seed: UInt64, count: Int = 200, _ body: (HorizonSample, inout SeededGenerator) throws -> Void
    ) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let sample = try generator.horizonSample()
            try body(sample, &generator)
        }
    }

    @Test("every sign change in a scan has its break-even, and no sample is beyond the extremes")
    func scan() throws {
        try forEachSample(seed: 1) { sample, _ in
            let profile = try sample.profile()
            #expect(profile.isCertified)
            let prices = stride(from: log(1e-3), through: log(1e7), by: 0.005).map { exp($0) }
            let profits = try profile.profits(at: prices)
            let roots = profile.breakEvenPoints
            var changes = 0
            for index in prices.indices.dropFirst() where profits[index - 1] * profits[index] < 0 {
                changes += 1
                let lies = roots.contains { prices[index - 1] <= $0 && $0 <= prices[index] }
                #expect(lies, "\(prices[index]) of \(sample)")
            }
            #expect(changes <= roots.count)
            #expect((roots.count - changes) % 2 == 0 || (roots.last ?? 0) > 1e7, "\(roots) \(changes) \(sample)")
            for root in roots {
                let around = try profile.profits(at: [root * (1 - 1e-9), root, root * (1 + 1e-9)])
                #expect(abs(around[1]) <= 1e-9 + abs(around[2] - around[0]) * 1e-6, "\(around) at \(root) of \(sample)")
            }
            let tolerance = 1e-9
            if let maximum = profile.maximumProfit {
                #expect(profits.allSatisfy { $0 <= maximum + tolerance }, "\(sample)")
            }
            if let minimum = profile.minimumProfit {
                #expect(profits.allSatisfy { $0 >= minimum - tolerance }, "\(sample)")
            }
        }
    }

    @Test("levels: the profit equals the level at each crossing, and is above it in between")
    func levels() throws {
        try forEachSample(seed: 2) { sample, generator in
            let profile = try sample.profile()
            let level = try profile.profit(at: generator.logUniform(50, 200)) * generator.uniform(0.5, 1.5)
            let crossings = try profile.levelCrossings(at: level)
            for price in crossings.prices.map(\.lower) {
                let around = try profile.profits(at: [price * (1 - 1e-9), price, price * (1 + 1e-9)])
                #expect(abs(around[1] - level) <= 1e-9 + abs(around[2] - around[0]) * 1e-6, "\(price) of \(sample)")
            }
            let prices = (0..<100).map { _ in generator.logUniform(1, 1e4) }
            for (price, profit) in zip(prices, try profile.profits(at: prices)) where abs(profit - level) > 1e-8 {
                let isInside = crossings.above.contains { $0.lower < price && price < $0.upper }
                #expect(isInside == (profit > level), "\(price) of \(sample)")
            }
        }
    }

    @Test("the order of the legs changes nothing, nor does splitting one")
    func order() throws {
        try forEachSample(seed: 3) { sample, generator in
            var shuffled = sample
            shuffled.expiring.shuffle(using: &generator)
            shuffled.surviving = try sample.surviving.flatMap { surviving in
                try (0..<surviving.leg.quantity).map { _ in
                    let leg = surviving.leg
                    return try PricedLeg(
                        Leg(
                            leg.instrument, leg.side, premium: leg.premium, quantity: 1,
                            sharesPerContract: leg.sharesPerContract),
                        timeToExpiration: surviving.remainingTime, volatility: surviving.volatility)
                }
            }.shuffled(using: &generator)
            let (base, other) = (try sample.profile(), try shuffled.profile())
            #expect(other.netCost == base.netCost)
            #expect(other.breakEvenPoints == base.breakEvenPoints)
            #expect(other.maximumProfit == base.maximumProfit)
            #expect(other.minimumProfit == base.minimumProfit)
            #expect(try other.curve(around: 100) == base.curve(around: 100))
        }
    }

    @Test("scaling the quantity scales money and moves no break-even")
    func scaling() throws {
        try forEachSample(seed: 4) { sample, generator in
            // A power of two, so that nothing is rounded differently.
            let factor = 1 << Int.random(in: 1...20, using: &generator)
            func scaled(_ leg: Leg) throws -> Leg {
                try Leg(
                    leg.instrument, leg.side, premium: leg.premium, quantity: leg.quantity * factor,
                    sharesPerContract: leg.sharesPerContract)
            }
            var large = sample
            large.expiring = try sample.expiring.map(scaled)
            large.surviving = try sample.surviving.map {
                try PricedLeg(scaled($0.leg), timeToExpiration: $0.remainingTime, volatility: $0.volatility)
            }
            let (base, other) = (try sample.profile(), try large.profile())
            #expect(other.netCost == base.netCost * Double(factor))
            #expect(other.breakEvenPoints == base.breakEvenPoints)
            #expect(other.maximumProfit == base.maximumProfit.map { $0 * Double(factor) })
            #expect(other.minimumProfit == base.minimumProfit.map { $0 * Double(factor) })
        }
    }

    @Test("with a tiny remaining time, surviving legs have their final payoff", arguments: [1e-8, 1e-14, 1e-300])
    func shortTime(time: Double) throws {
        try forEachSample(seed: 5, count: 100) { sample, _ in
            var short = sample
            short.surviving = try sample.surviving.map {
                try PricedLeg($0.leg, timeToExpiration: time, volatility: $0.volatility)
            }
            let profile = try short.profile()
            let payoff = try PayoffProfile(sample.expiring + sample.surviving.map(\.leg))
            // The time value at the money, 0.4 S σ√T, of up to nine contracts.
            let tolerance = 9 * 100 * 120 * (1.5 * time.squareRoot() + 1e-12)
            #expect(profile.netCost == payoff.netCost)
            #expect((profile.maximumProfit == nil) == (payoff.maximumProfit == nil) || sample.yield != 0)
            if let maximum = profile.maximumProfit, let expected = payoff.maximumProfit {
                #expect(abs(maximum - expected) <= tolerance)
            }
            if let minimum = profile.minimumProfit, let expected = payoff.minimumProfit {
                #expect(abs(minimum - expected) <= tolerance)
            }
            for point in payoff.breakEvenPoints where point < 1e4 {
                // Slopes are 100 or more; a break-even at a kink may have disappeared, or split in two.
                let isNear = profile.breakEvenPoints.contains { abs($0 - point) <= tolerance / 100 + 1e-9 }
                #expect(isNear || sample.strikes.contains(point), "\(point) of \(sample)")
            }
        }
    }
}
