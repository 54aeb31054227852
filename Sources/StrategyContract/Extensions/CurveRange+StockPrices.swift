internal import StrategyAnalytics

extension CurveRange {
    /// The prices, ascending, each once: evenly spaced and rounded to ten decimal places, as prices are that are results.
    var stockPrices: [Double] {
        let steps = Double(points - 1)
        var prices = [minimum]
        for index in 1..<points - 1 {
            // Of this form both ends are exact.
            let position = Double(index) / steps
            let price = ResultRounding.rounded(minimum * (1 - position) + maximum * position, 10)
            if price > prices[prices.count - 1], price < maximum { prices.append(price) }
        }
        return prices + [maximum]
    }
}
