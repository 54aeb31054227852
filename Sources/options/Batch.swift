internal import ArgumentParser
internal import StrategyBatch
internal import StrategyContract
internal import SystemPackage

extension Options {
    /// `options batch [PATH…]`
    struct Batch: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Payoff curves and metrics of many strategies.",
            discussion: """
                Answers each request with a line on standard output, in the order of the input: the response that \
                options calculate gives, or {"error": …}. A member id of a request, a string or a number, is echoed.

                A PATH is a file of requests one a line (.ndjson, .jsonl or any other name), a JSON array of requests or \
                a single one (.json), one of these compressed by gzip (.gz), a folder with such files, read in the order \
                of their names, or - for standard input, which is read when no PATH is given. Blank lines are skipped.

                EXAMPLES:
                  options batch strategies.ndjson > answers.ndjson
                  options batch --metrics-only monday.json.gz tuesday/ | jq .metrics.maxLoss
                  options batch --format csv strategies.ndjson -o metrics.csv
                  options batch --resume strategies.ndjson -o answers.ndjson   # once more after it was killed

                EXIT STATUS:
                  0   every request was answered
                  1   at least one request was refused; the others were answered
                  64  wrong usage
                  66  an input cannot be read
                  74  output could not be written
                """
        )

        enum Format: String, ExpressibleByArgument, CaseIterable {
            case ndjson, csv
        }

        @Argument(
            help: "Files and folders of requests; standard input when absent or -.",
            completion: .file(extensions: ["ndjson", "jsonl", "json", "gz"]))
        var paths: [String] = []

        @Flag(help: "Leave the curve out of each answer.")
        var metricsOnly = false

        @Option(help: "ndjson, or csv: the metrics as comma-separated values under a line of names.")
        var format = Format.ndjson

        @Option(
            name: .shortAndLong,
            help: "Write to this file; it appears when it is complete.", completion: .file())
        var output: String?

        @Flag(help: "Go on where an earlier run with the same inputs and options, and the same -o, was ended.")
        var resume = false

        @Option(help: "How many threads work. The answers are the same for any number. (default: the processors)")
        var jobs: Int?

        @Flag(help: "No progress, no summary and no list of refused requests on standard error.")
        var quiet = false

        func validate() throws {
            if let jobs, !(1...1024).contains(jobs) {
                throw ValidationError("--jobs must be from 1 to 1024, got \(jobs)")
            }
            if resume, output == nil { throw ValidationError("--resume needs -o FILE") }
            if output == "" { throw ValidationError("-o needs the name of a file") }
        }

        func run() throws {
            let files = try BatchFile.all(paths, except: output)
            let file = try output.map { try partialFile($0, files) }
            let headerLines = batchFormat == .csv ? 1 : 0
            let earlierLines = file?.lines ?? 0
            let done = max(0, earlierLines - headerLines)
            let refused = max(0, (file?.refusals ?? 0) - headerLines)
            let hasTerminal = FileDescriptor.standardError.isTerminal
            if files.contains(where: { $0.path == nil }), FileDescriptor.standardInput.isTerminal {
                StandardError.write("Reading requests from the terminal, one a line; end them with Ctrl-D.")
            }
            let report = BatchReport(
                files,
                showsProgress: !quiet && hasTerminal && (output != nil || !FileDescriptor.standardOutput.isTerminal),
                resumed: (done - refused, refused))
            CLibrary.enlarge(pipe: .standardOutput)
            let sink = BatchOutput(file, report)
            if batchFormat == .csv, earlierLines == 0 { try sink.write(Array(AnswerFormat.csvHeader.utf8)) }
            let jobs = self.jobs ?? CLibrary.processorCount
            // Answers are thirty times as long as requests; with many threads they take blocks that are smaller.
            let blockBytes = min(1 << 18, max(1 << 14, (1 << 20) / jobs))
            let run = BatchRun(
                BatchInput(files, skipping: done, blockBytes: blockBytes), sink, format: batchFormat, jobs: jobs)
            var isAnyRefused = false
            do {
                try run.run { sink in
                    try file?.finish()
                    if !quiet { sink.report.finish() }
                    isAnyRefused = sink.report.refused > 0
                }
            } catch {
                file?.discard()
                throw error
            }
            if isAnyRefused { throw ExitCode.failure }
        }

        private var batchFormat: AnswerFormat { format == .csv ? .csv : metricsOnly ? .metrics : .json }

        private func partialFile(_ target: String, _ files: [BatchFile]) throws -> PartialFile {
            // FNV-1a (Fowler, Noll and Vo, 1991), over all that the answers depend on.
            var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325
            let inputs = files.map { "\($0.path ?? "-")\u{0}\($0.size ?? -1)\u{0}\($0.modified)" }
            for byte in ([Version.text, "\(batchFormat)"] + inputs).joined(separator: "\u{0}").utf8 {
                fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01b3
            }
            let isRefusal: (ArraySlice<UInt8>) -> Bool =
                batchFormat == .csv
                ? { $0.last != UInt8(ascii: ",") }
                : { $0.suffix(2).elementsEqual("\"}".utf8) }
            return try PartialFile(
                target, fingerprint: fingerprint, isResumed: resume, isRefusal: isRefusal)
        }
    }
}
