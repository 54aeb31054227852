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
        case .json: try request.calculate().append(to: &bytes, identifier: decoder.identifier?.json)
        case .metrics: try request.metrics().append(to: &bytes, identifier: decoder.identifier?.json)
        case .csv: try request.metrics().append(csvTo: &bytes, identifier: decoder.identifier?.text)
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
}
