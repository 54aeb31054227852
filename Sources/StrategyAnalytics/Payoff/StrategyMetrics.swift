/// What a position costs, and what it can gain and lose until expiration, in currency.
public struct StrategyMetrics: Hashable, Sendable {
    package internal(set) var cost = ResultNumber(0)
    package internal(set) var greatestProfit: ResultNumber?
    package internal(set) var leastProfit: ResultNumber?
    package internal(set) var breakEvens: [ResultNumber] = []

    /// What the position costs to open: positive for a debit, negative for a credit.
    public var netCost: Double { cost.value }
    /// The supremum of profit over all prices S ≥ 0; `nil` when unlimited.
    public var maxProfit: Double? { greatestProfit?.value }
    /// The minimum of profit over all prices S ≥ 0, negative for a loss; `nil` when unlimited.
    public var maxLoss: Double? { leastProfit?.value }
    /// The prices per share at which profit is 0, ascending. An interval of such prices contributes its two ends.
    public var breakEvenPoints: [Double] { breakEvens.map(\.value) }

    package init() {}
}
