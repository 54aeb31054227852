/// Dividends of the underlying, as the kernels read them: columns that ascend by time.
///
/// At an ex-date, the price of the underlying changes from S to max(S (1 − proportion) − amount, 0). Of dividends with the same
/// time, the proportions are taken off first, then the sum of the amounts.
public struct DividendColumns: Hashable, Sendable {
    /// The times of the ex-dates in years from the valuation.
    public private(set) var times: [Double] = []
    /// Amounts of money per share.
    public private(set) var amounts: [Double] = []
    /// Parts of the price before.
    public private(set) var proportions: [Double] = []

    /// Creates columns without dividends.
    public init() {}

    /// The number of dividends.
    public var count: Int { times.count }

    /// Appends a dividend.
    ///
    /// - Precondition: `time` is not before the last one.
    public mutating func append(time: Double, amount: Double = 0, proportion: Double = 0) {
        precondition(times.last.map { $0 <= time } ?? true, "dividends must ascend by time")
        times.append(time)
        amounts.append(amount)
        proportions.append(proportion)
    }
}

/// Computes the prices of options on an underlying with discrete dividends, in the spot model.
///
/// Between ex-dates the price of the underlying is lognormal. A dividend counts for an option if its time is above 0 and at most
/// that of the option; on the expiration, it is taken off before the payoff. An American option may be exercised at any
/// time, just before an ex-date included.
///
/// ## Units
/// Spots, strikes, amounts and prices are in one currency, per share; times are in years; rates, yields and volatilities are
/// decimals per year, rates and yields continuously compounded.
///
/// ## Domain
/// Volatilities from 0.02 to 3, times from one hour to 5 years, rates from −0.02 to 0.2, yields from 0 to 0.2, or from −0.1 if the rate is
/// not negative, ratios of spot and strike from 10⁻⁴ to 10⁴, at most 100 dividends: amounts of together at most 100 strikes, which may exceed the spot, and
/// proportions of together at most 0.9. Every option has a status; the price is NaN unless it is ``DividendStatus/ok``. A
/// volatility or a time of 0, and a spot of 0, are outside.
///
/// ## Accuracy
/// ``DividendLevel`` states it; see `docs/dividends.md`. AVX2 and AVX-512 return the same bits, and an option has the same bits
/// alone and among others.
///
/// - Parameters:
///   - exercise: The style of all options.
///   - kinds: Calls and puts.
///   - spots: Prices of the underlying.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - yields: Dividend yields.
///   - volatilities: Volatilities.
///   - dividends: The dividends of the underlying, for all options.
///   - level: The accuracy.
///   - prices: Receives the prices.
///   - statuses: Receives the statuses.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every status is `ok`.
/// - Precondition: The columns have the same count.
/// - Complexity: O(*n*) in the number of options. Options that are priced on more than 256 nodes allocate memory.
///
/// > Source: Vellekoop and Nieuwenhuis, "Efficient pricing of derivatives on assets with discrete dividends", *Applied
/// > Mathematical Finance* 13(3), 2006, doi:10.1080/13504860600563077, for the model; Brennan and Schwartz, "The valuation of American
/// > put options", *Journal of Finance* 32(2), 1977, doi:10.2307/2326779, for the recurrence.
public func priceOptionsWithDividends(
    exercise: DividendExercise, kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>,
    times: Span<Double>,
    rates: Span<Double>, yields: Span<Double>, volatilities: Span<Double>, dividends: DividendColumns,
    level: DividendLevel = .standard, prices: inout MutableSpan<Double>, statuses: inout MutableSpan<DividendStatus>,
    instructionSet: InstructionSet = .best
) -> Bool {
    precondition(
        prices.count == kinds.count && statuses.count == kinds.count, "the columns must have the same count")
    return instructionSet.evaluateOptionsWithDividends(
        exercise: exercise, kinds: kinds, spots: spots, strikes: strikes, times: times, rates: rates, yields: yields,
        volatilities: volatilities, dividends: dividends, level: level, withGreeks: false, values: &prices,
        statuses: &statuses)
}

