/// The price of a stock.
public struct StockPriceResponse: Codable, Hashable, Sendable {
    /// A ticker in capital letters.
    public let ticker: String
    /// The last price, otherwise the previous close, in dollars per share.
    public let price: Double
    /// The instant to which the data applies.
    public let asOf: String?
    /// Where the data is from.
    public let source: MarketSource?
    /// Whether the price is old because the sources did not answer.
    public let stale: Bool?
}
