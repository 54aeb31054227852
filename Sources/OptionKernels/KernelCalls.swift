internal import COptionsKernels

// The kernels, called through spans. Every unsafe expression of this target is in this file.

// MARK: Options

/// Evaluates options into columns that lie one after the other in `values`, each `values.count / selection.columnCount`
/// long, from the element `first` of each column. All other elements keep their values.
package func evaluateOptions(
    _ selection: GreekSelection,
    kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
    yields: Span<Double>, volatilities: Span<Double>,
    values: inout MutableSpan<Double>, at first: Int = 0, instructionSet: InstructionSet = .best
) -> Bool {
    let count = kinds.count
    precondition(
        spots.count == count && strikes.count == count && times.count == count && rates.count == count
            && yields.count == count && volatilities.count == count, "the inputs must have the same count")
    let length = selection.length(of: values, from: first, count: count)
    guard count > 0, let start = unsafe values.mutableAddress?.advanced(by: first) else { return true }
    // SAFETY: each input is valid for `count` elements, and so is each column; exclusive access to `values` rules out
    // overlap.
    var options = unsafe kernel_options(
        kind: kinds.bytesAddress,
        spot: spots.address, strike: strikes.address, time: times.address, rate: rates.address,
        yield: yields.address, volatility: volatilities.address)
    let kernel = instructionSet.kernel
    return switch selection {
    case .price: unsafe kernel_price(kernel, count, &options, start, length) == 0
    case .greeks: unsafe kernel_greeks(kernel, count, &options, start, length) == 0
    case .allGreeks: unsafe kernel_all_greeks(kernel, count, &options, start, length) == 0
    }
}

/// Evaluates options on forwards into columns that lie one after the other in `values`, as in `evaluateOptions`.
package func evaluateForwardOptions(
    _ selection: GreekSelection, model: ForwardModel,
    kinds: Span<OptionKind>, forwards: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
    volatilities: Span<Double>,
    values: inout MutableSpan<Double>, at first: Int = 0, instructionSet: InstructionSet = .best
) -> Bool {
    let count = kinds.count
    precondition(
        forwards.count == count && strikes.count == count && times.count == count && rates.count == count
            && volatilities.count == count, "the inputs must have the same count")
    let length = selection.length(of: values, from: first, count: count)
    guard count > 0, let start = unsafe values.mutableAddress?.advanced(by: first) else { return true }
    // SAFETY: as in `evaluateOptions`; the kernels of options on forwards read no yields.
    var options = unsafe kernel_options(
        kind: kinds.bytesAddress,
        spot: forwards.address, strike: strikes.address, time: times.address, rate: rates.address,
        yield: nil, volatility: volatilities.address)
    let kernel = instructionSet.kernel
    return switch (model, selection) {
    case (.black76, .price): unsafe kernel_forward_price(kernel, count, &options, start, length) == 0
    case (.black76, .greeks): unsafe kernel_forward_greeks(kernel, count, &options, start, length) == 0
    case (.black76, .allGreeks): unsafe kernel_forward_all_greeks(kernel, count, &options, start, length) == 0
    case (.bachelier, .price): unsafe kernel_normal_price(kernel, count, &options, start, length) == 0
    case (.bachelier, .greeks): unsafe kernel_normal_greeks(kernel, count, &options, start, length) == 0
    case (.bachelier, .allGreeks): unsafe kernel_normal_all_greeks(kernel, count, &options, start, length) == 0
    }
}

/// Evaluates a chain into six columns that lie one after the other in `values`, each `values.count / 6` long, from the element `first`
/// of each column.
package func evaluateChain(
    spot: Double, time: Double, rate: Double, yield: Double,
    kinds: Span<OptionKind>, strikes: Span<Double>, volatilities: Span<Double>,
    values: inout MutableSpan<Double>, at first: Int = 0, instructionSet: InstructionSet = .best
) -> Bool {
    let count = kinds.count
    precondition(strikes.count == count && volatilities.count == count, "the inputs must have the same count")
    let length = GreekSelection.greeks.length(of: values, from: first, count: count)
    guard count > 0, let start = unsafe values.mutableAddress?.advanced(by: first) else { return true }
    // SAFETY: as in `evaluateOptions`; the kernel reads no other input of a chain.
    var options = unsafe kernel_options(
        kind: kinds.bytesAddress,
        spot: nil, strike: strikes.address, time: nil, rate: nil, yield: nil, volatility: volatilities.address)
    return unsafe kernel_chain_greeks(
        instructionSet.kernel, count, &options, spot, time, rate, yield, start, length) == 0
}

