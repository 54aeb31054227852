import OptionsAnalytics

// Swift values.
let request = try CalculationRequest(
    currentPrice: 165.12,
    legs: [.call(.long, strikePrice: 165, premium: 9.25, quantity: 1)])
let response = try request.calculate()
print(response.metrics.breakEvenPoints, response.metrics.maxLoss ?? "unlimited")

// JSON bytes to JSON bytes, for a server. Each task or thread keeps one answerer, which reuses its memory.
let leg = #"{"type": "call", "position": "long", "strikePrice": 165, "premium": 9.25, "quantity": 1}"#
func answer(_ bodies: [String]) {
    var answerer = CalculationAnswerer(AnswerOptions(format: .metrics))
    var output: [UInt8] = []
    for body in bodies {
        output.removeAll(keepingCapacity: true)
        do {
            try answerer.appendAnswer(to: Array(body.utf8).span, &output)
            print(200, String(decoding: output, as: UTF8.self))
        } catch {
            print(error.httpStatus, error.code.rawValue, String(decoding: error.json(), as: UTF8.self))
        }
    }
}
answer([#"{"currentPrice": 165.12, "legs": [\#(leg)]}"#, #"{"currentPrice": 165.12, "legs": []}"#])

// Limits: a request that exceeds them is refused. An asynchronous call ends soon after its task is cancelled.
func answerWithinLimits(_ body: String) async {
    var limits = WorkLimits.strict
    limits.responsePoints = 10_000
    do {
        print(try await JSONContract.calculate(Array(body.utf8), AnswerOptions(limits: limits)).count)
    } catch {
        print(error.code.rawValue, error.message)
    }
}
let range = #"{"minimum": 100, "maximum": 200, "points": 50000}"#
await answerWithinLimits(#"{"currentPrice": 165.12, "legs": [\#(leg)], "curveRange": \#(range)}"#)

// Single options.
let put = try ModelledOption(.put, spot: 100, strike: 95, timeToExpiration: 0.25, riskFreeRate: 0.04)
print(try put.greeks(volatility: 0.3).delta)
print(try put.impliedVolatility(price: 1))

// A chain, by the vector kernels. An invalid option is returned as a refusal; the others are evaluated.
func priceChain(_ kinds: [OptionKind], strikes: [Double], volatilities: [Double]) -> (GreekColumns, [PricingRefusal]) {
    var columns = GreekColumns(.greeks, count: strikes.count)
    var evaluator = OptionEvaluator()
    let refusals = evaluator.evaluate(
        OptionColumns(
            kinds: .each(kinds.span), spots: .same(100), strikes: .each(strikes.span), timesToExpiration: .same(0.25),
            riskFreeRates: .same(0.04)),
        volatilities: .each(volatilities.span), into: &columns)
    return (columns, refusals)
}
let (columns, refusals) = priceChain(
    [.put, .put, .call, .call], strikes: [90, 95, 100, 105], volatilities: [0.33, 0.31, 0.29, -0.28])
let deltas = (0..<columns.count).map { columns[.delta, $0] }
print(deltas.map { ($0 * 1000).rounded() / 1000 }, refusals.map(\.index))

// Many requests, one per line. Each task or thread keeps one evaluator.
func answerLines(_ lines: [UInt8]) -> (answers: [UInt8], refused: Int) {
    var evaluator = BatchEvaluator(AnswerOptions(format: .metrics))
    var answers: [UInt8] = []
    let summary = evaluator.evaluate(lines.span, into: &answers)
    return (answers, summary.refused)
}
let line = #"{"id": 1, "currentPrice": 165.12, "legs": [\#(leg)]}"#
let (answers, refused) = answerLines(Array("\(line)\n{}\n".utf8))
print(String(decoding: answers, as: UTF8.self) + "refused: \(refused)")

// An asynchronous sequence of blocks of lines, on several cores. The answers come in order, with back-pressure.
let blocks = AsyncStream<[UInt8]> { continuation in
    for _ in 0..<3 { continuation.yield(Array("\(line)\n".utf8)) }
    continuation.finish()
}
for try await answer in blocks.answers(AnswerOptions(format: .metrics), jobs: 2) {
    print("answered: \(answer.summary.answered)")
}
