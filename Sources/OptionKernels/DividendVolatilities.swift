/// Computes the implied volatilities of options on an underlying with discrete dividends.
///
/// Units, domain and model are those of
/// ``priceOptionsWithDividends(exercise:kinds:spots:strikes:times:rates:yields:volatilities:dividends:level:prices:statuses:instructionSet:)``.
/// If no volatility of the domain reproduces a price, the volatility becomes NaN and the status states why:
///
/// - ``ImpliedVolatilityStatus/belowIntrinsic``: the price is below the least one, which is that at the least volatility of the
///   domain.
/// - ``ImpliedVolatilityStatus/notDeterminable``: the price is within the accuracy of the level of the least one, immediate exercise
///   included, or the greatest volatility of the domain does not reach it.
/// - ``ImpliedVolatilityStatus/aboveMaximum``: the price is at or above the limit at infinite volatility: for an American put, the
///   larger of K and K e^(−rT); for an American call, S; for European options, K e^(−rT), and S e^(−qT) less the proportions.
/// - ``ImpliedVolatilityStatus/unanswered``: an input is outside the domain, the price is negative or not finite, or prices did not
///   converge.
///
/// ## Accuracy
/// The price at the volatility differs from the given one by at most the accuracy of the level, mostly by less than a hundredth of
/// it; see `docs/dividends.md`. AVX2 and AVX-512 return the same bits, and a quote has the same bits alone and among others.
///
/// - Parameters:
///   - exercise: The style of all options.
///   - kinds: Calls and puts.
///   - prices: Prices of the options.
///   - spots: Prices of the underlying.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - yields: Dividend yields.
///   - dividends: The dividends of the underlying, for all options.
///   - level: The accuracy of the prices.
///   - volatilities: Receives the volatilities.
///   - statuses: Receives the statuses.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether no status is `unanswered`.
/// - Precondition: The columns have the same count.
/// - Complexity: O(*n*) in the number of options; a quote takes about twice as long as a price. Options that are priced on more than
///   256 nodes allocate memory.
public func findVolatilitiesWithDividends(
    exercise: DividendExercise, kinds: Span<OptionKind>, prices: Span<Double>, spots: Span<Double>,
    strikes: Span<Double>, times: Span<Double>, rates: Span<Double>, yields: Span<Double>, dividends: DividendColumns,
    level: DividendLevel = .standard, volatilities: inout MutableSpan<Double>,
    statuses: inout MutableSpan<ImpliedVolatilityStatus>, instructionSet: InstructionSet = .best
) -> Bool {
    findVolatilitiesWithDividends(
        exercise: exercise, kinds: kinds, prices: prices, nearPrices: Span(), nearVolatilities: Span(), spots: spots,
        strikes: strikes, times: times, rates: rates, yields: yields, dividends: dividends, level: level,
        volatilities: &volatilities, statuses: &statuses, instructionSet: instructionSet)
}

// Computes implied volatilities near those of other prices of the options: a shorter search, whose result differs within the accuracy.
// `nearPrices` is empty, or has a price for each option, whose volatility is NaN if it has none.
package func findVolatilitiesWithDividends(
    exercise: DividendExercise, kinds: Span<OptionKind>, prices: Span<Double>, nearPrices: Span<Double>,
    nearVolatilities: Span<Double>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>,
    rates: Span<Double>, yields: Span<Double>, dividends: DividendColumns, level: DividendLevel,
    volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>,
    instructionSet: InstructionSet = .best
) -> Bool {
    precondition(
        prices.count == kinds.count && volatilities.count == kinds.count && statuses.count == kinds.count,
        "the columns must have the same count")
    precondition(
        nearPrices.count == nearVolatilities.count && (nearPrices.isEmpty || nearPrices.count == kinds.count),
        "there must be a near price for each option, or none")
    return instructionSet.findVolatilitiesWithDividends(
        exercise: exercise, kinds: kinds, prices: prices, nearPrices: nearPrices, nearVolatilities: nearVolatilities,
        spots: spots, strikes: strikes, times: times, rates: rates, yields: yields, dividends: dividends, level: level,
        volatilities: &volatilities, statuses: &statuses)
}
