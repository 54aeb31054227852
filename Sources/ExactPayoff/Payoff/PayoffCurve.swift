package import DecimalNumbers
internal import OptionKernels

/// The points of a payoff, ascending by price, without duplicates. Linear interpolation between them is exact if the
/// points include every strike.
///
/// ```swift
/// for point in try profile.curve(around: 165.12) {
///     print(point.stockPrice, point.profitLoss)
/// }
/// ```
/// The points of ordinary payoffs are stored as decimals and written without conversion. ``stockPrices`` and
/// ``profitLosses`` convert them to doubles.
///
/// ## Units
/// Prices per share, profits for the whole position.
public struct PayoffCurve: Sendable, RandomAccessCollection {
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

    /// A point with profit 0 whose price has more decimals than the other points.
    package struct Root: Sendable, BitwiseCopyable {
        package let index: Int
        package let price: ResultNumber
    }

    /// The number of decimals of ``scaledPrices`` and ``scaledProfits``; −1 if the points are doubles.
    package private(set) var decimals = -1
    /// In units of 10^−`decimals`, below 10^15 in magnitude; 0 at the places of ``roots``. The memory may extend beyond the
    /// last point.
    package private(set) var scaledPrices: [Int64] = []
    package private(set) var scaledProfits: [Int64] = []
    /// Ascending by index.
    package private(set) var roots: [Root] = []
    private var doublePrices: [Double] = []
    private var doubleProfits: [Double] = []
    /// The number of points.
    public private(set) var count = 0

    /// Creates a curve of doubles.
    ///
    /// - Precondition: The arrays have the same count.
    package init(stockPrices: [Double], profitLosses: [Double]) {
        precondition(stockPrices.count == profitLosses.count, "a point has a price and a profit")
        doublePrices = stockPrices
        doubleProfits = profitLosses
        count = stockPrices.count
    }

    /// Creates a curve without points.
    package init() {}

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of points.
    public var endIndex: Int { count }

    /// The point at `index`.
    public subscript(index: Int) -> Point {
        precondition(index >= 0 && index < count, "no such point")
        if decimals < 0 { return Point(stockPrice: doublePrices[index], profitLoss: doubleProfits[index]) }
        let root = roots.first { $0.index == index }
        let unit = Double(PowersOfTen.small(decimals))
        return Point(
            stockPrice: root?.price.value ?? Double(scaledPrices[index]) / unit,
            profitLoss: Double(scaledProfits[index]) / unit)
    }

    /// The price of each point.
    public var stockPrices: [Double] { array { copyStockPrices(into: &$0) } }

    /// The profit of each point.
    public var profitLosses: [Double] { array { copyProfitLosses(into: &$0) } }

    private func array(_ write: (inout MutableSpan<Double>) -> Void) -> [Double] {
        var values = [Double](repeating: 0, count: count)
        var span = values.mutableSpan
        write(&span)
        return values
    }

    /// Writes the price of each point to the first ``count`` elements of `prices`.
    public func copyStockPrices(into prices: inout MutableSpan<Double>) {
        copy(doublePrices, scaledPrices, into: &prices)
        for root in roots { prices[root.index] = root.price.value }
    }

    /// Writes the profit of each point to the first ``count`` elements of `profits`.
    public func copyProfitLosses(into profits: inout MutableSpan<Double>) {
        copy(doubleProfits, scaledProfits, into: &profits)
    }

    private func copy(_ doubles: [Double], _ integers: [Int64], into values: inout MutableSpan<Double>) {
        precondition(values.count >= count, "there is no room for all points")
        if decimals < 0 {
            for index in 0..<count { values[index] = doubles[index] }
        } else {
            let unit = Double(PowersOfTen.small(decimals))
            divide(integers.span.extracting(first: count), by: unit, into: &values)
        }
    }

    /// Replaces the points by decimals that `body` writes: it receives the memory for the prices and the profits, and
    /// the list of roots, and returns the number of points that it has written.
    mutating func replace(decimals: Int, capacity: Int, _ body: (inout [Int64], inout [Int64], inout [Root]) -> Int) {
        if scaledPrices.count < capacity {
            scaledPrices = [Int64](repeating: 0, count: capacity)
            scaledProfits = scaledPrices
        }
        if !roots.isEmpty { roots.removeAll(keepingCapacity: true) }
        count = body(&scaledPrices, &scaledProfits, &roots)
        self.decimals = decimals
    }

    /// Returns the curve with additional points of zero profit at the ascending `breakEvenPoints`.
    package func adding(breakEvenPoints: [Double]) -> PayoffCurve {
        let prices = stockPrices
        let missing = breakEvenPoints.filter { zero in
            let next = prices.indices.bisect { prices[$0] >= zero }
            return next == count || prices[next] != zero
        }
        if missing.isEmpty { return self }
        var points = Array(self)
        points += missing.map { Point(stockPrice: $0, profitLoss: 0) }
        points.sort { $0.stockPrice < $1.stockPrice }
        return PayoffCurve(stockPrices: points.map(\.stockPrice), profitLosses: points.map(\.profitLoss))
    }
}

/// Curves are equal if their points are equal, regardless of how they are stored.
extension PayoffCurve: Hashable {
    /// Whether two curves have the same points.
    public static func == (left: PayoffCurve, right: PayoffCurve) -> Bool {
        left.count == right.count && left.stockPrices == right.stockPrices && left.profitLosses == right.profitLosses
    }

    /// Hashes the points.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(stockPrices)
        hasher.combine(profitLosses)
    }
}
