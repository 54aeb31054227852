import Foundation
import Testing
import _TestSupport

/// The streams of `options price` and `options implied-volatility`. StrategyContract tests the content of the lines.
@Suite("options price and options implied-volatility")
struct LinesTests {
    static let option = #"{"type":"call","currentPrice":100,"strikePrice":90,"timeToExpiration":1,"volatility":0}"#
    /// Without volatility and rates, an option in the money is worth its exercise value.
    static let answer = #"{"price":10,"delta":1,"gamma":0,"theta":0,"vega":0,"rho":90}"#
    static let notAnObject = #"{"error":"the request must be a JSON object, got an array","code":"wrong_type"}"#
    static let tooLong = #"{"error":"the request must be at most 16777216 bytes, got more","code":"too_large"}"#

    private func run(_ input: String, _ arguments: String...) throws -> Run {
        try Run(["price"] + arguments, input: Data(input.utf8))
    }

    @Test("answers a file, standard input and - alike")
    func sources() throws {
        let input = Data("\(Self.option)\n\(Self.option)\n".utf8)
        let folder = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try input.write(to: folder.appending(path: "a.ndjson"))
        for run in [
            try Run(["price", "a.ndjson"], in: folder), try Run(["price"], input: input),
            try Run(["price", "-"], input: input),
        ] {
            #expect(run.status == 0)
            #expect(run.output == "\(Self.answer)\n\(Self.answer)\n")
            #expect(run.error == "")
        }
    }

    @Test("--all-greeks adds the higher greeks, --market-units divides theta, vega and rho")
    func options() throws {
        let all = try run(Self.option, "--all-greeks")
        #expect(all.status == 0)
        let higher =
            #","epsilon":-100,"vanna":0,"vomma":0,"charm":0,"speed":0,"zomma":0,"color":0,"ultima":0,"dualDelta":-1,"dualGamma":0}"#
        #expect(all.output == Self.answer.dropLast() + higher + "\n")
        let market = try run(Self.option, "--market-units")
        #expect(market.output == Self.answer.replacingOccurrences(of: #""rho":90"#, with: #""rho":0.9"#) + "\n")
        let both = try run(Self.option, "--market-units", "--all-greeks")
        #expect(both.output == market.output.dropLast(2) + higher + "\n")
    }

