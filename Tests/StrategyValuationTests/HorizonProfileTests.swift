import ExactPayoff
import Foundation
import StrategyValuation
import Testing
import _StrategySamples
import _TestSupport

@Suite("Horizon profile")
struct HorizonProfileTests {
    private func call(_ position: Leg.Side, _ strike: Double, _ premium: Double) throws -> Leg {
        try .call(position, strikePrice: strike, premium: premium, quantity: 1)
    }

    private func put(_ position: Leg.Side, _ strike: Double, _ premium: Double) throws -> Leg {
        try .put(position, strikePrice: strike, premium: premium, quantity: 1)
    }

    private func surviving(_ leg: Leg, time: Double = 0.25, volatility: Double = 0.2) throws -> PricedLeg {
        try PricedLeg(leg, timeToExpiration: time, volatility: volatility)
    }

    @Test("a calendar has its maximum profit at the strike, and loses its cost far from it")
    func calendar() throws {
        let profile = try HorizonProfile(
            expiring: [call(.short, 100, 2.5)], surviving: [surviving(call(.long, 100, 4.6))], riskFreeRate: 0.04,
            rounding: ResultRounding(money: 8, price: 10))
        #expect(profile.netCost == 210)
        #expect(profile.strikePrices == [100])
        #expect(profile.maximumProfit == (try profile.profit(at: 100)))
        #expect(profile.minimumProfit == -210)
        #expect(try profile.profit(at: 0) == -210)
        // −cost + 100 K (1 − e^(−rT))
        let limit = -210 + 1e4 * -expm1(-0.04 * 0.25)
        #expect(abs(try profile.profit(at: 1e6) - limit) < 1e-8)
        #expect(profile.breakEvenPoints.count == 2)
        for point in profile.breakEvenPoints {
            #expect(abs(try profile.profit(at: point)) < 1e-7)
            #expect(point == (point * 1e10).rounded() / 1e10)
        }
    }

    @Test("with a dividend yield, a long call calendar has an unlimited loss beyond a distant break-even")
    func yield() throws {
        let profile = try HorizonProfile(
            expiring: [call(.short, 100, 2.5)], surviving: [surviving(call(.long, 100, 2.4))], riskFreeRate: 0.04,
            dividendYield: 0.02)
        #expect(profile.minimumProfit == nil)
        // At the break-even: S e^(−qT) − K e^(−rT) − (S − K) + 0.1 = 0
        let expected = (100 * -expm1(-0.01) + 0.1) / -expm1(-0.005)
        let found = try #require(profile.breakEvenPoints.last)
        #expect(abs(found - expected) < 1e-10)
        let negative = try HorizonProfile(
            expiring: [call(.short, 100, 2.5)], surviving: [surviving(call(.long, 100, 2.4))], riskFreeRate: 0.04,
            dividendYield: -0.02)
        #expect(negative.maximumProfit == nil)
        #expect(negative.minimumProfit != nil)
    }

    @Test("legs that cancel leave the payoff of the others, and a call minus a put is linear")
    func cancelling() throws {
        let expiring = try [call(.long, 100, 2), call(.short, 110, 2)]
        let cancelled = try HorizonProfile(
            expiring: expiring, surviving: [surviving(call(.long, 105, 3)), surviving(call(.short, 105, 3))],
            riskFreeRate: 0.04)
        #expect(cancelled.zeroProfitIntervals == [PriceInterval(lower: 0, upper: 100)])
        #expect(cancelled.breakEvenPoints == [0, 100])
        #expect(cancelled.maximumProfit == 1000)
        let crossings = try cancelled.levelCrossings(at: 1000)
        #expect(crossings.prices == [PriceInterval(lower: 110, upper: .infinity)])
        #expect(crossings.above.isEmpty)
        #expect(try cancelled.levelCrossings(at: 0).above == [PriceInterval(lower: 100, upper: .infinity)])

        #expect(try cancelled.levelCrossings(at: -1).above == [PriceInterval(lower: 0, upper: .infinity)])

        let forward = try HorizonProfile(
            expiring: [], surviving: [surviving(call(.long, 100, 3)), surviving(put(.short, 100, 3))],
            riskFreeRate: 0.04)
        let zero = try #require(forward.breakEvenPoints.first)
        #expect(forward.breakEvenPoints.count == 1)
        #expect(ulps(zero, 100 * exp(-0.01)) <= 2)
        #expect(forward.maximumProfit == nil)
        #expect(abs(try #require(forward.minimumProfit) + 1e4 * exp(-0.01)) < 1e-10)
    }

