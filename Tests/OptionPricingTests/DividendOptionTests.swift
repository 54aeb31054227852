import OptionPricing
import Testing
import _TestSupport

/// Options with dividends as users value them. `OptionKernelsTests` compares the kernel with the reference tables.
@Suite("Options with dividends")
struct DividendOptionTests {
    private func option(
        _ kind: OptionKind, spot: Double = 100, strike: Double = 100, time: Double = 1, rate: Double = 0.05,
        yield: Double = 0, _ dividends: [(time: Double, payment: DiscreteDividend.Payment)],
        exercise: ExerciseStyle = .american
    ) throws -> ModelledOption {
        let dividends = try dividends.map { try DiscreteDividend(timeToExDate: $0.time, $0.payment) }
        return try ModelledOption(
            OptionTerms(kind, strike: strike, timeToExpiration: time, exercise: exercise),
            in: OptionMarket(spot: spot, riskFreeRate: rate, dividendYield: yield, dividends: dividends))
    }

    /// The American price stands in `docs/american.md`; the European one is that of Haug, Haug and Lewis, "Back to Basics: A New Approach to
    /// the Discrete Dividend Problem", *Wilmott Magazine*, 2003.
    @Test("the published example")
    func published() throws {
        for (exercise, expected) in [(ExerciseStyle.european, 3.70749), (.american, 4.61189)] {
            let call = try option(
                .call, spot: 80, strike: 82, time: 1.0 / 3, rate: 0.06, [(0.25, .amount(4))], exercise: exercise)
            #expect(try abs(call.price(volatility: 0.3) - expected) <= 6e-6)
        }
    }

    /// With a negative yield, a call is exercised between two prices before an ex-date. Until the next one it is European, so that the prices
    /// follow from convolutions with the normal density alone: on splines through 20,000 nodes, with 801 points.
    @Test("calls at negative yields")
    func negativeYields() throws {
        let quarterly = (0..<10).map { (time: 0.10030643699815786 + 0.25 * Double($0), payment: amount(0.89)) }
        let call = try option(
            .call, spot: 328.5982644920816, time: 2.401523458100387, rate: 0.009171901388740371,
            yield: -0.0137616588553246, quarterly)
        #expect(try abs(call.price(volatility: 0.5292687527636343) - 237.954032896) <= 1e-5 * 328.6)
        let few = [
            (0.26502303132428745, 2.6683243124786107), (0.41869486994866717, 47.86668590279182),
            (0.5294661847069144, 25.212317772642802), (0.5980800878874154, 20.15800308722072),
        ].map { (time: $0.0, payment: amount($0.1)) }
        let deep = try option(
            .call, spot: 997.4182454814718, time: 0.598105842675682, rate: 0.05896320442984422,
            yield: -0.03588932263696487, few)
        #expect(try abs(deep.price(volatility: 1.71824659455764) - 914.529798) <= 1e-5 * 997.4)
        // A price above the spot is possible.
        let most = try option(.call, spot: 100, strike: 0.5, yield: -0.05, [(0.5, .amount(0.1))])
        let price = try most.price(volatility: 0.4)
        #expect(price > 100)
        #expect(try most.impliedVolatility(price: price).status == .notDeterminable)
    }

    private func amount(_ amount: Double) -> DiscreteDividend.Payment { .amount(amount) }

    /// A proportional dividend only scales the price, so the European option is one on S (1 − d).
    @Test("European options with proportions follow from those without", arguments: [OptionKind.call, .put])
    func proportions(kind: OptionKind) throws {
        for strike in [80.0, 100, 130] {
            let paying = try option(
                kind, strike: strike, [(0.3, .proportion(0.02)), (1, .proportion(0.03))], exercise: .european)
            let scaled = try ModelledOption(
                kind, spot: 100 * 0.98 * 0.97, strike: strike, timeToExpiration: 1, riskFreeRate: 0.05)
            let (found, expected) = try (paying.greeks(volatility: 0.25), scaled.greeks(volatility: 0.25))
            #expect(abs(found.price - expected.price) <= 1e-7 * max(100, strike))
            #expect(abs(found.delta - expected.delta * 0.98 * 0.97) <= 1e-4)
            #expect(abs(found.vega - expected.vega) <= 0.05)
        }
    }

