import Foundation
import Testing
import _TestSupport

/// The output files of `options batch`.
@Suite("options batch -o")
struct BatchOutputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let full = "No space left on device"

    @Test("the file is written atomically, and no other file remains", arguments: ["answers", "sub/answers.ndjson"])
    func complete(name: String) throws {
        try folder.makeFolder("sub")
        try folder.write(Numbered.requests(1...3), to: "a.ndjson")
        for target in [name, folder.path("new")] {
            let run = try folder.run(["batch", "--metrics-only", "--quiet", "a.ndjson", "-o", target])
            #expect(run.output == "" && run.error == "" && run.status == 0)
        }
        #expect(try folder.text(name) == Numbered.answers(1...3))
        #expect(try folder.text("new") == Numbered.answers(1...3))
        #expect(
            try folder.names
                == (name == "answers" ? ["a.ndjson", "answers", "new", "sub"] : ["a.ndjson", "new", "sub"]))
        let empty = try folder.run(["batch", "--output", name])
        #expect(empty.status == 0)
        #expect(try folder.text(name) == "")
    }

    @Test("an existing file is unchanged until the new one is complete", arguments: ["1", "2"])
    func replaced(jobs: String) throws {
        try folder.write("before", to: "answers")
        let run = try start("--jobs", jobs)
        #expect(try folder.text("answers") == "before")
        try run.send("7\n" + Numbered(2).request)
        try run.closeInput()
        let (status, error) = try run.ended()
        #expect(status == 1)
        #expect(error.hasPrefix("options: refused: standard input, line 2: the request must be a JSON object, got 7\n"))
        #expect(try folder.names == ["answers"])
        #expect(
            try folder.text("answers") == Numbered.answers([1])
                + #"{"error":"the request must be a JSON object, got 7","code":"wrong_type"}"# + "\n"
                + Numbered.answers([2]))
    }

    @Test("an input may also be the output")
    func inPlace() throws {
        try folder.write(Numbered.requests(1...3), to: "a.ndjson")
        let run = try folder.run(["batch", "--metrics-only", "a.ndjson", "-o", "a.ndjson"])
        #expect(run.status == 0)
        #expect(try folder.text("a.ndjson") == Numbered.answers(1...3))
    }

    @Test("a folder may hold the output, which is no input")
    func inFolder() throws {
        try folder.makeFolder("in")
        try folder.write(Numbered.requests(1...3), to: "in/b.ndjson")
        for _ in 0..<2 {
            let run = try folder.run(["batch", "--metrics-only", "in", "-o", "in/a.ndjson"])
            #expect(run.status == 0)
            #expect(try folder.text("in/a.ndjson") == Numbered.answers(1...3))
        }
    }

    /// A run that has answered one request of standard input, into a file next to `answers`.
    private func start(_ arguments: String...) throws -> LiveRun {
        let run = try LiveRun(["batch", "--metrics-only", "-o", "answers"] + arguments, in: folder)
        try run.send(Numbered(1).request + "\n")
        let answer = Numbered.answers([1])
        try run.wait { try folder.names.contains { $0 != "answers" && folder.size($0) == answer.utf8.count } }
        return run
    }

    @Test(
        "an interrupt ends the run at once and leaves no file", arguments: [SIGINT, SIGTERM, SIGHUP], ["1", "2"])
    func interrupted(signal: Int32, jobs: String) throws {
        for old in [nil, "before"] {
            if let old { try folder.write(old, to: "answers") }
            let run = try start("--jobs", jobs)
            // Standard input stays open.
            run.signal(signal)
            let (status, error) = try run.ended()
            #expect(status == 128 + signal)
            #expect(error == "")
            #expect(try folder.names == (old == nil ? [] : ["answers"]))
            if let old { #expect(try folder.text("answers") == old) }
        }
    }

    @Test("an interrupt ends the run while it computes")
    func interruptedWork() throws {
        var texts = StrategyLines(seed: 5)
        try folder.write(texts.lines(1000).joinedLines, to: "a.ndjson")
        let inputs = Array(repeating: "a.ndjson", count: 50)
        let run = try LiveRun(["batch", "-o", "answers", "--jobs", "2"] + inputs, in: folder)
        try run.wait { try folder.names.contains { $0.hasPrefix("answers") && folder.size($0) > 0 } }
        run.signal(SIGINT)
        #expect(try run.ended().status == 128 + SIGINT)
        #expect(try folder.names == ["a.ndjson"])
    }

    @Test("two runs do not write the same file at once")
    func twoRuns() throws {
        let run = try start()
        let second = try folder.run(["batch", "--metrics-only", "-o", "answers"])
        #expect(second.status == 74)
        #expect(second.error == "options: cannot write 'answers': another run is writing it\n")
        try run.send(Numbered(2).request)
        try run.closeInput()
        #expect(try run.ended().status == 0)
        #expect(try folder.text("answers") == Numbered.answers(1...2))
        #expect(try folder.names == ["answers"])
    }

    @Test("a full disk: status 74 and the reason, on standard output and into a file", arguments: ["1", "2"])
    func full(jobs: String) throws {
        var texts = StrategyLines(seed: 6)
        try folder.write(texts.lines(2000).joinedLines, to: "a.ndjson")
        let line = "options batch a.ndjson --jobs \(jobs)"
        let standardOutput = try folder.run(shell: "\(line) > /dev/full")
        #expect(standardOutput.error == "options: cannot write the output: \(Self.full)\n")
        let device = try folder.run(shell: "\(line) -o /dev/full")
        #expect(device.error == "options: cannot write '/dev/full': \(Self.full)\n")
        let closed = try folder.run(shell: "\(line) >&-")
        #expect(closed.error == "options: cannot write the output: Bad file descriptor\n")
        // A limit on the size of files simulates a full disk.
        try folder.write("before", to: "answers")
        let limited = try folder.run(shell: "trap '' XFSZ; ulimit -f 100; \(line) -o answers")
        #expect(
            limited.error.hasPrefix("options: cannot write '") && limited.error.hasSuffix("answers': File too large\n"))
        for run in [standardOutput, device, closed, limited] {
            #expect(run.status == 74)
            #expect(run.output == "")
        }
        #expect(try folder.names == ["a.ndjson", "answers"])
        #expect(try folder.text("answers") == "before")
    }

    @Test("a device or a named pipe is written to, and is not replaced")
    func devices() throws {
        try folder.write(Numbered.requests(1...3), to: "a.ndjson")
        let null = try folder.run(["batch", "a.ndjson", "--quiet", "-o", "/dev/null"])
        #expect(null.status == 0 && null.output == "" && null.error == "")
        let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
        #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
        let pipe = try folder.run(
            shell:
                "mkfifo pipe; cat pipe & options batch --metrics-only --quiet a.ndjson -o pipe; status=$?; wait; exit $status"
        )
        #expect(pipe.status == 0)
        #expect(pipe.output == Numbered.answers(1...3))
        #expect(try folder.names == ["a.ndjson", "pipe"])
    }

    @Test(
        "a file that cannot be created: status 74 and the reason",
        arguments: [
            ("missing/answers", "No such file or directory"), ("a.ndjson/answers", "Not a directory"),
            (".", "Is a directory"),
        ])
    func unwritable(target: String, reason: String) throws {
        try folder.write(Numbered.requests(1...3), to: "a.ndjson")
        for arguments in [[], ["--resume"]] {
            let run = try folder.run(["batch", "a.ndjson", "-o", target] + arguments)
            #expect(run.status == 74)
            #expect(run.output == "")
            #expect(run.error.hasPrefix("options: cannot write '") && run.error.hasSuffix("': \(reason)\n"))
        }
        #expect(try folder.names == ["a.ndjson"])
    }

    @Test("a folder without permission", .disabled(if: geteuid() == 0, "root may write everything"))
    func permission() throws {
        try folder.makeFolder("out")
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path("out"))
        let run = try folder.run(["batch", "-o", "out/answers"])
        #expect(run.status == 74)
        #expect(run.output == "")
        #expect(run.error == "options: cannot write 'out/answers': Permission denied\n")
    }
}

