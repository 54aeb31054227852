internal import OptionKernels

/// The numerical methods of one model and exercise style: kernels for ordinary options, and precise methods for all others.
///
/// ``PricingModel/method(on:exercise:hasDividends:accuracy:)`` chooses one. The inputs of the precise methods are valid, except for the
/// volatility; those of the kernels may have any value.
protocol PricingMethod {
    /// Evaluates a block of options by a kernel into columns, from the element `start` of each.
    ///
    /// The columns lie one after the other in `values`, all of the same length. All values of an option that the kernel does not
    /// answer become NaN. Returns whether it answered all options.
    static func evaluate(
        _ selection: GreekSelection, _ block: OptionBlock, volatilities: Span<Double>,
        into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool

    /// Evaluates a chain into six columns by a kernel, as ``evaluate(_:_:volatilities:into:at:)``; `nil` if there is no kernel for
    /// chains.
    static func evaluateChain(
        _ chain: OptionChainBlock, volatilities: Span<Double>, into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool?

    /// Evaluates one option at many prices of the underlying by a kernel, as ``evaluate(_:_:volatilities:into:at:)``; `nil`, and evaluates
    /// none, if there is no kernel for curves.
    static func evaluateCurve(
        _ selection: GreekSelection, _ curve: OptionCurve, into values: inout MutableSpan<Double>
    ) -> Bool?

    /// Evaluates an option that a kernel does not answer. Elements of `result` beyond the selection are unspecified.
    ///
    /// - Throws: ``PricingError`` if the volatility is outside its domain or the price is too large for a `Double`.
    static func evaluatePrecisely(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) throws(PricingError)

    /// Evaluates a single option by the kernel or by the precise method.
    static func evaluateOne(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) throws(PricingError)

    /// Computes −∂vega/∂T of a single option.
    static func veta(_ option: ModelledOption, _ volatility: Double) throws(PricingError) -> Double

    /// Finds the volatilities of a block of prices by a kernel. Returns whether no status is `unanswered`.
    static func findVolatilities(
        _ block: OptionBlock, prices: Span<Double>, volatilities: inout MutableSpan<Double>,
        statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool

    /// Finds the volatilities of a block of prices by a kernel that searches near known ones, if it does.
    static func findVolatilities(
        _ block: OptionBlock, prices: Span<Double>, near known: borrowing KnownVolatilities,
        volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool

    /// Finds the volatility of a price, 0 or greater, that the kernel does not answer.
    ///
    /// - Throws: ``PricingError`` if another input is outside the domain of the method, or if it does not converge.
    static func findVolatilityPrecisely(_ option: ModelledOption, price: Double) throws(PricingError)
        -> ImpliedVolatility

    /// Finds the volatility of a single price, 0 or greater, by the kernel or by the precise method.
    static func findVolatilityOfOne(_ option: ModelledOption, price: Double) throws(PricingError) -> ImpliedVolatility

    /// Returns the strike that the forward, which has the standard deviation `deviation` in the model, exceeds with the probability
    /// N(`distance`) under the measure of delta.
    ///
    /// - Throws: ``PricingError/notSupported(_:)`` if the method does not compute strikes.
    static func strike(forward: Double, distance: Double, deviation: Double) throws(PricingError) -> Double
}

/// A method without kernels answers every option precisely.
extension PricingMethod {
    static func evaluate(
        _ selection: GreekSelection, _ block: OptionBlock, volatilities: Span<Double>,
        into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool { answerNone(selection, block, &values, start) }

    /// Sets all values of a block to NaN, so that the precise method answers.
    static func answerNone(
        _ selection: GreekSelection, _ block: OptionBlock, _ values: inout MutableSpan<Double>, _ start: Int
    ) -> Bool {
        let length = values.count / selection.columnCount
        for column in 0..<selection.columnCount {
            for index in block.kinds.indices { values[column * length + start + index] = .nan }
        }
        return false
    }

    static func findVolatilities(
        _ block: OptionBlock, prices: Span<Double>, volatilities: inout MutableSpan<Double>,
        statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        for index in volatilities.indices {
            volatilities[index] = .nan
            statuses[index] = .unanswered
        }
        return false
    }

    static func findVolatilities(
        _ block: OptionBlock, prices: Span<Double>, near known: borrowing KnownVolatilities,
        volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        findVolatilities(block, prices: prices, volatilities: &volatilities, statuses: &statuses)
    }

    static func evaluateChain(
        _ chain: OptionChainBlock, volatilities: Span<Double>, into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool? { nil }

    static func evaluateCurve(
        _ selection: GreekSelection, _ curve: OptionCurve, into values: inout MutableSpan<Double>
    ) -> Bool? { nil }

    static func evaluateOne(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) throws(PricingError) {
        try evaluatePrecisely(selection, option, volatility, into: &result)
    }

    static func findVolatilityOfOne(_ option: ModelledOption, price: Double) throws(PricingError) -> ImpliedVolatility {
        try findVolatilityPrecisely(option, price: price)
    }
}

extension PricingModel {
    /// Returns the method that values options, for which dividends at ex-dates may count. This is the only place that depends on
    /// model and exercise.
    ///
    /// - Throws: ``PricingError/notSupported(_:)`` if there is none.
    @inline(__always)
    func method(
        on underlying: OptionMarket.Underlying, exercise: ExerciseStyle, hasDividends: Bool,
        accuracy: PricingAccuracy = .full
    ) throws(PricingError) -> any PricingMethod.Type {
        if hasDividends {
            guard self == .blackScholesMerton, underlying == .spot else { throw .notSupported(.dividends) }
            if exercise == .european { return EuropeanWithDividends.self }
            switch accuracy {
            case .full: return AmericanWithDividends.self
            case .reduced: return AmericanWithDividendsReduced.self
            case .rough: return AmericanWithDividendsRough.self
            }
        }
        switch (self, exercise, underlying) {
        case (.blackScholesMerton, .american, .spot): return AmericanExercise.self
        case (.blackScholesMerton, .american, .forward): return AmericanOnForward.self
        case (.bachelier, .american, _): throw .notSupported(.exercise)
        case (.blackScholesMerton, .european, .spot): return BlackScholesMerton.self
        case (.blackScholesMerton, .european, .forward): return Black76.self
        case (.bachelier, .european, .spot): return BachelierOnSpot.self
        case (.bachelier, .european, .forward): return Bachelier.self
        }
    }
}

/// Columns of options as the kernels read them, an element of each for every option.
struct OptionBlock: ~Escapable {
    let kinds: Span<OptionKind>
    /// Spot prices, or forward prices.
    let underlyingPrices: Span<Double>
    let strikes, times, rates, yields: Span<Double>
    /// The dividends of all options.
    let schedule: DividendSchedule

    @_lifetime(copy kinds, copy underlyingPrices, copy strikes, copy times, copy rates, copy yields)
    init(
        kinds: Span<OptionKind>, underlyingPrices: Span<Double>, strikes: Span<Double>, times: Span<Double>,
        rates: Span<Double>, yields: Span<Double>, schedule: DividendSchedule
    ) {
        self.schedule = schedule
        self.kinds = kinds
        self.underlyingPrices = underlyingPrices
        self.strikes = strikes
        self.times = times
        self.rates = rates
        self.yields = yields
    }
}

/// Options that share the price of the underlying, time, rate and yield.
struct OptionChainBlock: ~Escapable {
    let underlyingPrice, time, rate, yield: Double
    let kinds: Span<OptionKind>
    let strikes: Span<Double>

    @_lifetime(copy kinds, copy strikes)
    init(
        underlyingPrice: Double, time: Double, rate: Double, yield: Double, kinds: Span<OptionKind>,
        strikes: Span<Double>
    ) {
        self.underlyingPrice = underlyingPrice
        self.time = time
        self.rate = rate
        self.yield = yield
        self.kinds = kinds
        self.strikes = strikes
    }
}

/// One option at many prices of its underlying.
struct OptionCurve: ~Escapable {
    let terms: CurveTerms
    let schedule: DividendSchedule
    let underlyingPrices: Span<Double>

    @_lifetime(copy underlyingPrices)
    init(_ terms: CurveTerms, schedule: DividendSchedule, underlyingPrices: Span<Double>) {
        self.terms = terms
        self.schedule = schedule
        self.underlyingPrices = underlyingPrices
    }
}
