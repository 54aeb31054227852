public import Foundation

/// A coin and its price.
public struct CoinMarketData: Codable, Hashable, Sendable {
    /// The identifier at CoinGecko.
    public let id: String
    /// The symbol in small letters.
    public let symbol: String
    /// The name.
    public let name: String
    /// The price in US dollars.
    public let currentPrice: Decimal
    /// The change of the last 24 hours in percent; `nil` if the source does not give it.
    public let priceChange24h: Decimal?
    /// The instant of the price in UTC, with milliseconds.
    public let lastUpdated: String?
    /// A source of market data. `simulated` is the simulated market; the others are live.
    public let source: MarketSource?
    /// Whether the price is old because the source did not answer.
    public let stale: Bool?

    private enum CodingKeys: String, CodingKey {
        case id
        case symbol
        case name
        case currentPrice = "current_price"
        case priceChange24h = "price_change_percentage_24h"
        case lastUpdated = "last_updated"
        case source
        case stale
    }
}