    /// The mean of the price after all dividends is known unless it reaches 0.
    @Test("put-call parity of European options")
    func parity() throws {
        for strike in [70.0, 100, 140] {
            let dividends: [(Double, DiscreteDividend.Payment)] = [
                (0.2, .amount(1)), (0.5, .proportion(0.01)), (0.9, .amount(2)),
            ]
            let call = try option(.call, strike: strike, dividends, exercise: .european)
            let put = try option(.put, strike: strike, dividends, exercise: .european)
            let carry = call.market.carry(to: 1)
            let difference = try call.price(volatility: 0.2) - put.price(volatility: 0.2)
            #expect(abs(difference - (carry.prepaidForward - strike * carry.discountFactor)) <= 3e-7 * max(100, strike))
        }
    }

    @Test(
        "an American option is worth at least the European one and its payoff; a later or smaller dividend costs a call less"
    )
    func bounds() throws {
        for kind in [OptionKind.call, .put] {
            for spot in [70.0, 90, 100, 110, 140] {
                let dividends: [(Double, DiscreteDividend.Payment)] = [(0.25, .amount(1.5)), (0.75, .amount(1.5))]
                let american = try option(kind, spot: spot, dividends)
                let european = try option(kind, spot: spot, dividends, exercise: .european)
                let price = try american.price(volatility: 0.3)
                let payoff = max(kind == .call ? spot - 100 : 100 - spot, 0)
                #expect(try price >= european.price(volatility: 0.3) - 1e-7 * 140)
                #expect(price >= payoff)
                let exercise = try #require(try american.earlyExercise(volatility: 0.3))
                #expect(exercise.premium >= 0 && exercise.secondBoundary == nil)
                #expect(exercise.exDateBoundaries.map(\.dividend.timeToExDate) == [0.25, 0.75])
                #expect(kind == .call || exercise.exDateBoundaries.allSatisfy { $0.price == nil })
            }
        }
        let base = try option(.call, [(0.5, .amount(2))]).price(volatility: 0.3)
        #expect(try option(.call, [(0.5, .amount(1))]).price(volatility: 0.3) > base)
        #expect(try option(.call, [(0.9, .amount(2))]).price(volatility: 0.3) > base)
        #expect(try option(.call, [(1.1, .amount(2))]).price(volatility: 0.3) > base)
    }

