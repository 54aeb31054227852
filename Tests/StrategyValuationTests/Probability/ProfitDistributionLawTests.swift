import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _StrategySamples
import _TestSupport

@Suite("Profit distribution over random strategies")
struct ProfitDistributionLawTests {
    private func forEachStrategy(
        seed: UInt64, count: Int, _ body: ([CentLeg], LognormalDistribution, inout SeededGenerator) throws -> Void
    ) throws {
        var generator = StrategyGenerator(random: SeededGenerator(seed: seed))
        var random = SeededGenerator(seed: seed + 1)
        for _ in 0..<count {
            let legs = generator.legs()
            let strike = Double(legs[0].strike) / 100
            let prices = try LognormalDistribution(
                spot: strike * random.uniform(0.8, 1.25), volatility: random.logUniform(0.02, 2),
                timeToExpiration: random.logUniform(0.003, 3), riskFreeRate: random.uniform(-0.02, 0.1),
                dividendYield: random.uniform(0, 0.05))
            try body(legs, prices, &random)
        }
    }

    private func distribution(_ legs: [CentLeg], _ prices: LognormalDistribution) throws -> ProfitDistribution {
        try ProfitDistribution(of: PayoffProfile(legs.map { try $0.leg() }), under: prices)
    }

    @Test("the probabilities of profit, loss and neither add up to 1, and the means to the mean profit")
    func parts() throws {
        try forEachStrategy(seed: 51, count: 1_500) { legs, prices, _ in
            let profile = try PayoffProfile(legs.map { try $0.leg() })
            let profit = try ProfitDistribution(of: profile, under: prices)
            let neither = try profile.zeroProfitIntervals.reduce(0) { try $0 + prices.probability(of: $1) }
            #expect(abs(profit.probabilityOfProfit + profit.probabilityOfLoss + neither - 1) <= 4e-16, "\(legs)")
            let gain = (profit.expectedProfit ?? 0) * profit.probabilityOfProfit
            let loss = (profit.expectedLoss ?? 0) * profit.probabilityOfLoss
            #expect(abs(profit.expectedProfitLoss - (gain + loss)) <= 1e-15 * (gain - loss))
            #expect(profit.expectedProfit.map { $0 > 0 } ?? (profit.probabilityOfProfit == 0))
            #expect(profit.expectedLoss.map { $0 < 0 } ?? (profit.probabilityOfLoss == 0))
        }
    }

    @Test("the mean profit is that of the legs, priced one by one by Black–Scholes–Merton")
    func legByLeg() throws {
        var random = SeededGenerator(seed: 60)
        var generator = StrategyGenerator(random: SeededGenerator(seed: 61))
        for _ in 0..<1_500 {
            let legs = generator.legs()
            let spot = Double(legs[0].strike) / 100 * random.uniform(0.8, 1.25)
            let (volatility, time) = (random.uniform(0.05, 1.5), random.uniform(0.01, 2))
            let (rate, yield) = (random.uniform(-0.02, 0.1), random.uniform(0, 0.05))
            let prices = try LognormalDistribution(
                spot: spot, volatility: volatility, timeToExpiration: time, riskFreeRate: rate, dividendYield: yield)
            var (mean, magnitude) = (0.0, 0.0)
            for leg in legs {
                var worth = prices.mean
                if leg.kind != .stock {
                    // With the rate as the yield of the mean, the price is the discounted mean of the payoff.
                    let option = try ModelledOption(
                        leg.kind == .put ? .put : .call, spot: prices.mean, strike: Double(leg.strike) / 100,
                        timeToExpiration: time)
                    worth = try option.price(volatility: volatility)
                }
                let shares = Double(leg.quantity * leg.shares) * (leg.isLong ? 1 : -1)
                mean += shares * (worth - Double(leg.premium) / 100)
                magnitude += abs(shares) * (worth + Double(leg.premium) / 100)
            }
            let profit = try distribution(legs, prices)
            #expect(abs(profit.expectedProfitLoss - mean) <= 4e-14 * magnitude, "\(profit.expectedProfitLoss) \(mean)")
        }
    }

