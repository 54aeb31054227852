/// The quotes of optionable underlyings, refreshed together.
public struct QuotesSnapshotResponse: Codable, Hashable, Sendable {
    /// The time in UTC, without a zone and with microseconds, at which the quotes last changed. Empty before the first
    /// snapshot.
    public let lastUpdate: String
    /// The number of results.
    public let count: Int
    /// Where the quotes are from; `nil` before the first snapshot.
    public let source: MarketSource?
    /// The quotes, ascending by symbol.
    public let results: [Quote]

    private enum CodingKeys: String, CodingKey {
        case lastUpdate = "last_update"
        case count
        case source
        case results
    }

    /// Creates a snapshot with its `count`.
    public init(lastUpdate: String, results: [Quote], source: MarketSource? = nil) {
        self.lastUpdate = lastUpdate
        self.count = results.count
        self.source = source
        self.results = results
    }
}

/// A quote, in dollars per share. No member is ever `null`.
public struct Quote: Codable, Hashable, Sendable {
    /// A ticker in capital letters.
    public let symbol: String
    /// The name of the company or the fund; the symbol if it is unknown.
    public let description: String
    /// The last price, otherwise the previous close.
    public let last: Double
    /// The price at which it can be sold; 0 if there is none.
    public let bid: Double
    /// The price at which it can be bought; 0 if there is none.
    public let ask: Double
    /// The shares traded in the session; 0 if it is unknown.
    public let volume: Int

    /// Creates a quote.
    public init(symbol: String, description: String, last: Double, bid: Double, ask: Double, volume: Int) {
        self.symbol = symbol
        self.description = description
        self.last = last
        self.bid = bid
        self.ask = ask
        self.volume = volume
    }
}
