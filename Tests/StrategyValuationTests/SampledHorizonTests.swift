import ExactPayoff
import OptionPricing
import StrategyValuation
import Testing
import _TestSupport

@testable import StrategyValuation

/// Calendars of European options, whose search can be certified, are searched by sampling as well.
@Suite("Horizons found by sampling")
struct SampledHorizonTests {
    private static func sampled(
        _ expiring: [Leg], _ surviving: [PricedLeg], rate: Double, yield: Double
    ) throws -> HorizonProfile {
        try HorizonProfile(
            expiring: expiring, surviving: surviving,
            in: OptionMarket(spot: 100, riskFreeRate: rate, dividendYield: yield), isCertifiable: false, rounding: nil,
            budget: WorkBudget())
    }

    @Test("agree with certified ones", arguments: 0..<60)
    func certified(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 700)
        let rate = random.uniform(0, 0.08)
        let yield = seed % 2 == 0 ? 0 : random.uniform(0, 0.04)
        func leg(_ index: Int) throws -> Leg {
            let strike = (random.uniform(70, 140) * 2).rounded() / 2
            let instrument: Leg.Instrument =
                (index + seed) % 3 == 0 ? .put(strikePrice: strike) : .call(strikePrice: strike)
            return try Leg(
                instrument, index % 2 == 0 ? .short : .long, premium: (random.uniform(1, 9) * 100).rounded() / 100,
                quantity: 1 + index % 3, sharesPerContract: 100)
        }
        let expiring = try (0..<1 + seed % 3).map(leg)
        let surviving = try (1..<2 + seed % 4).map { index in
            try PricedLeg(
                leg(index), timeToExpiration: random.logUniform(0.02, 1), volatility: random.logUniform(0.1, 0.8))
        }
        let exact = try HorizonProfile(
            expiring: expiring, surviving: surviving, riskFreeRate: rate, dividendYield: yield)
        let found = try Self.sampled(expiring, surviving, rate: rate, yield: yield)
        #expect(exact.isCertified && !found.isCertified)
        #expect(found.netCost == exact.netCost)
        let scale = 1e4
        for (one, other) in [(found.maximumProfit, exact.maximumProfit), (found.minimumProfit, exact.minimumProfit)] {
            #expect((one == nil) == (other == nil), "\(String(describing: one)) \(String(describing: other))")
            if let one, let other { #expect(abs(one - other) <= 1e-9 * scale, "\(one) \(other)") }
        }
        #expect(found.breakEvenPoints.count == exact.breakEvenPoints.count)
        for (one, other) in zip(found.breakEvenPoints, exact.breakEvenPoints) {
            #expect(abs(one - other) <= 1e-8 * other, "\(one) \(other)")
        }
        let prices = (0..<400).map { Double($0) }
        for (one, other) in try zip(found.profits(at: prices), exact.profits(at: prices)) {
            #expect(abs(one - other) <= 1e-10 * scale, "\(one) \(other)")
        }
        let distribution = try LognormalDistribution(
            spot: 100, volatility: 0.3, timeToExpiration: 0.1, riskFreeRate: rate, dividendYield: yield)
        let one = try ProfitProbabilities(of: found, under: distribution)
        let other = try ProfitProbabilities(of: exact, under: distribution)
        #expect(abs(one.ofProfit - other.ofProfit) <= 1e-8)
        #expect(abs(one.expectedProfitLoss - other.expectedProfitLoss) <= 1e-8 * scale)
    }

    @Test("put–call parity holds for European options without dividends only")
    func parity() throws {
        let plain = try OptionMarket(spot: 100, riskFreeRate: 0.04)
        let dividend = try DiscreteDividend(timeToExDate: 0.5, .proportion(0.01))
        let paying = try OptionMarket(spot: 100, riskFreeRate: 0.04, dividends: [dividend])
        func pair(_ exercise: ExerciseStyle, _ time: Double, in market: OptionMarket) throws -> EuropeanPair? {
            let contract = try OptionContract(
                .call, strikePrice: 100, timeToExpiration: time, volatility: 0.2, exercise: exercise)
            return try EuropeanPair(contract, 100, in: market)
        }
        #expect(try pair(.european, 1, in: plain) != nil)
        #expect(try pair(.american, 1, in: plain) == nil)
        #expect(try pair(.european, 0.4, in: paying) != nil)
        #expect(try pair(.european, 0.5, in: paying) == nil)
    }

