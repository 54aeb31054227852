/// The stocks that are watched.
public struct WatchListResponse: Codable, Hashable, Sendable {
    /// The stocks, in the order of the list. For a stock without a known price, only the members from the list of
    /// tickers are not `nil`.
    public let watchlist: [StockDetails]
}
