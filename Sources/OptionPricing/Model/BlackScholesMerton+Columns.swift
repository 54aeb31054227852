internal import VectorMath

/// An element of a batch that has no answer, and why.
public struct PricingRefusal: Equatable, Sendable {
    /// Which element.
    public let index: Int
    /// The first parameter outside its domain.
    public let error: PricingError
}

/// Batches: columns of options in, rows of values out, at the speed of the vector kernels.
///
/// ```swift
/// var values = [Double](repeating: 0, count: 6 * count)
/// var rows = values.mutableSpan
/// let refusals = BlackScholesMerton.greeks(
///     kinds: kinds.span, spots: spots.span, strikes: strikes.span, timesToExpiration: times.span,
///     riskFreeRates: rates.span, dividendYields: yields.span, volatilities: volatilities.span, values: &rows)
/// let deltas = values[Greek.delta.rawValue * count..<(Greek.delta.rawValue + 1) * count]
/// ```
///
/// Units, domains and accuracy are those of ``price(of:volatility:)`` and ``EuropeanOption``, and so are the values, to the
/// last digit. An option with an input outside its domain is a ``PricingRefusal`` and its values are NaN; all others are
/// answered.
extension BlackScholesMerton {
    /// The prices of options.
    ///
    /// - Parameters:
    ///   - kinds: Calls and puts.
    ///   - spots: Prices of the underlying.
    ///   - strikes: Strike prices.
    ///   - timesToExpiration: Years to expiration.
    ///   - riskFreeRates: Risk-free rates.
    ///   - dividendYields: Dividend yields.
    ///   - volatilities: Volatilities.
    ///   - prices: Receives the prices.
    /// - Returns: The options that have none, in order.
    /// - Precondition: All columns have the same count.
    /// - Complexity: O(*n*); allocates for refusals only.
    public static func prices(
        kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, timesToExpiration: Span<Double>,
        riskFreeRates: Span<Double>, dividendYields: Span<Double>, volatilities: Span<Double>,
        prices: inout MutableSpan<Double>
    ) -> [PricingRefusal] {
        precondition(prices.count == kinds.count, "the columns must have the same count")
        return evaluate(
            .price, kinds, spots, strikes, timesToExpiration, riskFreeRates, dividendYields, volatilities, &prices)
    }

    /// The prices of options and their first derivatives: six rows in the order of ``Greek``.
    ///
    /// - Parameters:
    ///   - kinds: Calls and puts.
    ///   - spots: Prices of the underlying.
    ///   - strikes: Strike prices.
    ///   - timesToExpiration: Years to expiration.
    ///   - riskFreeRates: Risk-free rates.
    ///   - dividendYields: Dividend yields.
    ///   - volatilities: Volatilities.
    ///   - values: Receives the rows, each `values.count / 6` long, which may be longer than the columns. A length that is a
    ///     multiple of eight, but not of 512, is fastest.
    /// - Returns: The options that have no values, in order.
    /// - Precondition: All columns have the same count, and `values` is six rows at least as long.
    /// - Complexity: O(*n*); allocates for refusals only.
    public static func greeks(
        kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, timesToExpiration: Span<Double>,
        riskFreeRates: Span<Double>, dividendYields: Span<Double>, volatilities: Span<Double>,
        values: inout MutableSpan<Double>
    ) -> [PricingRefusal] {
        evaluate(
            .greeks, kinds, spots, strikes, timesToExpiration, riskFreeRates, dividendYields, volatilities, &values)
    }

    /// The prices of options and all their derivatives: sixteen rows in the order of ``Greek``.
    ///
    /// - Parameters:
    ///   - kinds: Calls and puts.
    ///   - spots: Prices of the underlying.
    ///   - strikes: Strike prices.
    ///   - timesToExpiration: Years to expiration.
    ///   - riskFreeRates: Risk-free rates.
    ///   - dividendYields: Dividend yields.
    ///   - volatilities: Volatilities.
    ///   - values: Receives the rows, each `values.count / 16` long.
    /// - Returns: The options that have no values, in order.
    /// - Precondition: All columns have the same count, and `values` is sixteen rows at least as long.
    /// - Complexity: O(*n*); allocates for refusals only.
    public static func allGreeks(
        kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, timesToExpiration: Span<Double>,
        riskFreeRates: Span<Double>, dividendYields: Span<Double>, volatilities: Span<Double>,
        values: inout MutableSpan<Double>
    ) -> [PricingRefusal] {
        evaluate(
            .allGreeks, kinds, spots, strikes, timesToExpiration, riskFreeRates, dividendYields, volatilities, &values)
    }

    private static func evaluate(
        _ what: OptionValues,
        _ kinds: Span<OptionKind>, _ spots: Span<Double>, _ strikes: Span<Double>, _ times: Span<Double>,
        _ rates: Span<Double>, _ yields: Span<Double>, _ volatilities: Span<Double>,
        _ values: inout MutableSpan<Double>
    ) -> [PricingRefusal] {
        let answered = evaluateOptions(
            what, kinds: kinds, spots: spots, strikes: strikes, times: times, rates: rates, yields: yields,
            volatilities: volatilities, values: &values)
        if answered { return [] }
        return completeRows(what, &values, count: kinds.count) { (index) throws(PricingError) in
            let option = try EuropeanOption(
                kinds[index], spot: spots[index], strike: strikes[index], timeToExpiration: times[index],
                riskFreeRate: rates[index], dividendYield: yields[index])
            return try evaluateBeyondRange(option, volatilities[index])
        }
    }

    /// Replaces the values that a kernel left out by those of `evaluate`.
    static func completeRows(
        _ what: OptionValues, _ values: inout MutableSpan<Double>, count: Int,
        _ evaluate: (Int) throws(PricingError) -> OptionResult
    ) -> [PricingRefusal] {
        var refusals: [PricingRefusal] = []
        let rowCount = values.count / what.rows
        for index in 0..<count where values[index].isNaN {
            do throws(PricingError) {
                let result = try evaluate(index)
                for row in 0..<what.rows { values[row * rowCount + index] = result.values[row] }
            } catch {
                refusals.append(PricingRefusal(index: index, error: error))
            }
        }
        return refusals
    }
}
