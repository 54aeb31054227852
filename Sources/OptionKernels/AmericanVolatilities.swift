/// Computes the implied volatilities of American options with a continuous dividend yield.
///
/// Units and domain are those of
/// ``priceAmericanOptions(kinds:spots:strikes:times:rates:yields:volatilities:level:prices:statuses:instructionSet:)``. If no
/// volatility of the domain reproduces a price, the volatility becomes NaN and the status states why:
///
/// - ``ImpliedVolatilityStatus/belowIntrinsic``: the price is below the least one, which is that at volatility 0, exercised at
///   the best time.
/// - ``ImpliedVolatilityStatus/notDeterminable``: the price is within the accuracy of the level of the least one, immediate
///   exercise included, or the volatility is outside the domain.
/// - ``ImpliedVolatilityStatus/aboveMaximum``: the price is at or above the limit at infinite volatility: for a put, the larger
///   of K and K e^(−rT); for a call, the larger of S and S e^(−qT).
/// - ``ImpliedVolatilityStatus/unanswered``: an input is outside the domain, the price is negative or not finite, or no boundary
///   was found.
///
/// Options that are never exercised early have the volatilities and statuses of
/// ``findImpliedVolatilities(kinds:prices:spots:strikes:times:rates:yields:volatilities:statuses:instructionSet:)``, except
/// that volatilities outside the domain are not determinable.
///
/// ## Accuracy
/// The price at the volatility differs from the given one by at most the accuracy of the level; see `docs/american.md`. AVX2 and
/// AVX-512 return the same bits, and a quote has the same bits alone and among others.
///
/// - Parameters:
///   - kinds: Calls and puts.
///   - prices: Prices of the options.
///   - spots: Prices of the underlying.
///   - strikes: Strike prices.
///   - times: Times to expiration.
///   - rates: Risk-free rates.
///   - yields: Dividend yields.
///   - level: The accuracy of the prices.
///   - volatilities: Receives the volatilities.
///   - statuses: Receives the statuses.
///   - instructionSet: The kernel to run. Must be in ``InstructionSet/supported``.
/// - Returns: Whether no status is `unanswered`.
/// - Precondition: The columns have the same count.
/// - Complexity: O(*n*), no allocation.
public func findAmericanVolatilities(
    kinds: Span<OptionKind>, prices: Span<Double>, spots: Span<Double>, strikes: Span<Double>, times: Span<Double>,
    rates: Span<Double>, yields: Span<Double>, level: AmericanLevel = .standard,
    volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>,
    instructionSet: InstructionSet = .best
) -> Bool {
    let count = kinds.count
    precondition(
        prices.count == count && spots.count == count && strikes.count == count && times.count == count
            && rates.count == count && yields.count == count && volatilities.count == count && statuses.count == count,
        "the columns must have the same count")
    guard count > 0 else { return true }
    return instructionSet.findAmericanVolatilities(
        kinds: kinds, prices: prices, spots: spots, strikes: strikes, times: times, rates: rates, yields: yields,
        level: level, volatilities: &volatilities, statuses: &statuses)
}
