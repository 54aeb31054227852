// swift-format-ignore-file
// From the REST documentation, "CoinGecko Markets Endpoint": the structure of the response, as printed below the line.
import Foundation
// ----
struct CoinMarketData: Codable {
    let id: String
    let symbol: String
    let name: String
    let currentPrice: Decimal
    let priceChange24h: Decimal?

    enum CodingKeys: String, CodingKey {
        case id
        case symbol
        case name
        case currentPrice = "current_price"
        case priceChange24h = "price_change_percentage_24h"
    }
}
