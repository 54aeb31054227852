/// Computes the prices and greeks of American options with a continuous dividend yield.
///
/// Units, domain and statuses are those of
/// ``priceAmericanOptions(kinds:spots:strikes:times:rates:yields:volatilities:level:prices:statuses:instructionSet:)``, and so
/// are the bits of the prices. ``AmericanValue`` states the columns. All values are NaN unless the status is
/// ``AmericanStatus/ok``.
///
/// A put is exercised now if its spot is not above the boundary, a call if it is not below; with a second boundary, only up to
/// that one. Delta is then −1 or 1, and the other greeks are 0. Options that are never exercised early have the European greeks, to the last digit.
///
/// ## Accuracy
/// At the level `standard`, for 99 of 100 random options of the domain: delta 10⁻⁷, gamma times the spot 10⁻⁵, and, in parts
/// of the larger of spot and strike, theta 10⁻⁷, vega 10⁻⁶, rho and epsilon 10⁻⁵. `docs/american.md` states the maxima. AVX2 and
/// AVX-512 return the same bits, and an option has the same bits alone and among others.
///
/// - Parameters:
///   - kinds: Calls and puts.
///   - spots: Prices of the underlying.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - yields: Dividend yields.
///   - volatilities: Volatilities.
///   - level: The accuracy.
///   - values: Receives the columns, one after the other in the order of ``AmericanValue``, each
///     `values.count / AmericanValue.allCases.count` long, from the element `first` of each column. Other elements keep their
///     values.
///   - first: The element of each column that receives the first option.
///   - statuses: Receives the statuses.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether every status is `ok`.
/// - Precondition: The inputs and `statuses` have the same count, for which the columns have room.
/// - Complexity: O(*n*), no allocation.
public func evaluateAmericanOptions(
    kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>, rates: Span<Double>,
    yields: Span<Double>, volatilities: Span<Double>, level: AmericanLevel = .standard,
    values: inout MutableSpan<Double>, at first: Int = 0, statuses: inout MutableSpan<AmericanStatus>,
    instructionSet: InstructionSet = .best
) -> Bool {
    let count = kinds.count
    precondition(
        spots.count == count && strikes.count == count && times.count == count && rates.count == count
            && yields.count == count && volatilities.count == count && statuses.count == count,
        "the columns must have the same count")
    let columnCount = AmericanValue.allCases.count
    let length = values.count / columnCount
    precondition(
        length * columnCount == values.count && first >= 0 && length - first >= count,
        "values must hold \(columnCount) columns")
    guard count > 0 else { return true }
    return instructionSet.evaluateAmericanOptions(
        kinds: kinds, spots: spots, strikes: strikes, times: times, rates: rates, yields: yields,
        volatilities: volatilities, level: level, values: &values, at: first, length: length, statuses: &statuses)
}

/// One value of an American option.
///
/// Raw values are the positions of the columns that the kernel writes. Units are those of ``Greek``.
public enum AmericanValue: Int, CaseIterable, Sendable {
    /// The price or one of the first-order greeks.
    case price, delta, gamma, theta, vega, rho, epsilon
    /// The price of the underlying that separates exercise from holding now; NaN if the option is never exercised before its
    /// expiration. It may also be NaN where the premium is negligible at the level.
    case exerciseBoundary
    /// The other such price, of an option that is exercised between two boundaries; NaN of all others.
    case secondExerciseBoundary
    /// The price of the European option.
    case europeanPrice
}
