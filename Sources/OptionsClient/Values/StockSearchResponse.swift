/// Tickers that match a text.
public struct StockSearchResponse: Codable, Hashable, Sendable {
    /// The tickers.
    public let results: [StockSearchResult]
    /// The list that was searched.
    public let universe: TickerUniverse?
}

/// A ticker.
public struct StockSearchResult: Codable, Hashable, Sendable {
    /// A ticker in capital letters.
    public let symbol: String
    /// The name of the company or the fund. In the simulated market, invented names end with `(simulated)`.
    public let name: String
}

/// The list that was searched.
public struct TickerUniverse: Codable, Hashable, Sendable {
    /// The number of tickers in the list.
    public let count: Int
    /// Whether the whole list has been copied at least once.
    public let complete: Bool
    /// The instant of the last page; `nil` before the first.
    public let updated: String?
}
