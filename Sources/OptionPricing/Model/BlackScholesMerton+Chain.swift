internal import VectorMath

extension BlackScholesMerton {
    /// The prices and first derivatives of a chain: options on one underlying with one expiration. What they share is
    /// computed once.
    ///
    /// Units, domains, accuracy, rows and refusals are those of
    /// ``greeks(kinds:spots:strikes:timesToExpiration:riskFreeRates:dividendYields:volatilities:values:)``. The values
    /// may differ from those in the last digits.
    ///
    /// - Parameters:
    ///   - spot: The price of the underlying.
    ///   - timeToExpiration: Years to expiration.
    ///   - riskFreeRate: The risk-free rate.
    ///   - dividendYield: The dividend yield.
    ///   - kinds: Calls and puts.
    ///   - strikes: Strike prices.
    ///   - volatilities: Volatilities.
    ///   - values: Receives six rows in the order of ``Greek``, each `values.count / 6` long.
    /// - Returns: The options that have no values, in order: all of them, if something that they share is outside its
    ///   domain.
    /// - Precondition: The columns have the same count, and `values` is six rows at least as long.
    /// - Complexity: O(*n*); allocates for refusals only.
    public static func chainGreeks(
        spot: Double, timeToExpiration: Double, riskFreeRate: Double, dividendYield: Double,
        kinds: Span<OptionKind>, strikes: Span<Double>, volatilities: Span<Double>,
        values: inout MutableSpan<Double>
    ) -> [PricingRefusal] {
        let answered = evaluateChain(
            spot: spot, time: timeToExpiration, rate: riskFreeRate, yield: dividendYield,
            kinds: kinds, strikes: strikes, volatilities: volatilities, values: &values)
        if answered { return [] }
        return completeRows(.greeks, &values, count: kinds.count) { (index) throws(PricingError) in
            let option = try EuropeanOption(
                kinds[index], spot: spot, strike: strikes[index], timeToExpiration: timeToExpiration,
                riskFreeRate: riskFreeRate, dividendYield: dividendYield)
            return try evaluate(.greeks, option, volatilities[index])
        }
    }
}
