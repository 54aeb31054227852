internal import COptionsKernels

/// What ``evaluateOptions(_:kinds:spots:strikes:times:rates:yields:volatilities:values:instructionSet:)`` computes, a row
/// of results for each.
public enum OptionValues: Int, CaseIterable, Sendable {
    /// The price.
    case price = 1
    /// Price, delta, gamma, theta, vega, rho.
    case greeks = 6
    /// Price, delta, gamma, theta, vega, rho, epsilon, vanna, vomma, charm, speed, zomma, color, ultima, dual delta and
    /// dual gamma.
    case allGreeks = 16

    /// The number of rows of results.
    public var rows: Int { rawValue }
}

/// Evaluates European options by the Black–Scholes–Merton model.
///
/// ## Units
/// Spots and strikes in one currency, per share; times in years; rates, yields and volatilities as decimals per year,
/// rates and yields continuously compounded. Theta, charm and color are derivatives by calendar time per year, the others
/// per 1.00 of what they are derivatives by.
///
/// ## Domain
/// Spots, strikes and volatilities in [2⁻³², 2³²), times in [2⁻⁵⁹, 2⁵), rates and yields below 2 in magnitude. All values
/// of any other option become NaN; `OptionPricing` answers these.
///
/// ## Accuracy
/// `docs/accuracy.md`. AVX2 and AVX-512 return the same bits.
///
/// - Parameters:
///   - what: The values to compute.
///   - kinds: Calls and puts.
///   - spots: Prices of the underlying.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - yields: Dividend yields.
///   - volatilities: Volatilities.
///   - values: Receives the rows of results, each `values.count / what.rows` long. What lies in a row beyond the options
///     stays as it is. Rows of a multiple of eight numbers, but not of 512, are written fastest.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every option was answered.
/// - Precondition: The columns have the same count; `values` holds rows that are long enough.
/// - Complexity: O(*n*), no allocation.
public func evaluateOptions(
    _ what: OptionValues,
    kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
    yields: Span<Double>, volatilities: Span<Double>,
    values: inout MutableSpan<Double>, instructionSet: InstructionSet = .best
) -> Bool {
    let count = kinds.count
    precondition(
        spots.count == count && strikes.count == count && times.count == count && rates.count == count
            && yields.count == count && volatilities.count == count, "the columns must have the same count")
    let rowCount = values.count / what.rows
    precondition(rowCount * what.rows == values.count && rowCount >= count, "values must hold \(what.rows) long rows")
    precondition(instructionSet <= .best, "instruction set not supported by this processor")
    guard count > 0, let start = unsafe values.mutableAddress else { return true }
    // SAFETY: each column is valid for `count` elements and each of the rows for as many; exclusive access to `values`
    // rules out overlap.
    var options = unsafe kernel_options(
        kind: kinds.bytesAddress,
        spot: spots.address, strike: strikes.address, time: times.address, rate: rates.address,
        yield: yields.address, volatility: volatilities.address)
    let kernel = instructionSet.kernel
    return switch what {
    case .price: unsafe kernel_price(kernel, count, &options, start, rowCount) == 0
    case .greeks: unsafe kernel_greeks(kernel, count, &options, start, rowCount) == 0
    case .allGreeks: unsafe kernel_all_greeks(kernel, count, &options, start, rowCount) == 0
    }
}

/// Evaluates a chain: options on one underlying with one expiration, which share spot, time, rate and yield.
///
/// What the options share is computed once. Units, domain and accuracy are those of
/// ``evaluateOptions(_:kinds:spots:strikes:times:rates:yields:volatilities:values:instructionSet:)``.
///
/// - Parameters:
///   - spot: The price of the underlying.
///   - time: The time to expiration.
///   - rate: The risk-free rate.
///   - yield: The dividend yield.
///   - kinds: Calls and puts.
///   - strikes: Strike prices.
///   - volatilities: Volatilities.
///   - values: Receives six rows: price, delta, gamma, theta, vega, rho.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every option was answered.
/// - Precondition: The columns have the same count; `values` holds rows that are long enough.
/// - Complexity: O(*n*), no allocation.
public func evaluateChain(
    spot: Double, time: Double, rate: Double, yield: Double,
    kinds: Span<OptionKind>, strikes: Span<Double>, volatilities: Span<Double>,
    values: inout MutableSpan<Double>, instructionSet: InstructionSet = .best
) -> Bool {
    let count = kinds.count
    precondition(strikes.count == count && volatilities.count == count, "the columns must have the same count")
    let rowCount = values.count / OptionValues.greeks.rows
    precondition(
        rowCount * OptionValues.greeks.rows == values.count && rowCount >= count, "values must hold six long rows")
    precondition(instructionSet <= .best, "instruction set not supported by this processor")
    guard count > 0, let start = unsafe values.mutableAddress else { return true }
    // SAFETY: as in `evaluateOptions`; the kernel of chains reads no other columns.
    var options = unsafe kernel_options(
        kind: kinds.bytesAddress,
        spot: nil, strike: strikes.address, time: nil, rate: nil, yield: nil, volatility: volatilities.address)
    return unsafe kernel_chain_greeks(
        instructionSet.kernel, count, &options, spot, time, rate, yield, start, rowCount) == 0
}
