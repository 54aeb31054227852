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
    /// The next session before whose open the company publishes its earnings, a date; `nil` in the live market, whose sources do not give it.
    public let nextEarnings: String?
    /// The volatility at the money of about 30 days at the last close, a decimal per year; `nil` unless it is stored.
    public let volatility: Double?
    /// The place of `volatility` between the lowest and the highest of the last year, 0 to 100; `nil` under 60 days.
    public let volatilityRank: Double?
    /// The percentage of the days of the last year on which it was lower; `nil` under 60 days.
    public let volatilityPercentile: Double?
    /// The instant to which the data applies; `nil` without data.
    public let asOf: String?
    /// Where the data is from; `nil` without data.
    public let source: MarketSource?
    /// Whether the data is old because the sources did not answer.
    public let stale: Bool
}
