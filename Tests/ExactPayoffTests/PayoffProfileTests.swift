import ExactPayoff
import Testing
import _TestSupport

@Suite("Payoff profile")
struct PayoffProfileTests {
    @Test("the documented long call")
    func longCall() throws {
        let profile = try PayoffProfile([.call(.long, strikePrice: 165, premium: 9.25, quantity: 1)])
        #expect(profile.netCost == 925)
        #expect(profile.maximumProfit == nil)
        #expect(profile.maximumProfitIntervals.isEmpty)
        #expect(profile.minimumProfit == -925)
        #expect(profile.minimumProfitIntervals == [PriceInterval(lower: 0, upper: 165)])
        #expect(profile.breakEvenPoints == [174.25])
        #expect(profile.strikePrices == [165])
        #expect(try profile.profit(at: 200) == 2575)
        #expect(try profile.profit(at: 0) == -925)
    }

    @Test("binary rounding errors neither create nor hide a break-even")
    func noise() throws {
        // 1.1 + 2.2 − 3.3 is 4.4e-16 in doubles.
        let cancelling = try PayoffProfile([
            .call(.long, strikePrice: 100, premium: 1.1, quantity: 1),
            .call(.long, strikePrice: 100, premium: 2.2, quantity: 1),
            .call(.short, strikePrice: 100, premium: 3.3, quantity: 1),
            .call(.short, strikePrice: 100, premium: 0, quantity: 1),
        ])
        #expect(cancelling.netCost == 0)
        #expect(cancelling.zeroProfitIntervals == [PriceInterval(lower: 0, upper: .infinity)])
        #expect(cancelling.breakEvenPoints == [0])

        let computed = 0.1 + 0.2
        #expect(computed != 0.3)
        let sum = try PayoffProfile([
            .put(.long, strikePrice: 50, premium: computed, quantity: 1),
            .put(.short, strikePrice: 50, premium: 0.3, quantity: 1),
        ])
        #expect(sum.netCost == 0)
        #expect(sum.breakEvenPoints == [0])
    }

