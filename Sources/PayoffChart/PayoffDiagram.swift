internal import ExactPayoff
internal import StrategyNames
public import StrategyRequests

/// The drawing of a strategy's profit at expiration: a curve over prices of the underlying, with its break-evens, its
/// extremes and the current price.
///
/// ```swift
/// let diagram = PayoffDiagram(request, try request.calculate())
/// let file: [UInt8] = diagram.svg()
/// print(diagram.text(columns: 80, rows: 24), terminator: "")
/// ```
///
/// The drawings depend on nothing but the request and its response, so equal diagrams give equal bytes.
///
/// ## Units
/// Prices per share, profits for the whole position, both in the currency of the underlying, which is not named.
public struct PayoffDiagram: Hashable, Sendable {
    /// The name of the strategy; `nil` if the response has none.
    public let strategyName: String?
    /// The current price of the underlying, per share.
    public let currentPrice: Double
    /// The prices at which the profit is 0, ascending, drawn or not.
    public let breakEvenPoints: [Double]
    /// The maximum profit; `nil` if unlimited.
    public let maxProfit: Double?
    /// The maximum loss, negative for a loss; `nil` if unlimited.
    public let maxLoss: Double?

    /// The points of the line, ascending by price; both arrays have the same count. They are those of the curve, and the
    /// break-evens between them.
    let stockPrices, profitLosses: [Double]
    /// Whether some options expire after the time of the curve.
    let isAtFirstExpiration: Bool

    /// Creates the diagram of a strategy.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: Its response. If it has no curve, the drawings show only the numbers.
    public init(_ request: CalculationRequest, _ response: CalculationResponse) {
        let times = response.conventions?.legs?.compactMap { $0?.timeToExpiration } ?? []
        self.init(
            strategyName: response.strategyName?.name, currentPrice: request.currentPrice,
            stockPrices: response.curve.stockPrices, profitLosses: response.curve.profitLosses,
            breakEvenPoints: response.metrics.breakEvenPoints, maxProfit: response.metrics.maxProfit,
            maxLoss: response.metrics.maxLoss, isAtFirstExpiration: Set(times).count > 1)
    }

    /// Creates a diagram of finite numbers.
    ///
    /// - Precondition: `stockPrices` is ascending and has as many elements as `profitLosses`.
    package init(
        strategyName: String?, currentPrice: Double, stockPrices: [Double], profitLosses: [Double],
        breakEvenPoints: [Double], maxProfit: Double?, maxLoss: Double?, isAtFirstExpiration: Bool = false
    ) {
        precondition(stockPrices.count == profitLosses.count, "a point has a price and a profit")
        self.strategyName = strategyName
        self.currentPrice = currentPrice
        (self.stockPrices, self.profitLosses) = Self.line(stockPrices, profitLosses, through: breakEvenPoints)
        self.breakEvenPoints = breakEvenPoints
        self.maxProfit = maxProfit
        self.maxLoss = maxLoss
        self.isAtFirstExpiration = isAtFirstExpiration
    }

    /// Adds the break-evens to a curve whose points need not include them, so that the line goes through their marks.
    private static func line(
        _ prices: [Double], _ profits: [Double], through breakEvens: [Double]
    ) -> ([Double], [Double]) {
        guard let first = prices.first else { return ([], []) }
        var (linePrices, lineProfits): ([Double], [Double]) = ([], [])
        var next = breakEvens.firstIndex { $0 > first } ?? breakEvens.endIndex
        for (price, profit) in zip(prices, profits) {
            while next < breakEvens.endIndex, breakEvens[next] <= price {
                if breakEvens[next] < price {
                    linePrices.append(breakEvens[next])
                    lineProfits.append(0)
                }
                next += 1
            }
            linePrices.append(price)
            lineProfits.append(profit)
        }
        return (linePrices, lineProfits)
    }
}

extension PayoffDiagram {
    /// The prices from the first to the last point; without two points, the surroundings of the current price.
    var priceRange: AxisRange {
        if let first = stockPrices.first, let last = stockPrices.last, first < last {
            return AxisRange(lower: first, upper: last)
        }
        let shown = stockPrices + [currentPrice * 0.7, min(currentPrice * 1.3, .greatestFiniteMagnitude)]
        return AxisRange(including: shown)
    }

    /// The range of the profits of the curve and 0, with a margin. Without a curve, the extremes are used instead.
    var profitRange: AxisRange {
        let shown = profitLosses.isEmpty ? [maxProfit, maxLoss].compactMap { $0 } : profitLosses
        return AxisRange(including: shown + [0]).widened(by: 0.06)
    }
}
