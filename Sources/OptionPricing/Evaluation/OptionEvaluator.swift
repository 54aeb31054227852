internal import OptionKernels

/// Values options in columns: prices, greeks and implied volatilities, in every model.
///
/// ```swift
/// var evaluator = OptionEvaluator()
/// var columns = GreekColumns(.greeks, count: strikes.count)
/// let refusals = evaluator.evaluate(
///     OptionColumns(
///         kinds: .each(kinds.span), strikes: .each(strikes.span), timesToExpiration: .same(0.25),
///         in: OptionMarket(spot: 100, riskFreeRate: 0.04)),
///     volatilities: .each(volatilities.span), into: &columns)
/// let deltas = columns[.delta]
/// ```
///
/// It chooses a vector kernel, the kernel for chains, or a slower and precise method for options outside the range of the kernels.
/// Units, domains and accuracy are those of ``PricingModel``. An option with an input outside its domain is returned as a
/// ``PricingRefusal`` and its values are NaN. All other options are evaluated.
///
/// In the model of Black, Scholes and Merton on a spot price, the values are bit-identical to those of ``ModelledOption``. In chains,
/// on forwards and in the normal model, the last digits may differ. The values of an option do not depend on the other options, except
/// on curves with dividends, the columns in which only prices of the underlying differ: neighbouring prices share a solution, and the
/// differences are within its accuracy.
///
/// ## Accuracy
/// That of ``ModelledOption/price(volatility:)``, ``ModelledOption/greeks(volatility:)`` and ``ModelledOption/allGreeks(volatility:)``.
///
/// An evaluator keeps memory for shared inputs. It allocates memory for refusals, and if a batch is longer than those before it, up to
/// blocks of 512 options.
public struct OptionEvaluator: Sendable {
    private var repeated = RepeatedInputs()

    /// Creates an evaluator. It allocates memory when it is first used with shared inputs.
    public init() {}

    /// Computes the values of options that the selection of `columns` names.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - volatilities: Volatilities in the units of the model.
    ///   - columns: Receives the values. Elements beyond the options keep their values.
    /// - Returns: The options without values, in order.
    /// - Precondition: All columns that are not shared have the same count, which `columns.count` is not below.
    /// - Complexity: O(*n*); once warm, allocates only for refusals.
    public mutating func evaluate(
        _ options: OptionColumns, volatilities: InputColumn<Double>, into columns: inout GreekColumns
    ) -> [PricingRefusal] {
        let (selection, length) = (columns.selection, columns.count)
        var values = columns.mutableElements
        if selection == .greeks, let refusals = Self.evaluateWholeChain(options, volatilities, length, &values) {
            return refusals
        }
        let count = options.count(with: volatilities.count)
        precondition(count <= length, "the columns are too short")
        return evaluate(selection, options, volatilities, count, &values)
    }

    /// Computes the prices of options.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - volatilities: Volatilities in the units of the model.
    ///   - prices: Receives the prices.
    /// - Returns: The options without a price, in order.
    /// - Precondition: All columns that are not shared have the same count, which is that of `prices`.
    /// - Complexity: O(*n*); once warm, allocates only for refusals.
    public mutating func evaluatePrices(
        _ options: OptionColumns, volatilities: InputColumn<Double>, into prices: inout MutableSpan<Double>
    ) -> [PricingRefusal] {
        let count = options.count(with: volatilities.count)
        precondition(prices.count == count, "the columns must have the same count")
        return evaluate(.price, options, volatilities, count, &prices)
    }

    private mutating func evaluate(
        _ selection: GreekSelection, _ options: OptionColumns, _ volatilities: InputColumn<Double>, _ count: Int,
        _ values: inout MutableSpan<Double>
    ) -> [PricingRefusal] {
        if let refusals = Self.evaluateCurve(selection, options, volatilities, count, &values) { return refusals }
        var refusals: [PricingRefusal] = []
        var start = 0
        while start < count {
            let run = start..<options.endOfRun(from: start, to: count)
            start = run.upperBound
            do throws(PricingError) {
                let method = try options.method(run.lowerBound)
                let isChain = selection == .greeks && options.isChain
                let isComplete =
                    isChain
                    ? evaluateChain(run, method, options, volatilities, &values)
                    : evaluate(run, method, selection, options, volatilities, &values)
                if isComplete { continue }
                Self.complete(run, method, selection, options, volatilities, isChain: isChain, &values, &refusals)
            } catch {
                for index in run {
                    Self.set(OptionResult(), selection, index, &values)
                    refusals.append(PricingRefusal(index: index, error: error))
                }
            }
        }
        return refusals
    }