extension GreekSelection {
    /// The length of each column in `values`, which is checked.
    fileprivate func length(of values: borrowing MutableSpan<Double>, from first: Int, count: Int) -> Int {
        let length = values.count / columnCount
        precondition(
            length * columnCount == values.count && first >= 0 && length - first >= count,
            "values must hold \(columnCount) columns")
        return length
    }
}

// MARK: Other kernels

/// The callers check that all indices lie within the spans.
extension InstructionSet {
    func findImpliedVolatilities(
        kinds: Span<OptionKind>, prices: Span<Double>, spots: Span<Double>, strikes: Span<Double>,
        times: Span<Double>, rates: Span<Double>, yields: Span<Double>,
        volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        // SAFETY: the callers check that every column has `kinds.count` elements; exclusive access to `volatilities` and
        // `statuses` rules out overlap. The kernel writes a status as the byte that is its raw value.
        var options = unsafe kernel_options(
            kind: kinds.bytesAddress,
            spot: spots.address, strike: strikes.address, time: times.address, rate: rates.address,
            yield: yields.address, volatility: nil)
        return unsafe kernel_implied_volatility(
            kernel, kinds.count, &options, prices.address, volatilities.mutableAddress, statuses.bytesAddress) == 0
    }

    func findNormalVolatilities(
        kinds: Span<OptionKind>, prices: Span<Double>, forwards: Span<Double>, strikes: Span<Double>,
        times: Span<Double>, rates: Span<Double>,
        volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        // SAFETY: as in `findImpliedVolatilities`; the kernel reads neither yields nor volatilities.
        var options = unsafe kernel_options(
            kind: kinds.bytesAddress,
            spot: forwards.address, strike: strikes.address, time: times.address, rate: rates.address,
            yield: nil, volatility: nil)
        return unsafe kernel_normal_volatility(
            kernel, kinds.count, &options, prices.address, volatilities.mutableAddress, statuses.bytesAddress) == 0
    }

    func priceAmericanOptions(
        kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
        yields: Span<Double>, volatilities: Span<Double>, level: AmericanLevel,
        prices: inout MutableSpan<Double>, statuses: inout MutableSpan<AmericanStatus>
    ) -> Bool {
        // SAFETY: as in `findImpliedVolatilities`, for `prices` and `statuses`.
        var options = unsafe kernel_options(
            kind: kinds.bytesAddress,
            spot: spots.address, strike: strikes.address, time: times.address, rate: rates.address,
            yield: yields.address, volatility: volatilities.address)
        return unsafe kernel_american_price(
            kernel, level.rawValue, kinds.count, &options, prices.mutableAddress, statuses.bytesAddress) == 0
    }

    func evaluateAmericanOptions(
        kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
        yields: Span<Double>, volatilities: Span<Double>, level: AmericanLevel,
        values: inout MutableSpan<Double>, at first: Int, length: Int, statuses: inout MutableSpan<AmericanStatus>
    ) -> Bool {
        // SAFETY: as in `findImpliedVolatilities`; the caller checks that each column of `values` is `length` long and has
        // room for `kinds.count` elements from `first` on.
        var options = unsafe kernel_options(
            kind: kinds.bytesAddress,
            spot: spots.address, strike: strikes.address, time: times.address, rate: rates.address,
            yield: yields.address, volatility: volatilities.address)
        guard let start = unsafe values.mutableAddress?.advanced(by: first) else { return true }
        return unsafe kernel_american_greeks(
            kernel, level.rawValue, kinds.count, &options, start, length, statuses.bytesAddress) == 0
    }

    func evaluate(
        _ option: AmericanOption, at spots: Span<Double>, _ level: AmericanLevel, rows: Int,
        values: inout MutableSpan<Double>, statuses: inout MutableSpan<AmericanStatus>
    ) -> Bool {
        // SAFETY: the callers check that `values` has `rows` columns as long as `spots` and `statuses`; exclusive access to
        // both rules out overlap.
        let (kernel, prices) = unsafe (kernel, spots.address)
        let (target, states) = unsafe (values.mutableAddress, statuses.bytesAddress)
        let count = spots.count
        return unsafe option.terms.withColumns { options in
            unsafe kernel_american_curve(
                kernel, level.rawValue, rows, &options, count, prices, target, count, states)
        } == 0
    }

