/// The daily prices of an asset.
public struct DailyPricesResponse: Codable, Hashable, Sendable {
    /// An asset: a ticker in capital letters, or `coin:` and the identifier of a coin.
    public let asset: String
    /// The currency of all prices, such as `USD`.
    public let currency: String
    /// Where the prices are from; `nil` without prices.
    public let source: MarketSource?
    /// The days with prices, ascending.
    public let prices: [DailyPrice]
}

/// The prices of a session, or of a UTC day for a coin, per share or coin. All are adjusted for splits.
public struct DailyPrice: Codable, Hashable, Sendable {
    /// A day of the Gregorian calendar, `YYYY-MM-DD`, in the years 0001 to 9999.
    public let date: String
    /// The last price.
    public let close: Double
    /// The first price; `nil` if it is unknown.
    public let open: Double?
    /// The highest price; `nil` if it is unknown.
    public let high: Double?
    /// The lowest price; `nil` if it is unknown.
    public let low: Double?
    /// The shares traded; `nil` if it is unknown.
    public let volume: Int?
    /// The close adjusted for dividends as well; `nil` if it is unknown.
    public let adjustedClose: Double?
}
