import StrategyBatch
import StrategyContract
import Testing

@Suite("Request cutter")
struct RequestCutterTests {
    private static let request =
        #"{"currentPrice":100,"legs":[{"type":"call","position":"long","strikePrice":100,"premium":1,"quantity":1}]}"#
    private static let answer = #"{"metrics":{"netCost":100,"maxProfit":null,"maxLoss":-100,"breakEvenPoints":[101]}}"#

    private static func error(_ message: String, _ code: String = "malformed") -> String {
        #"{"error":"\#(message)","code":"\#(code)"}"#
    }

    /// The answers to `text`, which arrives in pieces of `length` bytes.
    private func answers(
        _ text: [UInt8], _ content: RequestCutter.Content, pieces length: Int
    ) -> (lines: [String], summary: BatchSummary) {
        var cutter = RequestCutter(content)
        var evaluator = BlockEvaluator(CalculationAnswerer(AnswerOptions(format: .metrics)))
        var block = RequestBlock()
        var bytes: [UInt8] = []
        var summary = BatchSummary()
        func takeAll() {
            while cutter.take(&block) {
                summary.add(evaluator.evaluate(block, into: &bytes))
                block.removeAll()
            }
        }
        for start in stride(from: 0, to: text.count, by: length) {
            cutter.append(text[start..<min(start + length, text.count)])
            takeAll()
        }
        cutter.finish()
        takeAll()
        return (lines(bytes), summary)
    }

