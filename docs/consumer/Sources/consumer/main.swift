import StrategyAnalytics
import StrategyContract

// From Swift values.
let request = try CalculationRequest(
    currentPrice: 165.12,
    legs: [.call(.long, strikePrice: 165, premium: 9.25, quantity: 1)])
let response = try request.calculate()
print(response.metrics.breakEvenPoints, response.metrics.maxLoss ?? "unlimited")

// From JSON bytes to JSON bytes, as a server does; an error is a 400, or a 413 when its kind is .tooLarge.
let body = Array(#"{"currentPrice": 165.12, "legs": []}"#.utf8)
do {
    let response = try CalculationRequest(json: body).calculate()
    print(String(decoding: response.json(), as: UTF8.self))
} catch {
    print(String(decoding: error.json(), as: UTF8.self))
}
