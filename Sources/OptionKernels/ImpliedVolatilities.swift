/// Computes the implied volatilities of European options in the Black–Scholes–Merton model.
///
/// Units and domain are those of
/// ``evaluateOptions(kinds:spots:strikes:times:rates:yields:volatilities:into:instructionSet:)``.
///
/// If no volatility reproduces a price, or the price determines fewer than seven binary digits of it, the volatility
/// becomes NaN and the status states why. The status is ``ImpliedVolatilityStatus/unanswered`` if an input is outside the
/// domain, if the price is so close to a bound that the decision needs more digits, or if rounding of the discount factors
/// could affect the volatility; `OptionPricing` evaluates such quotes.
///
/// ## Accuracy
/// See `docs/accuracy.md`. AVX2 and AVX-512 return the same bits.
///
/// - Parameters:
///   - kinds: Calls and puts.
///   - prices: Prices of the options.
///   - spots: Prices of the underlying.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - yields: Dividend yields.
///   - volatilities: Receives the volatilities.
///   - statuses: Receives the statuses.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether no status is `unanswered`.
/// - Precondition: The columns have the same count.
/// - Complexity: O(*n*), no allocation.
public func findImpliedVolatilities(
    kinds: Span<OptionKind>, prices: Span<Double>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>,
    rates: Span<Double>, yields: Span<Double>,
    volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>,
    instructionSet: InstructionSet = .best
) -> Bool {
    let count = kinds.count
    precondition(
        prices.count == count && spots.count == count && strikes.count == count && times.count == count
            && rates.count == count && yields.count == count && volatilities.count == count && statuses.count == count,
        "the columns must have the same count")
    guard count > 0 else { return true }
    return instructionSet.findImpliedVolatilities(
        kinds: kinds, prices: prices, spots: spots, strikes: strikes, times: times, rates: rates, yields: yields,
        volatilities: &volatilities, statuses: &statuses)
}

/// Computes the implied volatilities of European options on forwards in the model of Bachelier.
///
/// Units and domain are those of
/// ``evaluateForwardOptions(model:kinds:forwards:strikes:times:rates:volatilities:into:instructionSet:)``:
/// volatilities are in money per square root of a year.
///
/// If no volatility is found, it becomes NaN and the status states why. The status is
/// ``ImpliedVolatilityStatus/unanswered`` if an input is outside the domain, or if the price is so close to the discounted
/// intrinsic value, so small or so large that the decision needs more digits or exponents; `OptionPricing` evaluates such
/// quotes. No price is too high for the model, so no status is ``ImpliedVolatilityStatus/aboveMaximum``.
///
/// ## Accuracy
/// See `docs/accuracy.md`. AVX2 and AVX-512 return the same bits.
///
/// - Parameters:
///   - kinds: Calls and puts.
///   - prices: Prices of the options.
///   - forwards: Forward prices of the underlying at the expirations.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - volatilities: Receives the volatilities.
///   - statuses: Receives the statuses.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether no status is `unanswered`.
/// - Precondition: The columns have the same count.
/// - Complexity: O(*n*), no allocation.
///
/// > Source: Jäckel, "Implied Normal Volatility", *Wilmott* 90, 2017, doi:10.1002/wilm.10581, for the closed form of a guess
/// > and one step; `docs/kernels.md` describes guess and step.
public func findNormalVolatilities(
    kinds: Span<OptionKind>, prices: Span<Double>, forwards: Span<Double>, strikes: Span<Double>, times: Span<Double>,
    rates: Span<Double>,
    volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>,
    instructionSet: InstructionSet = .best
) -> Bool {
    let count = kinds.count
    precondition(
        prices.count == count && forwards.count == count && strikes.count == count && times.count == count
            && rates.count == count && volatilities.count == count && statuses.count == count,
        "the columns must have the same count")
    guard count > 0 else { return true }
    return instructionSet.findNormalVolatilities(
        kinds: kinds, prices: prices, forwards: forwards, strikes: strikes, times: times, rates: rates,
        volatilities: &volatilities, statuses: &statuses)
}

/// Finds the total volatility σ√T of one out-of-the-money option from its value, by the algorithm of
/// ``findImpliedVolatilities(kinds:prices:spots:strikes:times:rates:yields:volatilities:statuses:instructionSet:)``.
///
/// All amounts are discounted and may be scaled by one common factor.
///
/// - Parameters:
///   - price: The price from which the value was derived; it determines whether the volatility is well determined.
///   - value: The value of the out-of-the-money option, which is the option itself or its counterpart by put–call parity;
///     greater than 0.
///   - largest: The lesser of forward and strike, which is the upper bound of the value; greater than `value`.
///   - logMoneyness: |ln(forward / strike)|.
///   - ratio: |forward − strike| / value.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: The total volatility; NaN if the price determines fewer than seven binary digits of it.
public func findTotalVolatility(
    price: Double, value: Double, largest: Double, logMoneyness: Double, ratio: Double,
    instructionSet: InstructionSet = .best
) -> Double {
    instructionSet.findTotalVolatility(
        price: price, value: value, largest: largest, logMoneyness: logMoneyness, ratio: ratio)
}

/// The result of finding an implied volatility.
///
/// Raw values are those of the kernels, which write a column of statuses as bytes.
@frozen
public enum ImpliedVolatilityStatus: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// The price determines the volatility.
    case ok = 0
    /// The price is below the discounted intrinsic value, which no volatility reaches.
    case belowIntrinsic = 1
    /// The price is above the value at any volatility: the discounted spot for a call, the discounted strike for a put.
    case aboveMaximum = 2
    /// The price does not determine the volatility: it is within rounding of the intrinsic value or of the maximum.
    case notDeterminable = 3
    /// No volatility was computed: an input is outside the domain.
    case unanswered = 4
}
