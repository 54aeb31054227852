// swift-format-ignore-file
// From the REST documentation, "Automated Price Data Fetching": the CoinGecko integration, as printed below the line.
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
// ----
class CoinGeckoService {
    func fetchHistoricalPrices(
        coinId: String,  // "bitcoin", "ethereum"
        from: Date,
        to: Date
    ) async throws -> [(Date, Decimal)] {
        let url = "https://api.coingecko.com/api/v3/coins/\(coinId)/market_chart/range"

        var components = URLComponents(string: url)!
        components.queryItems = [
            URLQueryItem(name: "vs_currency", value: "usd"),
            URLQueryItem(name: "from", value: "\(Int(from.timeIntervalSince1970))"),
            URLQueryItem(name: "to", value: "\(Int(to.timeIntervalSince1970))")
        ]

        let (data, _) = try await URLSession.shared.data(from: components.url!)
        let json = try JSONSerialization.jsonObject(with: data) as! [String: Any]

        let pricesArray = json["prices"] as! [[Any]]
        return pricesArray.map { item in
            let timestamp = item[0] as! TimeInterval / 1000
            let price = item[1] as! Double
            return (Date(timeIntervalSince1970: timestamp), Decimal(price))
        }
    }

    func mapSymbolToCoinId(_ symbol: String) -> String {
        switch symbol {
        case "BTC", "FBTC", "GBTC": return "bitcoin"
        case "ETH": return "ethereum"
        default: return symbol.lowercased()
        }
    }
}
