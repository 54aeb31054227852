/// Prices of the options of one kind at ascending strikes, without arbitrage among them.
///
/// With a volatility of its own for each strike, prices of American options need not be convex in the strike: where one is exercised and the
/// next is not, a smile that rises may add time value. The prices are lowered to the greatest ones that are, and that change by at most the
/// difference of the strikes. They stay above the payoffs, which fulfil both conditions.
enum ListedPrices {
    /// Lowers the prices of calls.
    static func makeConsistentCalls(_ prices: inout [Double], strikes: [Double]) {
        for index in prices.indices.dropFirst() { prices[index] = min(prices[index], prices[index - 1]) }
        for index in prices.indices.dropLast().reversed() {
            prices[index] = min(prices[index], prices[index + 1] + (strikes[index + 1] - strikes[index]))
        }
        makeConvex(&prices, strikes)
    }

    /// Lowers the prices of puts.
    static func makeConsistentPuts(_ prices: inout [Double], strikes: [Double]) {
        for index in prices.indices.dropLast().reversed() { prices[index] = min(prices[index], prices[index + 1]) }
        for index in prices.indices.dropFirst() {
            prices[index] = min(prices[index], prices[index - 1] + (strikes[index] - strikes[index - 1]))
        }
        makeConvex(&prices, strikes)
    }

    /// Lowers prices to the lower convex hull of their points.
    private static func makeConvex(_ prices: inout [Double], _ strikes: [Double]) {
        var hull: [Int] = []
        for index in prices.indices {
            while hull.count > 1 {
                let (left, middle) = (hull[hull.count - 2], hull[hull.count - 1])
                let rise = (prices[index] - prices[left]) * (strikes[middle] - strikes[left])
                guard (prices[middle] - prices[left]) * (strikes[index] - strikes[left]) >= rise else { break }
                hull.removeLast()
            }
            hull.append(index)
        }
        for (left, right) in zip(hull, hull.dropFirst()) {
            let slope = (prices[right] - prices[left]) / (strikes[right] - strikes[left])
            for index in (left + 1)..<max(right, left + 1) {
                prices[index] = min(prices[index], prices[left] + slope * (strikes[index] - strikes[left]))
            }
        }
    }
}
