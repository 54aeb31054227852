import ExactPayoff
import Foundation
import StrategyContract
import StrategyRequests
import Testing
import _TestSupport

/// The responses of `options batch`.
@Suite("options batch: answers")
struct BatchAnswerTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The golden files: requests, and the responses of `options calculate`.
    private static func golden() throws -> [(file: String, request: String, response: String)] {
        let suffix = ".response.json"
        return try Fixture.names(in: "Fixtures/contract", suffix: suffix).map { name in
            let file = "Fixtures/contract/\(name.dropLast(suffix.count)).json"
            return (
                file,
                String(decoding: try Fixture.bytes(file), as: UTF8.self).trimmingCharacters(
                    in: .whitespacesAndNewlines),
                String(decoding: try Fixture.bytes("Fixtures/contract/\(name)"), as: UTF8.self)
            )
        }
    }

    /// A request of several lines joined into one; no string of the golden files contains a line feed.
    private func line(_ request: String) -> String { request.replacingOccurrences(of: "\n", with: " ") }

    @Test("the golden files are answered as options calculate answers them, to the byte")
    func golden() throws {
        let golden = try Self.golden()
        #expect(golden.count >= 40)
        let responses = golden.map(\.response).joined()
        let files = try Run(["batch", "--quiet"] + golden.map(\.file))
        #expect(files.output == responses)
        #expect(files.error == "" && files.status == 0)
        let lines = golden.map { line($0.request) + "\n" }.joined()
        try folder.write("[\(golden.map(\.request).joined(separator: ",\n"))]", to: "a.json")
        for run in [
            try folder.run(["batch", "--quiet"], input: lines), try folder.run(["batch", "--quiet", "a.json"]),
            try folder.run(["batch", "--quiet", "--jobs", "3", "--format", "ndjson", "-"], input: lines),
        ] {
            #expect(run.output == responses)
            #expect(run.error == "" && run.status == 0)
        }
        // Compares some of them with `options calculate`.
        for example in golden.prefix(3) { #expect(try Run(["calculate", example.file]).output == example.response) }
    }

    @Test("--metrics-only leaves the curve out, and nothing else")
    func metricsOnly() throws {
        let golden = try Self.golden()
        let expected = try golden.map { example in
            let metrics = try #require(example.response.range(of: #""metrics":"#))
            return "{" + example.response[metrics.lowerBound...]
        }
        let run = try Run(["batch", "--quiet", "--metrics-only"] + golden.map(\.file))
        #expect(run.output == expected.joined())
        #expect(run.error == "" && run.status == 0)
    }

    @Test("refused requests are answered by the message of options calculate, in their place")
    func refused() throws {
        struct Row: Decodable {
            let request, error, code: String
        }
        let rows = try Fixture.decode([Row].self, "Fixtures/contract/refused.json").filter { row in
            !row.request.utf8.contains(UInt8(ascii: "\n")) && !row.request.allSatisfy(\.isWhitespace)
        }
        #expect(rows.count >= 60)
        let golden = try #require(try Self.golden().first)
        let input = rows.map { "\($0.request)\n\(line(golden.request))\n" }.joined()
        let run = try folder.run(["batch", "--quiet"], input: input)
        #expect(run.status == 1)
        #expect(run.error == "")
        let answers = run.output.split(separator: "\n")
        try #require(answers.count == 2 * rows.count)
        for (index, row) in rows.enumerated() {
            let error = try JSONDecoder().decode([String: String].self, from: Data(answers[2 * index].utf8))
            #expect(error == errorObject(row.error, code: row.code))
            #expect(answers[2 * index + 1] == golden.response.dropLast())
        }
    }

    @Test(
        "id: the response, or error, begins with a string or number as it was written",
        arguments: [
            #""a""#, #""""#, "7", "-0.50", "1E+05", "12345678901234567890123", #""a \"quoted\" \\ one""#,
            #""\u00e9\n""#,
            #""é 🎈""#, #""],{\"id\":1""#,
        ])
    func identifiers(id: String) throws {
        let golden = try #require(try Self.golden().first { $0.file.hasSuffix("long-call.json") })
        let request = line(golden.request)
        let input = """
            {"id":\(id),\(request.dropFirst())
            {"id" : \(id), \(request.dropFirst())
            \(request.dropLast()),"id":\(id)}
            {"id":true,"\\u0069d":\(id),\(request.dropFirst())
            {"id":\(id),"currentPrice":0}
            {"id":\(id),"currentPrice":1,}

            """
        let run = try folder.run(["batch", "--quiet"], input: input)
        let answer = "{\"id\":\(id),\(golden.response.dropFirst())"
        let members = #""code":"not_allowed","path":"currentPrice""#
        let error = "{\"id\":\(id),\"error\":\"currentPrice must be greater than 0, got 0\",\(members)}\n"
        #expect(
            run.output.hasPrefix(
                answer + answer + answer + answer + error + #"{"error":"the request is not valid JSON: "#))
        #expect(run.status == 1)
    }

    @Test(
        "an id that is not a string or a number is ignored", arguments: ["null", "true", "[1]", #"{"a":"b"}"#])
    func otherIdentifiers(id: String) throws {
        let golden = try #require(try Self.golden().first { $0.file.hasSuffix("long-call.json") })
        let run = try folder.run(["batch", "--quiet"], input: "{\"id\":\(id),\(line(golden.request).dropFirst())")
        #expect(run.output == golden.response)
        #expect(run.status == 0)
    }

    @Test("--format csv: a header, the metrics, quotation marks where necessary")
    func csv() throws {
        func request(_ id: String, _ type: String, _ position: String) -> String {
            Numbered(1).request.replacingOccurrences(of: #""id":1"#, with: "\"id\":\(id)")
                .replacingOccurrences(of: "put", with: type).replacingOccurrences(of: "long", with: position)
        }
        let straddle =
            #"{"currentPrice":100,"legs":[{"type":"put","position":"long","strikePrice":100,"premium":5,"quantity":1},"#
            + #"{"type":"call","position":"long","strikePrice":100,"premium":4.5,"quantity":1}]}"#
        let input = [
            request("1", "put", "long"), request(#""a b""#, "call", "long"), request(#""a,b""#, "put", "short"),
            request(#""say \"x\"""#, "call", "short"), request(#""two\nlines\t""#, "put", "long"),
            request("-2.50", "put", "long"), request(#""\u00e9""#, "put", "long"), request(#""1;2""#, "put", "long"),
            straddle,
            #"{"id":"x","currentPrice":-1}"#, #"{"id":"x","currentPrice":"1,2"}"#, "[]",
            #"{"currentPrice":1,"legs":[{"type":"put","position":"long","strikePrice":1,"premium":0,"quantity":1},"#
                + #"{"type":"put","position":"short","strikePrice":1,"premium":0,"quantity":1}]}"#,
        ]
        let run = try folder.run(["batch", "--quiet", "--format", "csv"], input: input.joined(separator: "\n"))
        #expect(
            run.output == """
                id,netCost,maxProfit,maxLoss,breakEvenPoints,error
                1,500,9500,-500,95,
                a b,500,,-500,105,
                "a,b",-500,500,-9500,95,
                "say ""x""\",-500,500,,105,
                two lines ,500,9500,-500,95,
                -2.50,500,9500,-500,95,
                é,500,9500,-500,95,
                1;2,500,9500,-500,95,
                ,950,,-950,90.5;109.5,
                x,,,,,"currentPrice must be greater than 0, got -1"
                x,,,,,"currentPrice must be a number, got ""1,2""\"
                ,,,,,"the request must be a JSON object, got an array"
                ,0,0,0,0,

                """)
        #expect(run.status == 1)
        #expect(try folder.run(["batch", "--quiet", "--format", "csv"]).output == BatchAnswerTests.header)
        try folder.write(input.joined(separator: "\n"), to: "a.ndjson")
        let toFile = try folder.run(["batch", "--quiet", "--format", "csv", "a.ndjson", "-o", "a.csv", "--jobs", "2"])
        #expect(toFile.status == 1 && toFile.output == "")
        #expect(try folder.text("a.csv") == run.output)
    }

    static let header = "id,netCost,maxProfit,maxLoss,breakEvenPoints,error\n"
}

/// 20,000 lines of which 6 % are damaged at random.
@Suite("options batch: damaged lines")
struct BatchDamageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("each is answered in its place, the others correctly, with the same bytes for any number of jobs")
    func damaged() throws {
        var texts = StrategyLines(seed: 20_000)
        let lines = texts.lines(20_000, damaged: 0.06)
        try folder.write(lines.joinedLines, to: "a.ndjson")
        let outputs = try ["1", "2", "5"].map { try batch("a.ndjson", "--metrics-only", "--jobs", $0) }
        #expect(outputs[1] == outputs[0])
        #expect(outputs[2] == outputs[0])
        let refused = try compare(outputs[0], with: lines) { request, answer throws(StrategyError) in
            try request.calculate().append(to: &answer, withCurve: false)
        }
        // Some damage leaves a valid request.
        #expect(refused > 800 && refused < 1300)
    }

    @Test("the same with curves")
    func damagedCurves() throws {
        var texts = StrategyLines(seed: 2000)
        let lines = texts.lines(2000, damaged: 0.06)
        try folder.write(lines.joinedLines, to: "a.ndjson")
        let outputs = try ["1", "2", "5"].map { try batch("a.ndjson", "--jobs", $0) }
        #expect(outputs[1] == outputs[0])
        #expect(outputs[2] == outputs[0])
        _ = try compare(outputs[0], with: lines) { request, answer throws(StrategyError) in
            answer = try request.calculate().json()
        }
    }

    private func batch(_ arguments: String...) throws -> Data {
        let run = try folder.run(["batch", "--quiet", "-o", "answers"] + arguments)
        #expect(run.status == 1)
        #expect(run.output == "" && run.error == "")
        return try folder.bytes("answers")
    }

    /// Compares line by line with the library, and counts the refusals.
    private func compare(
        _ output: Data, with lines: [[UInt8]],
        answer: (CalculationRequest, inout [UInt8]) throws(StrategyError) -> Void
    ) throws -> Int {
        let answers = Array(output).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        try #require(answers.count == lines.count + 1)
        var refused = 0
        for (number, line) in lines.enumerated() {
            var expected: [UInt8] = []
            do {
                try answer(try CalculationRequest(json: line), &expected)
            } catch let error as ContractError {
                expected = error.json()
                refused += 1
            } catch let error as StrategyError {
                expected = ContractError(error).json()
                refused += 1
            }
            guard answers[number].elementsEqual(expected) else {
                Issue.record("line \(number + 1): \(String(decoding: line, as: UTF8.self))")
                break
            }
        }
        return refused
    }
}
