// swift-format-ignore-file
// From the REST documentation, "REST API Documentation for iOS App": the example "Calculate Strategy", with the types of OptionsClient,
// as printed below the line.
import Foundation
import OptionsClient
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
// ----
let url = URL(string: "https://your-domain.com/api/rest/options/calculate")!
var request = URLRequest(url: url)
request.httpMethod = "POST"
request.setValue("application/json", forHTTPHeaderField: "Content-Type")

let body: [String: Any] = [
    "currentPrice": 165.12,
    "legs": [
        [
            "type": "call",
            "position": "long",
            "strikePrice": 165.0,
            "premium": 9.25,
            "quantity": 1,
            "sharesPerContract": 100
        ]
    ]
]

request.httpBody = try? JSONSerialization.data(withJSONObject: body)

let task = URLSession.shared.dataTask(with: request) { data, response, error in
    if let data = data {
        let decoder = JSONDecoder()
        if let result = try? decoder.decode(CalculateResponse.self, from: data) {
            print("Break-even: \\(result.metrics.breakEvenPoints)")
        }
    }
}
task.resume()
