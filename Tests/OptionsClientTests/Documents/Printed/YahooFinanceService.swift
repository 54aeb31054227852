// swift-format-ignore-file
// From the REST documentation, "Automated Price Data Fetching": the Yahoo Finance integration, as printed below the line.
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
// ----
class YahooFinanceService {
    func fetchHistoricalPrices(
        symbol: String,
        from: Date,
        to: Date
    ) async throws -> [(Date, Decimal)] {
        let url = "https://query1.finance.yahoo.com/v8/finance/chart/\(symbol)"

        var components = URLComponents(string: url)!
        components.queryItems = [
            URLQueryItem(name: "period1", value: "\(Int(from.timeIntervalSince1970))"),
            URLQueryItem(name: "period2", value: "\(Int(to.timeIntervalSince1970))"),
            URLQueryItem(name: "interval", value: "1d")
        ]

        let (data, _) = try await URLSession.shared.data(from: components.url!)
        let json = try JSONSerialization.jsonObject(with: data) as! [String: Any]

        // Parse Yahoo Finance response
        let chart = json["chart"] as! [String: Any]
        let result = (chart["result"] as! [[String: Any]]).first!

        let timestamps = result["timestamp"] as! [Int]
        let quotes = result["indicators"] as! [String: Any]
        let quote = (quotes["quote"] as! [[String: Any]]).first!
        let closes = quote["close"] as! [Double?]

        var prices: [(Date, Decimal)] = []
        for (index, timestamp) in timestamps.enumerated() {
            if let close = closes[index] {
                let date = Date(timeIntervalSince1970: TimeInterval(timestamp))
                prices.append((date, Decimal(close)))
            }
        }

        return prices
    }
}
