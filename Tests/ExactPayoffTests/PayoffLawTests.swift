import ExactPayoff
import Testing
import _StrategySamples
import _TestSupport

@Suite("Payoff profile over random strategies")
struct PayoffLawTests {
    private func forEachStrategy(
        seed: UInt64, count: Int = 1_000, _ body: ([CentLeg], inout StrategyGenerator) throws -> Void
    ) rethrows {
        var generator = StrategyGenerator(random: SeededGenerator(seed: seed))
        for _ in 0..<count {
            let legs = generator.legs()
            try body(legs, &generator)
        }
    }

    private func profile(_ legs: [CentLeg]) throws -> PayoffProfile {
        try PayoffProfile(legs.map { try $0.leg() })
    }

    private func cents(_ fraction: Fraction) -> Double { (fraction / Fraction(100)).double }

    @Test("equals exact rational arithmetic, digit for digit")
    func equalsDefinition() throws {
        var flat = 0
        var without = 0
        try forEachStrategy(seed: 1, count: 5_000) { legs, generator in
            let exact = DefinedPayoff(legs: legs)
            let profile = try profile(legs)
            #expect(profile.netCost == cents(exact.netCost))
            #expect(profile.maximumProfit == exact.maximum.map(cents))
            #expect(profile.minimumProfit == exact.minimum.map(cents))
            #expect(profile.breakEvenPoints == exact.breakEvenPoints.map(cents), "\(legs)")
            for _ in 0..<3 {
                let price = Int.random(in: 0...30_000, using: &generator.random)
                #expect(try profile.profit(at: Double(price) / 100) == cents(exact.profit(at: Fraction(Int128(price)))))
            }
            flat += profile.zeroProfitIntervals.contains { $0.lower != $0.upper } ? 1 : 0
            without += profile.breakEvenPoints.isEmpty ? 1 : 0
        }
        // Verifies that the generator produces the rare cases.
        #expect(flat > 50)
        #expect(without > 50)
    }

    @Test("a leg and its opposite change nothing but the cost")
    func opposites() throws {
        try forEachStrategy(seed: 2) { legs, generator in
            let added = generator.legs(1)[0]
            var opposite = added
            opposite.isLong.toggle()
            let base = try profile(legs)
            let both = try profile(legs + [added, opposite])
            #expect(both.netCost == base.netCost)
            #expect(both.breakEvenPoints == base.breakEvenPoints)
            #expect(both.maximumProfit == base.maximumProfit)
            #expect(both.minimumProfit == base.minimumProfit)

            opposite.premium += 25
            let paid = try profile(legs + [added, opposite])
            let change = Fraction(Int128((added.isLong ? -25 : 25) * added.quantity * added.shares))
            let exact = DefinedPayoff(legs: legs)
            #expect(paid.netCost == cents(exact.netCost + change))
            #expect(paid.maximumProfit == exact.maximum.map { cents($0 - change) })
            #expect(paid.minimumProfit == exact.minimum.map { cents($0 - change) })
        }
    }

    @Test("scaling the quantity scales money and moves no break-even")
    func scaling() throws {
        try forEachStrategy(seed: 3) { legs, generator in
            let factor = Int.random(in: 2...1000, using: &generator.random)
            let scaled = legs.map { leg in
                var leg = leg
                leg.quantity *= factor
                return leg
            }
            let base = try profile(legs)
            let large = try profile(scaled)
            let exact = DefinedPayoff(legs: legs)
            #expect(large.breakEvenPoints == base.breakEvenPoints)
            #expect(large.zeroProfitIntervals == base.zeroProfitIntervals)
            #expect(large.netCost == cents(exact.netCost * Fraction(Int128(factor))))
            #expect(large.maximumProfit == exact.maximum.map { cents($0 * Fraction(Int128(factor))) })
            #expect(large.minimumProfit == exact.minimum.map { cents($0 * Fraction(Int128(factor))) })
        }
    }