    func findAmericanVolatilities(
        kinds: Span<OptionKind>, prices: Span<Double>, spots: Span<Double>, strikes: Span<Double>,
        times: Span<Double>, rates: Span<Double>, yields: Span<Double>, level: AmericanLevel,
        volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        // SAFETY: as in `findImpliedVolatilities`.
        var options = unsafe kernel_options(
            kind: kinds.bytesAddress,
            spot: spots.address, strike: strikes.address, time: times.address, rate: rates.address,
            yield: yields.address, volatility: nil)
        return unsafe kernel_american_volatility(
            kernel, level.rawValue, kinds.count, &options, prices.address, volatilities.mutableAddress,
            statuses.bytesAddress) == 0
    }

    func priceAmericanOptions(
        kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
        yields: Span<Double>, volatilities: Span<Double>, level: AmericanLevel,
        prices: inout MutableSpan<Double>, statuses: inout MutableSpan<AmericanStatus>,
        boundaries: inout MutableSpan<Double>, secondBoundaries: inout MutableSpan<Double>
    ) -> Bool {
        // SAFETY: as in `findImpliedVolatilities`, for the four columns of results.
        var options = unsafe kernel_options(
            kind: kinds.bytesAddress,
            spot: spots.address, strike: strikes.address, time: times.address, rate: rates.address,
            yield: yields.address, volatility: volatilities.address)
        return unsafe kernel_american_boundaries(
            kernel, level.rawValue, kinds.count, &options, prices.mutableAddress, statuses.bytesAddress,
            boundaries.mutableAddress, secondBoundaries.mutableAddress) == 0
    }

    func evaluateOptionsWithDividends(
        exercise: DividendExercise, kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>,
        times: Span<Double>, rates: Span<Double>, yields: Span<Double>, volatilities: Span<Double>,
        dividends: DividendColumns, level: DividendLevel, withGreeks: Bool, values: inout MutableSpan<Double>,
        statuses: inout MutableSpan<DividendStatus>
    ) -> Bool {
        let count = checkedCount(kinds, spots, strikes, times, rates, yields, volatilities)
        guard count > 0 else { return true }
        // SAFETY: every column has `count` elements, `values` as many columns as the kernel writes, which the callers check;
        // exclusive access to `values` and `statuses` rules out overlap. The columns of dividends have the same count.
        var options = unsafe kernel_options(
            kind: kinds.bytesAddress,
            spot: spots.address, strike: strikes.address, time: times.address, rate: rates.address,
            yield: yields.address, volatility: volatilities.address)
        let (kernel, target, states) = unsafe (kernel, values.mutableAddress, statuses.bytesAddress)
        return unsafe dividends.withRows { rows in
            withGreeks
                ? unsafe kernel_dividend_greeks(
                    kernel, exercise.rawValue, level.rawValue, count, &options, &rows, target, count, states)
                : unsafe kernel_dividend_price(
                    kernel, exercise.rawValue, level.rawValue, count, &options, &rows, target, states)
        } == 0
    }

    func evaluate(
        _ option: OptionWithDividends, at spots: Span<Double>, _ level: DividendLevel, rows: Int,
        values: inout MutableSpan<Double>, statuses: inout MutableSpan<DividendStatus>
    ) -> Bool {
        // SAFETY: as for an American option.
        let (kernel, prices) = unsafe (kernel, spots.address)
        let (target, states) = unsafe (values.mutableAddress, statuses.bytesAddress)
        let count = spots.count
        return unsafe option.terms.withColumns { options in
            unsafe option.dividends.withRows { dividends in
                unsafe kernel_dividend_curve(
                    kernel, option.exercise.rawValue, level.rawValue, rows, &options, &dividends, count, prices, target,
                    count, states)
            }
        } == 0
    }

    func findVolatilitiesWithDividends(
        exercise: DividendExercise, kinds: Span<OptionKind>, prices: Span<Double>, nearPrices: Span<Double>,
        nearVolatilities: Span<Double>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>,
        rates: Span<Double>, yields: Span<Double>, dividends: DividendColumns, level: DividendLevel,
        volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        let count = checkedCount(kinds, spots, strikes, times, rates, yields, prices)
        guard count > 0 else { return true }
        // SAFETY: as in `evaluateOptionsWithDividends`; the kernel does not read volatilities. The callers check that there is a near price
        // for each option, or none.
        var options = unsafe kernel_options(
            kind: kinds.bytesAddress,
            spot: spots.address, strike: strikes.address, time: times.address, rate: rates.address,
            yield: yields.address, volatility: nil)
        let (kernel, sources) = unsafe (kernel, prices.address)
        let (near, known) = unsafe nearPrices.isEmpty ? (nil, nil) : (nearPrices.address, nearVolatilities.address)
        let (target, states) = unsafe (volatilities.mutableAddress, statuses.bytesAddress)
        return unsafe dividends.withRows { rows in
            unsafe kernel_dividend_volatility(
                kernel, exercise.rawValue, level.rawValue, count, &options, &rows, sources, near, known, target, states)
        } == 0
    }

