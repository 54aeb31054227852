internal import VectorMath

/// Batches: columns of options in, columns of values out, computed by the vector kernels.
///
/// ```swift
/// var columns = GreekColumns(.greeks, count: kinds.count)
/// let refusals = Black76.greeks(
///     kinds: kinds.span, forwards: forwards.span, strikes: strikes.span, timesToExpiration: times.span,
///     riskFreeRates: rates.span, volatilities: volatilities.span, into: &columns)
/// let deltas = columns[.delta]
/// ```
///
/// Units, domains and accuracy are those of ``price(of:volatility:)`` and ``ForwardOption``. The values are the same to the
/// last digit, except theta, which may differ in the last digits. An option with an input outside its domain is returned as
/// a ``PricingRefusal`` and its values are NaN. All other options are evaluated.
extension Black76 {
    /// Computes the prices of options.
    ///
    /// - Parameters:
    ///   - kinds: Calls and puts.
    ///   - forwards: Forward prices of the underlying at the expirations.
    ///   - strikes: Strike prices.
    ///   - timesToExpiration: Years to expiration.
    ///   - riskFreeRates: Risk-free rates.
    ///   - volatilities: Volatilities of the forwards.
    ///   - prices: Receives the prices.
    /// - Returns: The options without a price, in order.
    /// - Precondition: All columns have the same count.
    /// - Complexity: O(*n*); allocates only for refusals.
    public static func prices(
        kinds: Span<OptionKind>, forwards: Span<Double>, strikes: Span<Double>, timesToExpiration: Span<Double>,
        riskFreeRates: Span<Double>, volatilities: Span<Double>,
        prices: inout MutableSpan<Double>
    ) -> [PricingRefusal] {
        precondition(prices.count == kinds.count, "the columns must have the same count")
        return evaluate(.price, kinds, forwards, strikes, timesToExpiration, riskFreeRates, volatilities, &prices)
    }

    /// Computes the values of options that the selection of `columns` names.
    ///
    /// - Parameters:
    ///   - kinds: Calls and puts.
    ///   - forwards: Forward prices of the underlying at the expirations.
    ///   - strikes: Strike prices.
    ///   - timesToExpiration: Years to expiration.
    ///   - riskFreeRates: Risk-free rates.
    ///   - volatilities: Volatilities of the forwards.
    ///   - columns: Receives the values. Elements beyond the options keep their values.
    /// - Returns: The options without values, in order.
    /// - Precondition: The inputs have the same count, which `columns.count` is not below.
    /// - Complexity: O(*n*); allocates only for refusals.
    public static func greeks(
        kinds: Span<OptionKind>, forwards: Span<Double>, strikes: Span<Double>, timesToExpiration: Span<Double>,
        riskFreeRates: Span<Double>, volatilities: Span<Double>,
        into columns: inout GreekColumns
    ) -> [PricingRefusal] {
        precondition(kinds.count <= columns.count, "the columns are too short")
        let selection = columns.selection
        var values = columns.mutableElements
        return evaluate(selection, kinds, forwards, strikes, timesToExpiration, riskFreeRates, volatilities, &values)
    }

    /// Finds the volatilities at which options are worth their prices.
    ///
    /// Units, domains and accuracy are those of ``impliedVolatility(of:price:)``; the volatilities are the same to the last
    /// digit. If a price determines no volatility, the volatility is NaN and the status states why.
    ///
    /// - Parameters:
    ///   - kinds: Calls and puts.
    ///   - prices: Prices of the options.
    ///   - forwards: Forward prices of the underlying at the expirations.
    ///   - strikes: Strike prices.
    ///   - timesToExpiration: Years to expiration.
    ///   - riskFreeRates: Risk-free rates.
    ///   - volatilities: Receives the volatilities.
    ///   - statuses: Receives the statuses; `ImpliedVolatilityStatus.unanswered` for a refusal.
    /// - Returns: The rejected quotes (with an input outside its domain), in order.
    /// - Precondition: All columns have the same count.
    /// - Complexity: O(*n*); allocates only for refusals.
    public static func impliedVolatilities(
        kinds: Span<OptionKind>, prices: Span<Double>, forwards: Span<Double>, strikes: Span<Double>,
        timesToExpiration: Span<Double>, riskFreeRates: Span<Double>,
        volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> [PricingRefusal] {
        // An option on a forward is one on an underlying that yields the risk-free rate.
        let answered = findImpliedVolatilities(
            kinds: kinds, prices: prices, spots: forwards, strikes: strikes, times: timesToExpiration,
            rates: riskFreeRates, yields: riskFreeRates, volatilities: &volatilities, statuses: &statuses)
        if answered { return [] }
        return completeQuotes(&volatilities, &statuses, count: kinds.count) { (index) throws(PricingError) in
            let option = try ForwardOption(
                kinds[index], forward: forwards[index], strike: strikes[index],
                timeToExpiration: timesToExpiration[index], riskFreeRate: riskFreeRates[index])
            try PricingError.requireNonNegative(.price, prices[index])
            return ExactQuote(option.onSpot, price: prices[index]).impliedVolatility()
        }
    }

    private static func evaluate(
        _ selection: GreekSelection,
        _ kinds: Span<OptionKind>, _ forwards: Span<Double>, _ strikes: Span<Double>, _ times: Span<Double>,
        _ rates: Span<Double>, _ volatilities: Span<Double>,
        _ values: inout MutableSpan<Double>
    ) -> [PricingRefusal] {
        let answered = evaluateForwardOptions(
            selection, model: .black76, kinds: kinds, forwards: forwards, strikes: strikes, times: times, rates: rates,
            volatilities: volatilities, values: &values)
        if answered { return [] }
        return BlackScholesMerton.completeColumns(selection, &values, count: kinds.count) {
            (index) throws(PricingError) in
            let option = try ForwardOption(
                kinds[index], forward: forwards[index], strike: strikes[index], timeToExpiration: times[index],
                riskFreeRate: rates[index])
            return try evaluate(selection, option, volatilities[index])
        }
    }
}
