public import MarketData

/// A holding of shares or coins.
public struct StoredPosition: Hashable, Sendable {
    /// The asset.
    public let asset: Asset
    /// The number of shares or coins, above 0.
    public let quantity: ExactDecimal
    /// The total cost.
    public let cost: ExactDecimal
    /// The currency of the cost, such as `USD`.
    public let currency: String
    /// The day on which the quantity was entered. It does not include later splits.
    public let entered: CalendarDate

    /// Creates a position.
    public init(
        asset: Asset, quantity: ExactDecimal, cost: ExactDecimal, currency: String = "USD", entered: CalendarDate
    ) {
        self.asset = asset
        self.quantity = quantity
        self.cost = cost
        self.currency = currency
        self.entered = entered
    }
}