    @Test("--exercise is for lines without the member")
    func exercise() throws {
        let put =
            #"{"type":"put","currentPrice":50,"strikePrice":100,"timeToExpiration":1,"riskFreeRate":0.05,"volatility":0.2"#
        let lines = "\(put)}\n\(put),\"exercise\":\"european\"}\n"
        let run = try run(lines, "--exercise", "american")
        let answers = run.output.split(separator: "\n")
        #expect(run.status == 0 && answers.count == 2)
        #expect(
            answers[0].hasPrefix(
                #"{"price":50,"delta":-1,"gamma":0,"theta":0,"vega":0,"rho":0,"earlyExercisePremium":"#))
        #expect(answers[0].contains(#","exercised":true,"exerciseBoundary":"#))
        #expect(answers[0].hasSuffix(#","secondExerciseBoundary":null}"#))
        #expect(!answers[1].contains("earlyExercisePremium"))
        let quote = put.replacingOccurrences(of: #""volatility":0.2"#, with: #""price":49"#) + "}"
        let volatility = try Run(["implied-volatility", "--exercise", "american"], input: Data(quote.utf8))
        #expect(volatility.output == #"{"impliedVolatility":null,"status":"below_intrinsic"}"# + "\n")
        let unknown = try self.run(lines, "--exercise", "bermudan")
        #expect(unknown.status == 64 && unknown.error.contains("expected european or american"))
    }

    /// The example of Haug, Haug and Lewis' model in docs/dividends.md: 3.70749 European, 4.61189 American.
    @Test("--dividend is for lines without the member")
    func dividend() throws {
        let call =
            #"{"type":"call","currentPrice":80,"strikePrice":82,"timeToExpiration":0.3333333333333333,"riskFreeRate":0.06,"volatility":0.3"#
        let lines = "\(call),\"exercise\":\"american\"}\n\(call)}\n\(call),\"dividends\":[]}\n"
        let run = try run(lines, "--dividend", "0.25y 4")
        let answers = run.output.split(separator: "\n")
        #expect(run.status == 0 && answers.count == 3)
        #expect(answers[0].hasPrefix(#"{"price":4.6118"#))
        #expect(answers[1].hasPrefix(#"{"price":3.7074"#))
        #expect(answers[2] == (try self.run("\(call)}\n")).output.dropLast())
        let twice = try self.run(lines, "--dividend", "0.1y 5%", "--dividend=0.25y 0.4e1")
        let own = try self.run(
            "\(call),\"dividends\":[{\"timeToExDate\":0.1,\"proportion\":0.05},{\"timeToExDate\":0.25,\"amount\":4}]}\n"
        )
        #expect(try #require(twice.output.split(separator: "\n").dropFirst().first) == own.output.dropLast())
        let quote = call.replacingOccurrences(of: #""volatility":0.3"#, with: #""price":4.61189"#)
        let volatility = try Run(
            ["implied-volatility", "--exercise", "american", "--dividend", "0.25y 4"], input: Data("\(quote)}".utf8))
        let found = try #require(
            (JSONSerialization.jsonObject(with: Data(volatility.output.utf8)) as? [String: Any])?["impliedVolatility"]
                as? Double)
        #expect(abs(found - 0.3) < 1e-5)
        let dated = try self.run(call + "}\n", "--dividend", "2026-12-11 0.24")
        #expect(
            dated.output == #"{"error":"valuationDate is required","code":"missing","path":"valuationDate"}"# + "\n")
    }

    @Test(
        "--dividend refuses what is not a dividend: status 64",
        arguments: [
            "0.24", "2026-12-11", "2026-02-30 0.24", "2026-12-11 -1", "2026-12-11 101%", "2026-12-11 1e1%", "0.25 0.24",
            "y 0.24", "2026-12-11 0.24 0.24", "2026-12-11 \"", "",
        ])
    func noDividend(text: String) throws {
        let run = try run(Self.option, "--dividend", text)
        #expect(run.status == 64 && run.output == "")
        #expect(
            run.error.hasPrefix(
                "Error: The value '\(text)' is invalid for '--dividend <dividend>': expected an ex-date (such as 2026-12-11 or 0.25y)"
            ))
    }

    @Test("--dividend may be given 100 times")
    func dividends() throws {
        let some = Array(repeating: "--dividend=1y 0.1", count: 101)
        #expect(try Run(["price"] + some.dropLast(), input: Data(Self.option.utf8)).status == 0)
        let many = try Run(["price"] + some, input: Data(Self.option.utf8))
        #expect(many.status == 64)
        #expect(many.error.hasPrefix("Error: --dividend may be given 100 times at most, got 101"))
    }

    @Test("refused lines are answered in their place: status 1, nothing on standard error")
    func refused() throws {
        let run = try run("[]\n\(Self.option)\n\(Self.option)\(Self.option)\nx\n\(Self.option)\n")
        #expect(run.status == 1)
        let column = Self.option.count + 1
        #expect(
            run.output == """
                \(Self.notAnObject)
                \(Self.answer)
                {"error":"the request is not valid JSON: something follows the value at line 1, column \(column)","code":"malformed"}
                {"error":"the request is not valid JSON: a value, comma, colon or bracket is missing or misplaced at line 1, column 1","code":"malformed"}
                \(Self.answer)

                """)
        #expect(run.error == "")
    }

    @Test(
        "every rule is refused by its message, through both commands",
        arguments: ["price", "implied-volatility"])
    func table(command: String) throws {
        struct Row: Decodable {
            let command, request, error, code: String
        }
        let rows = try Fixture.decode([Row].self, "Fixtures/contract/contracts-refused.json")
            .filter { $0.command == command }
        #expect(rows.count >= 100)
        let input = rows.map(\.request).joined(separator: "\n")
        let run = try Run([command], input: Data(input.utf8))
        #expect(run.status == 1)
        #expect(run.error == "")
        let errors = try run.output.split(separator: "\n").map {
            try JSONDecoder().decode([String: String].self, from: Data($0.utf8))
        }
        #expect(errors == rows.map { errorObject($0.error, code: $0.code) })
    }