    @Test("reversing every leg turns profit into loss")
    func opposite() throws {
        try forEachStrategy(seed: 53, count: 1_000) { legs, prices, _ in
            let profit = try distribution(legs, prices)
            let other = try distribution(
                legs.map { leg in
                    var leg = leg
                    leg.isLong.toggle()
                    return leg
                }, prices)
            #expect(other.probabilityOfProfit == profit.probabilityOfLoss)
            #expect(other.probabilityOfMaximumLoss == profit.probabilityOfMaximumProfit)
            #expect(other.expectedProfitLoss == -profit.expectedProfitLoss)
            #expect(other.expectedProfit == profit.expectedLoss.map { -$0 })
            #expect(other.touchingProbabilities == profit.touchingProbabilities)
        }
    }

    @Test("risks increase with the level, and the shortfall is the mean of the values at risk beyond it")
    func risks() throws {
        try forEachStrategy(seed: 54, count: 80) { legs, prices, random in
            let profit = try distribution(legs, prices)
            let level = random.uniform(0.01, 0.98)
            // Values at risk at 200 levels in the middle of equal steps to 1; a jump is missed by half a step.
            let steps = 200
            let width = (1 - level) / Double(steps)
            var (last, mean, largest) = (-Double.infinity, 0.0, 0.0)
            for step in 0..<steps {
                let value = try profit.valueAtRisk(level: level + width * (Double(step) + 0.5))
                #expect(value >= last)
                (last, mean, largest) = (value, mean + value / Double(steps), max(largest, abs(value)))
            }
            let shortfall = try profit.expectedShortfall(level: level)
            let value = try profit.valueAtRisk(level: level)
            #expect(shortfall >= value - 1e-14 * largest)
            #expect(shortfall >= -profit.expectedProfitLoss - 1e-13 * largest)
            // Beyond the last step the tail is steep.
            #expect(abs(shortfall - mean) <= 0.02 * max(largest, abs(shortfall)), "\(shortfall) \(mean) \(legs)")
            #expect(shortfall <= (try profit.expectedShortfall(level: level + (1 - level) / 2)) + 1e-13 * largest)
            // P(loss ≤ VaR) reaches the level.
            if let maximum = try PayoffProfile(legs.map { try $0.leg() }).minimumProfit {
                #expect(value <= -maximum)
            }
        }
    }

    @Test("no valid input gives NaN")
    func anything() throws {
        var random = SeededGenerator(seed: 70)
        let (least, largest) = (Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude)
        for _ in 0..<2_000 {
            let spot = random.pattern(least, largest)
            let prices = try LognormalDistribution(
                spot: spot, volatility: random.pattern(0, largest), timeToExpiration: random.pattern(0, largest),
                riskFreeRate: random.signedPattern(below: largest), dividendYield: random.signedPattern(below: largest))
            let isNear = Bool.random(using: &random)
            let legs = try (0..<Int.random(in: 1...4, using: &random)).map { _ in
                let near = min(spot * random.uniform(0.5, 2) + least, largest)
                let strike = isNear ? near : random.pattern(least, largest)
                let instrument: Leg.Instrument =
                    [
                        .call(strikePrice: strike), .put(strikePrice: strike), .stock,
                    ].randomElement(using: &random) ?? .stock
                return try Leg(
                    instrument, Bool.random(using: &random) ? .long : .short,
                    premium: isNear ? strike / 8 : random.pattern(0, largest),
                    quantity: Int.random(in: Leg.quantityRange, using: &random),
                    sharesPerContract: Int.random(in: Leg.sharesPerContractRange, using: &random))
            }
            let profit = try ProfitDistribution(of: PayoffProfile(legs), under: prices)
            let result = try profit.probabilities(levels: [1e-300, 0.5, 1 - 0x1p-53])
            for probability in [result.ofProfit, result.ofLoss, result.ofMaximumProfit, result.ofMaximumLoss] {
                #expect(probability >= 0 && probability <= 1)
            }
            #expect(result.ofProfit + result.ofLoss <= 1 + 0x1p-52)
            #expect(!result.expectedProfitLoss.isNaN)
            #expect(result.expectedProfit.map { $0 >= 0 } ?? true)
            #expect(result.expectedLoss.map { $0 <= 0 } ?? true)
            for (value, shortfall) in zip(result.valueAtRisk, result.expectedShortfall) {
                #expect(!value.value.isNaN && !shortfall.value.isNaN)
            }
            #expect(result.ofTouching.allSatisfy { $0.probability.map { $0 >= 0 && $0 <= 1 } ?? false })
            #expect(result.expectedMove.lower <= result.expectedMove.upper)
        }
    }
}
