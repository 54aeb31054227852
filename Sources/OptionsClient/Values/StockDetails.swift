/// A stock and its latest prices. Unknown values are `nil`.
public struct StockDetails: Codable, Hashable, Sendable {
    /// A ticker in capital letters.
    public let ticker: String
    /// The name.
    public let name: String?
    /// The exchange, as the source names it, such as `XNAS`.
    public let exchange: String?
    /// The type of security; never `coin`.
    public let type: AssetType?
    /// The last price, otherwise the previous close.
    public let price: Double?
    /// The close of the session before.
    public let previousClose: Double?
    /// `price` less `previousClose`.
    public let change: Double?
    /// The change in percent of `previousClose`, rounded to four decimals.
    public let changePercent: Double?
    /// The first price of the session.
    public let open: Double?
    /// The highest price of the session.
    public let high: Double?
    /// The lowest price of the session.
    public let low: Double?
    /// The shares traded in the session.
    public let volume: Int?
    /// The lowest price of the last 52 weeks.
    public let yearLow: Double?
    /// The highest price of the last 52 weeks.
    public let yearHigh: Double?
    /// The instant to which the data applies; `nil` without data.
    public let asOf: String?
    /// Where the data is from; `nil` without data.
    public let source: MarketSource?
    /// Whether the data is old because the sources did not answer.
    public let stale: Bool
}
