import ExactPayoff
import Foundation
import OptionPricing
import StrategyValuation
import Testing
import _StrategySamples
import _TestSupport

@Suite("Profit distribution of calendars and diagonals")
struct HorizonProbabilityLawTests {
    private struct Draw {
        let sample: HorizonSample
        let prices: LognormalDistribution
        let volatility, time: Double

        func profit() throws -> ProfitDistribution { try ProfitDistribution(of: sample.profile(), under: prices) }
    }

    private func forEachDraw(seed: UInt64, count: Int, _ body: (Draw) throws -> Void) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let sample = try random.horizonSample()
            let (volatility, time) = (random.logUniform(0.02, 2), random.logUniform(0.003, 2))
            let prices = try LognormalDistribution(
                spot: random.uniform(80, 125), volatility: volatility, timeToExpiration: time,
                riskFreeRate: sample.rate, dividendYield: sample.yield)
            try body(Draw(sample: sample, prices: prices, volatility: volatility, time: time))
        }
    }

    /// The mean of an option's value at the horizon is the undiscounted value of an option with the combined deviation.
    @Test("the mean profit is that of the legs, each in closed form")
    func legByLeg() throws {
        try forEachDraw(seed: 81, count: 600) { draw in
            let mean = draw.prices.mean
            var (sum, magnitude) = (0.0, 0.0)
            func add(_ leg: Leg, _ remaining: Double, _ volatility: Double) throws {
                let (growth, discount) = (
                    exp((draw.sample.rate - draw.sample.yield) * remaining), exp(-draw.sample.rate * remaining)
                )
                let variance = draw.volatility * draw.volatility * draw.time + volatility * volatility * remaining
                let isPut = if case .put = leg.instrument { true } else { false }
                let option = try ModelledOption(
                    isPut ? .put : .call, spot: mean * growth, strike: leg.strikePrice ?? 0, timeToExpiration: 1)
                let worth = discount * (try option.price(volatility: variance.squareRoot()))
                let shares = Double(leg.quantity * leg.sharesPerContract) * (leg.side == .long ? 1 : -1)
                sum += shares * (worth - leg.premium)
                // The profit at the horizon is split into parts of this size.
                magnitude += abs(shares) * (worth + leg.premium + mean)
            }
            for leg in draw.sample.expiring { try add(leg, 0, 0) }
            for surviving in draw.sample.surviving {
                try add(surviving.leg, surviving.remainingTime, surviving.volatility)
            }
            let profit = try draw.profit()
            let error = abs(profit.expectedProfitLoss - sum) / magnitude
            #expect(error <= 4e-15, "\(profit.expectedProfitLoss) for \(sum) of \(draw)")
        }
    }

    @Test("the probabilities of profit and loss add up to 1, and their means to the mean profit")
    func parts() throws {
        try forEachDraw(seed: 82, count: 300) { draw in
            let profit = try draw.profit()
            #expect(abs(profit.probabilityOfProfit + profit.probabilityOfLoss - 1) <= 4e-16)
            let gain = (profit.expectedProfit ?? 0) * profit.probabilityOfProfit
            let loss = (profit.expectedLoss ?? 0) * profit.probabilityOfLoss
            #expect(abs(profit.expectedProfitLoss - (gain + loss)) <= 1e-14 * (gain - loss))
            #expect(profit.expectedProfit.map { $0 > 0 } ?? (profit.probabilityOfProfit == 0))
            #expect(profit.expectedLoss.map { $0 < 0 } ?? (profit.probabilityOfLoss == 0))
            #expect(profit.touchingProbabilities.map(\.stockPrice) == (try draw.sample.profile().breakEvenPoints))
        }
    }

    @Test("reversing every leg turns profit into loss")
    func opposite() throws {
        try forEachDraw(seed: 83, count: 200) { draw in
            func opposite(_ leg: Leg) throws -> Leg {
                try Leg(
                    leg.instrument, leg.side == .long ? .short : .long, premium: leg.premium,
                    quantity: leg.quantity, sharesPerContract: leg.sharesPerContract)
            }
            var sample = draw.sample
            sample.expiring = try sample.expiring.map(opposite)
            sample.surviving = try sample.surviving.map {
                try PricedLeg(opposite($0.leg), timeToExpiration: $0.remainingTime, volatility: $0.volatility)
            }
            let profit = try draw.profit()
            let other = try ProfitDistribution(of: sample.profile(), under: draw.prices)
            #expect(other.probabilityOfProfit == profit.probabilityOfLoss)
            #expect(other.expectedProfitLoss == -profit.expectedProfitLoss)
            #expect(other.expectedProfit == profit.expectedLoss.map { -$0 })
            #expect(other.probabilityOfMaximumProfit == profit.probabilityOfMaximumLoss)
        }
    }

    @Test("risks increase with the level, and are reached with the stated probability")
    func risks() throws {
        try forEachDraw(seed: 84, count: 60) { draw in
            let profile = try draw.sample.profile()
            let profit = try draw.profit()
            var last = -Double.infinity
            for level in [0.01, 0.2, 0.5, 0.9, 0.99, 0.9999] {
                let value = try profit.valueAtRisk(level: level)
                let shortfall = try profit.expectedShortfall(level: level)
                #expect(value >= last)
                #expect(shortfall >= value - 1e-9 * (1 + abs(value)))
                last = value
                // P(−profit ≤ l) reaches the level at l = VaR, and not below.
                func isReached(_ loss: Double) throws -> Bool {
                    let above = try profile.levelCrossings(at: -loss).above
                    return try above.reduce(0) { try $0 + draw.prices.probability(of: $1) } >= level
                }
                let slack = 1e-7 * (1 + abs(value))
                #expect(try isReached(value + slack), "\(level) \(value) \(draw)")
                #expect(try !isReached(value - slack), "\(level) \(value) \(draw)")
            }
        }
    }

    @Test("without surviving legs the two profiles have the same distribution")
    func withoutSurvivors() throws {
        var random = SeededGenerator(seed: 85)
        var generator = StrategyGenerator(random: SeededGenerator(seed: 86))
        for _ in 0..<400 {
            let legs = try generator.legs().map { try $0.leg() }
            let prices = try LognormalDistribution(
                spot: random.uniform(1, 100), volatility: random.uniform(0.1, 1), timeToExpiration: 0.5)
            let profile = try HorizonProfile(expiring: legs, surviving: [], riskFreeRate: 0)
            let levels = [0.1, 0.5, 0.95]
            let horizon = try ProfitDistribution(of: profile, under: prices).probabilities(levels: levels)
            let expiration = try ProfitDistribution(of: PayoffProfile(legs), under: prices).probabilities(
                levels: levels)
            func isEqual(_ left: Double?, _ right: Double?) -> Bool {
                guard let left, let right else { return (left == nil) == (right == nil) }
                return abs(left - right) <= 1e-11 * (1 + abs(right))
            }
            #expect(isEqual(horizon.ofProfit, expiration.ofProfit), "\(legs)")
            #expect(isEqual(horizon.ofLoss, expiration.ofLoss))
            #expect(isEqual(horizon.ofMaximumProfit, expiration.ofMaximumProfit), "\(legs)")
            #expect(isEqual(horizon.ofMaximumLoss, expiration.ofMaximumLoss), "\(legs)")
            #expect(isEqual(horizon.expectedProfitLoss, expiration.expectedProfitLoss))
            #expect(isEqual(horizon.expectedProfit, expiration.expectedProfit))
            #expect(isEqual(horizon.expectedLoss, expiration.expectedLoss))
            for index in levels.indices {
                #expect(isEqual(horizon.valueAtRisk[index].value, expiration.valueAtRisk[index].value), "\(legs)")
                #expect(isEqual(horizon.expectedShortfall[index].value, expiration.expectedShortfall[index].value))
            }
            #expect(horizon.ofTouching.count == expiration.ofTouching.count)
            for (left, right) in zip(horizon.ofTouching, expiration.ofTouching) {
                let probabilities = (try #require(left.probability), try #require(right.probability))
                #expect(isEqual(left.stockPrice, right.stockPrice) && isEqual(probabilities.0, probabilities.1))
            }
        }
    }

    @Test("a certain price", arguments: [60.0, 94, 96, 100, 107, 109, 200])
    func certain(price: Double) throws {
        let near = try Leg.call(.short, strikePrice: 100, premium: 2.5, quantity: 1)
        let far = try Leg.call(.long, strikePrice: 100, premium: 4.6, quantity: 1)
        let profile = try HorizonProfile(
            expiring: [near], surviving: [PricedLeg(far, timeToExpiration: 0.25, volatility: 0.2)], riskFreeRate: 0.04)
        let prices = try LognormalDistribution(spot: price, volatility: 0.3, timeToExpiration: 0)
        let profit = try ProfitDistribution(of: profile, under: prices)
        let expected = try profile.profit(at: price)
        func isEqual(_ value: Double?) -> Bool { value.map { abs($0 - expected) <= 1e-11 } ?? false }
        #expect(isEqual(profit.expectedProfitLoss))
        #expect(profit.probabilityOfProfit == (expected > 0 ? 1 : 0))
        #expect(profit.probabilityOfLoss == (expected < 0 ? 1 : 0))
        #expect(expected > 0 ? isEqual(profit.expectedProfit) : profit.expectedProfit == nil)
        #expect(expected < 0 ? isEqual(profit.expectedLoss) : profit.expectedLoss == nil)
        #expect(isEqual(-(try profit.valueAtRisk(level: 0.9))))
        #expect(isEqual(-(try profit.expectedShortfall(level: 0.9))))
        let highest = try ProfitDistribution(
            of: profile,
            under: LognormalDistribution(spot: 1, volatility: 0, timeToExpiration: 1, riskFreeRate: 1e4))
        #expect(highest.probabilityOfLoss == 1 && highest.expectedProfitLoss.isFinite)
    }

    @Test("times and volatilities of unrealistic magnitudes")
    func extremes() throws {
        var random = SeededGenerator(seed: 87)
        let count = 150
        var profiles = 0
        for _ in 0..<count {
            var sample = try random.horizonSample()
            sample.surviving = try sample.surviving.map {
                try PricedLeg(
                    $0.leg, timeToExpiration: random.logUniform(1e-9, 1e3), volatility: random.logUniform(1e-4, 30))
            }
            let prices = try LognormalDistribution(
                spot: random.logUniform(1, 1e4), volatility: random.logUniform(1e-6, 100),
                timeToExpiration: random.logUniform(1e-9, 1e3), riskFreeRate: sample.rate, dividendYield: sample.yield)
            guard let profile = try? sample.profile() else { continue }
            let profit = try ProfitDistribution(of: profile, under: prices)
            let result = try profit.probabilities(levels: [1e-9, 0.5, 1 - 1e-9])
            #expect(abs(result.ofProfit + result.ofLoss - 1) <= 4e-16)
            #expect(!result.expectedProfitLoss.isNaN)
            #expect(result.expectedProfit.map { $0 >= 0 } ?? true)
            #expect(result.expectedLoss.map { $0 <= 0 } ?? true)
            for (value, shortfall) in zip(result.valueAtRisk, result.expectedShortfall) {
                #expect(!value.value.isNaN && !shortfall.value.isNaN)
            }
            #expect(result.ofTouching.allSatisfy { $0.probability.map { $0 >= 0 && $0 <= 1 } ?? false })
            profiles += 1
        }
        #expect(profiles >= count / 2)
    }
}
