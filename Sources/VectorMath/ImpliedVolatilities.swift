internal import COptionsKernels

/// Finds the volatilities at which European options are worth their prices in the Black–Scholes–Merton model.
///
/// Units are those of ``evaluateOptions(_:kinds:spots:strikes:times:rates:yields:volatilities:values:instructionSet:)``.
///
/// ## Domain
/// That of the same function. Where the price has no volatility, or determines fewer than seven binary digits of it, the
/// volatility becomes NaN and the status says why. ``ImpliedVolatilityStatus/unanswered`` is a quote beyond the domain, one
/// so near to a bound that more digits are needed to tell, and one in which rounding of the discount factors might show;
/// `OptionPricing` answers these.
///
/// ## Accuracy
/// `docs/accuracy.md`. AVX2 and AVX-512 return the same bits.
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
///   - statuses: Receives what the prices say.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every quote was answered.
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
    precondition(instructionSet <= .best, "instruction set not supported by this processor")
    guard count > 0 else { return true }
    // SAFETY: each column is valid for `count` elements; exclusive access to `volatilities` and `statuses` rules
    // out overlap. A status is written as the byte that is its raw value.
    var options = unsafe kernel_options(
        kind: kinds.bytesAddress,
        spot: spots.address, strike: strikes.address, time: times.address, rate: rates.address, yield: yields.address,
        volatility: nil)
    return unsafe kernel_implied_volatility(
        instructionSet.kernel, count, &options, prices.address, volatilities.mutableAddress, statuses.bytesAddress) == 0
}

/// The total volatility σ√T of one out-of-the-money option from its value, by the algorithm of
/// ``findImpliedVolatilities(kinds:prices:spots:strikes:times:rates:yields:volatilities:statuses:instructionSet:)``.
///
/// All amounts are discounted and may be scaled by one factor.
///
/// - Parameters:
///   - price: The price that the value was taken from; it decides whether the volatility is determined.
///   - value: What the option, or by put–call parity its counterpart, is worth out of the money; greater than 0.
///   - largest: The lesser of forward and strike, which is the value's upper bound; greater than `value`.
///   - logMoneyness: |ln(forward / strike)|.
///   - ratio: |forward − strike| / value.
/// - Returns: NaN where the price determines fewer than seven binary digits.
public func findTotalVolatility(
    price: Double, value: Double, largest: Double, logMoneyness: Double, ratio: Double
) -> Double {
    kernel_total_volatility(InstructionSet.best.kernel, price, value, largest, logMoneyness, ratio)
}

/// What the price of an option says about volatility.
///
/// Raw values are those of the kernels, which write a column of statuses as bytes.
@frozen
public enum ImpliedVolatilityStatus: UInt8, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// The price determines the volatility.
    case ok = 0
    /// The price is below the discounted intrinsic value, which no volatility reaches.
    case belowIntrinsic = 1
    /// The price is above what any volatility gives: the discounted spot of a call, the discounted strike of a put.
    case aboveMaximum = 2
    /// The price carries no information: it is within rounding of the intrinsic value or of the maximum.
    case notDeterminable = 3
    /// There is no answer: an input is outside what is answered.
    case unanswered = 4
}
