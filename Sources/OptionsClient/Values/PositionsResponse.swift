/// The positions.
public struct PositionsResponse: Codable, Hashable, Sendable {
    /// The positions, ascending by asset.
    public let positions: [Holding]
    /// The totals of the positions with a price in US dollars. `nil` if there are none.
    public let totals: HoldingTotals
}

/// A position and its value. Amounts of money are in `currency`. Without a price, all dependent members are `null`.
public struct Holding: Codable, Hashable, Sendable {
    /// An asset: a ticker in capital letters, or `coin:` and the identifier of a coin.
    public let asset: String
    /// The number of shares or coins.
    public let quantity: Double
    /// The total cost of the position.
    public let cost: Double
    /// The latest price of one share or coin.
    public let price: Double?
    /// The currency of the price, or of the cost without a price.
    public let currency: String
    /// `price` times `quantity`.
    public let marketValue: Double?
    /// `marketValue` less `cost`.
    public let profitLoss: Double?
    /// The profit in percent of `cost`, rounded to six decimals; `nil` if the cost is 0.
    public let profitLossPercent: Double?
    /// The instant to which the data applies; `nil` without data.
    public let asOf: String?
    /// Where the data is from; `nil` without data.
    public let source: MarketSource?
    /// Whether the price is old because the sources did not answer.
    public let stale: Bool
    /// The splits since the position was entered, ascending, which are not included in `quantity`. Absent if there are
    /// none, or after the position is entered again.
    public let split: [HoldingSplit]?
}

/// A split.
public struct HoldingSplit: Codable, Hashable, Sendable {
    /// A day of the Gregorian calendar, `YYYY-MM-DD`, in the years 0001 to 9999.
    public let date: String
    /// The number of new shares.
    public let numerator: Int
    /// The number of old shares.
    public let denominator: Int
}

/// The totals of the positions with a price in US dollars. `null` if there are none.
public struct HoldingTotals: Codable, Hashable, Sendable {
    /// The currency.
    public let currency: String
    /// The sum of the market values.
    public let marketValue: Double?
    /// The sum of the costs of the same positions.
    public let cost: Double?
    /// `marketValue` less `cost`.
    public let profitLoss: Double?
    /// The profit in percent of `cost`, rounded to six decimals.
    public let profitLossPercent: Double?
    /// The positions in other currencies, which the totals exclude.
    public let excluded: [ExcludedHolding]
    /// The assets of the positions without a price, which the totals exclude.
    public let unpriced: [String]
}

/// A position in another currency.
public struct ExcludedHolding: Codable, Hashable, Sendable {
    /// An asset: a ticker in capital letters, or `coin:` and the identifier of a coin.
    public let asset: String
    /// Its currency.
    public let currency: String
}