    func findExerciseBoundaries(
        kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
        yields: Span<Double>, volatilities: Span<Double>, dividends: DividendColumns, level: DividendLevel,
        boundaries: inout MutableSpan<Double>, exDateBoundaries: inout MutableSpan<Double>,
        statuses: inout MutableSpan<DividendStatus>
    ) -> Bool {
        let count = checkedCount(kinds, spots, strikes, times, rates, yields, volatilities)
        guard count > 0 else { return true }
        // SAFETY: as in `evaluateOptionsWithDividends`; the callers check that there is a column for each dividend.
        var options = unsafe kernel_options(
            kind: kinds.bytesAddress,
            spot: spots.address, strike: strikes.address, time: times.address, rate: rates.address,
            yield: yields.address, volatility: volatilities.address)
        let (kernel, states) = unsafe (kernel, statuses.bytesAddress)
        let (now, exDates) = unsafe (boundaries.mutableAddress, exDateBoundaries.mutableAddress)
        return unsafe dividends.withRows { rows in
            unsafe kernel_dividend_boundaries(
                kernel, level.rawValue, count, &options, &rows, now, exDates, count, states)
        } == 0
    }

    func findTotalVolatility(
        price: Double, value: Double, largest: Double, logMoneyness: Double, ratio: Double
    ) -> Double {
        kernel_total_volatility(kernel, price, value, largest, logMoneyness, ratio)
    }

    func combineRows(
        constants: Span<Double>, starts: Span<Int>, rows: Span<Int>, weights: Span<Double>, table: Span<Double>,
        rowCount: Int, rowLength: Int, columns: Int, combinations: inout MutableSpan<Double>, combinationLength: Int,
        start: Int
    ) -> Bool {
        // SAFETY: the callers check that terms, rows and columns lie within their spans, and so do the sums from `start`
        // on; exclusive access to `combinations` rules out overlap.
        guard let target = unsafe combinations.mutableAddress else { return true }
        return unsafe kernel_combine_rows(
            kernel, constants.count, constants.address, starts.address, rows.address, weights.address, rowCount,
            columns, table.address, rowLength, target + start, combinationLength) != 0
    }
}

extension CurveTerms {
    /// Calls a kernel of curves, which reads no spot, with columns of one element.
    fileprivate func withColumns(_ kernel: (inout kernel_options) -> Int32) -> Int32 {
        let kind: [1 of OptionKind] = [kind]
        let numbers: [5 of Double] = [strike, time, rate, yield, volatility]
        let (kinds, columns) = (kind.span, numbers.span)
        // SAFETY: the columns are valid during the closures.
        return unsafe kinds.withUnsafeBytes { kinds in
            unsafe columns.withUnsafeBufferPointer { columns in
                guard let first = columns.baseAddress else { return 0 }
                var options = unsafe kernel_options(
                    kind: kinds.baseAddress?.assumingMemoryBound(to: UInt8.self), spot: first, strike: first,
                    time: first + 1, rate: first + 2, yield: first + 3, volatility: first + 4)
                return unsafe kernel(&options)
            }
        }
    }
}

extension DividendColumns {
    /// Calls a kernel with the columns, which have the same count.
    fileprivate func withRows(_ kernel: (inout kernel_dividends) -> Int32) -> Int32 {
        // SAFETY: the columns are valid during the closures.
        unsafe times.withUnsafeBufferPointer { times in
            unsafe amounts.withUnsafeBufferPointer { amounts in
                unsafe proportions.withUnsafeBufferPointer { proportions in
                    var rows = unsafe kernel_dividends(
                        count: times.count, time: times.baseAddress, amount: amounts.baseAddress,
                        proportion: proportions.baseAddress)
                    return unsafe kernel(&rows)
                }
            }
        }
    }
}

/// The count of columns, which must be the same.
private func checkedCount(
    _ kinds: Span<OptionKind>, _ spots: Span<Double>, _ strikes: Span<Double>, _ times: Span<Double>,
    _ rates: Span<Double>, _ yields: Span<Double>, _ volatilities: Span<Double>
) -> Int {
    let count = kinds.count
    precondition(
        spots.count == count && strikes.count == count && times.count == count && rates.count == count
            && yields.count == count && volatilities.count == count, "the columns must have the same count")
    return count
}

