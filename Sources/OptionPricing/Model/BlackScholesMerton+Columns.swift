internal import VectorMath

/// An element of a batch that was rejected, and the reason.
public struct PricingRefusal: Equatable, Sendable {
    /// The index of the element.
    public let index: Int
    /// The error of the first parameter outside its domain.
    public let error: PricingError
}

/// Batches: columns of options in, columns of values out, computed by the vector kernels.
///
/// ```swift
/// var columns = GreekColumns(.greeks, count: kinds.count)
/// let refusals = BlackScholesMerton.greeks(
///     kinds: kinds.span, spots: spots.span, strikes: strikes.span, timesToExpiration: times.span,
///     riskFreeRates: rates.span, dividendYields: yields.span, volatilities: volatilities.span, into: &columns)
/// let deltas = columns[.delta]
/// ```
///
/// Units, domains and accuracy are those of ``price(of:volatility:)`` and ``EuropeanOption``; the values are the same to the
/// last digit. An option with an input outside its domain is returned as a ``PricingRefusal`` and its values are NaN. All
/// other options are evaluated.
extension BlackScholesMerton {
    /// Computes the prices of options.
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
    /// - Returns: The options without a price, in order.
    /// - Precondition: All columns have the same count.
    /// - Complexity: O(*n*); allocates only for refusals.
    public static func prices(
        kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, timesToExpiration: Span<Double>,
        riskFreeRates: Span<Double>, dividendYields: Span<Double>, volatilities: Span<Double>,
        prices: inout MutableSpan<Double>
    ) -> [PricingRefusal] {
        precondition(prices.count == kinds.count, "the columns must have the same count")
        return evaluate(
            .price, kinds, spots, strikes, timesToExpiration, riskFreeRates, dividendYields, volatilities, &prices)
    }

    /// Computes the values of options that the selection of `columns` names.
    ///
    /// - Parameters:
    ///   - kinds: Calls and puts.
    ///   - spots: Prices of the underlying.
    ///   - strikes: Strike prices.
    ///   - timesToExpiration: Years to expiration.
    ///   - riskFreeRates: Risk-free rates.
    ///   - dividendYields: Dividend yields.
    ///   - volatilities: Volatilities.
    ///   - columns: Receives the values. Elements beyond the options keep their values.
    /// - Returns: The options without values, in order.
    /// - Precondition: The inputs have the same count, which `columns.count` is not below.
    /// - Complexity: O(*n*); allocates only for refusals.
    public static func greeks(
        kinds: Span<OptionKind>, spots: Span<Double>, strikes: Span<Double>, timesToExpiration: Span<Double>,
        riskFreeRates: Span<Double>, dividendYields: Span<Double>, volatilities: Span<Double>,
        into columns: inout GreekColumns
    ) -> [PricingRefusal] {
        precondition(kinds.count <= columns.count, "the columns are too short")
        let selection = columns.selection
        var values = columns.mutableElements
        return evaluate(
            selection, kinds, spots, strikes, timesToExpiration, riskFreeRates, dividendYields, volatilities, &values)
    }

    private static func evaluate(
        _ selection: GreekSelection,
        _ kinds: Span<OptionKind>, _ spots: Span<Double>, _ strikes: Span<Double>, _ times: Span<Double>,
        _ rates: Span<Double>, _ yields: Span<Double>, _ volatilities: Span<Double>,
        _ values: inout MutableSpan<Double>
    ) -> [PricingRefusal] {
        let answered = evaluateOptions(
            selection, kinds: kinds, spots: spots, strikes: strikes, times: times, rates: rates, yields: yields,
            volatilities: volatilities, values: &values)
        if answered { return [] }
        return completeColumns(selection, &values, count: kinds.count) { (index) throws(PricingError) in
            let option = try EuropeanOption(
                kinds[index], spot: spots[index], strike: strikes[index], timeToExpiration: times[index],
                riskFreeRate: rates[index], dividendYield: yields[index])
            return try evaluateBeyondRange(selection, option, volatilities[index])
        }
    }

    /// Replaces the NaN values of options that a kernel did not evaluate by the results of `evaluate`.
    static func completeColumns(
        _ selection: GreekSelection, _ values: inout MutableSpan<Double>, count: Int,
        _ evaluate: (Int) throws(PricingError) -> OptionResult
    ) -> [PricingRefusal] {
        var refusals: [PricingRefusal] = []
        let length = values.count / selection.columnCount
        for index in 0..<count where values[index].isNaN {
            do throws(PricingError) {
                let result = try evaluate(index)
                for column in 0..<selection.columnCount { values[column * length + index] = result.values[column] }
            } catch {
                refusals.append(PricingRefusal(index: index, error: error))
            }
        }
        return refusals
    }
}