    private func lines(_ answers: [UInt8]) -> [String] {
        answers.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    private func expect(
        _ expected: [String], from text: String, _ content: RequestCutter.Content,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for length in [1, 2, 3, 7, 64, 1 << 20] {
            let lines = answers(Array(text.utf8), content, pieces: length).lines
            #expect(lines == expected, "pieces of \(length)", sourceLocation: sourceLocation)
        }
    }

    @Test("cuts lines with any ends")
    func lines() {
        let request = Self.request
        expect([], from: "", .lines)
        expect([], from: "\n \r\n\t\n", .lines)
        expect([Self.answer], from: request, .lines)
        expect([Self.answer, Self.answer], from: "\u{FEFF}\(request)\r\n\n\(request)\r\n", .lines)
        expect(
            [Self.answer, Self.error("the request must be a JSON object, got an array", "wrong_type"), Self.answer],
            from: "\(request)\n[\(request)]\n  \(request) \t", .lines)
    }

    @Test("recognises a byte-order mark only at the beginning")
    func byteOrderMark() {
        let number = Self.error("the request must be a JSON object, got 1", "wrong_type")
        let empty = Self.error("the request is not valid JSON: it is empty")
        expect([number, empty], from: "1\n\u{FEFF}\n", .lines)
        expect([number, empty], from: "\u{FEFF}1\n\u{FEFF}\n", .lines)
        expect([number], from: "\u{FEFF}\n1", .lines)
    }

    @Test("accepts a document with a single request and line ends")
    func single() {
        let indented = Self.request.replacing(",", with: ",\r\n  ")
        expect([Self.answer], from: indented, .document)
        expect([Self.answer], from: "\u{FEFF}\n\n\(indented)\n", .document)
        expect([Self.error("the request is not valid JSON: it is empty")], from: "", .document)
        expect([Self.error("the request is not valid JSON: it is empty")], from: " \n", .document)
        expect(
            [Self.error("the request is not valid JSON: something follows the value at line 2, column 1")],
            from: "\(Self.request)\n\(Self.request)\n", .document)
    }

    @Test("splits an array into its elements")
    func array() {
        let (request, answer) = (Self.request, Self.answer)
        let indented = request.replacing(",", with: ",\n  ")
        expect([], from: "[]", .document)
        expect([], from: " [ \n ] \n", .document)
        expect([answer], from: "[\(request)]", .document)
        expect([answer, answer, answer], from: "\u{FEFF}[\n\(indented) ,\r\n\(request),\(indented)\n]\n", .document)
        expect(
            [answer, Self.error("the request must be a JSON object, got 1", "wrong_type"), answer],
            from: "[\(request), 1, \(request)]", .document)
    }

    @Test("looks for an element's end outside strings only")
    func strings() {
        let tricky = Self.request.dropLast() + #","note":"],[}{\"\\","other":["]"]}"#
        expect([Self.answer, Self.answer], from: "[\(tricky),\(Self.request)]", .document)
    }

    @Test("answers an error in an array in its place")
    func arrayFaults() {
        let (request, answer) = (Self.request, Self.answer)
        let empty = Self.error("the request is missing: an element of the array is empty")
        let endless = Self.error("the request is missing: the array has no end")
        expect([answer, empty, answer], from: "[\(request),,\(request)]", .document)
        expect([answer, empty], from: "[\(request),]", .document)
        expect([answer, endless], from: "[\(request)", .document)
        expect([answer, endless], from: "[\(request),", .document)
        expect([endless], from: "[", .document)
        expect(
            [answer, Self.error("the request is not valid JSON: something follows the array")],
            from: "[\(request)] x", .document)
        expect(
            [answer, Self.error("the request is not valid JSON: it ends too early at line 1, column 20")],
            from: "[\(request),\n\(request.prefix(19))", .document)
    }

    @Test("refuses a line that is too long in its place")
    func longLine() {
        let long = String(repeating: "x", count: 16 << 20 + 100)
        let text = Array("\(Self.request)\n\(long)\n\(Self.request)".utf8)
        for length in [1 << 16, 1 << 25] {
            let (lines, summary) = answers(text, .lines, pieces: length)
            #expect(lines.count == 3)
            #expect(lines.first == Self.answer && lines.last == Self.answer)
            #expect(
                lines.dropFirst().first
                    == Self.error("the request must be at most 16777216 bytes, got more", "too_large"))
            #expect(summary.refusals.map(\.line) == [2])
        }
        let (lines, _) = answers(Array("[\(Self.request),\(long),\(Self.request)]".utf8), .document, pieces: 1 << 16)
        #expect(
            lines == [
                Self.answer, Self.error("the request must be at most 16777216 bytes, got more", "too_large"),
                Self.answer,
            ])
    }

    @Test("counts lines as an editor does")
    func lineNumbers() {
        let text = "\n\(Self.request)\r\n\nx\n\n\(Self.request)\ny"
        for length in [1, 5, 1000] {
            let summary = answers(Array(text.utf8), .lines, pieces: length).summary
            #expect(summary.refusals.map(\.line) == [4, 7])
            #expect(summary.answered == 2 && summary.refused == 2)
        }
    }

    @Test("answers each request once, in however many calls", arguments: [true, false])
    func evaluationInParts(isOneRequest: Bool) {
        var block = RequestBlock()
        block.append(Array((isOneRequest ? Self.request : "\(Self.request)\nx\n\(Self.request)").utf8).span)
        block.isOneRequest = isOneRequest
        var evaluator = BlockEvaluator(CalculationAnswerer(AnswerOptions(format: .metrics)))
        var expected: [UInt8] = []
        let whole = evaluator.evaluate(block, into: &expected)
        var position = BlockEvaluator<CalculationAnswerer>.Position()
        var bytes: [UInt8] = []
        var summary = BatchSummary()
        for _ in 0..<5 {
            var part: [UInt8] = []
            summary.add(evaluator.evaluate(block, from: &position, into: &part, atMost: 1))
            bytes += part
        }
        #expect(position.isAtEnd)
        #expect(bytes == expected)
        #expect(summary.answered == whole.answered && summary.refused == whole.refused)
        #expect(summary.lines == whole.lines)
    }

    @Test("omits requests that were answered before", arguments: 0...6)
    func skipping(_ count: Int) {
        let text = Array("\n\(Self.request)\n\nx\n\(Self.request)\r\n \ny\n\(Self.request)".utf8)
        let all = answers(text, .lines, pieces: text.count)
        var cutter = RequestCutter(.lines)
        cutter.append(text[...])
        cutter.finish()
        var block = RequestBlock()
        let isTaken = cutter.take(&block)
        let removed = block.removeFirst(requests: count)
        #expect(isTaken && removed == min(count, 5))
        var evaluator = BlockEvaluator(CalculationAnswerer(AnswerOptions(format: .metrics)))
        var bytes: [UInt8] = []
        let summary = evaluator.evaluate(block, into: &bytes)
        #expect(lines(bytes) == Array(all.lines.dropFirst(count)))
        #expect(summary.refusals == Array(all.summary.refusals.dropFirst(count > 3 ? 2 : count > 1 ? 1 : 0)))
    }
}
