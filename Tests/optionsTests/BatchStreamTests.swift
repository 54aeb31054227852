import Foundation
import Testing
import _TestSupport

/// Slow, large and unread streams of `options batch`.
@Suite("options batch: streams")
struct BatchStreamTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("an answer is written before the next request is sent", arguments: ["1", "2", "5"])
    func slowPipe(jobs: String) throws {
        let run = try LiveRun(["batch", "--quiet", "--metrics-only", "--jobs", jobs], in: folder)
        for number in 1...5 {
            try run.send(Numbered(number).request + "\n")
            #expect(try run.line() == Numbered(number).answer + "\n")
        }
        let request = Numbered(7).request
        try run.send("\(Numbered(6).request)\n\n\(request.prefix(30))")
        #expect(try run.line() == Numbered(6).answer + "\n")
        try run.send("\(request.dropFirst(30))\r")
        try run.send("\n[]\n")
        #expect(try run.line() == Numbered(7).answer + "\n")
        #expect(
            try run.line() == #"{"error":"the request must be a JSON object, got an array","code":"wrong_type"}"# + "\n"
        )
        try run.send(Numbered(8).request)
        try run.closeInput()
        #expect(try run.line() == Numbered(8).answer + "\n")
        #expect(try run.line() == "")
        let (status, error) = try run.ended()
        #expect(status == 1)
        #expect(error == "")
    }

    @Test("an element of an array is answered before the next one arrives", arguments: ["1", "2"])
    func slowArray(jobs: String) throws {
        let pipe = try makePipe("a.json")
        let run = try LiveRun(["batch", "--quiet", "--metrics-only", "--jobs", jobs, "a.json"], in: folder)
        var text = " [\n"
        for number in 1...5 {
            try pipe.write(contentsOf: Data("\(text)\(Numbered(number).request),".utf8))
            #expect(try run.line() == Numbered(number).answer + "\n")
            text = "\n"
        }
        try pipe.write(contentsOf: Data("\(Numbered(6).request)]".utf8))
        #expect(try run.line() == Numbered(6).answer + "\n")
        try pipe.close()
        let (status, error) = try run.ended()
        #expect(status == 0)
        #expect(error == "")
    }

    /// A named pipe, with an end that can be written to without a reader.
    private func makePipe(_ name: String) throws -> FileHandle {
        let path = folder.path(name)
        try #require(unsafe mkfifo(path, 0o600) == 0)
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    #if os(Linux)
        @Test(
            "memory does not grow with the input",
            .disabled(if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil, "the sanitizer adds memory"),
            arguments: ["a.ndjson", "a.json"])
        func memory(name: String) throws {
            let isArray = name == "a.json"
            let repetitions = 100
            let numbers = 100_001...103_000
            let requests = Numbered.requests(numbers)
            try folder.write(isArray ? requests.replacingOccurrences(of: "\n", with: ",\n") : requests, to: "piece")
            try #require(unsafe mkfifo(folder.path(name), 0o600) == 0)
            // The last element has no comma after it.
            let pieces = "for piece in $(seq \(repetitions)); do cat piece; done"
            let input = isArray ? "echo '['; \(pieces); echo '\(Numbered(1).request)]'" : pieces
            let writer = try LiveRun(
                ["-c", "{ \(input); } > \(name)"], in: folder, executable: URL(filePath: "/bin/sh"))
            // The shell becomes the program, whose standard input is the named pipe.
            let run = try LiveRun(
                ["-c", "exec '\(Run.executable.path)' batch --metrics-only --jobs 2 \(isArray ? "" : "- <") \(name)"],
                in: folder, executable: URL(filePath: "/bin/sh"))
            let answers = Data(Numbered.answers(numbers).utf8)
            var output = Data()
            var (early, peak) = (0, 0)
            while true {
                let more = try run.read()
                if more.isEmpty { break }
                output += more
                peak = max(peak, run.peakResidentBytes)
                if output.count < 10 * answers.count { early = peak }
            }
            // More than 30 MB of input, and as much output, follow the first tenth.
            #expect(early > 1 << 20 && peak - early < 8 << 20)
            #expect(peak < 256 << 20)
            let last = isArray ? Data(Numbered.answers([1]).utf8) : Data()
            #expect(output == (0..<repetitions).reduce(into: Data()) { all, _ in all += answers } + last)
            let (status, error) = try run.ended()
            #expect(status == 0)
            #expect(error.hasPrefix("options: answered 300,00\(isArray ? 1 : 0), refused 0 in "))
            #expect(try writer.ended().status == 0)
        }
    #endif

    @Test("a slow reader applies back-pressure, and receives every answer")
    func slowReader() throws {
        var texts = StrategyLines(seed: 3)
        let lines = texts.lines(1500)
        try folder.write(lines.joinedLines, to: "a.ndjson")
        let expected = try folder.run(["batch", "--quiet", "a.ndjson"]).output
        let run = try LiveRun(["batch", "--quiet", "--jobs", "2", "a.ndjson"], in: folder)
        var output = Data()
        while true {
            usleep(1000)
            let more = try run.read()
            if more.isEmpty { break }
            output += more
        }
        #expect(output == Data(expected.utf8))
        #expect(try run.ended().status == 0)
    }

    @Test("a closed pipe: status 74, silently, even if more input may follow", arguments: ["1", "2", "5"])
    func brokenPipe(jobs: String) throws {
        let run = try LiveRun(["batch", "--metrics-only", "--jobs", jobs], in: folder)
        try run.send(Numbered(1).request + "\n")
        #expect(try run.line() == Numbered(1).answer + "\n")
        try run.closeOutput()
        // A program that another test starts may inherit this end of the pipe for a moment, so one more answer may not
        // be enough.
        // Standard input stays open.
        try run.wait {
            try run.send(Numbered(2).request + "\n")
            usleep(100_000)
            return false
        }
        let (status, error) = try run.ended()
        #expect(status == 74)
        #expect(error == "")
    }

    @Test("a closed pipe ends the reading of large and endless inputs", arguments: ["1", "2", "5"])
    func brokenPipes(jobs: String) throws {
        var texts = StrategyLines(seed: 4)
        let lines = texts.lines(2000)
        try folder.write(lines.joinedLines, to: "a.ndjson")
        let file = try folder.run(shell: "{ options batch --jobs \(jobs) a.ndjson; echo $? >&2; } | head -n 1")
        #expect(file.output.hasPrefix(#"{"curve":[{"stockPrice":"#) && file.output.hasSuffix("]}}\n"))
        #expect(file.error == "74\n")
        let endless = try folder.run(
            shell: """
                { yes '\(Numbered(1).request)' 2> /dev/null | { options batch --metrics-only --jobs \(jobs); echo $? >&2; }; } | head -n 2
                """)
        #expect(endless.output == Numbered.answers([1, 1]))
        #expect(endless.error.hasSuffix("74\n") && !endless.error.contains("options:"))
    }

    @Test("input that fails in the middle: status 66, after the answers to the lines before", arguments: ["1", "2"])
    func failingInput(jobs: String) throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let ours = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let theirs = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let run = try LiveRun(
            ["batch", "--metrics-only", "--jobs", jobs], in: folder, standardInput: theirs)
        // A socket that is closed with unread bytes resets its other end.
        try theirs.write(contentsOf: Data("x".utf8))
        try ours.write(contentsOf: Data("\(Numbered(1).request)\n\(Numbered(2).request)".utf8))
        #expect(try run.line() == Numbered(1).answer + "\n")
        try ours.close()
        #expect(try run.line() == "")
        let (status, error) = try run.ended()
        #expect(status == 66)
        #expect(error == "options: cannot read standard input: Connection reset by peer\n")
    }
}
