import OptionPricing
import Testing
import _TestSupport

@Suite("The evaluator of options")
struct OptionEvaluatorTests {
    /// Numbers of options around the length of a block of shared inputs.
    static let counts = [0, 1, 7, 511, 512, 513, 1_100]

    private struct Columns {
        let kinds: [OptionKind]
        let prices, strikes, times, rates, yields, volatilities: [Double]

        init(_ samples: [OptionSample]) {
            kinds = samples.map(\.kind)
            prices = samples.map(\.spot)
            strikes = samples.map(\.strike)
            times = samples.map(\.time)
            rates = samples.map(\.rate)
            yields = samples.map(\.yield)
            volatilities = samples.map(\.volatility)
        }
    }

    /// Values and refusals with one column for each input, and with the inputs of `shared` that are the same for all options.
    private static func expectSame(
        _ samples: [OptionSample], _ selection: GreekSelection, _ model: PricingModel, isForward: Bool,
        _ evaluator: inout OptionEvaluator
    ) {
        let columns = Columns(samples)
        let first = samples.first ?? OptionSample.example
        var (each, shared) = (
            GreekColumns(selection, count: samples.count + 2), GreekColumns(selection, count: samples.count + 2)
        )
        let market =
            isForward
            ? try? OptionMarket(forward: first.spot, riskFreeRate: first.rate)
            : try? OptionMarket(spot: first.spot, riskFreeRate: first.rate, dividendYield: first.yield)
        guard let market else { return }
        let expected =
            isForward
            ? evaluator.evaluate(
                OptionColumns(
                    kinds: .each(columns.kinds.span), forwards: .each(columns.prices.span),
                    strikes: .each(columns.strikes.span), timesToExpiration: .each(columns.times.span),
                    riskFreeRates: .each(columns.rates.span), model: model),
                volatilities: .each(columns.volatilities.span), into: &each)
            : evaluator.evaluate(
                OptionColumns(
                    kinds: .each(columns.kinds.span), spots: .each(columns.prices.span),
                    strikes: .each(columns.strikes.span), timesToExpiration: .each(columns.times.span),
                    riskFreeRates: .each(columns.rates.span), dividendYields: .each(columns.yields.span), model: model),
                volatilities: .each(columns.volatilities.span), into: &each)
        let found = evaluator.evaluate(
            OptionColumns(
                kinds: .same(first.kind), strikes: .same(first.strike), timesToExpiration: .same(first.time),
                in: market, underlyingPrices: .each(columns.prices.span), model: model),
            volatilities: .same(first.volatility), into: &shared)
        #expect(found == expected)
        for greek in Greek.allCases.prefix(selection.columnCount) {
            for index in samples.indices {
                let (one, other) = (each[greek, index], shared[greek, index])
                #expect(one.bitPattern == other.bitPattern || one.isNaN && other.isNaN, "\(greek) \(one) \(other)")
            }
        }
    }

    @Test("one option at many prices has the bits of columns", arguments: GreekSelection.allCases, counts)
    func sharedInputs(selection: GreekSelection, count: Int) {
        var generator = SeededGenerator(seed: UInt64(count) + 90)
        var evaluator = OptionEvaluator()
        for model in PricingModel.allCases {
            for isForward in [false, true] {
                // In and outside the range of the kernels, and with prices outside the domain.
                for region in [SampleRegion.ordinary, .wide] {
                    let sample = generator.sample(region)
                    let samples = (0..<count).map { index in
                        var sample = sample
                        sample.spot *= generator.uniform(0.5, 2)
                        if index % 5 == 4 { sample.spot = index % 10 == 4 ? 0 : -sample.spot }
                        return sample
                    }
                    Self.expectSame(samples, selection, model, isForward: isForward, &evaluator)
                }
            }
        }
    }