    @Test("implied volatilities: a price without one is an answer, status 0")
    func impliedVolatility() throws {
        func option(_ price: String) -> String {
            Self.option.replacingOccurrences(of: #""volatility":0"#, with: "\"price\":\(price)")
        }
        let lines = [option("9.5"), option("100.5"), option("10"), ""].joined(separator: "\n")
        let run = try Run(["implied-volatility"], input: Data(lines.utf8))
        #expect(run.status == 0)
        #expect(
            run.output == """
                {"impliedVolatility":null,"status":"below_intrinsic"}
                {"impliedVolatility":null,"status":"above_maximum"}
                {"impliedVolatility":null,"status":"not_determinable"}

                """)
        #expect(run.error == "")
    }

    @Test(
        "line ends, blank lines, a byte-order mark, a last line without end",
        arguments: [
            ("", ""), ("\n \r\n\t\n", ""), ("OPTION", "ANSWER\n"), ("OPTION\r\nOPTION\r\n", "ANSWER\nANSWER\n"),
            ("\n\nOPTION\n\n \t\nOPTION", "ANSWER\nANSWER\n"), ("\u{FEFF}OPTION\n", "ANSWER\n"),
            ("\u{FEFF}\r\n\r\nOPTION", "ANSWER\n"),
        ])
    func lines(input: String, output: String) throws {
        let run = try run(input.replacingOccurrences(of: "OPTION", with: Self.option))
        #expect(run.status == 0)
        #expect(run.output == output.replacingOccurrences(of: "ANSWER", with: Self.answer))
        #expect(run.error == "")
    }

    @Test(
        "a line that is too long is refused in its place, and not held in memory",
        .disabled(if: isSanitized, "a sanitizer reserves more address space than the test leaves"))
    func longLines() throws {
        // 300 MB of one line, in an address space that does not hold them.
        let run = try Run(
            shell: """
                ulimit -v 250000
                { echo '\(Self.option)'; head -c 300000000 /dev/zero | tr '\\0' x; echo; echo '\(Self.option)'; } \
                | options price
                """)
        #expect(run.status == 1)
        #expect(run.output == "\(Self.answer)\n\(Self.tooLong)\n\(Self.answer)\n")
        #expect(run.error == "")
    }

    @Test("a line of the maximum length")
    func longestLine() throws {
        let limit = 16 << 20
        let filling = String(repeating: " ", count: limit - Self.option.utf8.count)
        let run = try run("\(filling)\(Self.option)\r\n\(filling) \(Self.option)\r\n\(Self.option)")
        #expect(run.status == 1)
        #expect(run.output == "\(Self.answer)\n\(Self.tooLong)\n\(Self.answer)\n")
    }

    @Test("answers leave as soon as their lines are complete")
    func slowPipe() throws {
        let process = Process()
        process.executableURL = Run.executable
        process.arguments = ["price"]
        let (input, output, error) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = error
        try process.run()
        let writer = input.fileHandleForWriting
        let reader = output.fileHandleForReading
        let half = Self.option.count / 2
        try writer.write(contentsOf: Data("\(Self.option)\n[]\n\(Self.option.prefix(half))".utf8))
        let first = Data("\(Self.answer)\n\(Self.notAnObject)\n".utf8)
        #expect(try read(first.count, from: reader) == first)
        try writer.write(contentsOf: Data("\(Self.option.dropFirst(half))\n".utf8))
        let second = Data("\(Self.answer)\n".utf8)
        #expect(try read(second.count, from: reader) == second)
        try writer.write(contentsOf: Data(Self.option.utf8))
        try writer.close()
        #expect(try reader.readToEnd() == second)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        #expect(try error.fileHandleForReading.readToEnd() ?? Data() == Data())
    }