    @Test("splitting a leg, and the order of the legs, change nothing")
    func splitting() throws {
        try forEachStrategy(seed: 4) { legs, generator in
            var split: [CentLeg] = []
            for leg in legs {
                var part = leg
                part.quantity = 1
                split += [CentLeg](repeating: part, count: leg.quantity)
            }
            split.shuffle(using: &generator.random)
            let base = try profile(legs)
            let other = try profile(split)
            #expect(other.netCost == base.netCost)
            #expect(other.zeroProfitIntervals == base.zeroProfitIntervals)
            #expect(other.maximumProfit == base.maximumProfit)
            #expect(other.maximumProfitIntervals == base.maximumProfitIntervals)
            #expect(other.minimumProfit == base.minimumProfit)
            #expect(other.minimumProfitIntervals == base.minimumProfitIntervals)
            #expect(try other.curve(around: 50) == base.curve(around: 50))
        }
    }

    @Test("maximum and minimum bound every point of the curve, and are attained in their intervals")
    func bounds() throws {
        try forEachStrategy(seed: 5) { legs, generator in
            let profile = try profile(legs)
            let price = Double(Int.random(in: 1...30_000, using: &generator.random)) / 100
            let curve = try profile.curve(around: price)
            for (amount, places) in [
                (profile.maximumProfit, profile.maximumProfitIntervals),
                (profile.minimumProfit, profile.minimumProfitIntervals),
            ] {
                #expect(places.isEmpty == (amount == nil))
                for place in places {
                    #expect(try profile.profit(at: place.lower) == amount)
                    let upper = place.upper.isFinite ? place.upper : place.lower + 1e6
                    #expect(try profile.profit(at: upper) == amount)
                    #expect(try profile.profit(at: place.lower / 2 + upper / 2) == amount)
                }
            }
            let highest = profile.maximumProfit ?? .infinity
            let lowest = profile.minimumProfit ?? -.infinity
            #expect(curve.profitLosses.allSatisfy { lowest <= $0 && $0 <= highest })
        }
    }

    @Test(
        "prices in other units: the whole payoff times a power of ten", arguments: [-300, -150, -40, -12, 9, 30, 250])
    func units(exponent: Int) throws {
        try forEachStrategy(seed: 6, count: 60) { legs, _ in
            let base = try profile(legs)
            let scaled = try PayoffProfile(
                legs.map { leg throws(StrategyError) in
                    let strike = decimal(leg.strike, exponent - 2)
                    let instrument: Leg.Instrument =
                        switch leg.kind {
                        case .call: .call(strikePrice: strike)
                        case .put: .put(strikePrice: strike)
                        case .stock: .stock
                        }
                    return try Leg(
                        instrument, leg.isLong ? .long : .short, premium: decimal(leg.premium, exponent - 2),
                        quantity: leg.quantity, sharesPerContract: leg.shares)
                })
            func isEqual(_ value: Double?, _ base: Double?) -> Bool {
                guard let value, let base else { return (value == nil) == (base == nil) }
                // One rounding in `base`, one in its product.
                let expected = Double("\(base)e\(exponent)") ?? .nan
                return value == expected || ulps(value, expected) <= 2
            }
            #expect(isEqual(scaled.netCost, base.netCost))
            #expect(isEqual(scaled.maximumProfit, base.maximumProfit))
            #expect(isEqual(scaled.minimumProfit, base.minimumProfit))
            #expect(scaled.breakEvenPoints.count == base.breakEvenPoints.count)
            #expect(zip(scaled.breakEvenPoints, base.breakEvenPoints).allSatisfy { isEqual($0, $1) })
            let curve = try scaled.curve(around: decimal(50, exponent))
            let baseCurve = try base.curve(around: 50)
            #expect(curve.count == baseCurve.count)
            #expect(zip(curve.profitLosses, baseCurve.profitLosses).allSatisfy { isEqual($0, $1) })
        }
    }

    private func decimal(_ significand: Int, _ exponent: Int) -> Double {
        Double("\(significand)e\(exponent)") ?? .nan
    }
}
