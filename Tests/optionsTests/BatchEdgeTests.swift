import Foundation
import Testing
import _TestSupport

/// The effects of shells, schedulers and damaged files on `options batch`.
@Suite("options batch: edges")
struct BatchEdgeTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Numbered.requests(1...3), to: "a.ndjson")
    }

    @Test("a break-even far from all prices is answered as options calculate answers it")
    func farBreakEven() throws {
        let legs =
            #"{"type":"stock","position":"long","premium":100000,"quantity":10000},"#
            + #"{"type":"stock","position":"short","premium":1,"quantity":9999}"#
        try folder.write(#"{"currentPrice":100,"legs":[\#(legs)]}"#, to: "b.json")
        try FileManager.default.copyItem(atPath: folder.path("b.json"), toPath: folder.path("b.ndjson"))
        let expected = try folder.run(["calculate", "b.json"])
        #expect(expected.status == 0 && expected.output.hasSuffix(#""breakEvenPoints":[999990001]}}"# + "\n"))
        let run = try folder.run(["batch", "--quiet", "b.ndjson"])
        #expect(run.status == 0)
        #expect(run.output == expected.output)
    }

    @Test("gzip with other data after a member: status 66, as requests might be lost")
    func damagedMember() throws {
        let packed = try folder.packed(Numbered.requests(1...3).utf8)
        // Damages the header of the second member.
        let changed = [packed[packed.startIndex] ^ 1] + packed.dropFirst()
        for second in [Array(packed.prefix(1)), changed, Array("x".utf8), [0, 0, 1]] {
            try folder.write(packed + second, to: "b.ndjson.gz")
            let run = try folder.run(["batch", "--metrics-only", "b.ndjson.gz", "-o", "answers"])
            #expect(run.status == 66)
            #expect(run.error.hasPrefix("options: cannot read 'b.ndjson.gz': "))
            #expect(try folder.names == ["a.ndjson", "b.ndjson.gz"])
        }
    }

    @Test("gzip with zeros after a member, which fill a block of a tape")
    func padding() throws {
        let packed = try folder.packed(Numbered.requests(1...3).utf8)
        let zeros = Data(repeating: 0, count: 300_000)
        for (bytes, members) in [(packed + zeros, 1), (packed + zeros + packed, 2)] {
            try folder.write(bytes, to: "b.ndjson.gz")
            let run = try folder.run(["batch", "--metrics-only", "--quiet", "b.ndjson.gz"])
            #expect(run.status == 0)
            #expect(run.output == String(repeating: Numbered.answers(1...3), count: members))
        }
    }

    @Test("an empty file is no gzip file: status 66")
    func emptyGzip() throws {
        try folder.write("", to: "b.ndjson.gz")
        let run = try folder.run(["batch", "b.ndjson.gz"])
        #expect(run.status == 66)
    }

    @Test("with standard error closed, no message is written to the file")
    func closedStandardError() throws {
        try folder.write(Numbered.requests(1...3) + "7\n", to: "b.ndjson")
        let run = try folder.run(shell: "options batch --metrics-only b.ndjson -o answers 2>&-")
        #expect(run.status == 1)
        let answers = try folder.text("answers")
        #expect(
            answers == Numbered.answers(1...3)
                + #"{"error":"the request must be a JSON object, got 7","code":"wrong_type"}"# + "\n")
    }

    @Test("with standard input closed, reading it fails with -o too")
    func closedStandardInput() throws {
        let run = try folder.run(shell: "options batch --metrics-only -o answers <&-")
        #expect(run.status == 66)
        #expect(run.error == "options: cannot read standard input: Bad file descriptor\n")
        #expect(try folder.names == ["a.ndjson"])
    }

    @Test("a file-size limit is a write error: status 74, and the partial file is removed")
    func sizeLimit() throws {
        var texts = StrategyLines(seed: 14)
        try folder.write(texts.lines(500).joinedLines, to: "b.ndjson")
        let run = try folder.run(shell: "ulimit -f 100; options batch b.ndjson -o answers; exit $?")
        #expect(run.status == 74)
        #expect(run.error.contains("answers': File too large\n"))
        #expect(try folder.names == ["a.ndjson", "b.ndjson"])
    }

    @Test("a signal that the parent had ignored stays ignored, as under nohup", arguments: ["HUP", "INT"])
    func ignoredSignals(signal: String) throws {
        let arguments = "batch --metrics-only --quiet -o answers"
        let run = try LiveRun(
            ["-c", "trap '' \(signal); exec '\(Run.executable.path)' \(arguments)"], in: folder,
            executable: URL(filePath: "/bin/sh"))
        try run.send(Numbered(1).request + "\n")
        try run.wait { try folder.names.contains { $0.hasPrefix("answers.") && folder.size($0) > 0 } }
        run.signal(signal == "HUP" ? SIGHUP : SIGINT)
        try? run.closeInput()
        let status = try run.ended().status
        #expect(status == 0)
        #expect(try folder.names == ["a.ndjson", "answers"])
    }

    @Test("a file that is replaced keeps its permissions")
    func permissions() throws {
        try folder.write("before", to: "answers")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("answers"))
        #expect(try folder.run(["batch", "--quiet", "a.ndjson", "-o", "answers"]).status == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path("answers"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("through a symbolic link the target file is replaced")
    func links() throws {
        try folder.makeFolder("out")
        try folder.write("before", to: "out/real")
        try FileManager.default.createSymbolicLink(atPath: folder.path("answers"), withDestinationPath: "out/real")
        #expect(try folder.run(["batch", "--metrics-only", "a.ndjson", "-o", "answers"]).status == 0)
        #expect(try folder.text("out/real") == Numbered.answers(1...3))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("answers")) == "out/real")
    }

    @Test(
        "a line without end is not held in memory",
        .disabled(if: isSanitized, "a sanitizer reserves more address space than the test leaves"))
    func endlessLine() throws {
        // 300 MB of one line, in an address space that does not hold them.
        let run = try folder.run(
            shell: """
                ulimit -v 250000
                { cat a.ndjson; head -c 300000000 /dev/zero | tr '\\0' x; echo; cat a.ndjson; } \
                | options batch --metrics-only --quiet --jobs 1
                """)
        #expect(run.status == 1)
        #expect(run.output == Numbered.answers(1...3) + BatchInputTests.tooLong + Numbered.answers(1...3))
        #expect(run.error == "")
    }
}