    @Test("without surviving legs it is the payoff at expiration")
    func withoutSurviving() throws {
        for row in try ReferenceTable.cases("strategies.json") + ReferenceTable.cases("random_strategies.json") {
            let profile = try HorizonProfile(
                expiring: row.legs.map { try $0.leg() }, surviving: [], riskFreeRate: 0.03, dividendYield: 0.01)
            #expect(profile.netCost == row.expected.netCost)
            #expect(profile.maximumProfit == row.expected.maxProfit)
            #expect(profile.minimumProfit == row.expected.maxLoss)
            let points = profile.breakEvenPoints
            try #require(points.count == row.expected.breakEvenPoints.count, "\(row): \(points)")
            for (point, exact) in zip(points, row.expected.breakEvenPoints) { #expect(ulps(point, exact) <= 1) }
        }
    }

    @Test("without volatility the value is the discounted intrinsic one")
    func withoutVolatility() throws {
        let profile = try HorizonProfile(
            expiring: [], surviving: [surviving(call(.long, 100, 3), volatility: 0)], riskFreeRate: 0.04)
        let strike = 100 * exp(-0.01)
        #expect(ulps(try #require(profile.breakEvenPoints.first), strike + 3) <= 2)
        #expect(profile.minimumProfit == -300)
        #expect(abs(try profile.profit(at: 110) - 100 * (110 - strike - 3)) < 1e-10)
        // A tiny volatility gives the same digits, computed with the time value.
        for volatility in [1e-300, 1e-20, 1e-14, 1e-10] {
            let almost = try HorizonProfile(
                expiring: [], surviving: [surviving(call(.long, 100, 3), volatility: volatility)], riskFreeRate: 0.04)
            #expect(almost.breakEvenPoints.count == 1)
            #expect(abs(try #require(almost.breakEvenPoints.first) - strike - 3) < 1e-12)
            #expect(try almost.profit(at: 110) == profile.profit(at: 110))
        }
    }

    @Test("premiums of 0: the profit vanishes only at the price 0, or only in the limit")
    func withoutCost() throws {
        let calls = try HorizonProfile(
            expiring: [call(.short, 100, 0)], surviving: [surviving(call(.long, 100, 0))], riskFreeRate: 0)
        #expect(calls.breakEvenPoints == [0])
        #expect(calls.minimumProfit == 0)
        #expect(try calls.levelCrossings(at: 0).above == [PriceInterval(lower: 0, upper: .infinity)])
        let single = try HorizonProfile(
            expiring: [], surviving: [surviving(put(.long, 100, 0))], riskFreeRate: 0.04)
        #expect(single.breakEvenPoints.isEmpty)
        #expect(single.minimumProfit == 0)
        #expect(try single.levelCrossings(at: 0).above == [PriceInterval(lower: 0, upper: .infinity)])
    }

    @Test("a level that the profit reaches and keeps is found; one that it only approaches is not")
    func limits() throws {
        let leg = try put(.long, 100, 2)
        let kept = try HorizonProfile(expiring: [leg], surviving: [], riskFreeRate: 0.04).levelCrossings(at: -200)
        #expect(kept.prices == [PriceInterval(lower: 100, upper: .infinity)])
        #expect(kept.above == [PriceInterval(lower: 0, upper: 100)])
        // Contracts that are worthless far below the price of 100 do not change the result.
        let dying = try [surviving(put(.long, 10, 0)), surviving(put(.short, 10, 0), volatility: 0.1)]
        let other = try HorizonProfile(expiring: [leg], surviving: dying, riskFreeRate: 0.04).levelCrossings(at: -200)
        #expect(other == kept)
        let limit = try HorizonProfile(expiring: [], surviving: [surviving(leg)], riskFreeRate: 0.04)
            .levelCrossings(at: -200)
        #expect(limit.prices.isEmpty)
        #expect(limit.above == [PriceInterval(lower: 0, upper: .infinity)])
    }

    @Test("a level that is touched is found once")
    func touch() throws {
        // A surviving short straddle, whose profit has a hump near the strike.
        let profile = try HorizonProfile(
            expiring: [], surviving: [surviving(call(.short, 100, 5)), surviving(put(.short, 100, 4))],
            riskFreeRate: 0.04)
        let maximum = try #require(profile.maximumProfit)
        let touch = try profile.levelCrossings(at: maximum)
        #expect(touch.prices.count == 1)
        #expect(touch.above.isEmpty)
        let below = try profile.levelCrossings(at: maximum - 1e-8)
        #expect(below.prices.count == 2)
        #expect(below.above == [PriceInterval(lower: below.prices[0].lower, upper: below.prices[1].lower)])
        #expect(below.above[0].lower < touch.prices[0].lower && touch.prices[0].lower < below.above[0].upper)
        #expect(try profile.levelCrossings(at: maximum + 1e-8).prices.isEmpty)
    }

    @Test("curves hold strikes, break-evens and the current price")
    func curves() throws {
        let profile = try HorizonProfile(
            expiring: [put(.short, 95, 1.5), call(.short, 105.5, 1.5)],
            surviving: [surviving(put(.long, 95, 2.6)), surviving(call(.long, 105.5, 2.7))],
            riskFreeRate: 0.04, rounding: ResultRounding(money: 8, price: 10))
        let marks = profile.breakEvenPoints + [95, 105.5]
        #expect(profile.breakEvenPoints.count == 2)
        let around = try profile.curve(around: 101.37)
        #expect((marks + [101.37]).allSatisfy { around.stockPrices.contains($0) })
        let over = try profile.curve(over: 80...120, points: 9)
        #expect((marks + [80, 85, 90, 120]).allSatisfy { over.stockPrices.contains($0) })
        #expect(over.count == 9 + 2 + 2 - 1)
        for curve in [around, over] {
            #expect(zip(curve.stockPrices, curve.stockPrices.dropFirst()).allSatisfy { $0 < $1 })
            for point in curve {
                let isBreakEven = profile.breakEvenPoints.contains(point.stockPrice)
                #expect(point.profitLoss == (isBreakEven ? 0 : try profile.profit(at: point.stockPrice)))
            }
        }
    }

    @Test("amounts, prices and volatilities of every size give results")
    func sizes() throws {
        for scale in [1e-300, 1e-150, 1e-20, 1e20, 1e150, 1e300] {
            let profile = try HorizonProfile(
                expiring: [call(.short, 100 * scale, 2 * scale)],
                surviving: [surviving(call(.long, 100 * scale, 3 * scale))], riskFreeRate: 0)
            let unit = try HorizonProfile(
                expiring: [call(.short, 100, 2)], surviving: [surviving(call(.long, 100, 3))], riskFreeRate: 0)
            try #require(profile.breakEvenPoints.count == 2)
            for (point, expected) in zip(profile.breakEvenPoints, unit.breakEvenPoints) {
                #expect(abs(point / scale - expected) < 1e-11)
            }
            #expect(abs(try #require(profile.maximumProfit) / scale - (unit.maximumProfit ?? 0)) < 1e-10)
        }
        let infinite = try HorizonProfile(
            expiring: [put(.short, 1e308, 0)], surviving: [surviving(put(.long, 1.1e308, 0))], riskFreeRate: 0)
        #expect(infinite.maximumProfit == .infinity)
        #expect(infinite.minimumProfit == 0)
        for (volatility, time) in [(5, 0.25), (50, 0.25), (1e5, 0.25), (1e300, 0.25), (1e300, 1e300)] {
            let profile = try HorizonProfile(
                expiring: [call(.short, 100, 2)],
                surviving: [surviving(call(.long, 100, 3), time: time, volatility: volatility)], riskFreeRate: 0)
            // Without rates a call at the money is worth S (2 N(v/2) − 1), v = σ√T.
            let expected = 1e4 * erf(volatility * time.squareRoot() / 2 / 2.0.squareRoot()) - 100
            #expect(abs(try #require(profile.maximumProfit) - expected) < 1e-8)
            #expect(abs(try profile.profit(at: 100) - expected) < 1e-8)
        }
    }

    @Test("contracts that almost cancel, to one part in ten thousand million")
    func almostCancelling() throws {
        let legs = try [
            surviving(call(.long, 95, 8), volatility: 0.2), surviving(put(.short, 95, 3), volatility: 0.2 + 2e-11),
            surviving(call(.short, 105, 3), volatility: 0.2), surviving(put(.long, 105, 8.1), volatility: 0.2 + 4e-11),
        ]
        let profile = try HorizonProfile(expiring: [], surviving: legs, riskFreeRate: 0.03)
        #expect(profile.isCertified)
        // A box is worth the discounted distance of its strikes; the rest is vega times the differences.
        let value = 1000 * exp(-0.03 * 0.25) - 1010
        #expect(abs(try #require(profile.maximumProfit) - value) < 1e-7)
        #expect(abs(try #require(profile.minimumProfit) - value) < 1e-7)
    }

    @Test("ten thousand legs")
    func manyLegs() throws {
        var generator = SeededGenerator(seed: 7)
        func leg() throws -> Leg {
            let strike = generator.uniform(50, 150)
            let instrument: Leg.Instrument =
                Bool.random(using: &generator) ? .call(strikePrice: strike) : .put(strikePrice: strike)
            return try Leg(
                instrument, Bool.random(using: &generator) ? .long : .short, premium: generator.uniform(0, 20),
                quantity: 1, sharesPerContract: 100)
        }
        let profile = try HorizonProfile(
            expiring: (0..<1_000).map { _ in try leg() },
            surviving: (0..<9_000).map { _ in
                try surviving(leg(), time: generator.uniform(0.05, 2), volatility: generator.uniform(0.1, 0.6))
            },
            riskFreeRate: 0.03)
        #expect(profile.isCertified)
        let prices = (0..<64).map { exp(Double($0) / 64 * log(1000.0)) }
        let profits = try profile.profits(at: prices)
        let roots = profile.breakEvenPoints
        for index in prices.indices.dropFirst() where profits[index - 1] * profits[index] < 0 {
            #expect(roots.contains { prices[index - 1] < $0 && $0 < prices[index] })
        }
        #expect(throws: StrategyError.self) {
            try HorizonProfile(
                expiring: (0..<10_001).map { _ in try leg() }, surviving: [], riskFreeRate: 0)
        }
    }

