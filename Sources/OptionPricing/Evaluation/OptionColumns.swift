/// Columns of options on one underlying or on many, for ``OptionEvaluator``.
///
/// ```swift
/// let market = try OptionMarket(spot: 100, riskFreeRate: 0.04)
/// // A chain, whose options share the expiration:
/// let chain = OptionColumns(
///     kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .same(0.25), in: market)
/// // One call at many prices of its underlying:
/// let curve = OptionColumns(
///     kinds: .same(.call), strikes: .same(105), timesToExpiration: .same(0.25), in: market,
///     underlyingPrices: .each(spots.span))
/// ```
///
/// ## Units
/// Those of ``OptionMarket`` and ``OptionTerms``. Inputs are validated when they are evaluated. If all inputs are shared, there is one
/// option.
public struct OptionColumns: ~Escapable {
    /// Calls and puts.
    let kinds: InputColumn<OptionKind>
    /// When the holders may exercise.
    let exercises: InputColumn<ExerciseStyle>
    let strikes: InputColumn<Double>
    let times: InputColumn<Double>
    /// Spot prices, or forward prices.
    let underlyingPrices: InputColumn<Double>
    let rates: InputColumn<Double>
    /// Dividend yields; for forwards, the rates.
    let yields: InputColumn<Double>
    /// The kind of the underlying's price.
    let underlying: OptionMarket.Underlying
    let schedule: DividendSchedule
    /// The model of the underlying.
    let model: PricingModel
    let accuracy: PricingAccuracy

    /// Creates columns of options in one market.
    ///
    /// - Parameters:
    ///   - kinds: Calls and puts.
    ///   - strikes: Strike prices.
    ///   - timesToExpiration: Years to expiration. If the options are a chain, that is, if they share one time and one price of the
    ///     underlying, terms that depend on these alone are computed once.
    ///   - market: The market.
    ///   - underlyingPrices: Prices of the underlying in place of that of the market; `nil` for that of the market.
    ///   - exercises: When the holders may exercise.
    ///   - model: The model of the underlying.
    ///   - accuracy: The accuracy of options with dividends at ex-dates.
    @_lifetime(copy kinds, copy strikes, copy timesToExpiration, copy underlyingPrices, copy exercises)
    public init(
        kinds: InputColumn<OptionKind>, strikes: InputColumn<Double>, timesToExpiration: InputColumn<Double>,
        in market: OptionMarket, underlyingPrices: InputColumn<Double>? = nil,
        exercises: InputColumn<ExerciseStyle> = .same(.european), model: PricingModel = .blackScholesMerton,
        accuracy: PricingAccuracy = .full
    ) {
        self.accuracy = accuracy
        self.kinds = kinds
        self.exercises = exercises
        self.strikes = strikes
        times = timesToExpiration
        if let underlyingPrices {
            self.underlyingPrices = underlyingPrices
        } else {
            self.underlyingPrices = .same(market.underlyingPrice)
        }
        rates = .same(market.riskFreeRate)
        yields = .same(market.dividendYield)
        underlying = market.underlying
        schedule = market.schedule
        self.model = model
    }

    /// Creates columns of options on spot prices, each in a market of its own.
    ///
    /// - Parameters:
    ///   - kinds: Calls and puts.
    ///   - spots: Prices of the underlyings.
    ///   - strikes: Strike prices.
    ///   - timesToExpiration: Years to expiration.
    ///   - riskFreeRates: Risk-free rates.
    ///   - dividendYields: Dividend yields.
    ///   - dividends: Dividends of all underlyings in addition to the yields, in any order.
    ///   - exercises: When the holders may exercise.
    ///   - model: The model of the underlyings.
    ///   - accuracy: The accuracy of options with dividends at ex-dates.
    @_lifetime(
        copy kinds, copy spots, copy strikes, copy timesToExpiration, copy riskFreeRates, copy dividendYields,
        copy exercises)
    public init(
        kinds: InputColumn<OptionKind>, spots: InputColumn<Double>, strikes: InputColumn<Double>,
        timesToExpiration: InputColumn<Double>, riskFreeRates: InputColumn<Double> = .same(0),
        dividendYields: InputColumn<Double> = .same(0), dividends: [DiscreteDividend] = [],
        exercises: InputColumn<ExerciseStyle> = .same(.european), model: PricingModel = .blackScholesMerton,
        accuracy: PricingAccuracy = .full
    ) {
        self.accuracy = accuracy
        self.kinds = kinds
        self.exercises = exercises
        self.strikes = strikes
        times = timesToExpiration
        underlyingPrices = spots
        rates = riskFreeRates
        yields = dividendYields
        underlying = .spot
        schedule = DividendSchedule(dividends)
        self.model = model
    }

