internal import VectorMath

extension BlackScholesMerton {
    /// Finds the volatilities at which options are worth their prices.
    ///
    /// Units, domains and accuracy are those of ``impliedVolatility(of:price:)``; the volatilities are the same to the last
    /// digit. If a price determines no volatility, the volatility is NaN and the status states why.
    ///
    /// - Parameters:
    ///   - kinds: Calls and puts.
    ///   - prices: Prices of the options.
    ///   - spots: Prices of the underlying.
    ///   - strikes: Strike prices.
    ///   - timesToExpiration: Years to expiration.
    ///   - riskFreeRates: Risk-free rates.
    ///   - dividendYields: Dividend yields.
    ///   - volatilities: Receives the volatilities.
    ///   - statuses: Receives the statuses; `ImpliedVolatilityStatus.unanswered` for a refusal.
    /// - Returns: The rejected quotes (with an input outside its domain), in order.
    /// - Precondition: All columns have the same count.
    /// - Complexity: O(*n*); allocates only for refusals.
    public static func impliedVolatilities(
        kinds: Span<OptionKind>, prices: Span<Double>, spots: Span<Double>, strikes: Span<Double>,
        timesToExpiration: Span<Double>, riskFreeRates: Span<Double>, dividendYields: Span<Double>,
        volatilities: inout MutableSpan<Double>, statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> [PricingRefusal] {
        let answered = findImpliedVolatilities(
            kinds: kinds, prices: prices, spots: spots, strikes: strikes, times: timesToExpiration,
            rates: riskFreeRates, yields: dividendYields, volatilities: &volatilities, statuses: &statuses)
        if answered { return [] }
        return completeQuotes(&volatilities, &statuses, count: kinds.count) { (index) throws(PricingError) in
            let option = try EuropeanOption(
                kinds[index], spot: spots[index], strike: strikes[index],
                timeToExpiration: timesToExpiration[index], riskFreeRate: riskFreeRates[index],
                dividendYield: dividendYields[index])
            try PricingError.requireNonNegative(.price, prices[index])
            return ExactQuote(option, price: prices[index]).impliedVolatility()
        }
    }
}

/// Replaces the results of quotes that a kernel did not answer by those of `invert`.
func completeQuotes(
    _ volatilities: inout MutableSpan<Double>, _ statuses: inout MutableSpan<ImpliedVolatilityStatus>, count: Int,
    _ invert: (Int) throws(PricingError) -> ImpliedVolatility
) -> [PricingRefusal] {
    var refusals: [PricingRefusal] = []
    for index in 0..<count where statuses[index] == .unanswered {
        do throws(PricingError) {
            let result = try invert(index)
            statuses[index] = result.status
            if case .volatility(let volatility) = result { volatilities[index] = volatility }
        } catch {
            refusals.append(PricingRefusal(index: index, error: error))
        }
    }
    return refusals
}
