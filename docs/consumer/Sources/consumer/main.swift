import OptionPricing
import StrategyAnalytics
import StrategyBatch
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

// Single options.
let put = try EuropeanOption(.put, spot: 100, strike: 95, timeToExpiration: 0.25, riskFreeRate: 0.04)
print(try BlackScholesMerton.greeks(of: put, volatility: 0.3).delta)
print(try BlackScholesMerton.impliedVolatility(of: put, price: 1))

// Chains and other columns of options, by the vector kernels; what is wrong in one leaves the others alone.
func priceChain(_ kinds: [OptionKind], strikes: [Double], volatilities: [Double]) -> (GreekColumns, [PricingRefusal]) {
    var columns = GreekColumns(.greeks, count: strikes.count)
    let refusals = BlackScholesMerton.chainGreeks(
        spot: 100, timeToExpiration: 0.25, riskFreeRate: 0.04, dividendYield: 0,
        kinds: kinds.span, strikes: strikes.span, volatilities: volatilities.span, into: &columns)
    return (columns, refusals)
}
let (columns, refusals) = priceChain(
    [.put, .put, .call, .call], strikes: [90, 95, 100, 105], volatilities: [0.33, 0.31, 0.29, -0.28])
let deltas = (0..<columns.count).map { columns[.delta, $0] }
print(deltas.map { ($0 * 1000).rounded() / 1000 }, refusals.map(\.index))

// Many requests, one a line, into a buffer of yours; each task or thread keeps an evaluator.
func answerLines(_ lines: [UInt8]) -> (answers: [UInt8], refused: Int) {
    var evaluator = BatchEvaluator(format: .metrics)
    var answers: [UInt8] = []
    let summary = evaluator.evaluate(lines.span, into: &answers)
    return (answers, summary.refused)
}
let line =
    #"{"id":1,"currentPrice":9,"legs":[{"type":"stock","position":"long","premium":1,"quantity":1}]}"#
let (answers, refused) = answerLines(Array("\(line)\n{}\n".utf8))
print(String(decoding: answers, as: UTF8.self), refused)

// Many blocks of them, as they come and on all cores; the answers come in order, and a slow reader holds the blocks back.
let blocks = AsyncStream<[UInt8]> { continuation in
    for _ in 0..<3 { continuation.yield(Array("\(line)\n".utf8)) }
    continuation.finish()
}
for try await answer in blocks.answers(format: .metrics, jobs: 2) {
    print(answer.summary.answered)
}
