internal import OptionKernels

/// European options on a lognormal spot price that falls at ex-dates.
enum EuropeanWithDividends: DividendMethod {
    static let exercise = DividendExercise.european
}

/// American options on a lognormal spot price that falls at ex-dates.
enum AmericanWithDividends: DividendMethod {
    static let exercise = DividendExercise.american
}

/// The same at lower levels, for chains.
enum AmericanWithDividendsReduced: DividendMethod {
    static let exercise = DividendExercise.american
    static let level = DividendLevel.standard
}

enum AmericanWithDividendsRough: DividendMethod {
    static let exercise = DividendExercise.american
    static let level = DividendLevel.fast
}

/// Options in the spot model: between ex-dates the price is lognormal, and at an ex-date it falls by the dividend.
///
/// The kernel answers all options in its domain. At a time or a volatility of 0 the price path is certain. What
/// is left is refused by name.
protocol DividendMethod: PricingMethod {
    static var exercise: DividendExercise { get }
    /// The level at which the kernel answers columns.
    static var level: DividendLevel { get }
}

extension DividendMethod {
    static var level: DividendLevel { .precise }

    static func evaluate(
        _ selection: GreekSelection, _ block: OptionBlock, volatilities: Span<Double>,
        into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool {
        if selection == .allGreeks { return answerNone(selection, block, &values, start) }
        let dividends = DividendColumns(block.schedule)
        var isComplete = true
        // The kernel solves 256 options together.
        let blockSize = 256
        var statuses = [256 of DividendStatus](repeating: .outsideDomain)
        var columns = [1792 of Double](repeating: .nan)
        for first in stride(from: 0, to: block.kinds.count, by: blockSize) {
            let range = first..<min(first + blockSize, block.kinds.count)
            let count = range.count
            var allStatuses = statuses.mutableSpan
            var written = allStatuses._mutatingExtracting(0..<count)
            var allColumns = columns.mutableSpan
            var computed = allColumns._mutatingExtracting(0..<(selection == .price ? 1 : 7) * count)
            let isAnswered: Bool
            if selection == .price {
                isAnswered = priceOptionsWithDividends(
                    exercise: exercise, kinds: block.kinds.extracting(range),
                    spots: block.underlyingPrices.extracting(range), strikes: block.strikes.extracting(range),
                    times: block.times.extracting(range), rates: block.rates.extracting(range),
                    yields: block.yields.extracting(range), volatilities: volatilities.extracting(range),
                    dividends: dividends, level: level, prices: &computed, statuses: &written)
            } else {
                isAnswered = evaluateOptionsWithDividends(
                    exercise: exercise, kinds: block.kinds.extracting(range),
                    spots: block.underlyingPrices.extracting(range), strikes: block.strikes.extracting(range),
                    times: block.times.extracting(range), rates: block.rates.extracting(range),
                    yields: block.yields.extracting(range), volatilities: volatilities.extracting(range),
                    dividends: dividends, level: level, values: &computed, statuses: &written)
            }
            isComplete = isAnswered && isComplete
            values.copyColumns(selection, of: columns.span, stride: count, count: count, at: start + first)
        }
        return isComplete
    }

    static func evaluatePrecisely(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) throws(PricingError) {
        let values = try DividendValues(option, volatility, exercise)
        result.set(values.greeks, of: selection)
        guard selection == .allGreeks else { return }
        result[.epsilon] = values.epsilon
        let greeks = DividendDifferences(option, volatility, exercise)
        result[.vanna] = try greeks.byVolatility(\.delta)
        result[.vomma] = try greeks.byVolatility(\.vega)
        result[.charm] = try greeks.byPassingTime(\.delta)
        (result[.dualDelta], result[.dualGamma]) = try greeks.byStrike(values.greeks.price)
    }

    static func veta(_ option: ModelledOption, _ volatility: Double) throws(PricingError) -> Double {
        try DividendDifferences(option, volatility, exercise).byPassingTime(\.vega)
    }

    static func findVolatilities(
        _ block: OptionBlock, prices: Span<Double>, volatilities: inout MutableSpan<Double>,
        statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        findVolatilities(
            block, prices: prices, near: KnownVolatilities(), volatilities: &volatilities, statuses: &statuses)
    }

    static func findVolatilities(
        _ block: OptionBlock, prices: Span<Double>, near known: borrowing KnownVolatilities,
        volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        findVolatilitiesWithDividends(
            exercise: exercise, kinds: block.kinds, prices: prices, nearPrices: known.prices,
            nearVolatilities: known.volatilities, spots: block.underlyingPrices, strikes: block.strikes,
            times: block.times, rates: block.rates, yields: block.yields, dividends: DividendColumns(block.schedule),
            level: level, volatilities: &volatilities, statuses: &statuses)
    }

    static func findVolatilityPrecisely(
        _ option: ModelledOption, price: Double
    ) throws(PricingError) -> ImpliedVolatility {
        try DividendDomain.require(option, DividendDomain.volatilities.upperBound)
        let one = SingleOption(option)
        let prices: [1 of Double] = [price / one.unit]
        var volatility: [1 of Double] = [.nan]
        var status: [1 of ImpliedVolatilityStatus] = [.unanswered]
        var volatilities = volatility.mutableSpan
        var statuses = status.mutableSpan
        _ = findVolatilitiesWithDividends(
            exercise: exercise, kinds: one.kind.span, prices: prices.span, spots: one.spot.span,
            strikes: one.strike.span, times: one.time.span, rates: one.rate.span, yields: one.yield.span,
            dividends: DividendColumns(option.market.schedule, unit: one.unit), level: .precise,
            volatilities: &volatilities, statuses: &statuses)
        guard let found = ImpliedVolatility(volatility[0], status[0]) else { throw .notConverged(.price) }
        return found
    }

    static func strike(forward: Double, distance: Double, deviation: Double) throws(PricingError) -> Double {
        throw .notSupported(.dividends)
    }
}

/// The options with dividends that are valued to their accuracy. Others are refused by name.
enum DividendDomain {
    static let volatilities = 0.02...3.0
    /// One hour to five years.
    static let times = 1 / 8766.0...5.0
    static let rates = -0.02...0.2
    /// A chain whose rate is too low for its quotes implies a negative yield. If both were negative, exercise could be optimal between two
    /// prices.
    static func yields(riskFreeRate: Double) -> ClosedRange<Double> { riskFreeRate < 0 ? 0...0.2 : -0.1...0.2 }
    /// The ratio of spot and strike.
    static let ratios = 1e-4...1e4
    /// The sum of all proportions.
    static let proportions = 0.0...0.9
    /// The sum of all amounts in strikes.
    static let greatestAmount = 100.0

