import Foundation
import Testing
import _TestSupport

/// `options batch --resume` after runs that were killed.
@Suite("options batch --resume")
struct BatchResumeTests {
    /// An input, and the arguments with which it is answered.
    struct Setting: CustomTestStringConvertible {
        let input: String
        let arguments: [String]

        var testDescription: String { ([input] + arguments).joined(separator: " ") }
    }

    static let settings = [
        Setting(input: "a.ndjson", arguments: ["--metrics-only", "--jobs", "1"]),
        Setting(input: "a.ndjson", arguments: ["--format", "csv", "--jobs", "2"]),
        Setting(input: "a.json", arguments: ["--metrics-only", "--jobs", "2"]),
        Setting(input: "a.ndjson.gz", arguments: ["--metrics-only", "--jobs", "5"]),
        Setting(input: "few", arguments: ["--jobs", "2"]),
    ]

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// 8,000 lines, of which 6 % are damaged. All answered lines differ.
    private static let lines: [[UInt8]] = {
        var texts = StrategyLines(seed: 7)
        let lines = texts.lines(500, damaged: 0.06)
        return (0..<8000).map { number in
            let line = lines[number % lines.count]
            return line.first == UInt8(ascii: "{") ? Array("{\"id\":\(number),".utf8) + line.dropFirst() : line
        }
    }()

    /// With blank lines between them.
    private static let text = lines.enumerated().reduce(into: Data()) { text, line in
        text += line.offset.isMultiple(of: 500) ? Array(" \t\r\n".utf8) + line.element : line.element
        text.append(UInt8(ascii: "\n"))
    }

