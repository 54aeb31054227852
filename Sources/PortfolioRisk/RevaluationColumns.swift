internal import OptionPricing

/// The columns that evaluate one option at many prices of its underlying.
struct RevaluationColumns {
    private let calls, puts: [OptionKind]
    private let rates: [Double]
    private var strikes, times, yields, volatilities: [Double]

    init(count: Int, riskFreeRate: Double) {
        calls = Array(repeating: .call, count: count)
        puts = Array(repeating: .put, count: count)
        rates = Array(repeating: riskFreeRate, count: count)
        let zeros = [Double](repeating: 0, count: count)
        (strikes, times, yields, volatilities) = (zeros, zeros, zeros, zeros)
    }

    /// Fills `values` with the values of an option per share; NaN if a value is not representable.
    mutating func compute(
        _ terms: PortfolioHolding.Terms, spots: Span<Double>, remainingTime: Double, dividendYield: Double,
        values: inout [Double]
    ) {
        guard remainingTime > 0 else {
            let sign: Double = terms.isCall ? 1 : -1
            for index in values.indices { values[index] = max(sign * (spots[index] - terms.strike), 0) }
            return
        }
        for index in values.indices {
            strikes[index] = terms.strike
            times[index] = remainingTime
            yields[index] = dividendYield
            volatilities[index] = terms.impliedVolatility
        }
        var prices = values.mutableSpan
        _ = BlackScholesMerton.prices(
            kinds: (terms.isCall ? calls : puts).span, spots: spots, strikes: strikes.span,
            timesToExpiration: times.span, riskFreeRates: rates.span, dividendYields: yields.span,
            volatilities: volatilities.span, prices: &prices)
    }
}
