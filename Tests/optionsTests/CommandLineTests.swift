import Foundation
import Testing
import _TestSupport

/// The result of a run of the executable.
struct Run {
    let status: Int32
    let output: String
    let error: String

    /// Runs `options` in a temporary folder with a whole standard input.
    init(_ arguments: [String], input: Data = Data(), in folder: URL? = nil) throws {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.currentDirectoryURL = folder ?? Fixture.root
        let standardInput = Pipe()
        let standardOutput = Pipe()
        let standardError = Pipe()
        process.standardInput = standardInput.fileHandleForReading
        process.standardOutput = standardOutput
        process.standardError = standardError
        try process.run()
        // Written and read concurrently, so that no full pipe blocks both sides.
        DispatchQueue.global().async {
            try? standardInput.fileHandleForWriting.write(contentsOf: input)
            try? standardInput.fileHandleForWriting.close()
        }
        output = String(decoding: standardOutput.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        error = String(decoding: standardError.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// Runs a shell command line in which `options` is the executable.
    init(shell line: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "options() { '\(Self.executable.path)' \"$@\"; }; \(line)"]
        process.currentDirectoryURL = Fixture.root
        let standardOutput = Pipe()
        let standardError = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = standardOutput
        process.standardError = standardError
        try process.run()
        output = String(decoding: standardOutput.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        error = String(decoding: standardError.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// Built together with the tests.
    static let executable = Bundle(for: Marker.self).bundleURL.appending(path: "options")

    private final class Marker {}
}

@Suite("options calculate")
struct CalculateTests {
    static let request = "Fixtures/contract/long-call.json"

    @Test("answers a file, standard input and - alike")
    func sources() throws {
        let expected = String(decoding: try Fixture.bytes("Fixtures/contract/long-call.response.json"), as: UTF8.self)
        let input = Data(try Fixture.bytes(Self.request))
        for run in [
            try Run(["calculate", Self.request]), try Run(["calculate"], input: input),
            try Run(["calculate", "-"], input: input),
        ] {
            #expect(run.status == 0)
            #expect(run.output == expected)
            #expect(run.error == "")
        }
    }

    @Test("--metrics-only leaves out the curve")
    func metricsOnly() throws {
        let run = try Run(["calculate", "--metrics-only", Self.request])
        #expect(run.status == 0)
        #expect(
            run.output == #"{"metrics":{"netCost":925,"maxProfit":null,"maxLoss":-925,"breakEvenPoints":[174.25]}}"#
                + "\n")
    }

    @Test("--pretty indents, one point a line")
    func pretty() throws {
        let run = try Run(["calculate", "--pretty", Self.request])
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines[0...2] == ["{", #"  "curve": ["#, #"    {"stockPrice": 115, "profitLoss": -925},"#])
        #expect(
            lines.suffix(8) == [
                "  ],", #"  "metrics": {"#, #"    "netCost": 925,"#, #"    "maxProfit": null,"#,
                #"    "maxLoss": -925,"#, #"    "breakEvenPoints": [174.25]"#, "  }", "}",
            ])
    }

    @Test("a refused request: status 1, the error object on standard error, nothing on standard output")
    func refused() throws {
        struct Row: Decodable {
            let request, error, code: String
        }
        let rows = try Fixture.decode([Row].self, "Fixtures/contract/refused.json")
        #expect(rows.count >= 60)
        for row in rows {
            let run = try Run(["calculate"], input: Data(row.request.utf8))
            #expect(run.status == 1)
            #expect(run.output == "")
            #expect(run.error.hasSuffix("}\n") && run.error.filter { $0 == "\n" }.count == 1)
            let object = try JSONDecoder().decode([String: String].self, from: Data(run.error.utf8))
            #expect(object == errorObject(row.error, code: row.code))
        }
    }

    @Test("an input larger than the limit is refused without reading on")
    func limit() throws {
        let run = try Run(shell: "yes 2> /dev/null | options calculate")
        #expect(run.status == 1)
        #expect(
            run.error == #"{"error":"the request must be at most 16777216 bytes, got more","code":"too_large"}"# + "\n")
    }

    @Test(
        "a file that cannot be read: status 66 and its name",
        arguments: [("missing.json", "No such file or directory"), ("Sources", "Is a directory")])
    func unreadable(file: String, reason: String) throws {
        let run = try Run(["calculate", file])
        #expect(run.status == 66)
        #expect(run.output == "")
        #expect(run.error == "options: cannot read '\(file)': \(reason)\n")
    }

    @Test("output that cannot be written: status 74")
    func unwritable() throws {
        let full = try Run(shell: "options calculate \(Self.request) > /dev/full")
        #expect(full.status == 74)
        #expect(full.error == "options: cannot write the output: No space left on device\n")
        let closed = try Run(shell: "options calculate \(Self.request) >&-")
        #expect(closed.status == 74)
        #expect(closed.error == "options: cannot write the output: Bad file descriptor\n")
    }

    @Test("help that cannot be written: status 74")
    func unwritableHelp() throws {
        let run = try Run(shell: "options --help > /dev/full")
        #expect(run.status == 74)
        #expect(run.error == "options: cannot write the output: No space left on device\n")
    }

    @Test("a descriptor that another process made non-blocking is waited for")
    func nonBlocking() throws {
        let leg = #"{"type":"put","position":"long","strikePrice":STRIKE,"premium":1,"quantity":1}"#
        let legs = (1...5_000).map { leg.replacingOccurrences(of: "STRIKE", with: "\($0)") }
        let request = Data(#"{"currentPrice":1,"legs":[\#(legs.joined(separator: ","))]}"#.utf8)
        let process = Process()
        process.executableURL = Run.executable
        process.arguments = ["calculate"]
        let (input, output) = (Pipe(), Pipe())
        for handle in [input.fileHandleForReading, output.fileHandleForWriting] {
            let descriptor = handle.fileDescriptor
            try #require(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
        }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // No input at first; later no reader, and more output than a pipe holds.
        Thread.sleep(forTimeInterval: 0.2)
        try input.fileHandleForWriting.write(contentsOf: request)
        try input.fileHandleForWriting.close()
        Thread.sleep(forTimeInterval: 0.5)
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(answer.count > 1 << 16)
        #expect(String(decoding: answer.suffix(3), as: UTF8.self) == "}}\n")
    }

    @Test("a closed pipe: status 74, silently")
    func brokenPipe() throws {
        // The reader leaves before the writer starts: only then a write fails.
        let leaving = "(trap '' PIPE; while echo; do :; done) 2> /dev/null"
        let run = try Run(shell: "{ \(leaving); options calculate \(Self.request); echo $? >&2; } | true")
        #expect(run.error == "74\n")
    }

    @Test("standard input that is closed: status 66")
    func closedInput() throws {
        let run = try Run(shell: "options calculate <&-")
        #expect(run.status == 66)
        #expect(run.error == "options: cannot read standard input: Bad file descriptor\n")
    }

    @Test("a slow pipe is read to its end")
    func slowPipe() throws {
        let run = try Run(
            shell: "{ head -c 40 \(Self.request); sleep 0.2; tail -c +41 \(Self.request); } | options calculate")
        #expect(run.status == 0)
        #expect(run.output.hasSuffix(#""breakEvenPoints":[174.25]}}"# + "\n"))
    }
}

@Suite("options")
struct OptionsTests {
    @Test(
        "incorrect usage: status 64, nothing on standard output",
        arguments: [["--colour"], ["calculate", "a", "b"], ["calc"]])
    func usage(arguments: [String]) throws {
        let run = try Run(arguments)
        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.error.contains("Usage: options"))
    }

    @Test(
        "--version --verbose lists the instruction sets",
        arguments: [["--version", "--verbose"], ["--verbose", "--version"]])
    func verboseVersion(arguments: [String]) throws {
        let run = try Run(arguments)
        let lines = run.output.split(separator: "\n")
        #expect(run.status == 0 && run.error.isEmpty && lines.count == 2)
        #expect(try Run(["--version"]).output == "\(lines[0])\n")
        #expect(lines[1].wholeMatch(of: /instruction sets: baseline(, avx2(, avx512)?)?; in use: \w+/) != nil)
    }

    @Test("--version is the newest of the CHANGELOG")
    func version() throws {
        let run = try Run(["--version"])
        #expect(run.status == 0)
        let changelog = String(decoding: try Fixture.bytes("CHANGELOG.md"), as: UTF8.self)
        let newest = changelog.matches(of: /## \[(\d+\.\d+\.\d+)\]/).first.map { String($0.1) }
        // The Makefile tells its builds the commit.
        #expect(try run.output.wholeMatch(of: Regex(#"\#(newest ?? "none")( \([0-9a-f]+(-dirty)?\))?\n"#)) != nil)
    }

    @Test(
        "a misspelt command: status 64, with the nearest one",
        arguments: [
            ("calcualte", "calculate"), ("Calculate", "calculate"), ("implied_volatility", "implied-volatility"),
            ("implied", "implied-volatility"), ("recognize", "recognise"), ("scenarios", "scenario"),
            ("pirce", "price"),
        ])
    func misspelt(word: String, command: String) throws {
        let run = try Run([word, "x.json"])
        #expect(run.status == 64 && run.output == "")
        #expect(
            run.error.hasPrefix("Error: Unexpected argument '\(word)'. Did you mean '\(command)'?\nUsage: options "))
    }

    @Test("another word in place of a command has no suggestion", arguments: ["x.json", "frobnicate", "ba"])
    func unknownCommand(word: String) throws {
        let run = try Run([word])
        #expect(run.status == 64 && run.output == "")
        #expect(run.error.hasPrefix("Error: Unexpected argument '\(word)'\nUsage: options "))
    }

    @Test("--help has an example for every command, and the exit statuses")
    func help() throws {
        for (arguments, example) in [
            (["--help"], #"options calculate --price 165.12 --leg "long 1 call 165 @ 9.25""#),
            (["--help"], "options calculate long-call.json"),
            (["help", "calculate"], "options calculate long-call.json"),
            (["calculate", "--help"], "options calculate long-call.json"),
            (["--help"], "options price --all-greeks options.ndjson"),
            (["price", "--help"], "options price options.ndjson > greeks.ndjson"),
            (["--help"], "options implied-volatility quotes.ndjson"),
            (["--help"], "options recognise --pretty account.json"),
            (["recognise", "--help"], "options recognise --pretty account.json"),
            (["--help"], "options risk --pretty portfolio.json"),
            (["risk", "--help"], "options risk --pretty portfolio.json"),
            (["implied-volatility", "--help"], "options implied-volatility quotes.ndjson > volatilities.ndjson"),
        ] {
            let run = try Run(arguments)
            #expect(run.status == 0)
            #expect(run.output.contains(example))
        }
        #expect(try Run(["--help"]).output.contains("74  output could not be written"))
    }

    @Test(
        "the examples of --help that need no file run",
        arguments: ["", "price", "implied-volatility", "recognise", "risk", "margin"])
    func examples(command: String) throws {
        let help = try Run(shell: "COLUMNS=80 options \(command) --help").output
        var examples = 0
        for example in help.matches(of: /\n *(echo '(?:.|\n)+?\| options.*)\n/) {
            let run = try Run(shell: String(example.1))
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("{") && run.error == "")
            examples += 1
        }
        #expect(examples == 1)
    }

    private static let commands = [
        "", "calculate", "chart", "batch", "scenario", "price", "implied-volatility", "recognise", "risk", "margin",
    ]

    /// The lines of the examples in the help of a command, on a terminal of `columns`.
    private static func exampleLines(_ command: String, columns: Int) throws -> [String] {
        let help = try Run(shell: "COLUMNS=\(columns) options \(command) --help").output
        let lines = help.components(separatedBy: "\n").drop { !$0.hasSuffix("EXAMPLES:") }.dropFirst()
        return Array(lines.prefix { !$0.hasSuffix("STATUS:") && !$0.hasPrefix("USAGE:") })
    }

    @Test("the examples of --help are not broken on a terminal of 80 columns", arguments: commands)
    func narrowExamples(command: String) throws {
        let lines = try Self.exampleLines(command, columns: 80)
        #expect(lines == (try Self.exampleLines(command, columns: 1000)))
        #expect(lines.contains { $0.contains("options \(command)") })
    }

    @Test("the examples of --help with --leg run as copied", arguments: commands)
    func typedExamples(command: String) throws {
        let text = try Self.exampleLines(command, columns: 80).joined(separator: "\n").replacing("\\\n", with: "")
        let examples = text.split(separator: "\n").filter { $0.contains("--leg") }
        let counts = ["": 2, "calculate": 4, "chart": 2, "scenario": 2]
        #expect(examples.count == counts[command] ?? 0)
        for example in examples {
            // The file of -o is redirected.
            let run = try Run(shell: String(example.replacing("-o straddle.svg", with: "-o /dev/stdout")))
            #expect(run.status == 0 && run.error == "")
            #expect(run.output.hasPrefix("{") || run.output.hasPrefix("<svg"))
        }
    }

    @Test("bash completes the values of the options of a typed request")
    func completedValues() throws {
        func completed(_ words: [String]) throws -> String {
            let line = words.map { "'\($0)'" }.joined(separator: " ")
            return try Run(
                shell: """
                    script=$(mktemp); options --generate-completion-script bash > "$script" && bash -c '. "$0"
                    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                    _options options "${@: -1}" "${@: -2:1}"; printf "%s " "${COMPREPLY[@]}"' "$script" \(line); rm "$script"
                    """
            ).output
        }
        #expect(try completed(["options", "calculate", "--leg", ""]) == "buy sell long short ")
        #expect(try completed(["options", "scenario", "--leg", "s"]) == "sell short ")
        #expect(try completed(["options", "calculate", "--include", "pro"]) == "probability ")
        #expect(try completed(["options", "chart", "--risk"]) == "--risk-free-rate ")
        #expect(try completed(["options", "calculate", "--show"]) == "--show-request ")
    }

    @Test("completion scripts for the shells", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) throws {
        let run = try Run(["--generate-completion-script", shell])
        #expect(run.status == 0)
        #expect(run.output.contains("calculate"))
    }
}

@Suite("docs/library.md")
struct LibraryDocumentTests {
    @Test("shows the consumer package that is built and run in the tests")
    func consumer() throws {
        let document = String(decoding: try Fixture.bytes("docs/library.md"), as: UTF8.self)
        let manifest = String(decoding: try Fixture.bytes("docs/consumer/Package.swift"), as: UTF8.self)
        let source = String(decoding: try Fixture.bytes("docs/consumer/Sources/consumer/main.swift"), as: UTF8.self)
        #expect(document.contains(source.trimmingCharacters(in: .newlines)))
        for line in manifest.split(separator: "\n") where line.contains(".product(") {
            #expect(document.contains(line.trimmingCharacters(in: .whitespaces)))
        }
    }
}

@Suite("--strict")
struct StrictOptionTests {
    @Test(
        "every command refuses unknown members",
        arguments: [
            ["calculate"], ["chart"], ["scenario"], ["batch", "--quiet"], ["price"], ["implied-volatility"],
            ["recognise"],
        ])
    func commands(arguments: [String]) throws {
        let request =
            #"{"currentPrice":100,"strikePrice":100,"type":"call","timeToExpiration":1,"volatility":0.2,"price":9,"#
            + #""legs":[{"type":"call","position":"long","strikePrice":100,"premium":9,"quantity":1}]}"#
        let lenient = try Run(arguments, input: Data(request.utf8))
        #expect(lenient.status == 0)
        let strict = try Run(arguments + ["--strict"], input: Data(request.utf8))
        #expect(strict.status == 1)
        let unknown =
            ["price": "price", "implied-volatility": "volatility", "recognise": "currentPrice"][arguments[0]]
            ?? "strikePrice"
        #expect(
            (strict.output + strict.error).hasPrefix(
                #"{"error":"\#(unknown) is not a known member","code":"unknown_member","path":"\#(unknown)"}"#))
    }
}

@Suite("options recognise")
struct RecogniseTests {
    private static let put = #"{"type":"put","position":"long","strikePrice":95,"quantity":1}"#

    @Test("the response repeats the id, and so does a refusal")
    func identifier() throws {
        let answered = try Run(["recognise"], input: Data(#"{"legs":[\#(Self.put)],"id":"A-1"}"#.utf8))
        #expect(answered.status == 0 && answered.error == "")
        #expect(answered.output.hasPrefix(#"{"id":"A-1","strategies":[{"name":"long put","#))
        let refused = try Run(["recognise", "--strict"], input: Data(#"{"legs":[\#(Self.put)],"id":7,"leg":1}"#.utf8))
        #expect(refused.status == 1 && refused.output == "")
        #expect(
            refused.error
                == #"{"id":7,"error":"leg is not a known member; did you mean legs?","code":"unknown_member","path":"leg"}"#
                + "\n")
    }
}

@Suite("options risk")
struct RiskTests {
    private static func request(_ members: String = "") -> Data {
        let leg = #"{"type":"stock","position":"long","quantity":10}"#
        let underlying = #"{"id":"A","currentPrice":100,"volatility":0.2,"positions":[{"legs":[\#(leg)]}]}"#
        return Data(#"{"horizonDays":10,"scenarios":500,\#(members)"underlyings":[\#(underlying)]}"#.utf8)
    }

    @Test("the response is one line, and indented one that --pretty asks for")
    func answers() throws {
        let run = try Run(["risk"], input: Self.request())
        #expect(run.status == 0 && run.error == "" && run.output.hasPrefix(#"{"value":1000,"expectedProfitLoss":"#))
        #expect(run.output.hasSuffix("}\n") && run.output.count { $0 == "\n" } == 1)
        let pretty = try Run(["risk", "--pretty", "--limits", "strict"], input: Self.request())
        #expect(pretty.output.hasPrefix("{\n  \"value\": 1000,\n"))
        // Neither strings nor numbers contain white space, except sentences.
        #expect(pretty.output.filter { !$0.isWhitespace } == run.output.filter { !$0.isWhitespace })
    }

    @Test("a request that breaks a rule is refused on standard error")
    func refused() throws {
        let run = try Run(["risk", "--strict"], input: Self.request(#""sead":1,"#))
        #expect(run.status == 1 && run.output == "")
        #expect(
            run.error
                == #"{"error":"sead is not a known member; did you mean seed?","code":"unknown_member","path":"sead"}"#
                + "\n")
        #expect(try Run(["risk"], input: Self.request(#""sead":1,"#)).status == 0)
        #expect(try Run(["risk", "no-such-file.json"]).status == 66)
    }
}

@Suite("--market-units")
struct UnitsOptionTests {
    @Test("greeks of calculate and batch are in market units", arguments: [["calculate"], ["batch", "--quiet"]])
    func commands(arguments: [String]) throws {
        let request =
            #"{"currentPrice":100,"timeToExpiration":1,"include":["greeks"],"legs":[{"type":"call","position":"long","#
            + #""strikePrice":100,"premium":9,"quantity":1,"impliedVolatility":0.2}]}"#
        let mathematical = try Run(arguments, input: Data(request.utf8))
        let market = try Run(arguments + ["--market-units"], input: Data(request.utf8))
        #expect(mathematical.status == 0 && mathematical.output.contains(#""rho":"per 1.00 of rate""#))
        #expect(market.status == 0 && market.output.contains(#""rho":"per percentage point of rate""#))
    }
}