    @Test("the market at the horizon decides, and its price has no effect")
    func market() throws {
        let near = try Leg.call(.short, strikePrice: 100, premium: 2.5, quantity: 1)
        let far = try PricedLeg(
            .call(.long, strikePrice: 100, premium: 4.6, quantity: 1), timeToExpiration: 0.25, volatility: 0.2)
        func profile(_ market: OptionMarket) throws -> HorizonProfile {
            try HorizonProfile(expiring: [near], surviving: [far], in: market)
        }
        let expected = try HorizonProfile(
            expiring: [near], surviving: [far], riskFreeRate: 0.04, dividendYield: 0.01)
        for dividends in try [[], [DiscreteDividend(timeToExDate: 0.3, .amount(1))]] {
            let found = try profile(
                OptionMarket(spot: 250, riskFreeRate: 0.04, dividendYield: 0.01, dividends: dividends))
            #expect(found.isCertified)
            #expect(found.maximumProfit == expected.maximumProfit)
            #expect(found.breakEvenPoints == expected.breakEvenPoints)
        }
        // A dividend before the far expiration lowers the far call.
        let paying = try profile(OptionMarket(spot: 100, dividends: [DiscreteDividend(timeToExDate: 0.2, .amount(1))]))
        #expect(!paying.isCertified)
        #expect(try #require(paying.maximumProfit) < #require(expected.maximumProfit) - 20)
        #expect(throws: StrategyError("forwardPrice", .supported)) { try profile(OptionMarket(forward: 100)) }
        #expect(throws: StrategyError("currentPrice", .positive, .number(-1))) { try profile(OptionMarket(spot: -1)) }
    }

    @Test("errors of results keep what is not supported")
    func errorsOfResults() {
        let unsupported = StrategyError("exercise", .supported)
        #expect(unsupported.ofResult("scenarios") == unsupported)
        #expect(StrategyError("price", .representable).ofResult("value") == StrategyError("value", .representable))
        let cancelled = StrategyError("", .notCancelled)
        #expect(cancelled.ofResult("scenarios") == cancelled)
    }

    @Test("an American call without dividends is worth as much as the European one")
    func americanCall() throws {
        let near = try Leg.call(.short, strikePrice: 100, premium: 2.5, quantity: 1)
        let far = try Leg.call(.long, strikePrice: 100, premium: 4.6, quantity: 1)
        func profile(_ exercise: ExerciseStyle) throws -> HorizonProfile {
            let leg = try PricedLeg(far, timeToExpiration: 0.25, volatility: 0.2, exercise: exercise)
            return try HorizonProfile(expiring: [near], surviving: [leg], riskFreeRate: 0.04)
        }
        let (american, european) = try (profile(.american), profile(.european))
        #expect(!american.isCertified && european.isCertified)
        let (maximum, expected) = try (#require(american.maximumProfit), #require(european.maximumProfit))
        #expect(abs(maximum - expected) <= 1e-6)
        #expect(american.breakEvenPoints.count == european.breakEvenPoints.count)
        for (found, expected) in zip(american.breakEvenPoints, european.breakEvenPoints) {
            #expect(abs(found - expected) <= 1e-6)
        }
    }

    @Test("an American put is worth at least its payoff at the horizon, and its strike at a price of 0")
    func americanPut() throws {
        let far = try Leg.put(.long, strikePrice: 100, premium: 5, quantity: 1)
        let prices: [Double] = [0, 1, 40, 80, 95, 100, 105, 150, 1000]
        func profits(_ exercise: ExerciseStyle) throws -> [Double] {
            let leg = try PricedLeg(far, timeToExpiration: 0.75, volatility: 0.2, exercise: exercise)
            let grid = try ScenarioGrid(stockPrices: prices, volatilityShifts: [0], elapsedTimes: [0.25])
            return try PricedStrategy([leg], in: OptionMarket(spot: 100, riskFreeRate: 0.05)).profits(in: grid)
        }
        let (american, european) = try (profits(.american), profits(.european))
        for (index, price) in prices.enumerated() {
            let payoff = 100 * (max(100 - price, 0) - 5)
            #expect(american[index] >= max(payoff, european[index]) - 1e-9)
            if price <= 40 { #expect(american[index] == payoff) }
            if price >= 80, price <= 150 { #expect(american[index] > european[index] + 1e-3) }
        }
    }
}
