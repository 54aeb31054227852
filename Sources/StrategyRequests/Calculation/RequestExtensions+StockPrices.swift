internal import DecimalNumbers
internal import ExactPayoff

extension RequestExtensions {
    /// The prices of the curve that the request gives, ascending and without duplicates; `nil` for the default grid.
    var givenStockPrices: [Double]? {
        curvePrices.map { $0.map { DecimalPrice($0 + 0).value }.sortedWithoutDuplicates() } ?? curveRange?.stockPrices
    }
}

extension CurveRange {
    /// The prices: evenly spaced, rounded to ten decimal places as all computed prices are, ascending and without
    /// duplicates.
    var stockPrices: [Double] {
        if points == 1 { return [minimum] }
        let steps = Double(points - 1)
        var prices = [minimum]
        for index in 1..<points - 1 {
            // This form is exact at both ends.
            let position = Double(index) / steps
            let price = ResultRounding.rounded(minimum * (1 - position) + maximum * position, 10)
            if price > prices[prices.count - 1], price < maximum { prices.append(price) }
        }
        return prices + [maximum]
    }
}
