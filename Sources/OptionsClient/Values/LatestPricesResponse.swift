/// The latest prices of assets.
public struct LatestPricesResponse: Codable, Hashable, Sendable {
    /// The prices, in the order requested.
    public internal(set) var prices: [LatestPrice]
    /// The unknown assets.
    public let unknown: [String]
}

/// The latest price of an asset.
public struct LatestPrice: Codable, Hashable, Sendable {
    /// An asset: a ticker in capital letters, or `coin:` and the identifier of a coin.
    public let asset: String
    /// The price in the currency of the asset, which is US dollars in the simulated market.
    public let price: Double
    /// The instant to which the data applies.
    public let asOf: String
    /// Where the data is from.
    public let source: MarketSource
    /// Whether the price is old because the sources did not answer.
    public let stale: Bool
}