/// The messages of `options batch`, and incorrect usage.
@Suite("options batch: standard error")
struct BatchReportTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a line at the end: answered, refused, seconds, rate")
    func summary() throws {
        for (input, start) in [
            (Numbered.requests(1...3), "options: answered 3, refused 0 in "),
            ("", "options: answered 0, refused 0 in "),
            (Numbered.requests(repeatElement(1, count: 1234)), "options: answered 1,234, refused 0 in "),
        ] {
            let run = try folder.run(["batch", "--metrics-only"], input: input)
            #expect(run.status == 0)
            #expect(run.error.hasPrefix(start))
            // No progress is shown, because standard error is not a terminal.
            #expect(
                run.error.wholeMatch(of: /options: answered [\d,]+, refused 0 in \d+\.\d\d s, [\d,]+ a second\n/) != nil
            )
            #expect(run.output.split(separator: "\n").allSatisfy { $0.hasPrefix(#"{"id":"#) })
        }
    }

    @Test("the first refused requests by file and line, and the count of the others; nothing on standard output")
    func refusals() throws {
        try folder.makeFolder("in")
        try folder.write("\n7\r\n\n\(Numbered(1).request)\n{}\n", to: "in/a.ndjson")
        try folder.write("[\(Numbered(2).request), \n\n 8,\(Numbered(3).request)]", to: "in/b.json")
        try folder.write("{}", to: "in/c.json")
        try folder.write("9\n9\n9\n", to: "d\u{1B}.ndjson")
        let arguments = ["batch", "--metrics-only", "in", "-", "d\u{1B}.ndjson"]
        let run = try folder.run(arguments, input: "\n\n{\"currentPrice\":\"\\u001b\u{9B}[31m\"}\n")
        #expect(run.status == 1)
        let lines = run.error.split(separator: "\n")
        #expect(
            lines.dropLast() == [
                "options: refused: in/a.ndjson, line 2: the request must be a JSON object, got 7",
                "options: refused: in/a.ndjson, line 5: currentPrice is required",
                "options: refused: in/b.json, element 2: the request must be a JSON object, got 8",
                "options: refused: in/c.json: currentPrice is required",
                #"options: refused: standard input, line 3: currentPrice must be a number, got "\u001b?[31m""#,
                "options: refused: 3 more",
            ])
        #expect(lines.last?.hasPrefix("options: answered 3, refused 8 in ") == true)
        let quiet = try folder.run(arguments + ["--quiet"], input: "\n\n{\"currentPrice\":\"\\u001b\u{9B}[31m\"}\n")
        #expect(quiet.status == 1)
        #expect(quiet.error == "")
        #expect(quiet.output == run.output)
        #expect(quiet.output.split(separator: "\n").count == 11)
    }

    @Test("lines are numbered through the blocks of a large file", arguments: ["1", "2"])
    func lineNumbers(jobs: String) throws {
        var lines = Array(repeating: Numbered(1).request, count: 9000)
        for index in [2, 5000, 8000] { lines[index] = index == 5000 ? "" : "[\(index)]" }
        let run = try folder.run(["batch", "--metrics-only", "--jobs", jobs], input: lines.joined(separator: "\n"))
        #expect(
            run.error.hasPrefix(
                """
                options: refused: standard input, line 3: the request must be a JSON object, got an array
                options: refused: standard input, line 8001: the request must be a JSON object, got an array
                options: answered 8,997, refused 2 in
                """))
        try folder.write("[\n\(lines.filter { !$0.isEmpty }.joined(separator: ",\n\n"))\n]", to: "a.json")
        let array = try folder.run(["batch", "--metrics-only", "--jobs", jobs, "a.json"])
        #expect(array.error.hasPrefix("options: refused: a.json, element 3: "))
        #expect(array.error.contains("\noptions: refused: a.json, element 8000: "))
        #expect(array.output == run.output)
    }

    @Test("a closed standard error does not affect the answers")
    func closed() throws {
        try folder.write(Numbered.requests(1...3) + "7\n", to: "a.ndjson")
        let run = try folder.run(shell: "options batch --metrics-only a.ndjson 2>&-")
        #expect(run.status == 1)
        #expect(
            run.output == Numbered.answers(1...3)
                + #"{"error":"the request must be a JSON object, got 7","code":"wrong_type"}"# + "\n")
    }

    /// script(1) runs a command on a terminal of its own.
    static let hasTerminals = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    @Test("a terminal shows the progress", .enabled(if: hasTerminals))
    func progress() throws {
        try folder.write(Numbered.requests(1...9000), to: "a.ndjson")
        try #require(unsafe mkfifo(folder.path("back"), 0o600) == 0)
        // Progress is shown ten times a second. The second request is therefore sent some time after the first answer,
        // and a pipe full of answers is read only some time after it has filled.
        let slowInput = "exec 3<>back; { echo 7; read answer <&3; sleep 0.3; echo 8; }"
        let slowOutput = "{ head -c 1 > /dev/null; sleep 0.3; cat > /dev/null; }"
        func show(_ line: String) throws -> String {
            let path = Run.executable.deletingLastPathComponent().path
            try folder.write("stty cols 80; PATH='\(path)':$PATH; \(line)", to: "line.sh")
            return try folder.run(shell: "script -qec 'sh line.sh' /dev/null").output
        }
        // The length of a pipe is unknown.
        let pipe = try show("\(slowInput) | options batch > back")
        #expect(pipe.contains(/\r[12] requests, [0-9]+\/s, 0\.0 MB\u{1B}\[K/))
        #expect(pipe.contains("\r\u{1B}[Koptions: refused: standard input, line "))
        let file = try show("options batch a.ndjson | \(slowOutput)")
        #expect(
            file.contains(
                /\r\[#*\.*\] +\d+ %, \d:\d\d left, \d\.\d MB of 1\.\d MB, [\d,]+ requests, [\d,]+\/s\u{1B}\[K/))
        #expect(file.contains("options: answered 9,000, refused 0 in "))
        #expect(try show("\(slowInput) | options batch --quiet > back") == "")
        #expect(try show("options batch a.ndjson --quiet | \(slowOutput)") == "")
        // Answers on the terminal are not mixed with progress.
        let terminal = try show("options batch a.ndjson --metrics-only")
        #expect(terminal.contains(#""breakEvenPoints":[95]}}"#) && !terminal.contains("requests,"))
    }

    @Test("incorrect usage: status 64, nothing on standard output")
    func usage() throws {
        for arguments in [
            ["--jobs", "0"], ["--jobs", "-1"], ["--jobs", "x"], ["--jobs", "1025"], ["--jobs", "1.5"],
            ["--format", "xml"],
            ["--format", ""], ["--resume"], ["-o", ""], ["--pretty"], ["--output"], ["--metrics"],
        ] {
            let run = try folder.run(["batch"] + arguments)
            #expect(run.status == 64, "\(arguments)")
            #expect(run.output == "")
            #expect(run.error.contains("Usage: options batch"))
        }
    }
}
