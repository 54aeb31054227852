import OptionPricing
import Testing
import _TestSupport

/// American options as users value them. `OptionKernelsTests` compares the kernel with the reference tables.
@Suite("American options")
struct AmericanOptionTests {
    private func option(
        _ kind: OptionKind, spot: Double, strike: Double = 100, time: Double = 1, rate: Double = 0.05,
        yield: Double = 0,
        exercise: ExerciseStyle = .american
    ) throws -> ModelledOption {
        try ModelledOption(
            kind, spot: spot, strike: strike, timeToExpiration: time, riskFreeRate: rate, dividendYield: yield,
            exercise: exercise)
    }

    /// Random options of ordinary terms, with volatilities.
    private func randomOptions(_ count: Int, seed: UInt64) throws -> [(option: ModelledOption, volatility: Double)] {
        var random = SeededGenerator(seed: seed)
        return try (0..<count).map { _ in
            func uniform(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
            let kind: OptionKind = Bool.random(using: &random) ? .call : .put
            let option = try option(
                kind, spot: uniform(60...160), time: uniform(0.05...3), rate: uniform(0...0.12),
                yield: uniform(0...0.12))
            return (option, uniform(0.08...0.8))
        }
    }

    // MARK: Laws

    @Test("a call without dividends and a put without interest are European to the last digit")
    func neverExercised() throws {
        for (kind, rate, yield) in [
            (OptionKind.call, 0.05, 0.0), (.call, 0.05, -0.02), (.call, -0.01, -0.02), (.put, 0, 0), (.put, 0, 0.03),
            (.put, -0.02, 0.01), (.put, -0.02, -0.01),
        ] {
            for time in [0.3, 40] {
                let american = try option(kind, spot: 95, time: time, rate: rate, yield: yield)
                let european = try option(kind, spot: 95, time: time, rate: rate, yield: yield, exercise: .european)
                #expect(try american.price(volatility: 0.3) == european.price(volatility: 0.3))
                #expect(try american.allGreeks(volatility: 0.3) == european.allGreeks(volatility: 0.3))
                #expect(try american.veta(volatility: 0.3) == european.veta(volatility: 0.3))
                #expect(try american.impliedVolatility(price: 20) == european.impliedVolatility(price: 20))
                let exercise = try #require(try american.earlyExercise(volatility: 0.3))
                #expect(exercise.premium == 0 && !exercise.isOptimalNow)
                #expect(exercise.boundary == nil && exercise.secondBoundary == nil)
            }
        }
    }

    @Test("a put is a call with spot and strike, and rate and yield, exchanged")
    func symmetry() throws {
        for (option, volatility) in try randomOptions(200, seed: 3) where option.kind == .put {
            let market = option.market
            let call = try ModelledOption(
                .call, spot: option.strike, strike: market.underlyingPrice, timeToExpiration: option.timeToExpiration,
                riskFreeRate: market.dividendYield, dividendYield: market.riskFreeRate, exercise: .american)
            let scale = max(option.strike, market.underlyingPrice)
            #expect(try abs(option.price(volatility: volatility) - call.price(volatility: volatility)) <= 2e-7 * scale)
        }
    }

    @Test("the price is at least the payoff and the European price, and the premium is their difference")
    func bounds() throws {
        for (option, volatility) in try randomOptions(300, seed: 5) {
            let price = try option.price(volatility: volatility)
            let terms = try OptionTerms(option.kind, strike: option.strike, timeToExpiration: option.timeToExpiration)
            let european = try ModelledOption(terms, in: option.market).price(volatility: volatility)
            let sign: Double = option.kind == .call ? 1 : -1
            let payoff = max(sign * (option.market.underlyingPrice - option.strike), 0)
            #expect(price >= european && price >= payoff)
            let exercise = try #require(try option.earlyExercise(volatility: volatility))
            #expect(exercise.premium == price - european)
            #expect(exercise.isOptimalNow == (price == payoff && payoff > 0))
        }
    }

    @Test("the boundary separates exercise from waiting")
    func boundary() throws {
        var found = 0
        for (random, volatility) in try randomOptions(200, seed: 7) {
            guard let boundary = try random.earlyExercise(volatility: volatility)?.boundary else { continue }
            found += 1
            let market = random.market
            func at(_ spot: Double) throws -> EarlyExercise {
                let moved = try option(
                    random.kind, spot: spot, time: random.timeToExpiration, rate: market.riskFreeRate,
                    yield: market.dividendYield)
                return try #require(try moved.earlyExercise(volatility: volatility))
            }
            let inside = random.kind == .call ? 1 + 1e-9 : 1 - 1e-9
            #expect(try at(boundary * inside).isOptimalNow, "\(random) \(volatility) \(boundary)")
            #expect(try !at(boundary / inside).isOptimalNow)
            // Smooth pasting: the price leaves the payoff with its slope.
            let outside = boundary / (random.kind == .call ? 1.0001 : 0.9999)
            let near = try option(
                random.kind, spot: outside, time: random.timeToExpiration, rate: market.riskFreeRate,
                yield: market.dividendYield)
            let sign: Double = random.kind == .call ? 1 : -1
            #expect(try abs(near.greeks(volatility: volatility).delta - sign) <= 0.02)
        }
        #expect(found > 150)
    }

    @Test("prices do not depend on the unit of money", arguments: [0x1p-40, 0x1p-3, 0x1p50, 0x1p600])
    func units(unit: Double) throws {
        for (option, volatility) in try randomOptions(50, seed: 9) {
            let market = option.market
            let scaled = try ModelledOption(
                option.kind, spot: market.underlyingPrice * unit, strike: option.strike * unit,
                timeToExpiration: option.timeToExpiration, riskFreeRate: market.riskFreeRate,
                dividendYield: market.dividendYield, exercise: .american)
            let (greeks, found) = try (option.greeks(volatility: volatility), scaled.greeks(volatility: volatility))
            #expect(found.price == greeks.price * unit && found.delta == greeks.delta)
            #expect(found.gamma == greeks.gamma / unit && found.vega == greeks.vega * unit)
        }
    }

    // MARK: Greeks

    @Test("greeks are the differences of prices")
    func differences() throws {
        for (base, volatility) in try randomOptions(60, seed: 11) {
            let market = base.market
            func price(
                spot: Double = 0, time: Double = 0, volatility shift: Double = 0, rate: Double = 0, yield: Double = 0,
                strike: Double = 0
            ) throws -> Double {
                try option(
                    base.kind, spot: market.underlyingPrice + spot, strike: base.strike + strike,
                    time: base.timeToExpiration + time, rate: market.riskFreeRate + rate,
                    yield: market.dividendYield + yield
                ).price(volatility: volatility + shift)
            }
            let boundary = try base.earlyExercise(volatility: volatility)?.boundary
            // Differences across the boundary are those of no derivative.
            if let boundary, abs(boundary / market.underlyingPrice - 1) < 0.05 { continue }
            let (greeks, higher) = try base.allGreeks(volatility: volatility)
            #expect(try abs(greeks.delta - (price(spot: 0.2) - price(spot: -0.2)) / 0.4) <= 5e-4)
            #expect(try abs(greeks.vega - (price(volatility: 2e-3) - price(volatility: -2e-3)) / 4e-3) <= 0.05)
            #expect(try abs(greeks.rho - (price(rate: 1e-3) - price(rate: -1e-3)) / 2e-3) <= 0.2)
            #expect(try abs(higher.epsilon - (price(yield: 1e-3) - price(yield: -1e-3)) / 2e-3) <= 0.2)
            #expect(try abs(-greeks.theta - (price(time: 1e-3) - price(time: -1e-3)) / 2e-3) <= 0.05)
            #expect(try abs(higher.dualDelta - (price(strike: 0.2) - price(strike: -0.2)) / 0.4) <= 5e-4)
        }
    }

    @Test("vanna, vomma, charm and veta are the differences of greeks")
    func higherDifferences() throws {
        for (base, volatility) in try randomOptions(40, seed: 13) {
            let (greeks, higher) = try base.allGreeks(volatility: volatility)
            if greeks.gamma == 0 { continue }
            let market = base.market
            func moved(_ volatility: Double, time: Double = 0) throws -> Greeks {
                try option(
                    base.kind, spot: market.underlyingPrice, time: base.timeToExpiration + time,
                    rate: market.riskFreeRate, yield: market.dividendYield
                ).greeks(volatility: volatility)
            }
            let (low, high) = try (moved(volatility - 2e-3), moved(volatility + 2e-3))
            // Next to the boundary, the differences of delta jump.
            if low.gamma == 0 || high.gamma == 0 { continue }
            let (early, late) = try (moved(volatility, time: -2e-3), moved(volatility, time: 2e-3))
            let vanna = (high.delta - low.delta) / 4e-3
            let vomma = (high.vega - low.vega) / 4e-3
            let charm = (early.delta - late.delta) / 4e-3
            let veta = (early.vega - late.vega) / 4e-3
            #expect(abs(higher.vanna - vanna) <= 2e-2 * (1 + abs(vanna)))
            #expect(abs(higher.vomma - vomma) <= 2e-2 * (10 + abs(vomma)))
            #expect(abs(higher.charm - charm) <= 2e-2 * (1 + abs(charm)))
            let found = try base.veta(volatility: volatility)
            #expect(abs(found - veta) <= 2e-2 * (10 + abs(veta)))
        }
    }

    @Test("columns have the same bits as single options")
    func columns() throws {
        let options = try randomOptions(300, seed: 15)
        let kinds = options.map(\.option.kind)
        let spots = options.map(\.option.market.underlyingPrice)
        let strikes = options.map(\.option.strike)
        let times = options.map(\.option.timeToExpiration)
        let rates = options.map(\.option.market.riskFreeRate)
        let yields = options.map(\.option.market.dividendYield)
        let volatilities = options.map(\.volatility)
        var evaluator = OptionEvaluator()
        for selection in GreekSelection.allCases {
            var columns = GreekColumns(selection, count: options.count)
            let refusals = evaluator.evaluate(
                OptionColumns(
                    kinds: .each(kinds.span), spots: .each(spots.span), strikes: .each(strikes.span),
                    timesToExpiration: .each(times.span), riskFreeRates: .each(rates.span),
                    dividendYields: .each(yields.span), exercises: .same(.american)),
                volatilities: .each(volatilities.span), into: &columns)
            #expect(refusals.isEmpty)
            for (index, (option, volatility)) in options.enumerated() {
                #expect(try columns[.price, index] == option.price(volatility: volatility))
                if selection == .price { continue }
                let greeks = try option.greeks(volatility: volatility)
                #expect(columns[.delta, index] == greeks.delta && columns[.gamma, index] == greeks.gamma)
                #expect(columns[.theta, index] == greeks.theta && columns[.vega, index] == greeks.vega)
                #expect(columns[.rho, index] == greeks.rho)
            }
        }
    }

    @Test("between two boundaries, at negative rates, greeks are the differences of prices")
    func twoBoundaries() throws {
        func put(_ spot: Double, time: Double = 1, rate: Double = -0.01) throws -> ModelledOption {
            try option(.put, spot: spot, time: time, rate: rate, yield: -0.04)
        }
        let exercise = try #require(try put(100).earlyExercise(volatility: 0.1))
        let (upper, lower) = try (#require(exercise.boundary), #require(exercise.secondBoundary))
        #expect(25 < lower && lower < upper && upper < 100)
        let middle = (lower * upper).squareRoot()
        let exercised = Greeks(price: 100 - middle, delta: -1, gamma: 0, theta: 0, vega: 0, rho: 0)
        #expect(try put(middle).greeks(volatility: 0.1) == exercised)
        #expect(try #require(try put(middle).earlyExercise(volatility: 0.1)).isOptimalNow)
        for spot in [upper * 1.05, 100, 110, lower * 0.9] {
            let greeks = try put(spot).greeks(volatility: 0.1)
            #expect(greeks.price > 100 - spot)
            let delta = try (put(spot + 0.1).price(volatility: 0.1) - put(spot - 0.1).price(volatility: 0.1)) / 0.2
            #expect(abs(greeks.delta - delta) <= 1e-4)
            let rho =
                try (put(spot, rate: -0.0099).price(volatility: 0.1) - put(spot, rate: -0.0101).price(volatility: 0.1))
                / 2e-4
            #expect(abs(greeks.rho - rho) <= 0.5)
            #expect(try put(spot, time: 1.001).price(volatility: 0.1) >= greeks.price - 1e-4)
        }
    }

    // MARK: Forwards

    @Test("on a forward, the yield changes with the rate")
    func forward() throws {
        for kind in [OptionKind.call, .put] {
            func option(_ rate: Double) throws -> ModelledOption {
                try ModelledOption(
                    kind, forward: 105, strike: 100, timeToExpiration: 0.75, riskFreeRate: rate, exercise: .american)
            }
            let spot = try self.option(kind, spot: 105, time: 0.75, rate: 0.08, yield: 0.08)
            let (greeks, higher) = try option(0.08).allGreeks(volatility: 0.25)
            let (expected, _) = try spot.allGreeks(volatility: 0.25)
            #expect(greeks.price == expected.price && greeks.delta == expected.delta && higher.epsilon == 0)
            let (low, high) = try (option(0.078).price(volatility: 0.25), option(0.082).price(volatility: 0.25))
            #expect(abs(greeks.rho - (high - low) / 0.004) <= 1e-2)
            #expect(try option(0.08).greeks(volatility: 0.25).rho == greeks.rho)
            #expect(try option(0).price(volatility: 0.25) == Self.black76(kind))
        }
    }

    private static func black76(_ kind: OptionKind) throws -> Double {
        try ModelledOption(kind, forward: 105, strike: 100, timeToExpiration: 0.75).price(volatility: 0.25)
    }

    // MARK: Limits

    @Test("without volatility, the holder exercises at the best time")
    func certainPath() throws {
        // Now: interest on the strike is lost by waiting.
        let now = try option(.put, spot: 90)
        #expect(try now.greeks(volatility: 0) == Greeks(price: 10, delta: -1, gamma: 0, theta: 0, vega: 0, rho: 0))
        #expect(try #require(try now.earlyExercise(volatility: 0)).boundary == 100)
        // At the expiration: the yield is above the rate.
        let last = try option(.put, spot: 100, yield: 0.2)
        let european = try option(.put, spot: 100, yield: 0.2, exercise: .european)
        #expect(try abs(last.price(volatility: 0) - european.price(volatility: 0)) <= 1e-12)
        #expect(try #require(try last.earlyExercise(volatility: 0)).boundary == 25)
        // Between, where e^(0.1 t) = 0.15 · 90 / (0.05 · 100): e^(−0.15 t) and e^(−0.05 t) are 0.2256… and 0.6086…
        let between = try option(.call, spot: 90, time: 20, rate: 0.05, yield: -0.05)
        #expect(try between.price(volatility: 0) > 0)
        for (spot, kind) in [(90.0, OptionKind.put), (120, .call), (110, .call)] {
            for yield in [0, 0.03, 0.12] {
                let option = try option(kind, spot: spot, yield: yield)
                let (limit, least) = try (option.price(volatility: 0), option.price(volatility: 0.001))
                #expect(abs(limit - least) <= 0.001 * 100)
            }
        }
    }

    @Test("without time, it is worth its payoff")
    func expired() throws {
        for (spot, kind) in [(90.0, OptionKind.put), (110, .call)] {
            let option = try option(kind, spot: spot, time: 0)
            #expect(try option.price(volatility: 0.2) == 10)
            if kind == .put {
                let expected = Greeks(price: 10, delta: -1, gamma: 0, theta: 0, vega: 0, rho: 0)
                #expect(try option.greeks(volatility: 0.2) == expected)
            }
            let exercise = try #require(try option.earlyExercise(volatility: 0.2))
            #expect(exercise.premium == 0 && exercise.isOptimalNow && exercise.boundary == 100)
        }
        #expect(try option(.put, spot: 110, time: 0).price(volatility: 0.2) == 0)
        #expect(try !#require(try option(.put, spot: 110, time: 0).earlyExercise(volatility: 0.2)).isOptimalNow)
    }

    @Test("a second before the expiration and far from the strike, it is worth its payoff or its European value")
    func beyondTheKernel() throws {
        for (spot, time) in [(99.99, 1e-9), (100.01, 1e-9), (1e-9, 1.0), (1e14, 1)] {
            let american = try option(.put, spot: spot, time: time)
            let european = try option(.put, spot: spot, time: time, exercise: .european)
            let expected = try max(european.price(volatility: 0.2), 100 - spot)
            #expect(try abs(american.price(volatility: 0.2) - expected) <= 2e-7 * max(spot, 100))
        }
    }

    @Test("an input outside the domain is refused by name")
    func domain() throws {
        let put = try option(.put, spot: 100)
        func refusal(_ parameter: PricingError.Parameter, _ value: Double, _ range: ClosedRange<Double>) -> PricingError
        {
            .outsideRange(parameter, value, range, .americanExercise)
        }
        for volatility in [1e-4, 12] {
            #expect(throws: refusal(.volatility, volatility, 0.001...10)) { try put.price(volatility: volatility) }
            #expect(throws: refusal(.volatility, volatility, 0.001...10)) {
                try put.earlyExercise(volatility: volatility)
            }
        }
        #expect(throws: refusal(.timeToExpiration, 51, 0...50)) {
            try option(.put, spot: 100, time: 51).price(volatility: 0.2)
        }
        #expect(throws: refusal(.riskFreeRate, 1.5, -0.1...1)) {
            try option(.put, spot: 100, rate: 1.5).price(volatility: 0.2)
        }
        #expect(throws: refusal(.dividendYield, -0.2, -0.1...1)) {
            try option(.put, spot: 100, yield: -0.2).price(volatility: 0.2)
        }
        #expect(throws: PricingError.negative(.volatility, -1)) { try put.price(volatility: -1) }
        #expect(throws: PricingError.notSupported(.exercise)) { try put.withStrike(ofDelta: -0.5, volatility: 0.2) }
    }

    // MARK: Implied volatility

    @Test("the price at the implied volatility is the price")
    func impliedVolatility() throws {
        var found = 0
        for (option, volatility) in try randomOptions(200, seed: 17) {
            let greeks = try option.greeks(volatility: volatility)
            if greeks.vega < 1 { continue }
            found += 1
            guard case .volatility(let implied) = try option.impliedVolatility(price: greeks.price) else {
                Issue.record("no volatility for \(option) at \(volatility)")
                continue
            }
            #expect(abs(implied - volatility) <= 1e-4)
            #expect(try abs(option.price(volatility: implied) - greeks.price) <= 4e-7 * max(option.strike, 160))
        }
        #expect(found > 120)
    }

    @Test("a price that no volatility explains has a status")
    func statuses() throws {
        let put = try option(.put, spot: 80)
        #expect(try put.impliedVolatility(price: 19) == .belowIntrinsic)
        #expect(try put.impliedVolatility(price: 20) == .notDeterminable)
        #expect(try put.impliedVolatility(price: 100) == .aboveMaximum)
        let call = try option(.call, spot: 120, yield: 0.04)
        #expect(try call.impliedVolatility(price: 19) == .belowIntrinsic)
        #expect(try call.impliedVolatility(price: 120) == .aboveMaximum)
        // Beyond the largest volatility of the domain.
        #expect(try put.impliedVolatility(price: 99.9999999) == .notDeterminable)
        #expect(throws: PricingError.negative(.price, -1)) { try put.impliedVolatility(price: -1) }
        let long = try option(.put, spot: 80, time: 60)
        #expect(throws: PricingError.outsideRange(.timeToExpiration, 60, 0...50, .americanExercise)) {
            try long.impliedVolatility(price: 30)
        }
    }

    /// The prices of a curve share a boundary, and have the digits of options alone. A European put has those of its own kernel.
    @Test(
        "curves", arguments: [OptionKind.call, .put],
        [(0.05, 0.02), (0.02, 0.05), (-0.03, -0.06), (0, 0), (-0.06, -0.03)])
    func curve(kind: OptionKind, carry: (rate: Double, yield: Double)) throws {
        let spots = (1...60).map { 4 * Double($0) }
        let market = try OptionMarket(spot: 100, riskFreeRate: carry.rate, dividendYield: carry.yield)
        var columns = GreekColumns(.greeks, count: spots.count)
        var evaluator = OptionEvaluator()
        let refusals = evaluator.evaluate(
            OptionColumns(
                kinds: .same(kind), strikes: .same(100), timesToExpiration: .same(0.7), in: market,
                underlyingPrices: .each(spots.span), exercises: .same(.american)),
            volatilities: .same(0.3), into: &columns)
        #expect(refusals == [])
        let terms = try OptionTerms(kind, strike: 100, timeToExpiration: 0.7, exercise: .american)
        for (index, spot) in spots.enumerated() {
            let market = try OptionMarket(spot: spot, riskFreeRate: carry.rate, dividendYield: carry.yield)
            let greeks = try ModelledOption(terms, in: market).greeks(volatility: 0.3)
            #expect(columns[.price, index] == greeks.price)
            #expect(columns[.delta, index] == greeks.delta)
            #expect(columns[.rho, index] == greeks.rho)
        }
    }
}
