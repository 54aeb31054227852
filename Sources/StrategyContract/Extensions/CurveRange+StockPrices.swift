internal import StrategyAnalytics

extension CurveRange {
    /// The prices, ascending, each once: evenly spaced and rounded to ten decimal places, as prices are that are results.
    var stockPrices: [Double] {
        let steps = Double(points - 1)
        var prices: [Double] = []
        prices.reserveCapacity(points)
        for index in 0..<points {
            // Of this form both ends are exact.
            let position = Double(index) / steps
            let price = minimum * (1 - position) + maximum * position
            prices.append(ResultRounding.rounded(price, 10))
        }
        prices[0] = minimum
        prices[points - 1] = maximum
        return prices.enumerated().filter { $0 == 0 || $1 > prices[$0 - 1] }.map(\.element)
    }
}
