/// Evaluates European options by the Black–Scholes–Merton model.
///
/// ## Units
/// Spots and strikes are in one currency, per share; times are in years; rates, yields and volatilities are decimals per
/// year, rates and yields continuously compounded. ``Greek`` states the units of the results.
///
/// ## Domain
/// Spots, strikes and volatilities in [2⁻³², 2³²), times in [2⁻⁵⁹, 2⁵), rates and yields below 2 in magnitude. All values
/// of any other option become NaN; `OptionPricing` evaluates such options.
///
/// ## Accuracy
/// See `docs/accuracy.md`. AVX2 and AVX-512 return the same bits.
///
/// - Parameters:
///   - kinds: Calls and puts.
///   - spots: Prices of the underlying.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - yields: Dividend yields.
///   - volatilities: Volatilities.
///   - columns: Receives the values that its selection names. Elements beyond the options keep their values.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every option was evaluated.
/// - Precondition: The inputs have the same count, which `columns.count` is not below.
/// - Complexity: O(*n*), no allocation.
public func evaluateOptions(
    kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
    yields: Span<Double>, volatilities: Span<Double>,
    into columns: inout GreekColumns, instructionSet: InstructionSet = .best
) -> Bool {
    precondition(kinds.count <= columns.count, "the columns are too short")
    let selection = columns.selection
    var values = columns.mutableElements
    return evaluateOptions(
        selection, kinds: kinds, spots: spots, strikes: strikes, times: times, rates: rates, yields: yields,
        volatilities: volatilities, values: &values, instructionSet: instructionSet)
}

/// Evaluates a chain: options on one underlying with one expiration, which share spot, time, rate and yield.
///
/// Terms that depend on the shared inputs alone are computed once. Units, domain and accuracy are those of
/// ``evaluateOptions(kinds:spots:strikes:times:rates:yields:volatilities:into:instructionSet:)``.
///
/// - Parameters:
///   - spot: The price of the underlying.
///   - time: The time to expiration.
///   - rate: The risk-free rate.
///   - yield: The dividend yield.
///   - kinds: Calls and puts.
///   - strikes: Strike prices.
///   - volatilities: Volatilities.
///   - columns: Receives the values. Elements beyond the options keep their values.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every option was evaluated.
/// - Precondition: The inputs have the same count, which `columns.count` is not below, and the selection of `columns` is
///   ``GreekSelection/greeks``.
/// - Complexity: O(*n*), no allocation.
public func evaluateChain(
    spot: Double, time: Double, rate: Double, yield: Double,
    kinds: Span<OptionKind>, strikes: Span<Double>, volatilities: Span<Double>,
    into columns: inout GreekColumns, instructionSet: InstructionSet = .best
) -> Bool {
    precondition(kinds.count <= columns.count, "the columns are too short")
    precondition(columns.selection == .greeks, "a chain has exactly six columns")
    var values = columns.mutableElements
    return evaluateChain(
        spot: spot, time: time, rate: rate, yield: yield, kinds: kinds, strikes: strikes, volatilities: volatilities,
        values: &values, instructionSet: instructionSet)
}
