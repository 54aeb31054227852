package import DecimalNumbers

/// The net cost, the extremes of profit and the break-evens of a position, in currency.
public struct StrategyMetrics: Hashable, Sendable {
    package var cost = ResultNumber(0)
    package var greatestProfit: ResultNumber?
    package var leastProfit: ResultNumber?
    package var breakEvens: [ResultNumber] = []

    /// The cost of opening the position: positive for a debit, negative for a credit.
    public var netCost: Double { cost.value }
    /// The supremum of the profit over all prices S ≥ 0; `nil` if unlimited.
    public var maxProfit: Double? { greatestProfit?.value }
    /// The infimum of the profit over all prices S ≥ 0, negative for a loss; `nil` if unlimited.
    public var maxLoss: Double? { leastProfit?.value }
    /// The prices per share at which profit is 0, ascending. An interval of such prices contributes its two ends.
    public var breakEvenPoints: [Double] { breakEvens.map(\.value) }

    package init() {}
}
