internal import VectorMath

extension BlackScholesMerton {
    /// Computes the prices and first-order greeks of a chain: options on one underlying with one expiration.
    ///
    /// Terms that depend on the shared inputs alone are computed once. Units, domain, accuracy and refusals are those of
    /// ``greeks(kinds:spots:strikes:timesToExpiration:riskFreeRates:dividendYields:volatilities:into:)``; the values may
    /// differ from its values in the last digits.
    ///
    /// - Parameters:
    ///   - spot: The price of the underlying.
    ///   - timeToExpiration: Years to expiration.
    ///   - riskFreeRate: The risk-free rate.
    ///   - dividendYield: The dividend yield.
    ///   - kinds: Calls and puts.
    ///   - strikes: Strike prices.
    ///   - volatilities: Volatilities.
    ///   - columns: Receives the values.
    /// - Returns: The options without values, in order. If a shared input is outside its domain, that is every option.
    /// - Precondition: The inputs have the same count, which `columns.count` is not below, and the selection of `columns`
    ///   is `GreekSelection.greeks`.
    /// - Complexity: O(*n*); allocates only for refusals.
    public static func chainGreeks(
        spot: Double, timeToExpiration: Double, riskFreeRate: Double, dividendYield: Double,
        kinds: Span<OptionKind>, strikes: Span<Double>, volatilities: Span<Double>,
        into columns: inout GreekColumns
    ) -> [PricingRefusal] {
        let answered = evaluateChain(
            spot: spot, time: timeToExpiration, rate: riskFreeRate, yield: dividendYield,
            kinds: kinds, strikes: strikes, volatilities: volatilities, into: &columns)
        if answered { return [] }
        var values = columns.mutableElements
        return completeColumns(.greeks, &values, count: kinds.count) { (index) throws(PricingError) in
            let option = try EuropeanOption(
                kinds[index], spot: spot, strike: strikes[index], timeToExpiration: timeToExpiration,
                riskFreeRate: riskFreeRate, dividendYield: dividendYield)
            return try evaluate(.greeks, option, volatilities[index])
        }
    }
}