    @Test("a butterfly whose top touches zero has one break-even")
    func touchingButterfly() throws {
        let profile = try PayoffProfile([
            .call(.long, strikePrice: 95, premium: 7.1, quantity: 1),
            .call(.short, strikePrice: 100, premium: 2.3, quantity: 2),
            .call(.long, strikePrice: 105, premium: 2.5, quantity: 1),
        ])
        #expect(profile.breakEvenPoints == [100])
        #expect(profile.zeroProfitIntervals == [PriceInterval(lower: 100, upper: 100)])
        #expect(profile.maximumProfit == 0)
        #expect(profile.maximumProfitIntervals == [PriceInterval(lower: 100, upper: 100)])
        #expect(profile.minimumProfit == -500)
        #expect(
            profile.minimumProfitIntervals
                == [PriceInterval(lower: 0, upper: 95), PriceInterval(lower: 105, upper: .infinity)])
    }

    @Test("a box has no break-even")
    func box() throws {
        let profile = try PayoffProfile([
            .call(.long, strikePrice: 50, premium: 3, quantity: 1),
            .call(.short, strikePrice: 55, premium: 1, quantity: 1),
            .put(.long, strikePrice: 55, premium: 4, quantity: 1),
            .put(.short, strikePrice: 50, premium: 1.5, quantity: 1),
        ])
        #expect(profile.breakEvenPoints.isEmpty)
        #expect(profile.maximumProfit == 50)
        #expect(profile.minimumProfit == 50)
    }

    @Test("a zero-cost collar that is flat at zero has the ends of the stretch")
    func flatCollar() throws {
        let profile = try PayoffProfile([
            .put(.long, strikePrice: 90, premium: 2.5, quantity: 1),
            .call(.short, strikePrice: 110, premium: 2.5, quantity: 1),
        ])
        #expect(profile.breakEvenPoints == [90, 110])
        #expect(profile.zeroProfitIntervals == [PriceInterval(lower: 90, upper: 110)])
        #expect(profile.maximumProfit == 9000)
        #expect(profile.minimumProfit == nil)
    }

    @Test("an infinite stretch of zeros contributes only its start")
    func flatToInfinity() throws {
        let profile = try PayoffProfile([.put(.long, strikePrice: 90, premium: 0, quantity: 1)])
        #expect(profile.breakEvenPoints == [90])
        #expect(profile.zeroProfitIntervals == [PriceInterval(lower: 90, upper: .infinity)])
    }

    @Test("a zero at the price 0 is a break-even")
    func zeroAtZero() throws {
        let profile = try PayoffProfile([.stock(.long, entryPrice: 0, quantity: 1)])
        #expect(profile.breakEvenPoints == [0])
    }

    @Test("shares in every extreme of quantity stay exact")
    func largestQuantity() throws {
        let legs = try (0..<10_000).map { index throws(StrategyError) in
            try Leg(
                .call(strikePrice: 100 + Double(index) / 100), .long, premium: 0.01, quantity: 1_000_000_000,
                sharesPerContract: 1_000_000)
        }
        let profile = try PayoffProfile(legs)
        // 10⁴ legs × 10¹⁵ shares × 0.01
        #expect(profile.netCost == 1e17)
        #expect(profile.minimumProfit == -1e17)
        // The sum over the first k legs of (S − 100 − i/100) is 100 at: k legs in the money, S = 100 + x/100,
        // Σ (x − i) = 10⁴ ⇒ x = 10⁴/k + (k − 1)/2 with k − 1 < x ≤ k: k = 141.
        let cents: Double = 10_000.0 / 141 + 70
        #expect(profile.breakEvenPoints.count == 1)
        #expect(ulps(profile.breakEvenPoints[0], 100 + cents / 100) <= 1)
    }

    @Test("strikes and premiums 600 powers of ten apart")
    func wide() throws {
        let least = Double.leastNonzeroMagnitude
        let profile = try PayoffProfile([
            .call(.long, strikePrice: 1e300, premium: least, quantity: 1, sharesPerContract: 1)
        ])
        #expect(profile.netCost == least)
        #expect(profile.minimumProfit == -least)
        #expect(profile.breakEvenPoints == [1e300])
        let cancelled = try PayoffProfile([
            .call(.long, strikePrice: 1e300, premium: least, quantity: 1, sharesPerContract: 1),
            .call(.short, strikePrice: 1e300, premium: least, quantity: 1, sharesPerContract: 1),
        ])
        #expect(cancelled.breakEvenPoints == [0])
    }

    @Test("premiums far above every price", arguments: [1e6, 1e15, 1e20, 1e30, 1e300])
    func premiums(premium: Double) throws {
        let profile = try PayoffProfile([
            .call(.short, strikePrice: 1, premium: premium, quantity: 1, sharesPerContract: 1),
            .put(.long, strikePrice: 0.001, premium: 0, quantity: 1_000_000_000, sharesPerContract: 1_000_000),
        ])
        #expect(profile.netCost == -premium)
        #expect(try profile.profit(at: 1) == premium)
        let curve = try profile.curve(around: 1)
        #expect(curve.contains(.init(stockPrice: 1, profitLoss: premium)))
    }

    @Test("a result beyond the range of Double is infinite")
    func overflow() throws {
        let profile = try PayoffProfile([.put(.long, strikePrice: 1e308, premium: 0, quantity: 1)])
        #expect(profile.maximumProfit == .infinity)
        let far = try PayoffProfile([.call(.long, strikePrice: 1.7e308, premium: 1e308, quantity: 1)])
        #expect(far.breakEvenPoints == [.infinity])
    }

    @Test("the number of legs has bounds")
    func legCount() throws {
        let leg = try Leg.call(.long, strikePrice: 1, premium: 1, quantity: 1)
        #expect(throws: StrategyError("legs", .count(1...10_000, .legs), .count(0))) { try PayoffProfile([]) }
        #expect(throws: StrategyError("legs", .count(1...10_000, .legs), .count(10_001))) {
            try PayoffProfile([Leg](repeating: leg, count: 10_001))
        }
    }

    @Test("an invalid price is rejected", arguments: [-1, -.infinity, .infinity, .nan] as [Double])
    func prices(price: Double) throws {
        let profile = try PayoffProfile([.call(.long, strikePrice: 1, premium: 1, quantity: 1)])
        #expect(throws: StrategyError.self) { try profile.profit(at: price) }
        #expect(throws: StrategyError.self) { try profile.curve(around: price) }
    }
}

@Suite("Legs")
struct LegTests {
    @Test("name the first parameter outside its domain")
    func domains() {
        #expect(throws: StrategyError("strikePrice", .positive, .number(0))) {
            try Leg.call(.long, strikePrice: 0, premium: -1, quantity: 0)
        }
        #expect(throws: StrategyError("strikePrice", .positive, .number(.infinity))) {
            try Leg.put(.long, strikePrice: .infinity, premium: 1, quantity: 1)
        }
        #expect(throws: StrategyError("premium", .nonNegative, .number(-1))) {
            try Leg.put(.short, strikePrice: 1, premium: -1, quantity: 1)
        }
        #expect(throws: StrategyError.self) { try Leg.stock(.long, entryPrice: .nan, quantity: 1) }
        #expect(throws: StrategyError("quantity", .integer(1...1_000_000_000), .count(0))) {
            try Leg.stock(.long, entryPrice: 1, quantity: 0)
        }
        #expect(throws: StrategyError("sharesPerContract", .integer(1...1_000_000), .count(1_000_001))) {
            try Leg.call(.long, strikePrice: 1, premium: 1, quantity: 1, sharesPerContract: 1_000_001)
        }
    }

    @Test("options have 100 shares, stock 1, by default")
    func defaults() throws {
        #expect(try Leg.call(.long, strikePrice: 1, premium: 1, quantity: 1).sharesPerContract == 100)
        #expect(try Leg.put(.long, strikePrice: 1, premium: 1, quantity: 1).sharesPerContract == 100)
        #expect(try Leg.stock(.long, entryPrice: 1, quantity: 1).sharesPerContract == 1)
    }
}
