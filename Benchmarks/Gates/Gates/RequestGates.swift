import ExactPayoff
import Foundation
import StrategyBatch
import StrategyContract
import StrategyRequests

/// Requests from bytes to bytes, lines of a batch, and a strategy from Swift values to Swift values.
enum RequestGates {
    static func run(fixtures: String) throws {
        func fixture(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: fixtures).appending(path: name)))
        }
        let condor = try fixture("contract/iron-condor.json")
        try countRequests("request_curve", condor, .json, allocates: false)
        try countRequests("request_metrics", condor, .metrics, allocates: false)
        try countRequests("request_extended", try fixture("extended/iron-condor.json"), .json, allocates: true)
        let lines = try fixture("contract/iron-condor.json").filter { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
        countBatch("batch_line_curve", lines, .json)
        countBatch("batch_line_metrics", lines, .metrics)
        try countStrategies()
    }

    private static func countRequests(
        _ name: String, _ request: [UInt8], _ format: AnswerFormat, allocates: Bool
    ) throws {
        var answerer = CalculationAnswerer(AnswerOptions(format: format))
        var output: [UInt8] = []
        try Gate.count(name, items: 20, allocates: allocates) {
            for _ in 0..<20 {
                output.removeAll(keepingCapacity: true)
                try answerer.appendAnswer(to: request.span, &output)
            }
        }
    }

    private static func countBatch(_ name: String, _ line: [UInt8], _ format: AnswerFormat) {
        let lines = Array(repeatElement(line, count: 100).joined())
        var evaluator = BatchEvaluator(AnswerOptions(format: format))
        var output: [UInt8] = []
        Gate.count(name, items: 100, allocates: false) {
            output.removeAll(keepingCapacity: true)
            let summary = evaluator.evaluate(lines.span, into: &output)
            precondition(summary.answered == 100)
        }
    }

    private static func countStrategies() throws {
        let strikes: [(Leg.Instrument, Leg.Side, Double)] = [
            (.put(strikePrice: 150), .long, 1.2), (.put(strikePrice: 155), .short, 2.3),
            (.call(strikePrice: 175), .short, 2.6), (.call(strikePrice: 180), .long, 1.4),
        ]
        let legs = try strikes.map { instrument, side, premium in
            try Leg(instrument, side, premium: premium, quantity: 3, sharesPerContract: 100)
        }
        let request = try CalculationRequest(currentPrice: 165.12, legs: legs)
        var calculator = StrategyCalculator()
        var response = CalculationResponse()
        var profits = [Double](repeating: 0, count: 1_024)
        try Gate.count("strategy_in_memory", items: 20, allocates: false) {
            for _ in 0..<20 {
                try calculator.calculate(request, into: &response)
                var target = profits.mutableSpan
                response.curve.copyProfitLosses(into: &target)
            }
        }
    }
}