// MARK: Instruction sets

extension InstructionSet {
    /// The strongest instruction set that this processor runs.
    static func detect() -> InstructionSet {
        switch kernel_best_isa() {
        case KERNEL_AVX512: .avx512
        case KERNEL_AVX2: .avx2
        default: .baseline
        }
    }

    var kernel: kernel_isa {
        precondition(self <= .best, "instruction set not supported by this processor")
        return switch self {
        case .avx512: KERNEL_AVX512
        case .avx2: KERNEL_AVX2
        case .baseline: KERNEL_BASELINE
        }
    }
}

// MARK: Addresses

extension Span {
    /// The address of the first element; `nil` if the span is empty. Valid only while the span is.
    fileprivate var address: UnsafePointer<Element>? {
        // SAFETY: the memory of a span does not move while the span is alive; the callers use the address in a call during
        // which the span is alive.
        unsafe withUnsafeBufferPointer { $0.baseAddress }
    }
}

extension MutableSpan {
    /// The address of the first element; `nil` if the span is empty. Valid only while the span is.
    fileprivate var mutableAddress: UnsafeMutablePointer<Element>? {
        // SAFETY: as for `Span.address`; the callers have exclusive access to the span.
        mutating get { unsafe withUnsafeMutableBufferPointer { $0.baseAddress } }
    }
}

extension Span<OptionKind> {
    /// The address of the kinds as bytes; `nil` if the span is empty. Valid only while the span is.
    fileprivate var bytesAddress: UnsafePointer<UInt8>? {
        // SAFETY: as for `address`; a kind is stored as the byte that is its raw value, which a test verifies.
        unsafe UnsafeRawPointer(address)?.assumingMemoryBound(to: UInt8.self)
    }
}

extension MutableSpan<ImpliedVolatilityStatus> {
    /// The address of the statuses as bytes; `nil` if the span is empty. Valid only while the span is.
    fileprivate var bytesAddress: UnsafeMutablePointer<UInt8>? {
        // SAFETY: as for `mutableAddress`; the kernels write no byte other than a raw value.
        mutating get { unsafe UnsafeMutableRawPointer(mutableAddress)?.assumingMemoryBound(to: UInt8.self) }
    }
}

extension MutableSpan<AmericanStatus> {
    /// The address of the statuses as bytes; `nil` if the span is empty. Valid only while the span is.
    fileprivate var bytesAddress: UnsafeMutablePointer<UInt8>? {
        // SAFETY: as for `mutableAddress`; the kernel writes no byte other than a raw value.
        mutating get { unsafe UnsafeMutableRawPointer(mutableAddress)?.assumingMemoryBound(to: UInt8.self) }
    }
}

extension MutableSpan<DividendStatus> {
    /// The address of the statuses as bytes; `nil` if the span is empty. Valid only while the span is.
    fileprivate var bytesAddress: UnsafeMutablePointer<UInt8>? {
        // SAFETY: as for `mutableAddress`; the kernel writes no byte other than a raw value.
        mutating get { unsafe UnsafeMutableRawPointer(mutableAddress)?.assumingMemoryBound(to: UInt8.self) }
    }
}

// MARK: Decimals

/// Divides integers by a power of ten: decimals become doubles.
///
/// ## Domain
/// The integers are below 2⁵¹ in magnitude; `divisor` is a power of ten from 1 to 10²².
///
/// ## Accuracy
/// In that domain each quotient is the double nearest to the exact value, on every instruction set.
///
/// - Parameters:
///   - numerators: The integers.
///   - divisor: The power of ten.
///   - quotients: Receives the quotients in its first elements.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Precondition: There is room for all quotients.
/// - Complexity: O(*n*), one pass, no allocation.
public func divide(
    _ numerators: Span<Int64>, by divisor: Double, into quotients: inout MutableSpan<Double>,
    instructionSet: InstructionSet = .best
) {
    precondition(quotients.count >= numerators.count, "there is no room for all quotients")
    precondition(instructionSet <= .best, "instruction set not supported by this processor")
    // SAFETY: both pointers are valid for as many elements as there are numerators, and exclusive access to `quotients`
    // rules out overlap.
    unsafe numerators.withUnsafeBufferPointer { numerators in
        unsafe quotients.withUnsafeMutableBufferPointer { quotients in
            guard let source = numerators.baseAddress, let target = quotients.baseAddress else { return }
            unsafe kernel_divide(instructionSet.kernel, divisor, numerators.count, source, target)
        }
    }
}
