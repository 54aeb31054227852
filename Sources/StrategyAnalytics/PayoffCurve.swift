/// Points of a payoff, ascending by price, each price once; straight lines between them are exact where the points
/// include every strike.
///
/// ```swift
/// for point in try profile.curve(around: 165.12) {
///     print(point.stockPrice, point.profitLoss)
/// }
/// ```
///
/// ## Units
/// Prices per share, profits for the whole position.
public struct PayoffCurve: Hashable, Sendable, RandomAccessCollection {
    /// A price of the underlying at expiration and the profit there.
    public struct Point: Hashable, Sendable {
        /// The price per share.
        public let stockPrice: Double
        /// The profit of the whole position; negative for a loss.
        public let profitLoss: Double

        /// Creates a point.
        public init(stockPrice: Double, profitLoss: Double) {
            self.stockPrice = stockPrice
            self.profitLoss = profitLoss
        }
    }

    /// The price of each point.
    public let stockPrices: [Double]
    /// The profit of each point.
    public let profitLosses: [Double]

    /// Creates a curve.
    ///
    /// - Precondition: The arrays have the same count.
    package init(stockPrices: [Double], profitLosses: [Double]) {
        precondition(stockPrices.count == profitLosses.count, "a point has a price and a profit")
        self.stockPrices = stockPrices
        self.profitLosses = profitLosses
    }

    /// A curve without points.
    package static let empty = PayoffCurve(stockPrices: [], profitLosses: [])

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of points.
    public var endIndex: Int { stockPrices.count }

    /// The point at `index`.
    public subscript(index: Int) -> Point {
        Point(stockPrice: stockPrices[index], profitLoss: profitLosses[index])
    }

    /// The curve with zeros at `breakEvenPoints` (ascending), where it has no point yet.
    func adding(breakEvenPoints: [Double]) -> PayoffCurve {
        var prices: [Double] = []
        var profits: [Double] = []
        prices.reserveCapacity(count + breakEvenPoints.count)
        profits.reserveCapacity(count + breakEvenPoints.count)
        var waiting = breakEvenPoints[...]
        for (price, profit) in zip(stockPrices, profitLosses) {
            while let zero = waiting.first, zero <= price {
                if zero < price {
                    prices.append(zero)
                    profits.append(0)
                }
                waiting.removeFirst()
            }
            prices.append(price)
            profits.append(profit)
        }
        return PayoffCurve(
            stockPrices: prices + waiting, profitLosses: profits + [Double](repeating: 0, count: waiting.count))
    }
}