    /// Creates columns of options on forwards, each in a market of its own.
    ///
    /// - Parameters:
    ///   - kinds: Calls and puts.
    ///   - forwards: Forward prices of the underlyings at the expirations.
    ///   - strikes: Strike prices.
    ///   - timesToExpiration: Years to expiration.
    ///   - riskFreeRates: Risk-free rates.
    ///   - exercises: When the holders may exercise.
    ///   - model: The model of the underlyings.
    @_lifetime(copy kinds, copy forwards, copy strikes, copy timesToExpiration, copy riskFreeRates, copy exercises)
    public init(
        kinds: InputColumn<OptionKind>, forwards: InputColumn<Double>, strikes: InputColumn<Double>,
        timesToExpiration: InputColumn<Double>, riskFreeRates: InputColumn<Double> = .same(0),
        exercises: InputColumn<ExerciseStyle> = .same(.european), model: PricingModel = .blackScholesMerton
    ) {
        accuracy = .full
        self.kinds = kinds
        self.exercises = exercises
        self.strikes = strikes
        times = timesToExpiration
        underlyingPrices = forwards
        rates = riskFreeRates
        yields = riskFreeRates
        underlying = .forward
        schedule = .none
        self.model = model
    }
}

extension OptionColumns {
    /// The number of options with a column of `count` further inputs, which is `nil` if all options share one.
    ///
    /// - Precondition: All columns that are not shared have the same count.
    @inline(__always)
    func count(with count: Int?) -> Int {
        var common = count
        func include(_ count: Int?) {
            guard let count else { return }
            precondition(common == nil || common == count, "the columns must have the same count")
            common = count
        }
        include(kinds.count)
        include(exercises.count)
        include(strikes.count)
        include(times.count)
        include(underlyingPrices.count)
        include(rates.count)
        include(yields.count)
        return common ?? 1
    }

    /// Whether the options share the price of the underlying, time, rate and yield.
    @inline(__always)
    var isChain: Bool {
        underlyingPrices.count == nil && times.count == nil && rates.count == nil && yields.count == nil
    }

    /// Whether the options share an input that the kernels for columns read.
    @inline(__always)
    var isAnyShared: Bool {
        kinds.count == nil || strikes.count == nil || times.count == nil || underlyingPrices.count == nil
            || rates.count == nil || yields.count == nil
    }

    /// The inputs of a range of options, for the kernels for columns.
    @inline(__always)
    @_lifetime(copy self, borrow repeated)
    func block(_ range: Range<Int>, _ repeated: borrowing RepeatedInputs) -> OptionBlock {
        OptionBlock(
            kinds: kinds.elements(range, repeated: repeated.repeatedKinds),
            underlyingPrices: underlyingPrices.elements(range, repeated: repeated[.underlyingPrice]),
            strikes: strikes.elements(range, repeated: repeated[.strike]),
            times: times.elements(range, repeated: repeated[.time]),
            rates: rates.elements(range, repeated: repeated[.rate]),
            yields: yields.elements(range, repeated: repeated[.yield]), schedule: schedule)
    }

    /// The inputs of a range of options, for the kernels for chains.
    @inline(__always)
    @_lifetime(copy self, borrow repeated)
    func chain(_ range: Range<Int>, _ repeated: borrowing RepeatedInputs) -> OptionChainBlock {
        OptionChainBlock(
            underlyingPrice: underlyingPrices[range.lowerBound], time: times[range.lowerBound],
            rate: rates[range.lowerBound], yield: yields[range.lowerBound],
            kinds: kinds.elements(range, repeated: repeated.repeatedKinds),
            strikes: strikes.elements(range, repeated: repeated[.strike]))
    }

    /// One option, validated.
    func option(_ index: Int) throws(PricingError) -> ModelledOption {
        try ModelledOption(
            validating: OptionTerms(
                validated: kinds[index], strike: strikes[index], timeToExpiration: times[index],
                exercise: exercises[index]),
            in: OptionMarket(
                validated: underlying, price: underlyingPrices[index], riskFreeRate: rates[index],
                dividendYield: yields[index], schedule: schedule),
            model: model)
    }

    /// The method that values one option.
    @inline(__always)
    func method(_ index: Int) throws(PricingError) -> any PricingMethod.Type {
        try model.method(
            on: underlying, exercise: exercises[index],
            hasDividends: schedule.counts(until: times[index]), accuracy: accuracy)
    }

    /// The end of the run of options from `start` on that one method values.
    @inline(__always)
    func endOfRun(from start: Int, to count: Int) -> Int {
        let isSame = exercises.shared != nil && (schedule == .none || times.shared != nil)
        if isSame { return count }
        let hasDividends = schedule.counts(until: times[start])
        var end = start + 1
        while end < count, exercises[end] == exercises[start], schedule.counts(until: times[end]) == hasDividends {
            end += 1
        }
        return end
    }
}