    /// The same requests as elements of an array, in which a missing or extra bracket would damage the others.
    private static let array = lines.reduce(into: Data("[".utf8)) { text, line in
        let isClosed =
            line.count { $0 == UInt8(ascii: "{") } == line.count { $0 == UInt8(ascii: "}") }
            && line.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2)
        text += isClosed ? line : Array("{}".utf8)
        text += Array(",\n".utf8)
    }

    private func writeInputs() throws {
        try folder.write(Self.text, to: "a.ndjson")
        try folder.write(folder.packed(Self.text), to: "a.ndjson.gz")
        try folder.write(Self.array, to: "a.json")
        try folder.makeFolder("few")
        // Long lines, so that a block of input contains only a few.
        let note = Array("{\"note\":\"\(String(repeating: "x", count: 2000))\",".utf8)
        let few = Self.lines[..<500].map { $0.first == UInt8(ascii: "{") ? note + $0.dropFirst() : $0 }
        try folder.write(few.joinedLines, to: "few/a.ndjson")
        try folder.write("[\(Numbered(1).request),,7]", to: "few/b.json")
        try folder.write("{\n}", to: "few/c.json")
    }

    private func arguments(_ setting: Setting) -> [String] {
        ["batch", "--resume", "-o", "answers", setting.input] + setting.arguments
    }

    /// The name of the partial file.
    private var partial: String? {
        get throws { try folder.names.first { $0.hasPrefix("answers.") && $0.hasSuffix(".partial") } }
    }

    /// The name of the record of refusals, which has one byte for each line of the partial file.
    private var record: String? {
        get throws { try folder.names.first { $0.hasPrefix("answers.") && $0.hasSuffix(".refused") } }
    }

    private var partialSize: Int {
        get throws { try partial.map { folder.size($0) } ?? 0 }
    }

    /// A run that ends early, because a limit on the size of files permits less than half of its answers.
    private func begin(_ arguments: [String], whole: Data) throws {
        let limit = "trap '' XFSZ; ulimit -f \(whole.count / 1200)"
        let run = try folder.run(shell: "\(limit); options \(arguments.joined(separator: " "))")
        #expect(run.status == 74)
        let bytes = try folder.bytes(#require(try partial))
        #expect(!bytes.isEmpty && whole.prefix(bytes.count) == bytes)
        #expect(try folder.size(#require(try record)) >= bytes.count { $0 == UInt8(ascii: "\n") })
    }

    /// The output of an uninterrupted run, and its message: `answered …, refused …`.
    private func uninterrupted(_ setting: Setting) throws -> (answers: Data, counts: String) {
        let run = try folder.run(["batch", "-o", "whole", setting.input] + setting.arguments)
        #expect(run.status == 1)
        let summary = run.error.firstMatch(of: /options: (answered [0-9,]+, refused [0-9,]+) in/)
        let counts = try #require(summary).1
        defer { try? FileManager.default.removeItem(atPath: folder.path("whole")) }
        return (try folder.bytes("whole"), String(counts))
    }

    @Test("killed at random moments, a hundred times in total: no line is lost or repeated", arguments: settings)
    func killed(setting: Setting) throws {
        try writeInputs()
        let whole = try uninterrupted(setting)
        var random = SeededGenerator(seed: 100)
        var kills = 0
        var completions = 0
        while kills < 20 || completions == 0 {
            let size = try partialSize
            let run = try LiveRun(arguments(setting), in: folder)
            if kills < 20 {
                if Bool.random(using: &random) {
                    usleep(.random(in: 0..<40_000, using: &random))
                } else {
                    try run.wait { try partialSize > size }
                    usleep(.random(in: 0..<3000, using: &random))
                }
                run.signal(SIGKILL)
            }
            let (status, error) = try run.ended()
            // A killed run may already have renamed the complete file.
            let isComplete = try folder.names.contains("answers")
            if isComplete {
                #expect(try folder.bytes("answers") == whole.answers)
                #expect(try partial == nil)
                try FileManager.default.removeItem(atPath: folder.path("answers"))
                completions += 1
            }
            if status == 128 + SIGKILL {
                kills += 1
                continue
            }
            #expect(status == 1)
            #expect(isComplete)
            #expect(try record == nil)
            #expect(error.contains("options: \(whole.counts) "))
        }
    }

    @Test("continues after the last complete line, wherever the file ends", arguments: settings)
    func cut(setting: Setting) throws {
        try writeInputs()
        let whole = try uninterrupted(setting)
        try begin(arguments(setting), whole: whole.answers)
        let (name, recordName) = (try #require(try partial), try #require(try record))
        let bytes = try folder.bytes(name)
        // A run that is killed before it writes a block has recorded the refusals of the block.
        let refusals = try folder.bytes(recordName) + Data("0101".utf8)
        let lineEnds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        let last = try #require(lineEnds.last)
        var random = SeededGenerator(seed: 9)
        let lengths = [0, lineEnds[0], lineEnds[0] + 1, last, last + 1] + [Int.random(in: 0..<last, using: &random)]
        for length in lengths {
            try folder.write(bytes.prefix(length), to: name)
            try folder.write(refusals, to: recordName)
            let run = try folder.run(arguments(setting))
            #expect(run.status == 1)
            #expect(run.output == "")
            let names = setting.arguments.contains("csv") ? 1 : 0
            let done = max(0, lineEnds.count { $0 < length } - names)
            let text = done == 0 ? "" : " (\(grouped(done)) in earlier runs)"
            #expect(run.error.contains("options: \(whole.counts)\(text) in "))
            #expect(try folder.bytes("answers") == whole.answers)
            #expect(try partial == nil && record == nil)
        }
    }

    private enum Fault: CaseIterable {
        case missing, empty, short, damaged
    }

    @Test("a partial file without the record of all its refusals is not continued", arguments: Fault.allCases)
    private func faultyRecord(_ fault: Fault) throws {
        try writeInputs()
        let setting = Setting(input: "a.ndjson", arguments: ["--metrics-only"])
        let whole = try uninterrupted(setting)
        try begin(arguments(setting), whole: whole.answers)
        let name = try #require(try record)
        let lines = try folder.bytes(#require(try partial)).count { $0 == UInt8(ascii: "\n") }
        switch fault {
        case .missing: try FileManager.default.removeItem(atPath: folder.path(name))
        case .empty: try folder.write(Data(), to: name)
        case .short: try folder.write(folder.bytes(name).prefix(lines - 1), to: name)
        case .damaged: try folder.write(Data(count: lines + 1), to: name)
        }
        let run = try folder.run(arguments(setting))
        #expect(run.status == 1)
        #expect(run.error.contains("options: \(whole.counts) in "))
        #expect(try folder.bytes("answers") == whole.answers)
        #expect(try partial == nil && record == nil)
    }

    @Test("the exit status is that of the whole run", arguments: [[], [1], [2000], [1, 1000, 2000]])
    func status(refused: [Int]) throws {
        let text = (1...2000).map { refused.contains($0) ? "{}\n" : Numbered($0).request + "\n" }.joined()
        try folder.write(text, to: "a.ndjson")
        let arguments = ["batch", "--resume", "-o", "answers", "--metrics-only", "a.ndjson"]
        let whole = try folder.run(["batch", "-o", "whole", "--metrics-only", "a.ndjson"])
        #expect(whole.status == (refused.isEmpty ? 0 : 1))
        let answers = try folder.bytes("whole")
        try begin(arguments, whole: answers)
        let (name, recordName) = (try #require(try partial), try #require(try record))
        #expect(try folder.text(recordName).prefix(1) == (refused.contains(1) ? "1" : "0"))
        let (bytes, refusals) = (try folder.bytes(name), try folder.bytes(recordName))
        let lineEnds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        for length in [1, lineEnds[0] + 1, lineEnds[1], bytes.count] {
            try folder.write(bytes.prefix(length), to: name)
            try folder.write(refusals, to: recordName)
            let run = try folder.run(arguments)
            #expect(run.status == whole.status)
            #expect(run.error.contains("answered \(grouped(2000 - refused.count)), refused \(refused.count)"))
            #expect(try folder.bytes("answers") == answers)
        }
    }

    @Test("an earlier run without --resume that was killed is continued")
    func killedWithoutResume() throws {
        let run = try LiveRun(["batch", "--metrics-only", "-o", "answers"], in: folder)
        try run.send("{}\n" + Numbered(1).request + "\n")
        try run.wait { try partialLines == 2 }
        run.signal(SIGKILL)
        #expect(try run.ended().status == 128 + SIGKILL)
        let input = Data(("{}\n" + Numbered.requests(1...2)).utf8)
        let resumed = try Run(["batch", "--resume", "--metrics-only", "-o", "answers"], input: input, in: folder.url)
        #expect(resumed.status == 1)
        #expect(resumed.error.contains("options: answered 2, refused 1 (2 in earlier runs) in "))
        #expect(try folder.names == ["answers"])
    }

    private var partialLines: Int {
        get throws { try partial.map { try folder.bytes($0).count { $0 == UInt8(ascii: "\n") } } ?? 0 }
    }

    /// `1,234`
    private func grouped(_ number: Int) -> String {
        number < 1000 ? "\(number)" : "\(number / 1000),\(String("\(number)".suffix(3)))"
    }

    @Test("an interrupt or a full disk leaves a partial file that can be continued")
    func interrupted() throws {
        try writeInputs()
        let setting = Setting(input: "a.ndjson", arguments: Array(repeating: "a.ndjson", count: 9) + ["--metrics-only"])
        let whole = try uninterrupted(setting)
        for number in [SIGINT, SIGTERM] {
            let size = try partialSize
            let run = try LiveRun(arguments(setting), in: folder)
            try run.wait { try partialSize > size }
            run.signal(number)
            #expect(try run.ended().status == 128 + number)
            let bytes = try folder.bytes(#require(try partial))
            #expect(whole.answers.prefix(bytes.count) == bytes)
        }
        let size = try partialSize
        let line = arguments(setting).joined(separator: " ")
        let full = try folder.run(shell: "trap '' XFSZ; ulimit -f \(size / 512 + 1); options \(line)")
        #expect(full.status == 74)
        #expect(full.error.hasSuffix("answers': File too large\n"))
        #expect(try partialSize >= size)
        #expect(try folder.run(arguments(setting)).status == 1)
        #expect(try folder.bytes("answers") == whole.answers)
        #expect(try partial == nil)
    }

    @Test("a partial file of other options or inputs is not continued")
    func otherRuns() throws {
        try writeInputs()
        let metrics = Setting(input: "a.ndjson", arguments: ["--metrics-only"])
        let table = Setting(input: "a.ndjson", arguments: ["--format", "csv"])
        let array = Setting(input: "a.json", arguments: ["--metrics-only"])
        let (metricsAnswers, tableAnswers, arrayAnswers) = (
            try uninterrupted(metrics).answers, try uninterrupted(table).answers, try uninterrupted(array).answers
        )
        try begin(arguments(metrics), whole: metricsAnswers)
        for (setting, answers) in [(table, tableAnswers), (array, arrayAnswers), (metrics, metricsAnswers)] {
            #expect(try folder.run(arguments(setting)).status == 1)
            #expect(try folder.bytes("answers") == answers)
        }
        // Without --resume the run starts again. The number of jobs may differ.
        try begin(arguments(metrics), whole: metricsAnswers)
        let again = try folder.run(["batch", "-o", "answers", "--metrics-only", "a.ndjson"])
        #expect(again.status == 1 && !again.error.contains("earlier"))
        #expect(try folder.bytes("answers") == metricsAnswers)
        try begin(arguments(metrics) + ["--jobs", "1"], whole: metricsAnswers)
        let jobs = try folder.run(arguments(metrics) + ["--jobs", "5"])
        #expect(jobs.status == 1 && jobs.error.contains("earlier"))
        #expect(try folder.bytes("answers") == metricsAnswers)
    }

    @Test("a partial file of a changed input is not continued", arguments: [true, false])
    func changedInput(isLonger: Bool) throws {
        try writeInputs()
        let metrics = Setting(input: "a.ndjson", arguments: ["--metrics-only"])
        try begin(arguments(metrics), whole: uninterrupted(metrics).answers)
        var text = try folder.bytes("a.ndjson")
        if isLonger {
            text = Data(Numbered.requests([1]).utf8) + text
        } else {
            text.reverse()
        }
        try folder.write(text, to: "a.ndjson")
        let run = try folder.run(arguments(metrics))
        #expect(run.status == 1 && !run.error.contains("earlier"))
        #expect(try folder.bytes("answers") == uninterrupted(metrics).answers)
    }

    @Test("a file on standard input is distinguished from another one")
    func redirectedInput() throws {
        try folder.write(Numbered.requests(1...2000), to: "a.ndjson")
        try folder.write(Numbered.requests(3001...5000), to: "b.ndjson")
        let line = "options batch --resume --metrics-only -o answers"
        let limited = try folder.run(shell: "(ulimit -f 32; \(line) < a.ndjson)")
        #expect(limited.status == 74)
        let other = try folder.run(shell: "\(line) < b.ndjson")
        #expect(other.status == 0 && !other.error.contains("earlier"))
        #expect(try folder.text("answers") == Numbered.answers(3001...5000))
        let same = try folder.run(shell: "\(line) < a.ndjson")
        #expect(same.status == 0 && same.error.contains("earlier"))
        #expect(try folder.text("answers") == Numbered.answers(1...2000))
    }

    @Test("--resume requires a file; without an earlier run it has no effect")
    func usage() throws {
        let missing = try folder.run(["batch", "--resume"])
        #expect(missing.status == 64)
        #expect(missing.error.contains("--resume needs -o FILE"))
        try folder.write(Numbered.requests(1...3), to: "a.ndjson")
        for _ in 0..<2 {
            let run = try folder.run(["batch", "--resume", "--metrics-only", "a.ndjson", "-o", "answers"])
            #expect(run.status == 0)
            #expect(run.error.hasPrefix("options: answered 3, refused 0 in "))
            #expect(try folder.text("answers") == Numbered.answers(1...3))
            #expect(try folder.names == ["a.ndjson", "answers"])
        }
        let device = try folder.run(["batch", "--resume", "--quiet", "a.ndjson", "-o", "/dev/null"])
        #expect(device.status == 0)
    }
}