    @Test("a chain has the same bits if it shares kind and volatility", arguments: counts)
    func chain(count: Int) throws {
        let strikes = (0..<count).map { 50 + Double($0) / 8 }
        let market = try OptionMarket(spot: 100, riskFreeRate: 0.03, dividendYield: 0.01)
        var evaluator = OptionEvaluator()
        var (each, shared) = (GreekColumns(.greeks, count: count), GreekColumns(.greeks, count: count))
        let kinds = [OptionKind](repeating: .put, count: count)
        let volatilities = [Double](repeating: 0.25, count: count)
        let refused = evaluator.evaluate(
            OptionColumns(
                kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .same(0.5), in: market),
            volatilities: .each(volatilities.span), into: &each)
        #expect(refused.isEmpty)
        _ = evaluator.evaluate(
            OptionColumns(
                kinds: .same(.put), strikes: .each(strikes.span), timesToExpiration: .same(0.5), in: market),
            volatilities: .same(0.25), into: &shared)
        for greek in Greek.allCases.prefix(6) {
            for index in 0..<count { #expect(each[greek, index] == shared[greek, index]) }
        }
    }

    @Test("American exercise in the normal model is refused by name, and other options of the batch are not")
    func americanExercise() throws {
        let option = try ModelledOption(
            .put, spot: 100, strike: 105, timeToExpiration: 0.5, exercise: .american, model: .bachelier)
        let error = PricingError.notSupported(.exercise)
        #expect(throws: error) { try option.price(volatility: 20) }
        #expect(throws: error) { try option.greeks(volatility: 20) }
        #expect(throws: error) { try option.allGreeks(volatility: 20) }
        #expect(throws: error) { try option.veta(volatility: 20) }
        #expect(throws: error) { try option.impliedVolatility(price: 7) }
        #expect(throws: error) { try option.withStrike(ofDelta: -0.5, volatility: 20) }

        let exercises: [ExerciseStyle] = (0..<20).map { $0 % 3 == 1 ? .american : .european }
        let strikes = (0..<20).map { 90 + Double($0) }
        let market = try OptionMarket(spot: 100)
        var evaluator = OptionEvaluator()
        var columns = GreekColumns(.greeks, count: 20)
        let refusals = evaluator.evaluate(
            OptionColumns(
                kinds: .same(.put), strikes: .each(strikes.span), timesToExpiration: .same(0.5), in: market,
                exercises: .each(exercises.span), model: .bachelier),
            volatilities: .same(20), into: &columns)
        #expect(refusals.map(\.index) == (0..<20).filter { $0 % 3 == 1 })
        #expect(refusals.allSatisfy { $0.error == error })
        var (volatilities, statuses) = (
            [Double](repeating: 0, count: 20), [ImpliedVolatilityStatus](repeating: .ok, count: 20)
        )
        let prices = (0..<20).map { columns[.price, $0].isNaN ? 1 : columns[.price, $0] }
        var found = volatilities.mutableSpan
        var written = statuses.mutableSpan
        let rejected = evaluator.findVolatilities(
            of: OptionColumns(
                kinds: .same(.put), strikes: .each(strikes.span), timesToExpiration: .same(0.5), in: market,
                exercises: .each(exercises.span), model: .bachelier),
            prices: prices.span, volatilities: &found, statuses: &written)
        #expect(rejected == refusals)
        for index in 0..<20 {
            #expect(columns[.delta, index].isNaN == (index % 3 == 1))
            #expect(statuses[index] == (index % 3 == 1 ? .unanswered : .ok))
            #expect(volatilities[index].isNaN == (index % 3 == 1))
        }
    }

    @Test("dividends in the normal model are refused by name for the options for which they count")
    func dividends() throws {
        let dividends = try [DiscreteDividend(timeToExDate: 0.25, .amount(1)), .init(timeToExDate: -0.1, .amount(1))]
        let market = try OptionMarket(spot: 100, dividends: dividends)
        let error = PricingError.notSupported(.dividends)
        let terms = try OptionTerms(.call, strike: 100, timeToExpiration: 0.25)
        #expect(throws: error) { try ModelledOption(terms, in: market, model: .bachelier).price(volatility: 20) }
        let short = try ModelledOption(OptionTerms(.call, strike: 100, timeToExpiration: 0.2), in: market)
        let plain = try ModelledOption(.call, spot: 100, strike: 100, timeToExpiration: 0.2)
        #expect(try short.price(volatility: 0.2) == plain.price(volatility: 0.2))

        let times = [0.1, 0.3, 0.24, 0.25, 0]
        var prices = [Double](repeating: 0, count: times.count)
        var span = prices.mutableSpan
        var evaluator = OptionEvaluator()
        let refusals = evaluator.evaluatePrices(
            OptionColumns(
                kinds: .same(.call), strikes: .same(100), timesToExpiration: .each(times.span), in: market,
                model: .bachelier),
            volatilities: .same(20), into: &span)
        #expect(refusals.map(\.index) == [1, 3])
        #expect(refusals.allSatisfy { $0.error == error })
        #expect(prices.map(\.isNaN) == [false, true, false, true, false])
    }
}

extension OptionSample {
    fileprivate static let example = OptionSample(
        isPut: false, spot: 100, strike: 110, time: 0.5, rate: 0.03, yield: 0.01, volatility: 0.25)
}
