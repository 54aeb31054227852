// swift-format-ignore-file
// From the REST documentation, "REST API Documentation for iOS App": the example "Get Stock Price", with the types of OptionsClient,
// as printed below the line.
import Foundation
import OptionsClient
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
// ----
let url = URL(string: "https://your-domain.com/api/rest/stocks/COIN/price")!
let task = URLSession.shared.dataTask(with: url) { data, response, error in
    if let data = data {
        let decoder = JSONDecoder()
        if let stockPrice = try? decoder.decode(StockPriceResponse.self, from: data) {
            print("Price: \\(stockPrice.price)")
        }
    }
}
task.resume()