    /// Evaluates a run of options by the kernel, and returns whether it answered all of them. If shared inputs are repeated, the kernel
    /// is called block by block.
    private mutating func evaluate(
        _ run: Range<Int>, _ method: any PricingMethod.Type, _ selection: GreekSelection, _ options: OptionColumns,
        _ volatilities: InputColumn<Double>, _ values: inout MutableSpan<Double>
    ) -> Bool {
        var isComplete = true
        let isAnyShared = options.isAnyShared || volatilities.count == nil
        let length = isAnyShared ? RepeatedInputs.blockSize : run.count
        var start = run.lowerBound
        while start < run.upperBound {
            let block = start..<min(start + length, run.upperBound)
            start = block.upperBound
            if isAnyShared { repeated.fill(options, volatilities.shared, count: block.count) }
            let isAnswered = method.evaluate(
                selection, options.block(block, repeated),
                volatilities: volatilities.elements(block, repeated: repeated[.volatility]),
                into: &values, at: block.lowerBound)
            isComplete = isAnswered && isComplete
        }
        return isComplete
    }

    /// Evaluates a chain without further shared inputs in one call of the kernel, the shortest way to it. Returns the options without
    /// values; `nil`, and evaluates none, if the options are no such chain.
    @inline(__always)
    private static func evaluateWholeChain(
        _ options: OptionColumns, _ volatilities: InputColumn<Double>, _ length: Int,
        _ values: inout MutableSpan<Double>
    ) -> [PricingRefusal]? {
        guard case .same(let price) = options.underlyingPrices, case .same(let time) = options.times,
            case .same(let rate) = options.rates, case .same(let yield) = options.yields,
            case .same(let exercise) = options.exercises, case .each(let kinds) = options.kinds,
            case .each(let strikes) = options.strikes, case .each(let inputs) = volatilities,
            // Columns are padded, so that the call of the kernel cannot know their count. The general way checks the counts.
            kinds.count <= length, strikes.count == kinds.count, inputs.count == kinds.count,
            let method = try? options.model.method(
                on: options.underlying, exercise: exercise, hasDividends: options.schedule.counts(until: time),
                accuracy: options.accuracy)
        else { return nil }
        let chain = OptionChainBlock(
            underlyingPrice: price, time: time, rate: rate, yield: yield, kinds: kinds, strikes: strikes)
        guard let isComplete = method.evaluateChain(chain, volatilities: inputs, into: &values, at: 0) else {
            return nil
        }
        if isComplete { return [] }
        var refusals: [PricingRefusal] = []
        complete(0..<kinds.count, method, .greeks, options, volatilities, isChain: true, &values, &refusals)
        return refusals
    }

    /// Evaluates one option at many prices of its underlying by a kernel for curves. Returns the options without values; `nil`, and
    /// evaluates none, if the options are no curve or there is no such kernel.
    @inline(__always)
    private static func evaluateCurve(
        _ selection: GreekSelection, _ options: OptionColumns, _ volatilities: InputColumn<Double>, _ count: Int,
        _ values: inout MutableSpan<Double>
    ) -> [PricingRefusal]? {
        guard case .each(let prices) = options.underlyingPrices, case .same(let time) = options.times,
            case .same(let strike) = options.strikes, case .same(let kind) = options.kinds,
            case .same(let rate) = options.rates, case .same(let yield) = options.yields,
            case .same(let exercise) = options.exercises, case .same(let volatility) = volatilities,
            // A number that is not in its domain is refused for each option.
            strike > 0, strike.isFinite,
            let method = try? options.model.method(
                on: options.underlying, exercise: exercise, hasDividends: options.schedule.counts(until: time),
                accuracy: options.accuracy)
        else { return nil }
        let curve = OptionCurve(
            CurveTerms(kind, strike: strike, time: time, rate: rate, yield: yield, volatility: volatility),
            schedule: options.schedule, underlyingPrices: prices)
        guard let isComplete = method.evaluateCurve(selection, curve, into: &values) else { return nil }
        if isComplete { return [] }
        var refusals: [PricingRefusal] = []
        complete(0..<count, method, selection, options, volatilities, isChain: false, &values, &refusals)
        return refusals
    }

    /// Evaluates a run of a chain by the kernel for chains, or else by the kernel for columns.
    private mutating func evaluateChain(
        _ run: Range<Int>, _ method: any PricingMethod.Type, _ options: OptionColumns,
        _ volatilities: InputColumn<Double>, _ values: inout MutableSpan<Double>
    ) -> Bool {
        let isAnyShared = options.kinds.count == nil || options.strikes.count == nil || volatilities.count == nil
        var isComplete = true
        let length = isAnyShared ? RepeatedInputs.blockSize : run.count
        var start = run.lowerBound
        while start < run.upperBound {
            let block = start..<min(start + length, run.upperBound)
            start = block.upperBound
            if isAnyShared { repeated.fill(options, volatilities.shared, count: block.count) }
            let isAnswered = method.evaluateChain(
                options.chain(block, repeated),
                volatilities: volatilities.elements(block, repeated: repeated[.volatility]),
                into: &values, at: block.lowerBound)
            guard let isAnswered else { return evaluate(run, method, .greeks, options, volatilities, &values) }
            isComplete = isAnswered && isComplete
        }
        return isComplete
    }

