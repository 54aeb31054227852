/// The conversion between the shares of two days, over the splits between them.
///
/// ```swift
/// let terms = SplitTerms(splits, from: leg.termsDate, to: today)
/// let listed = terms.converted(price: strike)         // the strike of the contract today
/// let entered = terms.reversed(price: midpoint)       // today's price for a share of the leg
/// ```
public struct SplitTerms: Hashable, Sendable {
    /// The splits between the days, ascending.
    public let splits: [StockSplit]
    private let isForward: Bool

    /// Creates a conversion.
    ///
    /// - Parameters:
    ///   - splits: All known splits.
    ///   - first: The day of the shares that are converted.
    ///   - second: The day of the shares that they become, before or after.
    public init(_ splits: [StockSplit], from first: CalendarDate, to second: CalendarDate) {
        isForward = first <= second
        let (low, high) = (min(first, second), max(first, second))
        self.splits = splits.filter { $0.date > low && $0.date <= high }.sorted { $0.date < $1.date }
    }

    /// Converts the price of a share of the first day to that of a share of the second day.
    public func converted(price: ExactDecimal) -> ExactDecimal { rescaled(price, isForward) }

    /// Converts the price of a share of the second day to that of a share of the first day.
    public func reversed(price: ExactDecimal) -> ExactDecimal { rescaled(price, !isForward) }

    private func rescaled(_ price: ExactDecimal, _ isForward: Bool) -> ExactDecimal {
        isForward
            ? splits.reduce(price) { $1.rescaled(price: $0) }
            : splits.reversed().reduce(price) { $1.rescaled(quantity: $0) }
    }
}
