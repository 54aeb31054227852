/// The stocks that are watched.
public struct WatchListResponse: Codable, Hashable, Sendable {
    /// The stocks, in the order of the list. Of a stock without a known price, only the ticker and what the list of
    /// tickers says is not `nil`.
    public let watchlist: [StockDetails]
}
