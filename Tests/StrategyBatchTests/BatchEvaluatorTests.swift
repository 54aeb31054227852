import ExactPayoff
import StrategyBatch
import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

/// The answer to a single request, read by the general path.
func answer(_ json: [UInt8], _ format: AnswerFormat) -> String {
    var reader = RequestReader()
    var bytes: [UInt8] = []
    do throws(ContractError) {
        var request = CalculationRequest.empty
        try reader.readGenerally(json.span, into: &request)
        let response: CalculationResponse
        do throws(StrategyError) {
            response = try request.calculate()
        } catch {
            throw ContractError(error)
        }
        switch format {
        case .json, .metrics:
            response.append(to: &bytes, identifier: reader.identifierJSON, withCurve: format == .json)
        case .csv: response.metrics.append(csvTo: &bytes, identifier: reader.identifierText)
        }
    } catch {
        switch format {
        case .json, .metrics: error.append(to: &bytes, identifier: reader.identifierJSON)
        case .csv: error.append(csvTo: &bytes, identifier: reader.identifierText)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

func answers(_ requests: [[UInt8]], _ format: AnswerFormat) -> (lines: [String], summary: BatchSummary) {
    var evaluator = BatchEvaluator(AnswerOptions(format: format))
    var bytes: [UInt8] = []
    let summary = evaluator.evaluate(Array(requests.joined(separator: [UInt8(ascii: "\n")])).span, into: &bytes)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return (lines.dropLast().map { String(decoding: $0, as: UTF8.self) }, summary)
}

/// Stops at the first that differs.
private func expectAnswers(_ lines: [String], to requests: [[UInt8]], _ format: AnswerFormat) {
    #expect(lines.count == requests.count)
    for (request, line) in zip(requests, lines) where line != answer(request, format) {
        Issue.record("\(String(decoding: request, as: UTF8.self))\n\(line)\n\(answer(request, format))")
        return
    }
}

@Suite("Batch evaluator")
struct BatchEvaluatorTests {
    @Test("answers random requests as CalculationRequest does, to the byte", arguments: AnswerFormat.allCases)
    func randomRequests(_ format: AnswerFormat) {
        var texts = RequestTexts(seed: 1)
        let requests = (0..<1500).map { _ in Array(texts.request().utf8) }
        let (lines, summary) = answers(requests, format)
        #expect(summary.answered + summary.refused == requests.count)
        expectAnswers(lines, to: requests, format)
    }

    @Test("answers damaged requests as CalculationRequest does, each in its place", arguments: AnswerFormat.allCases)
    func damagedRequests(_ format: AnswerFormat) {
        var texts = RequestTexts(seed: 2)
        let requests = (0..<5000).map { _ in
            let text = texts.request()
            return texts.damaged(text)
        }
        let kept = requests.filter { !$0.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } && $0.last != 0x0D }
        let (lines, _) = answers(kept, format)
        expectAnswers(lines, to: kept, format)
    }

    @Test("answers requests at the bounds of 64 bits", arguments: AnswerFormat.allCases)
    func bounds(_ format: AnswerFormat) {
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
            // The greatest number of legs of an ordinary request, and one more.
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

    @Test("reads the exercise anywhere in a leg", arguments: AnswerFormat.allCases)
    func exercise(_ format: AnswerFormat) {
        let members = [
            #""type":"put""#, #""position":"long""#, #""strikePrice":100"#, #""premium":3"#, #""quantity":1"#,
        ]
        let requests = ["bermudan", "american", "european"].flatMap { exercise in
            (0...members.count).map { place in
                var leg = members
                leg.insert(#""exercise":"\#(exercise)""#, at: place)
                return Array(#"{"currentPrice":100,"legs":[{\#(leg.joined(separator: ","))}]}"#.utf8)
            }
        }
        let (lines, summary) = answers(requests, format)
        #expect(summary.refused == 6 && summary.answered == 12)
        expectAnswers(lines, to: requests, format)
    }

    @Test("reads ordinary requests without the general path")
    func ordinary() {
        let text =
            #"{"id":7,"symbol":"SPY","tags":["a",{"b":[1]}],"currentPrice":165.12,"legs":[{"type":"call","position":"long","#
            + #""strikePrice":165.0,"premium":9.25,"quantity":1}]}"#
        for end in ["", "\n", "\r\n"] {
            var line = PaddedBytes()
            let bytes = Array((text + end).utf8)
            unsafe line.append(atMost: bytes.count) { space in
                unsafe space.copyBytes(from: bytes)
                return bytes.count
            }
            var reader = RequestReader()
            var request = CalculationRequest.empty
            #expect(unsafe reader.scan(line.start, into: &request) == text.utf8.count)
            let identifier = reader.identifierJSON
            #expect(identifier == Array("7".utf8))
            #expect(request.currentPrice == 165.12 && request.legs.count == 1)
        }
    }
}
