import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

@Suite("Profit distribution")
struct ProfitDistributionTests {
    private static let condor: [(Leg.Instrument, Leg.Side, Double)] = [
        (.put(strikePrice: 80), .long, 1), (.put(strikePrice: 90), .short, 2.5),
        (.call(strikePrice: 110), .short, 2.25), (.call(strikePrice: 120), .long, 0.75),
    ]

    private func condor(rounding: ResultRounding? = nil) throws -> PayoffProfile {
        try PayoffProfile(
            Self.condor.map { try Leg($0.0, $0.1, premium: $0.2, quantity: 1, sharesPerContract: 100) },
            rounding: rounding)
    }

    /// Profit 300 between 90 and 110, −700 up to 80 and from 120 on, 0 at 87 and 113.
    @Test(
        "a certain price",
        arguments: [
            (100.0, 300.0), (90.0, 300), (88, 100), (87, 0), (86, -100), (80, -700), (1, -700), (113, 0), (114, -100),
            (1e6, -700),
        ])
    func certain(price: Double, expected: Double) throws {
        let prices = try LognormalDistribution(spot: price, volatility: 0.5, timeToExpiration: 0)
        let profit = try ProfitDistribution(of: condor(), under: prices)
        #expect(profit.probabilityOfProfit == (expected > 0 ? 1 : 0))
        #expect(profit.probabilityOfLoss == (expected < 0 ? 1 : 0))
        #expect(profit.probabilityOfMaximumProfit == (expected == 300 ? 1 : 0))
        #expect(profit.probabilityOfMaximumLoss == (expected == -700 ? 1 : 0))
        #expect(abs(profit.expectedProfitLoss - expected) <= 1e-12)
        #expect((profit.expectedProfit == nil) == (expected <= 0))
        #expect((profit.expectedLoss == nil) == (expected >= 0))
        #expect(abs(try profit.valueAtRisk(level: 0.9) + expected) <= 1e-12)
        #expect(try profit.expectedShortfall(level: 0.1) == profit.valueAtRisk(level: 0.9))
        #expect(
            profit.touchingProbabilities == [
                .init(stockPrice: 87, probability: price == 87 ? 1 : 0),
                .init(stockPrice: 113, probability: price == 113 ? 1 : 0),
            ])
    }

    @Test("a certain price beyond the range of doubles")
    func certainInfinity() throws {
        let prices = try LognormalDistribution(spot: 1, volatility: 0, timeToExpiration: 1, riskFreeRate: 1e4)
        let call = try PayoffProfile([.call(.short, strikePrice: 100, premium: 5, quantity: 1)])
        let profit = try ProfitDistribution(of: call, under: prices)
        #expect(profit.expectedProfitLoss == -.infinity)
        #expect(profit.probabilityOfLoss == 1)
        #expect(try profit.valueAtRisk(level: 0.5) == .infinity)
        #expect(try profit.expectedShortfall(level: 0.5) == .infinity)
        let flat = try ProfitDistribution(of: condor(), under: prices)
        #expect(flat.expectedProfitLoss == -700)
    }

    @Test("money that overflows is infinite, never NaN")
    func infinity() throws {
        let prices = try LognormalDistribution(spot: 1e300, volatility: 20, timeToExpiration: 4, riskFreeRate: 3)
        for position in Leg.Side.allCases {
            let profile = try PayoffProfile([
                .call(
                    position, strikePrice: 1e300, premium: 1e299, quantity: 1_000_000_000, sharesPerContract: 1_000_000),
                .put(.long, strikePrice: 1e308, premium: 1e-300, quantity: 7),
            ])
            let profit = try ProfitDistribution(of: profile, under: prices)
            let sign: Double = position == .long ? 1 : -1
            #expect(profit.expectedProfitLoss == sign * .infinity)
            #expect(profit.probabilityOfProfit + profit.probabilityOfLoss == 1)
            for level in [1e-9, 0.5, 1 - 1e-9] {
                let value = try profit.valueAtRisk(level: level)
                #expect(!value.isNaN)
                #expect(try profit.expectedShortfall(level: level) >= value)
            }
        }
    }

    @Test("the rounding of a profile does not matter")
    func rounding() throws {
        let prices = try LognormalDistribution(spot: 100, volatility: 0.2, timeToExpiration: 0.3)
        let legs: [Leg] = [
            try .call(.long, strikePrice: 100, premium: 1, quantity: 1),
            try .call(.short, strikePrice: 107, premium: 0, quantity: 4),
        ]
        let exact = try ProfitDistribution(of: PayoffProfile(legs), under: prices).probabilities(levels: [0.95])
        let rounded = try ProfitDistribution(
            of: PayoffProfile(legs, rounding: ResultRounding(money: 0, price: 0)), under: prices
        ).probabilities(levels: [0.95])
        #expect(exact == rounded)
        // The first break-even is 101, the second 109.
        #expect(exact.ofTouching.map(\.stockPrice) == [101, 109])
        #expect(try exact.ofTouching[0].probability == prices.probabilityOfTouching(101))
    }

    @Test("levels outside their domain are named", arguments: [0, 1, -1, 1.5, .infinity, -.infinity] as [Double])
    func levels(level: Double) throws {
        let prices = try LognormalDistribution(spot: 100, volatility: 0.2, timeToExpiration: 0.3)
        let profit = try ProfitDistribution(of: condor(), under: prices)
        let error = StrategyError("level", .betweenZeroAndOne, .number(level))
        #expect(throws: error) { try profit.valueAtRisk(level: level) }
        #expect(throws: error) { try profit.expectedShortfall(level: level) }
        #expect(throws: error) { try profit.probabilities(levels: [0.9, level]) }
        #expect(throws: StrategyError.self) { try profit.probabilities(levels: [.nan]) }
    }

    @Test("the summary is the sum of its parts")
    func summary() throws {
        let prices = try LognormalDistribution(spot: 100, volatility: 0.2, timeToExpiration: 0.3)
        let profit = try ProfitDistribution(of: condor(), under: prices)
        let summary = try profit.probabilities(levels: [0.95, 0.5])
        #expect(summary.ofProfit == profit.probabilityOfProfit)
        #expect(summary.ofLoss == profit.probabilityOfLoss)
        #expect(summary.ofMaximumProfit == profit.probabilityOfMaximumProfit)
        #expect(summary.ofMaximumLoss == profit.probabilityOfMaximumLoss)
        #expect(summary.expectedProfitLoss == profit.expectedProfitLoss)
        #expect(summary.expectedProfit == profit.expectedProfit)
        #expect(summary.expectedLoss == profit.expectedLoss)
        #expect(
            summary.valueAtRisk == [
                .init(level: 0.95, value: try profit.valueAtRisk(level: 0.95)),
                .init(level: 0.5, value: try profit.valueAtRisk(level: 0.5)),
            ])
        #expect(
            summary.expectedShortfall.map(\.value) == [
                try profit.expectedShortfall(level: 0.95), try profit.expectedShortfall(level: 0.5),
            ])
        #expect(summary.ofTouching == profit.touchingProbabilities)
        #expect(summary.expectedMove == prices.expectedMove)
    }
}