    @Test("name the first parameter outside its domain")
    func domains() throws {
        let option = try call(.long, 100, 1)
        #expect(throws: StrategyError("type", .optionForLaterExpiration)) {
            let shares = try PricedLeg(shares: .stock(.long, entryPrice: 1, quantity: 1))
            return try HorizonProfile(expiring: [], surviving: [shares], riskFreeRate: 0)
        }
        #expect(throws: StrategyError("timeToExpiration", .positive, .number(0))) {
            let expired = try PricedLeg(option, timeToExpiration: 0, volatility: 1)
            return try HorizonProfile(expiring: [], surviving: [expired], riskFreeRate: 0)
        }
        #expect(throws: StrategyError("timeToExpiration", .nonNegative, .number(.infinity))) {
            try PricedLeg(option, timeToExpiration: .infinity, volatility: -1)
        }
        #expect(throws: StrategyError("volatility", .nonNegative, .number(-1))) {
            try PricedLeg(option, timeToExpiration: 1, volatility: -1)
        }
        let leg = try surviving(option)
        #expect(throws: StrategyError("riskFreeRate", .finite, .number(.infinity))) {
            try HorizonProfile(expiring: [], surviving: [leg], riskFreeRate: .infinity)
        }
        #expect(throws: StrategyError("dividendYield", .finite, .number(-.infinity))) {
            try HorizonProfile(expiring: [], surviving: [leg], riskFreeRate: 0, dividendYield: -.infinity)
        }
        for rate in [-4_000.0, 4_000] {
            #expect(throws: StrategyError("riskFreeRate", .representableDiscount)) {
                try HorizonProfile(expiring: [], surviving: [leg], riskFreeRate: rate)
            }
            #expect(throws: StrategyError("dividendYield", .representableDiscount)) {
                try HorizonProfile(expiring: [], surviving: [leg], riskFreeRate: 0, dividendYield: rate)
            }
        }
        #expect(throws: StrategyError("legs", .count(1...10_000, .legs), .count(0))) {
            try HorizonProfile(expiring: [], surviving: [], riskFreeRate: 0)
        }
        let profile = try HorizonProfile(expiring: [], surviving: [leg], riskFreeRate: 0)
        for price in [-1, -.infinity, .infinity, .nan] as [Double] {
            #expect(throws: StrategyError.self) { try profile.profit(at: price) }
            #expect(throws: StrategyError.self) { try profile.profits(at: [1, price]) }
            #expect(throws: StrategyError.self) { try profile.curve(around: price) }
        }
        #expect(throws: StrategyError("currentPrice", .positive, .number(0))) { try profile.curve(around: 0) }
        #expect(throws: StrategyError("stockPrice", .nonNegative, .number(-1))) {
            try profile.curve(over: -1...1, points: 5)
        }
        #expect(throws: StrategyError("points", .integer(2...100_000), .count(1))) {
            try profile.curve(over: 1...2, points: 1)
        }
        #expect(throws: StrategyError.self) { try profile.levelCrossings(at: .nan) }
    }
}