    @Test("columns have the same bits as single options", arguments: ExerciseStyle.allCases)
    func columns(exercise: ExerciseStyle) throws {
        let market = try option(.call, [(0.25, .amount(1)), (0.6, .proportion(0.01))]).market
        let strikes = (0..<40).map { 60 + 2 * Double($0) }
        let kinds = (0..<40).map { $0 % 3 == 0 ? OptionKind.put : .call }
        // Dividends do not count for all.
        let times = (0..<40).map { 0.1 + 0.03 * Double($0) }
        var evaluator = OptionEvaluator()
        for selection in [GreekSelection.price, .greeks] {
            var columns = GreekColumns(selection, count: 40)
            let refusals = evaluator.evaluate(
                OptionColumns(
                    kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .each(times.span),
                    in: market, exercises: .same(exercise)), volatilities: .same(0.25), into: &columns)
            #expect(refusals.isEmpty)
            for index in 0..<40 {
                let terms = try OptionTerms(
                    kinds[index], strike: strikes[index], timeToExpiration: times[index], exercise: exercise)
                let greeks = try ModelledOption(terms, in: market).greeks(volatility: 0.25)
                #expect(abs(columns[.price, index] - greeks.price) <= 1e-12 * 140)
                if selection == .greeks { #expect(abs(columns[.delta, index] - greeks.delta) <= 1e-10) }
            }
        }
    }

    @Test("greeks are the differences of prices")
    func differences() throws {
        for (kind, spot) in [(OptionKind.call, 95.0), (.call, 110), (.put, 95), (.put, 110)] {
            func price(spot change: Double = 0, volatility: Double = 0.3, rate: Double = 0.05, strike: Double = 100)
                throws -> Double
            {
                try option(
                    kind, spot: spot + change, strike: strike, rate: rate, [(0.25, .amount(1)), (0.75, .amount(1))]
                ).price(volatility: volatility)
            }
            let base = try option(kind, spot: spot, [(0.25, .amount(1)), (0.75, .amount(1))])
            let (greeks, higher) = try base.allGreeks(volatility: 0.3)
            #expect(try abs(greeks.delta - (price(spot: 1) - price(spot: -1)) / 2) <= 2e-3)
            #expect(try abs(greeks.vega - (price(volatility: 0.31) - price(volatility: 0.29)) / 0.02) <= 0.3)
            #expect(try abs(greeks.rho - (price(rate: 0.055) - price(rate: 0.045)) / 0.01) <= 1)
            #expect(try abs(higher.dualDelta - (price(strike: 101) - price(strike: 99)) / 2) <= 5e-3)
            #expect(higher.vanna.isFinite && higher.vomma.isFinite && higher.charm.isFinite && higher.speed.isNaN)
        }
    }

    // MARK: Limits

    @Test("without volatility, the holder exercises at the best time")
    func certainPath() throws {
        // Before the ex-date: 110 − 100 e^(−0.05 · 0.5).
        let call = try option(.call, spot: 110, [(0.5, .amount(20))])
        #expect(try abs(call.price(volatility: 0) - 12.469008797166737) <= 1e-12)
        // After it: 100 e^(−0.05) − (90 − 20 e^(−0.025)), more than 10 now.
        let put = try option(.put, spot: 90, [(0.5, .amount(20))], exercise: .european)
        #expect(try abs(put.price(volatility: 0) - 24.629140690638053) <= 1e-12)
        // Interest on the strike is lost until then: 100 e^(−0.025) − (90 − 20 e^(−0.025)) just after the ex-date.
        let american = try option(.put, spot: 90, [(0.5, .amount(20))])
        #expect(try american.price(volatility: 0) >= put.price(volatility: 0))
        #expect(try abs(put.greeks(volatility: 0).delta + 1) <= 1e-15)
    }

    @Test("without time, it is worth its payoff")
    func expired() throws {
        #expect(try option(.call, spot: 110, time: 0, [(0.5, .amount(20))]).price(volatility: 0.3) == 10)
    }

    @Test("an input outside the domain is refused by name")
    func domain() throws {
        let dividends: [(Double, DiscreteDividend.Payment)] = [(0.25, .amount(1))]
        func refusal(_ parameter: PricingError.Parameter, _ value: Double, _ range: ClosedRange<Double>) -> PricingError
        {
            .outsideRange(parameter, value, range, .dividends)
        }
        #expect(throws: refusal(.volatility, 4, 0.02...3)) { try option(.put, dividends).price(volatility: 4) }
        #expect(throws: refusal(.spot, 0.005, 0.01...1e6)) {
            try option(.put, spot: 0.005, dividends).price(volatility: 0.2)
        }
        #expect(throws: refusal(.timeToExpiration, 6, 1 / 8766.0...5)) {
            try option(.put, time: 6, dividends).price(volatility: 0.2)
        }
        #expect(throws: refusal(.riskFreeRate, 0.3, -0.02...0.2)) {
            try option(.put, rate: 0.3, dividends).price(volatility: 0.2)
        }
        #expect(throws: refusal(.dividendYield, -0.11, -0.1...0.2)) {
            try option(.put, yield: -0.11, dividends).price(volatility: 0.2)
        }
        // With a negative rate as well, exercise could be optimal between two prices.
        #expect(throws: refusal(.dividendYield, -0.01, 0...0.2)) {
            try option(.put, rate: -0.01, yield: -0.01, dividends).price(volatility: 0.2)
        }
        #expect(throws: refusal(.dividends, 0.95, 0...0.9)) {
            try option(.put, [(0.25, .proportion(0.95))]).price(volatility: 0.2)
        }
        #expect(throws: refusal(.dividends, 10_001, 0...10_000)) {
            try option(.put, [(0.25, .amount(10_001))]).price(volatility: 0.2)
        }
    }

    @Test("the price at the implied volatility is the price", arguments: ExerciseStyle.allCases)
    func impliedVolatility(exercise: ExerciseStyle) throws {
        for (kind, spot) in [(OptionKind.call, 90.0), (.call, 105), (.put, 95), (.put, 120)] {
            let paying = try option(kind, spot: spot, [(0.25, .amount(1)), (0.75, .amount(1))], exercise: exercise)
            let price = try paying.price(volatility: 0.35)
            guard case .volatility(let volatility) = try paying.impliedVolatility(price: price) else {
                Issue.record("no volatility at \(spot)")
                continue
            }
            #expect(abs(volatility - 0.35) <= 1e-6)
        }
        let put = try option(.put, spot: 80, [(0.25, .amount(1))], exercise: .american)
        #expect(try put.impliedVolatility(price: 15) == .belowIntrinsic)
        #expect(try put.impliedVolatility(price: 100) == .aboveMaximum)
        #expect(try put.impliedVolatility(price: 99.9) == .notDeterminable)
    }

    /// Some quotes have no volatility, and some no time value; others are refused.
    @Test("columns of quotes have the volatilities of single quotes", arguments: ExerciseStyle.allCases)
    func volatilityColumns(exercise: ExerciseStyle) throws {
        let market = try option(.call, [(0.25, .amount(1)), (0.6, .proportion(0.01))]).market
        let strikes = (0..<40).map { 60 + 2 * Double($0) }
        let kinds = (0..<40).map { $0 % 3 == 0 ? OptionKind.put : .call }
        let times = (0..<40).map { 0.1 + 0.03 * Double($0) }
        let prices = (0..<40).map { $0 == 7 ? -1.0 : 12 + 0.1 * Double($0) }
        var volatilities = [Double](repeating: 0, count: 40)
        var statuses = [ImpliedVolatilityStatus](repeating: .ok, count: 40)
        var found = volatilities.mutableSpan
        var written = statuses.mutableSpan
        var evaluator = OptionEvaluator()
        let refusals = evaluator.findVolatilities(
            of: OptionColumns(
                kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .each(times.span),
                in: market, exercises: .same(exercise)), prices: prices.span, volatilities: &found, statuses: &written)
        #expect(refusals.map(\.index) == [7])
        for index in 0..<40 where index != 7 {
            let terms = try OptionTerms(
                kinds[index], strike: strikes[index], timeToExpiration: times[index], exercise: exercise)
            let alone = try ModelledOption(terms, in: market).impliedVolatility(price: prices[index])
            #expect(statuses[index] == alone.status)
            if case .volatility(let volatility) = alone { #expect(volatilities[index] == volatility) }
        }
        #expect(statuses.contains(.ok) && statuses.contains(.belowIntrinsic))
    }

    /// One option at many prices, whose solutions are shared, is worth what it is alone, within twice the accuracy of both.
    @Test("curves", arguments: [ExerciseStyle.european, .american], [OptionKind.call, .put])
    func curve(exercise: ExerciseStyle, kind: OptionKind) throws {
        let dividends: [(Double, DiscreteDividend.Payment)] = [
            (0.1, .amount(2)), (0.35, .proportion(0.02)), (0.6, .amount(2)),
        ]
        let alone = try option(kind, time: 0.7, dividends, exercise: exercise)
        let spots = [0.02] + (0...80).map { 0.5 + 5 * Double($0) } + [20_000]
        var columns = GreekColumns(.greeks, count: spots.count)
        var evaluator = OptionEvaluator()
        let refusals = evaluator.evaluate(
            OptionColumns(
                kinds: .same(kind), strikes: .same(100), timesToExpiration: .same(0.7), in: alone.market,
                underlyingPrices: .each(spots.span), exercises: .same(exercise)),
            volatilities: .same(0.3), into: &columns)
        #expect(refusals == [])
        for (index, spot) in spots.enumerated() {
            let greeks = try option(kind, spot: spot, time: 0.7, dividends, exercise: exercise).greeks(volatility: 0.3)
            let unit = max(spot, 100)
            #expect(abs(columns[.price, index] - greeks.price) <= (exercise == .american ? 1e-5 : 2e-7) * unit)
            #expect(abs(columns[.delta, index] - greeks.delta) <= 5e-4)
            #expect(abs(columns[.theta, index] - greeks.theta) <= 1e-3 * unit)
            #expect(abs(columns[.vega, index] - greeks.vega) <= 1e-2 * unit)
        }
    }

    /// Outside its domain, each price of a curve has its own error.
    @Test("curves with prices outside the domain")
    func curveOutside() throws {
        let market = try option(.put, [(0.5, .amount(2))]).market
        let spots: [Double] = [0, 1e-9, 100, .nan]
        var prices = [Double](repeating: 0, count: spots.count)
        var evaluator = OptionEvaluator()
        var written = prices.mutableSpan
        let refusals = evaluator.evaluatePrices(
            OptionColumns(
                kinds: .same(.put), strikes: .same(100), timesToExpiration: .same(1), in: market,
                underlyingPrices: .each(spots.span), exercises: .same(.american)),
            volatilities: .same(0.3), into: &written)
        #expect(refusals.map(\.index) == [0, 1, 3])
        #expect(prices[2] > 10 && prices[0].isNaN && prices[1].isNaN && prices[3].isNaN)
    }
}
