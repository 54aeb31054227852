/// Evaluates European options on forwards by the model of Black (1976).
///
/// Derivatives are with respect to the forward, rho is at a fixed forward, −time · price, and epsilon is 0.
///
/// ## Units
/// Forwards and strikes are in one currency, per share; times are in years; rates and volatilities are decimals per year,
/// rates continuously compounded. ``Greek`` states the units of the results.
///
/// ## Domain
/// Forwards, strikes and volatilities in [2⁻³², 2³²), times in [2⁻⁵⁹, 2⁵), rates below 2 in magnitude. All values of any
/// other option become NaN; `OptionPricing` evaluates such options.
///
/// ## Accuracy
/// See `docs/accuracy.md`. AVX2 and AVX-512 return the same bits.
///
/// - Parameters:
///   - kinds: Calls and puts.
///   - forwards: Forward prices of the underlying at the expirations.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - volatilities: Volatilities of the forwards.
///   - columns: Receives the values that its selection names. Elements beyond the options keep their values.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every option was evaluated.
/// - Precondition: The inputs have the same count, which `columns.count` is not below.
/// - Complexity: O(*n*), no allocation.
///
/// > Source: Black, "The Pricing of Commodity Contracts", *J. Financ. Econ.* 3, 1976, doi:10.1016/0304-405X(76)90024-6.
public func evaluateForwardOptions(
    kinds: Span<OptionKind>, forwards: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
    volatilities: Span<Double>,
    into columns: inout GreekColumns, instructionSet: InstructionSet = .best
) -> Bool {
    precondition(kinds.count <= columns.count, "the columns are too short")
    let selection = columns.selection
    var values = columns.mutableElements
    return evaluateForwardOptions(
        selection, model: .black76, kinds: kinds, forwards: forwards, strikes: strikes, times: times, rates: rates,
        volatilities: volatilities, values: &values, instructionSet: instructionSet)
}

/// Evaluates European options on forwards by the model of Bachelier, in which the forward is normally distributed.
///
/// Derivatives are with respect to the forward, rho is at a fixed forward, −time · price, and epsilon is 0.
///
/// ## Units
/// Forwards and strikes are in one currency, per share, and may be 0 or negative; volatilities are in that currency per
/// square root of a year. All other units are those of
/// ``evaluateForwardOptions(kinds:forwards:strikes:times:rates:volatilities:into:instructionSet:)``.
///
/// ## Domain
/// Forwards and strikes below 2³² in magnitude, volatilities in [2⁻³², 2³²), times in [2⁻⁵⁹, 2⁵), rates below 2 in
/// magnitude. All values of any other option become NaN; `OptionPricing` evaluates such options.
///
/// ## Accuracy
/// See `docs/accuracy.md`. AVX2 and AVX-512 return the same bits.
///
/// - Parameters:
///   - kinds: Calls and puts.
///   - forwards: Forward prices of the underlying at the expirations.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - volatilities: Volatilities of the forwards.
///   - columns: Receives the values that its selection names. Elements beyond the options keep their values.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every option was evaluated.
/// - Precondition: The inputs have the same count, which `columns.count` is not below.
/// - Complexity: O(*n*), no allocation.
///
/// > Source: Bachelier, "Théorie de la spéculation", *Ann. Sci. Éc. Norm. Supér.* 17, 1900.
public func evaluateNormalOptions(
    kinds: Span<OptionKind>, forwards: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
    volatilities: Span<Double>,
    into columns: inout GreekColumns, instructionSet: InstructionSet = .best
) -> Bool {
    precondition(kinds.count <= columns.count, "the columns are too short")
    let selection = columns.selection
    var values = columns.mutableElements
    return evaluateForwardOptions(
        selection, model: .bachelier, kinds: kinds, forwards: forwards, strikes: strikes, times: times, rates: rates,
        volatilities: volatilities, values: &values, instructionSet: instructionSet)
}

/// A model of a forward price.
package enum ForwardModel: Sendable {
    /// The forward is lognormally distributed: Black (1976).
    case black76
    /// The forward is normally distributed: Bachelier.
    case bachelier
}
