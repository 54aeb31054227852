import CAllocations
import ExactPayoff
import Foundation
import StrategyBatch
import StrategyContract
import StrategyRequests
import Timing

/// Prints the time of one request as `name: value ns` lines: from bytes to bytes through the library, by the batch
/// engine on the same lines, and from Swift values to Swift values. Reads the folder `Fixtures` of the current folder.
///
/// Usage: bench-request [NAME] [--once]. NAME selects the benchmarks whose names contain it.
@main
struct Request {
    static func main() throws {
        func fixture(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: "Fixtures").appending(path: name)))
        }
        let documented = [try fixture("contract/long-call.json")]
        let extended = [try fixture("extended/iron-condor.json")]
        let condors = Condor.samples(512)
        let requests = condors.map { Array($0.json.utf8) }

        var measurement = Timing.Measurement()
        measurement.addRequests("request_documented", documented, .json)
        measurement.addRequests("request_four_legs_curve", requests, .json)
        measurement.addRequests("request_four_legs_metrics", requests, .metrics)
        measurement.addBatch("batch_four_legs_curve", requests, .json)
        measurement.addBatch("batch_four_legs_metrics", requests, .metrics)
        let allocations = try measurement.addStrategies("strategy_in_memory", condors)
        measurement.addRequests("request_extended", extended, .json)
        measurement.print(rounds: 101)
        print("strategy_in_memory_allocations: \(allocations) a strategy, once warm")
    }
}

extension Timing.Measurement {
    /// One request at a time. The answerer and the buffer are reused, as in a server.
    fileprivate mutating func addRequests(_ name: String, _ requests: [[UInt8]], _ format: AnswerFormat) {
        let runner = Shared(
            RequestRunner(requests: requests, answerer: CalculationAnswerer(AnswerOptions(format: format))))
        add(name, count: requests.count * RequestRunner.repetitions(requests)) { runner.value.run() }
    }

    /// All requests in one call.
    fileprivate mutating func addBatch(_ name: String, _ requests: [[UInt8]], _ format: AnswerFormat) {
        let lines = Array(requests.joined(separator: [UInt8(ascii: "\n")]))
        let runner = Shared(BatchRunner(lines: lines, evaluator: BatchEvaluator(AnswerOptions(format: format))))
        add(name, count: requests.count) { runner.value.run() }
    }

    /// Swift values in and out: a price and legs; metrics, and the curve as doubles.
    ///
    /// - Returns: The heap allocations of a strategy.
    fileprivate mutating func addStrategies(_ name: String, _ condors: [Condor]) throws -> Double {
        let requests = try condors.map { try CalculationRequest(currentPrice: $0.price, legs: $0.legs()) }
        let runner = Shared(StrategyRunner(requests: requests))
        add(name, count: requests.count) { runner.value.run() }
        runner.value.run()
        let before = allocation_count()
        runner.value.run()
        return Double(allocation_count() - before) / Double(requests.count)
    }
}

private struct RequestRunner: ~Copyable {
    let requests: [[UInt8]]
    var answerer: CalculationAnswerer
    var output: [UInt8] = []

    static func repetitions(_ requests: [[UInt8]]) -> Int { max(1, 64 / requests.count) }

    mutating func run() {
        for _ in 0..<Self.repetitions(requests) {
            for request in requests {
                output.removeAll(keepingCapacity: true)
                guard (try? answerer.appendAnswer(to: request.span, &output)) != nil else { fatalError("refused") }
            }
        }
    }
}

private struct BatchRunner: ~Copyable {
    let lines: [UInt8]
    var evaluator: BatchEvaluator
    var output: [UInt8] = []

    mutating func run() {
        output.removeAll(keepingCapacity: true)
        let lines = lines
        guard evaluator.evaluate(lines.span, into: &output).refused == 0 else { fatalError("refused") }
    }
}

private struct StrategyRunner: ~Copyable {
    let requests: [CalculationRequest]
    var calculator = StrategyCalculator()
    var response = CalculationResponse()
    var prices = [Double](repeating: 0, count: 1024)
    var profits = [Double](repeating: 0, count: 1024)
    /// Keeps the results from being optimised away.
    var sum = 0.0

    init(requests: [CalculationRequest]) { self.requests = requests }

    mutating func run() {
        for request in requests {
            guard (try? calculator.calculate(request, into: &response)) != nil else { fatalError("refused") }
            Self.copy(response.curve, &prices, &profits)
            let metrics = response.metrics
            sum += metrics.netCost + (metrics.maxProfit ?? 0) + (metrics.maxLoss ?? 0)
            sum += profits[response.curve.count - 1]
        }
    }

    private static func copy(_ curve: PayoffCurve, _ prices: inout [Double], _ profits: inout [Double]) {
        var priceSpan = prices.mutableSpan
        curve.copyStockPrices(into: &priceSpan)
        var profitSpan = profits.mutableSpan
        curve.copyProfitLosses(into: &profitSpan)
    }
}

/// A runner that a closure can change.
private final class Shared<Value: ~Copyable> {
    var value: Value
    init(_ value: consuming Value) { self.value = value }
}

/// An iron condor around a price, with a curve of some 101 points.
private struct Condor {
    let price: Double
    let strikes: [Double]
    let premiums: [Double]
    let quantity: Int

    /// Different requests in a fixed order, so that the branch predictor cannot learn a single one.
    static func samples(_ count: Int) -> [Condor] {
        var state: UInt64 = 2026
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        return (0..<count).map { _ in
            let middle = Double(150 + random(30))
            let width = 2.5 * Double(1 + random(3))
            return Condor(
                price: middle + Double(random(100)) / 100,
                strikes: [middle - 10 - width, middle - 10, middle + 10, middle + 10 + width],
                premiums: [110 + random(50), 200 + random(90), 230 + random(90), 120 + random(50)].map {
                    Double($0) / 100
                },
                quantity: 1 + random(10))
        }
    }

    private static let sides = [("put", "long"), ("put", "short"), ("call", "short"), ("call", "long")]

    var json: String {
        let legs = zip(Self.sides, zip(strikes, premiums)).map { side, prices in
            #"{"type":"\#(side.0)","position":"\#(side.1)","strikePrice":\#(prices.0),"premium":\#(prices.1),"#
                + #""quantity":\#(quantity),"sharesPerContract":100}"#
        }
        return #"{"currentPrice":\#(price),"legs":[\#(legs.joined(separator: ","))]}"#
    }

    func legs() throws -> [Leg] {
        try zip(Self.sides, zip(strikes, premiums)).map { side, prices in
            let instrument: Leg.Instrument =
                side.0 == "put" ? .put(strikePrice: prices.0) : .call(strikePrice: prices.0)
            return try Leg(
                instrument, side.1 == "long" ? .long : .short, premium: prices.1, quantity: quantity,
                sharesPerContract: 100)
        }
    }
}