    /// Evaluates the options that a kernel did not answer, whose values are NaN.
    private static func complete(
        _ run: Range<Int>, _ method: any PricingMethod.Type, _ selection: GreekSelection, _ options: OptionColumns,
        _ volatilities: InputColumn<Double>, isChain: Bool, _ values: inout MutableSpan<Double>,
        _ refusals: inout [PricingRefusal]
    ) {
        var result = OptionResult()
        for index in run where values[index].isNaN {
            do throws(PricingError) {
                let option = try options.option(index)
                // The kernel for chains answers fewer options than the one for columns.
                if isChain {
                    try method.evaluateOne(selection, option, volatilities[index], into: &result)
                } else {
                    try method.evaluatePrecisely(selection, option, volatilities[index], into: &result)
                }
                set(result, selection, index, &values)
            } catch {
                refusals.append(PricingRefusal(index: index, error: error))
            }
        }
    }

    private static func set(
        _ result: borrowing OptionResult, _ selection: GreekSelection, _ index: Int,
        _ values: inout MutableSpan<Double>
    ) {
        let length = values.count / selection.columnCount
        for column in 0..<selection.columnCount { values[column * length + index] = result.values[column] }
    }
}

extension OptionEvaluator {
    /// Finds the volatilities at which options are worth their prices.
    ///
    /// If a price determines no volatility, the volatility is NaN and the status states why. Domain and accuracy are those of
    /// ``ModelledOption/impliedVolatility(price:)``.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - prices: Prices of the options.
    ///   - volatilities: Receives the volatilities, in the units of the model.
    ///   - statuses: Receives the statuses; `ImpliedVolatilityStatus.unanswered` for a refusal.
    /// - Returns: The rejected quotes (with an input outside its domain), in order.
    /// - Precondition: All columns that are not shared have the same count.
    /// - Complexity: O(*n*); once warm, allocates only for refusals.
    public mutating func findVolatilities(
        of options: OptionColumns, prices: Span<Double>, volatilities: inout MutableSpan<Double>,
        statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> [PricingRefusal] {
        findVolatilities(
            of: options, prices: prices, near: KnownVolatilities(), volatilities: &volatilities, statuses: &statuses)
    }

    /// Finds the volatilities of prices near others whose volatilities are known, as
    /// ``findVolatilities(of:prices:volatilities:statuses:)``. Options with dividends at ex-dates are found sooner; their volatilities
    /// differ within the accuracy.
    package mutating func findVolatilities(
        of options: OptionColumns, prices: Span<Double>, near known: KnownVolatilities,
        volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> [PricingRefusal] {
        let count = options.count(with: prices.count)
        precondition(
            volatilities.count == count && statuses.count == count, "the columns must have the same count")
        var refusals: [PricingRefusal] = []
        var start = 0
        while start < count {
            let run = start..<options.endOfRun(from: start, to: count)
            start = run.upperBound
            do throws(PricingError) {
                let method = try options.method(run.lowerBound)
                var isComplete = true
                let length = options.isAnyShared ? RepeatedInputs.blockSize : run.count
                for first in stride(from: run.lowerBound, to: run.upperBound, by: length) {
                    let block = first..<min(first + length, run.upperBound)
                    if options.isAnyShared { repeated.fill(options, nil, count: block.count) }
                    var found = volatilities._mutatingExtracting(block)
                    var written = statuses._mutatingExtracting(block)
                    isComplete =
                        method.findVolatilities(
                            options.block(block, repeated), prices: prices.extracting(block),
                            near: known.extracting(block), volatilities: &found, statuses: &written) && isComplete
                }
                if isComplete { continue }
                for index in run where statuses[index] == .unanswered {
                    do throws(PricingError) {
                        let option = try options.option(index)
                        try PricingError.requireNonNegative(.price, prices[index])
                        let result = try method.findVolatilityPrecisely(option, price: prices[index])
                        statuses[index] = result.status
                        if case .volatility(let volatility) = result { volatilities[index] = volatility }
                    } catch {
                        refusals.append(PricingRefusal(index: index, error: error))
                    }
                }
            } catch {
                for index in run {
                    (volatilities[index], statuses[index]) = (.nan, .unanswered)
                    refusals.append(PricingRefusal(index: index, error: error))
                }
            }
        }
        return refusals
    }
}
