import StrategyBatch
import StrategyContract
import Testing
import _TestSupport

/// The one answer to a request, by the general path.
func answer(_ request: [UInt8], _ format: BatchFormat) -> String {
    var decoder = RequestDecoder()
    var bytes: [UInt8] = []
    do throws(ContractError) {
        let request = try decoder.decode(request.span)
        switch format {
        case .json:
            try request.calculate().append(to: &bytes, identifier: decoder.identifier?.json, withCurve: true)
        case .metrics:
            try request.calculateWithoutCurve().append(
                to: &bytes, identifier: decoder.identifier?.json, withCurve: false)
        case .csv:
            try request.calculateWithoutCurve().metrics.append(csvTo: &bytes, identifier: decoder.identifier?.text)
        }
    } catch {
        switch format {
        case .json, .metrics: error.append(to: &bytes, identifier: decoder.identifier?.json)
        case .csv: error.append(csvTo: &bytes, identifier: decoder.identifier?.text)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

func answers(_ requests: [[UInt8]], _ format: BatchFormat) -> (lines: [String], summary: BatchSummary) {
    var evaluator = BatchEvaluator(format: format)
    var bytes: [UInt8] = []
    let summary = evaluator.evaluate(Array(requests.joined(separator: [UInt8(ascii: "\n")])).span, into: &bytes)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return (lines.dropLast().map { String(decoding: $0, as: UTF8.self) }, summary)
}

/// Stops at the first that differs.
private func expectAnswers(_ lines: [String], to requests: [[UInt8]], _ format: BatchFormat) {
    #expect(lines.count == requests.count)
    for (request, line) in zip(requests, lines) where line != answer(request, format) {
        Issue.record("\(String(decoding: request, as: UTF8.self))\n\(line)\n\(answer(request, format))")
        return
    }
}

@Suite("Batch evaluator")
struct BatchEvaluatorTests {
    @Test("answers random requests as CalculationRequest does, to the byte", arguments: BatchFormat.allCases)
    func randomRequests(_ format: BatchFormat) {
        var texts = RequestTexts(seed: 1)
        let requests = (0..<1500).map { _ in Array(texts.request().utf8) }
        let (lines, summary) = answers(requests, format)
        #expect(summary.answered + summary.refused == requests.count)
        expectAnswers(lines, to: requests, format)
    }

    @Test("answers damaged requests as CalculationRequest does, each in its place", arguments: BatchFormat.allCases)
    func damagedRequests(_ format: BatchFormat) {
        var texts = RequestTexts(seed: 2)
        let requests = (0..<5000).map { _ in
            let text = texts.request()
            return texts.damaged(text)
        }
        let kept = requests.filter { !$0.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } && $0.last != 0x0D }
        let (lines, _) = answers(kept, format)
        expectAnswers(lines, to: kept, format)
    }

    @Test("answers requests at the bounds of 64 bits", arguments: BatchFormat.allCases)
    func bounds(_ format: BatchFormat) {
        func leg(_ type: String, _ position: String, _ price: String, _ premium: String, _ shares: String) -> String {
            let strike = type == "stock" ? "" : #""strikePrice":\#(price),"#
            return #"{"type":"\#(type)","position":"\#(position)",\#(strike)"premium":\#(premium),\#(shares)}"#
        }
        let one = #""quantity":1,"sharesPerContract":1"#
        let many = #""quantity":10000,"sharesPerContract":100"#
        let most = #""quantity":899,"sharesPerContract":1000000"#
        let legs = [
            // Break-evens far above all prices.
            [leg("stock", "short", "", "100", one), leg("put", "short", "1000", "1000", many)],
            [leg("stock", "short", "", "100.1234567", one), leg("put", "short", "1000", "1000", many)],
            [leg("call", "long", "0.0000001", "0", one), leg("put", "long", "499999.9999999", "499999.9", many)],
            [leg("call", "short", "100", "0.0000001", most), leg("call", "long", "100.0000001", "0", most)],
            [leg("put", "long", "499999", "0.01", one), leg("call", "short", "0.01", "499999", one)],
            [leg("stock", "long", "", "123456.7", one), leg("put", "long", "123456.7", "0.0000001", one)],
            // Zero over an interval, and at price 0.
            [leg("put", "long", "100", "100", one), leg("call", "short", "100", "0", one)],
            [leg("call", "long", "90", "0", one), leg("call", "short", "90", "0", one)],
            [
                leg("put", "long", "100", "0", one), leg("put", "short", "100", "0", one),
                leg("stock", "long", "", "0", one),
            ],
            // As many legs as are ordinary, and one more.
            Array(repeating: leg("call", "long", "100", "1", one), count: 32),
            Array(repeating: leg("call", "long", "100", "1", one), count: 33),
        ]
        let requests = legs.flatMap { legs in
            ["0.01", "100", "499999", "9999999", "123456.7"].map { price in
                Array(#"{"currentPrice":\#(price),"legs":[\#(legs.joined(separator: ","))]}"#.utf8)
            }
        }
        expectAnswers(answers(requests, format).lines, to: requests, format)
    }

    @Test("takes ordinary requests without the general path")
    func ordinary() {
        let request =
            #"{"id":7,"symbol":"SPY","tags":["a",{"b":[1]}],"currentPrice":165.12,"legs":[{"type":"call","position":"long","#
            + #""strikePrice":165.0,"premium":9.25,"quantity":1}]}"#
        var evaluator = BatchEvaluator()
        var bytes: [UInt8] = []
        let summary = evaluator.evaluate(Array("\(request)\r\n\n \(request)\n".utf8).span, into: &bytes)
        let times = evaluator.stageTimes
        #expect(summary.answered == 2)
        #expect(times.others == .zero && times.evaluating > .zero)
    }
}
