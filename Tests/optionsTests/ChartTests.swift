import Foundation
import StrategyContract
import Testing
import _TestSupport

@Suite("options chart")
struct ChartTests {
    private static let request = "Fixtures/extended/iron-condor.json"
    private let json = String(decoding: (try? Fixture.bytes(request)) ?? [], as: UTF8.self)
    private let svg = String(decoding: (try? Fixture.bytes("Fixtures/chart/iron-condor.svg")) ?? [], as: UTF8.self)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("writes the SVG of a file, standard input and - if standard output is not a terminal")
    func sources() throws {
        for run in [
            try Run(["chart", Self.request]), try Run(["chart"], input: Data(json.utf8)),
            try Run(["chart", "-"], input: Data(json.utf8)), try Run(["chart", "--limits", "strict", Self.request]),
        ] {
            #expect(run.status == 0)
            #expect(run.output == svg)
            #expect(run.error == "")
        }
    }

    @Test("the bytes are those of the library")
    func library() throws {
        let names = try Fixture.names(in: "Fixtures/contract", suffix: ".response.json")
        for name in names.prefix(10) {
            let path = "Fixtures/contract/" + name.replacing(".response", with: "")
            let library = try JSONContract.chart(Fixture.bytes(path))
            #expect(try Run(["chart", path]).output == String(decoding: library, as: UTF8.self))
        }
        #expect(names.count > 10)
    }

    @Test("-o writes a file, in place of an existing one, and nothing else", arguments: ["-o", "--output"])
    func file(option: String) throws {
        try folder.write("old", to: "payoff.svg")
        let run = try folder.run(["chart", option, "payoff.svg"], input: json)
        #expect(run.status == 0)
        #expect(run.output == "" && run.error == "")
        #expect(try folder.text("payoff.svg") == svg)
        #expect(try folder.names == ["payoff.svg"])
    }

    @Test("a refused request: status 1, the error object, and no file")
    func refused() throws {
        let run = try folder.run(["chart", "-o", "payoff.svg"], input: #"{"currentPrice": 100, "legs": []}"#)
        #expect(run.status == 1)
        #expect(run.output == "")
        #expect(
            run.error == #"{"error":"legs must hold 1 to 10000 legs, got 0","code":"not_allowed","path":"legs"}"# + "\n"
        )
        #expect(try folder.names == [])
    }

    @Test(
        "incorrect usage: status 64", arguments: [["-o", ""], ["-o"], ["a", "b"], ["--pretty"], ["--limits", "lax"]])
    func usage(arguments: [String]) throws {
        let run = try folder.run(["chart"] + arguments)
        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.error.contains("Usage: options chart"))
    }

    @Test("a file that cannot be read: status 66")
    func unreadable() throws {
        let run = try folder.run(["chart", "missing.json", "-o", "payoff.svg"])
        #expect(run.status == 66)
        #expect(run.error == "options: cannot read 'missing.json': No such file or directory\n")
        #expect(try folder.names == [])
    }

    @Test("output that cannot be written: status 74")
    func unwritable() throws {
        let missing = try folder.run(["chart", "-o", "missing/payoff.svg"], input: json)
        #expect(missing.status == 74)
        #expect(missing.error == "options: cannot write 'missing/payoff.svg': No such file or directory\n")
        let full = try Run(shell: "options chart \(Self.request) > /dev/full")
        #expect(full.status == 74)
        #expect(full.error == "options: cannot write the output: No space left on device\n")
        let device = try Run(shell: "options chart \(Self.request) -o /dev/full")
        #expect(device.status == 74)
        #expect(device.error == "options: cannot write '/dev/full': No space left on device\n")
    }

    @Test("draws text on a terminal, as docs/command-line.md shows it", .enabled(if: BatchReportTests.hasTerminals))
    func terminal() throws {
        try folder.write(json, to: "iron-condor.json")
        let path = Run.executable.path
        try folder.write("stty cols 80 rows 20; '\(path)' chart iron-condor.json", to: "line.sh")
        let text = try folder.run(shell: "script -qec 'sh line.sh' /dev/null").output
            .replacing("\r\n", with: "\n")
        #expect(text.hasPrefix("Iron condor: profit and loss at expiration\n▲ Maximum profit: 217"))
        #expect(text.split(separator: "\n").count == 19)
        let document = String(decoding: try Fixture.bytes("docs/command-line.md"), as: UTF8.self)
        #expect(document.contains(text))
        // A terminal does not change a file.
        try folder.write("'\(path)' chart iron-condor.json -o payoff.svg", to: "line.sh")
        #expect(try folder.run(shell: "script -qec 'sh line.sh' /dev/null").output == "")
        #expect(try folder.text("payoff.svg") == svg)
    }
}
