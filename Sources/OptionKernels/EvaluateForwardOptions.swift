/// Evaluates European options on forwards by the model of Black (1976) or that of Bachelier.
///
/// Derivatives are with respect to the forward, rho is at a fixed forward, −time · price, and epsilon is 0.
///
/// ## Units
/// Forwards and strikes are in one currency, per share; times are in years; rates are decimals per year, continuously
/// compounded. Volatilities are decimals per year; in the model of Bachelier, they are in that currency per square root of
/// a year. ``Greek`` states the units of the results.
///
/// ## Domain
/// Volatilities in [2⁻³², 2³²), times in [2⁻⁵⁹, 2⁵), rates below 2 in magnitude. Forwards and strikes in [2⁻³², 2³²); in the
/// model of Bachelier, below 2³² in magnitude and of either sign. All values of any other option become NaN;
/// `OptionPricing` evaluates such options.
///
/// ## Accuracy
/// See `docs/accuracy.md`. AVX2 and AVX-512 return the same bits.
///
/// - Parameters:
///   - model: The model of the forward.
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
/// Bachelier, "Théorie de la spéculation", *Ann. Sci. Éc. Norm. Supér.* 17, 1900.
public func evaluateForwardOptions(
    model: ForwardModel,
    kinds: Span<OptionKind>, forwards: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
    volatilities: Span<Double>,
    into columns: inout GreekColumns, instructionSet: InstructionSet = .best
) -> Bool {
    precondition(kinds.count <= columns.count, "the columns are too short")
    let selection = columns.selection
    var values = columns.mutableElements
    return evaluateForwardOptions(
        selection, model: model, kinds: kinds, forwards: forwards, strikes: strikes, times: times, rates: rates,
        volatilities: volatilities, values: &values, instructionSet: instructionSet)
}

/// A model of a forward price.
public enum ForwardModel: Sendable {
    /// The forward is lognormally distributed: Black (1976).
    case black76
    /// The forward is normally distributed: Bachelier.
    case bachelier
}