    /// Throws ``PricingError/outsideRange(_:_:_:_:)`` naming the first input outside the domain.
    static func require(_ option: ModelledOption, _ volatility: Double) throws(PricingError) {
        try require(.spot, option.spot, option.strike * ratios.lowerBound...option.strike * ratios.upperBound)
        let carry = option.market.carry(to: option.timeToExpiration)
        try require(carry, volatility)
        let amounts = carry.dividends.reduce(0.0) { sum, dividend in
            if case .amount(let amount) = dividend.payment { sum + amount } else { sum }
        }
        try require(.dividends, amounts, 0...option.strike * greatestAmount)
    }

    /// Throws the same error for the inputs other than the strike.
    static func require(_ carry: Carry, _ volatility: Double) throws(PricingError) {
        try require(.timeToExpiration, carry.timeToExpiration, times)
        try require(.riskFreeRate, carry.market.riskFreeRate, rates)
        let (rate, yield) = (carry.market.riskFreeRate, carry.market.dividendYield)
        try require(.dividendYield, yield, yields(riskFreeRate: rate))
        try require(.volatility, volatility, volatilities)
        let shares = carry.dividends.reduce(0.0) { sum, dividend in
            if case .proportion(let proportion) = dividend.payment { sum + proportion } else { sum }
        }
        try require(.dividends, shares, proportions)
    }

    private static func require(
        _ parameter: PricingError.Parameter, _ value: Double, _ range: ClosedRange<Double>
    ) throws(PricingError) {
        guard range.contains(value) else { throw .outsideRange(parameter, value, range, .dividends) }
    }
}

extension Carry {
    /// Throws ``PricingError/outsideRange(_:_:_:_:)`` naming the first input outside the domain of European options with dividends, apart
    /// from the strike.
    package func requireDividendDomain(volatility: Double) throws(PricingError) {
        try DividendDomain.require(self, volatility)
    }
}

extension ModelledOption {
    /// The dividend yields at which options are valued on a spot price; `nil` for European options without dividends that count, which are
    /// valued at any yield.
    package static func dividendYields(
        exercise: ExerciseStyle, hasDividends: Bool, riskFreeRate: Double
    ) -> ClosedRange<Double>? {
        if hasDividends { return DividendDomain.yields(riskFreeRate: riskFreeRate) }
        return exercise == .american ? AmericanDomain.rates : nil
    }

    /// The prices of the underlying at which an option with dividends that count is valued; `nil` for other options.
    package static func spotsWithDividends(_ terms: OptionTerms, in market: OptionMarket) -> ClosedRange<Double>? {
        guard market.hasDividends(until: terms.timeToExpiration) else { return nil }
        let ratios = DividendDomain.ratios
        // With room for rounding.
        return terms.strike * ratios.lowerBound * (1 + 0x1p-40)...terms.strike * ratios.upperBound * (1 - 0x1p-40)
    }
}
