import Foundation

/// The printed structure of coins, for the tests.
package func printedCoins(_ json: Data) throws -> [(id: String, price: Decimal, change: Decimal?)] {
    try JSONDecoder().decode([CoinMarketData].self, from: json).map { ($0.id, $0.currentPrice, $0.priceChange24h) }
}
