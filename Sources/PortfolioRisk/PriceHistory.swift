public import ExactPayoff
public import LinearAlgebra
internal import _OptionsMath

/// Prices of an underlying at equal intervals, from which volatilities and correlations are estimated.
///
/// ```swift
/// let (one, other) = (try PriceHistory(closes), try PriceHistory(otherCloses))
/// let volatility = one.volatility(periodsPerYear: 252)
/// let correlation = one.correlation(with: other)
/// ```
///
/// The estimates are those of the sample of logarithmic returns, with the mean removed and *n* − 1 in the denominator.
public struct PriceHistory: Hashable, Sendable {
    /// The logarithmic returns less their mean.
    private let returns: [Double]
    /// The sum of the squares of ``returns``.
    private let squares: Double

    /// The number of prices.
    public var count: Int { returns.count + 1 }
    /// Whether the price moves other than at a constant rate, up to rounding. Otherwise, it has no correlations.
    public let varies: Bool

    /// Creates a history.
    ///
    /// - Parameter prices: The prices, oldest first; at least three, finite and greater than 0.
    /// - Throws: ``RiskError`` naming the number of prices, or the first price outside its domain.
    public init(_ prices: [Double]) throws(RiskError) {
        try RiskError.require(.prices, prices.count, in: 3...Int.max)
        for price in prices { try RiskError.requirePositive(.price, price) }
        let logarithms = prices.map { log($0) }
        let changes = zip(logarithms.dropFirst(), logarithms).map { $0 - $1 }
        let mean = changes.reduce(0, +) / Double(changes.count)
        let returns = changes.map { $0 - mean }
        self.returns = returns
        squares = Self.product(returns, returns)
        let rounding = 0x1p-50 * (logarithms.map(\.magnitude).max() ?? 0)
        varies = squares > Double(returns.count) * rounding * rounding
    }

    /// Returns the volatility: a decimal per year.
    public func volatility(periodsPerYear: Double) -> Double {
        (squares / Double(returns.count - 1) * periodsPerYear).squareRoot()
    }

    /// Returns the correlation with the returns of another underlying at the same times, from −1 to 1. If one of them does not vary, it is
    /// unspecified, and NaN if its price is constant.
    ///
    /// - Precondition: The histories have the same number of prices.
    public func correlation(with other: PriceHistory) -> Double {
        precondition(count == other.count, "the histories must have the same number of prices")
        let correlation = Self.product(returns, other.returns) / (squares.squareRoot() * other.squares.squareRoot())
        return correlation.isNaN ? .nan : min(max(correlation, -1), 1)
    }

    private static func product(_ one: [Double], _ other: [Double]) -> Double {
        let (one, other) = (one.span, other.span)
        var sum = 0.0
        for index in one.indices { sum += one[index] * other[index] }
        return sum
    }
}

extension PriceHistory {
    /// Returns the correlations of histories: a row and a column for each.
    ///
    /// - Parameters:
    ///   - histories: Histories of the same number of prices, each of which varies.
    ///   - budget: The cost is known before work begins.
    /// - Returns: A matrix for ``RiskModel``.
    /// - Throws: ``RiskError/work(_:)``.
    /// - Precondition: The histories have the same number of prices.
    public static func correlations(
        of histories: [PriceHistory], budget: WorkBudget = WorkBudget()
    ) throws(RiskError) -> DenseMatrix {
        let length = histories.first?.count ?? 0
        var matrix = DenseMatrix.identity(histories.count)
        try RiskError.working { () throws(StrategyError) in
            try budget.require((histories.count * histories.count / 2).saturatingProduct(length / 4))
        }
        for row in histories.indices {
            try RiskError.working { () throws(StrategyError) in try budget.spend(row * (length / 4)) }
            for column in 0..<row {
                let correlation = histories[row].correlation(with: histories[column])
                (matrix[row, column], matrix[column, row]) = (correlation, correlation)
            }
        }
        return matrix
    }
}