/// Computes prices and greeks of options on an underlying with discrete dividends.
///
/// Units, domain and model are those of
/// ``priceOptionsWithDividends(exercise:kinds:spots:strikes:times:rates:yields:volatilities:dividends:level:prices:statuses:instructionSet:)``.
/// Theta is the derivative by passing time, in which ex-dates come nearer. An American option that is exercised has the
/// intrinsic value, a delta of 1 or −1, and no other greeks. At a rate of 0, rho is the derivative on one side.
///
/// - Parameters:
///   - exercise: The style of all options.
///   - kinds: Calls and puts.
///   - spots: Prices of the underlying.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - yields: Dividend yields.
///   - volatilities: Volatilities.
///   - dividends: The dividends of the underlying, for all options.
///   - level: The accuracy.
///   - values: Receives seven columns, one after the other, each as long as `kinds`: price, delta, gamma, theta, vega, rho,
///     epsilon. All are NaN without a price.
///   - statuses: Receives the statuses.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every status is `ok`.
public func evaluateOptionsWithDividends(
    exercise: DividendExercise, kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>,
    times: Span<Double>,
    rates: Span<Double>, yields: Span<Double>, volatilities: Span<Double>, dividends: DividendColumns,
    level: DividendLevel = .standard, values: inout MutableSpan<Double>, statuses: inout MutableSpan<DividendStatus>,
    instructionSet: InstructionSet = .best
) -> Bool {
    precondition(
        values.count == 7 * kinds.count && statuses.count == kinds.count, "values must hold seven columns")
    return instructionSet.evaluateOptionsWithDividends(
        exercise: exercise, kinds: kinds, spots: spots, strikes: strikes, times: times, rates: rates, yields: yields,
        volatilities: volatilities, dividends: dividends, level: level, withGreeks: true, values: &values,
        statuses: &statuses)
}

/// Finds the prices of the underlying from which on American options with discrete dividends are exercised.
///
/// Units, domain and model are those of
/// ``priceOptionsWithDividends(exercise:kinds:spots:strikes:times:rates:yields:volatilities:dividends:level:prices:statuses:instructionSet:)``. The
/// spots are used for the domain only.
///
/// - Parameters:
///   - kinds: Calls and puts.
///   - spots: Prices of the underlying.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - yields: Dividend yields.
///   - volatilities: Volatilities.
///   - dividends: The dividends of the underlying, for all options.
///   - level: The accuracy.
///   - boundaries: Receives the prices at the valuation. NaN if exercise is not optimal within about five deviations of the strike.
///   - exDateBoundaries: Receives a column for each dividend: the lowest price just before the ex-date at which a call is
///     exercised. NaN for puts, for dividends that do not count, and without such a price.
///   - statuses: Receives the statuses.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every option is in the domain.
public func findExerciseBoundaries(
    kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
    yields: Span<Double>, volatilities: Span<Double>, dividends: DividendColumns, level: DividendLevel = .standard,
    boundaries: inout MutableSpan<Double>, exDateBoundaries: inout MutableSpan<Double>,
    statuses: inout MutableSpan<DividendStatus>, instructionSet: InstructionSet = .best
) -> Bool {
    precondition(
        boundaries.count == kinds.count && statuses.count == kinds.count
            && exDateBoundaries.count == dividends.count * kinds.count,
        "the columns must have the same count, and there must be one for each dividend")
    return instructionSet.findExerciseBoundaries(
        kinds: kinds, spots: spots, strikes: strikes, times: times, rates: rates, yields: yields,
        volatilities: volatilities, dividends: dividends, level: level, boundaries: &boundaries,
        exDateBoundaries: &exDateBoundaries, statuses: &statuses)
}

/// When an option with discrete dividends can be exercised.
///
/// Raw values are those of the kernel.
public enum DividendExercise: Int32, CaseIterable, Hashable, Sendable {
    /// At its expiration.
    case european = 0
    /// At any time up to its expiration.
    case american = 1
}

/// The accuracy of prices with discrete dividends, in parts of the larger of spot and strike.
///
/// Raw values are those of the kernel.
public enum DividendLevel: Int32, CaseIterable, Comparable, Hashable, Sendable {
    /// American options: an error of at most 5 · 10⁻⁵, and 2 · 10⁻⁵ for 99 of 100. European options: 10⁻⁵.
    case fast = 0
    /// American options: an error of at most 5 · 10⁻⁵, and 10⁻⁵ for 99 of 100. European options: 3 · 10⁻⁶.
    case standard = 1
    /// American options: an error of at most 10⁻⁵, and 2 · 10⁻⁶ for 99 of 100. European options: 10⁻⁷.
    case precise = 2

    /// Whether `left` is less accurate than `right`.
    public static func < (left: DividendLevel, right: DividendLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Whether an option with discrete dividends has a price.
///
/// Raw values are those of the kernel, which writes a column of statuses as bytes.
public enum DividendStatus: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// The price has the accuracy of its level.
    case ok = 0
    /// The prices on successive grids did not agree.
    case notConverged = 1
    /// An input is outside the domain, or not finite.
    case outsideDomain = 2
}