    private func read(_ count: Int, from handle: FileHandle) throws -> Data {
        var data = Data()
        while data.count < count, let more = try handle.read(upToCount: count - data.count) { data += more }
        return data
    }

    @Test("many lines keep their order for any block size")
    func many() throws {
        let lines = (0..<50_000).map { number in
            number.isMultiple(of: 7) ? "[\(number)]" : Self.option.replacingOccurrences(of: "90", with: "\(number + 1)")
        }
        let run = try run(lines.joined(separator: "\n"))
        #expect(run.status == 1)
        let answers = run.output.split(separator: "\n")
        #expect(answers.count == lines.count)
        for (number, answer) in answers.enumerated() {
            if number.isMultiple(of: 7) {
                try #require(answer == Self.notAnObject)
            } else {
                try #require(answer.hasPrefix(#"{"price":\#(max(99 - number, 0)),"#))
            }
        }
    }

    @Test(
        "a file that cannot be read: status 66 and its name",
        arguments: [("missing.ndjson", "No such file or directory"), ("Sources", "Is a directory")])
    func unreadable(file: String, reason: String) throws {
        let run = try Run(["implied-volatility", file])
        #expect(run.status == 66)
        #expect(run.output == "")
        #expect(run.error == "options: cannot read '\(file)': \(reason)\n")
    }

    @Test("input that fails in the middle: status 66, after the answers to the lines before")
    func failingInput() throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let ours = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let theirs = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let process = Process()
        process.executableURL = Run.executable
        process.arguments = ["price"]
        let (output, error) = (Pipe(), Pipe())
        process.standardInput = theirs
        process.standardOutput = output
        process.standardError = error
        try process.run()
        // A socket that is closed with unread bytes resets its other end.
        try theirs.write(contentsOf: Data("x".utf8))
        try ours.write(contentsOf: Data("\(Self.option)\n\(Self.option.dropLast())".utf8))
        let answer = Data("\(Self.answer)\n".utf8)
        #expect(try read(answer.count, from: output.fileHandleForReading) == answer)
        try ours.close()
        let message = "options: cannot read standard input: Connection reset by peer\n"
        #expect(try error.fileHandleForReading.readToEnd() == Data(message.utf8))
        #expect(try output.fileHandleForReading.readToEnd() ?? Data() == Data())
        process.waitUntilExit()
        #expect(process.terminationStatus == 66)
    }

    @Test("standard input that is closed: status 66")
    func closedInput() throws {
        let run = try Run(shell: "options price <&-")
        #expect(run.status == 66)
        #expect(run.error == "options: cannot read standard input: Bad file descriptor\n")
    }

    @Test("output that cannot be written: status 74")
    func unwritable() throws {
        let full = try Run(shell: "echo '\(Self.option)' | options price > /dev/full")
        #expect(full.status == 74)
        #expect(full.error == "options: cannot write the output: No space left on device\n")
        let closed = try Run(shell: "echo '\(Self.option)' | options price >&-")
        #expect(closed.status == 74)
        #expect(closed.error == "options: cannot write the output: Bad file descriptor\n")
    }

    @Test("a closed pipe: status 74, silently, without further reading")
    func brokenPipe() throws {
        // `yes` may also print an error, before or after.
        let run = try Run(shell: "{ yes '\(Self.option)' 2> /dev/null | { options price; echo $? >&2; }; } | head -n 2")
        #expect(run.output == "\(Self.answer)\n\(Self.answer)\n")
        #expect(run.error == "74\n")
    }

    /// script(1) runs a command in a new terminal.
    @Test(
        "a terminal gets a hint about the expected input",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func terminal() throws {
        let run = try Run(
            shell: "printf '\\004' | script -qec '\(Run.executable.path) implied-volatility' /dev/null")
        #expect(run.output.contains("Reading requests from the terminal, one a line; end them with Ctrl-D."))
    }

    @Test("incorrect usage: status 64")
    func usage() throws {
        for arguments in [["price", "a", "b"], ["implied-volatility", "--pretty"], ["price", "--pretty"]] {
            let run = try Run(arguments)
            #expect(run.status == 64)
            #expect(run.output == "")
        }
    }
}
