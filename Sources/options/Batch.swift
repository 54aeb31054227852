internal import ArgumentParser
internal import StrategyBatch
internal import StrategyContract
internal import SystemPackage
internal import _OptionsProcess

extension Options {
    /// `options batch [PATH…]`
    struct Batch: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compute payoff curves and metrics of many strategies.",
            discussion: """
                Writes one line per request to standard output, in the order of the input: the response of options \
                calculate, or {"error": …}. If a request has an id (a string or a number), the response repeats it.

                A PATH is a file with one request per line (.ndjson, .jsonl or any other name), a JSON array of \
                requests or a single request (.json), CSV with one leg per row, one of these compressed by gzip (.gz), \
                a folder of such files (read in order of their names), or - for standard input. Without a PATH, options \
                batch reads standard input. Blank lines are skipped.

                The columns of CSV are named as the members of a request and a leg, in any order. Adjacent rows with \
                the same id are one strategy; without an id, each row is one. CSV is answered by CSV: the metrics, and \
                after them the columns that are no members.

                EXAMPLES:
                  options batch strategies.ndjson > answers.ndjson
                  options batch --metrics-only monday.json.gz tuesday/ | jq .metrics.maxLoss
                  options batch --format csv strategies.ndjson -o metrics.csv
                  options batch legs.csv -o metrics.csv
                  options batch --resume strategies.ndjson -o answers.ndjson

                EXIT STATUS:
                  0   every request was answered
                  1   at least one request was refused; the others were answered
                  64  incorrect usage
                  66  an input cannot be read
                  74  output could not be written
                """
        )

        @Argument(
            help: "Files and folders of requests. Standard input if absent or -.",
            completion: .file(extensions: ["ndjson", "jsonl", "json", "csv", "gz"]))
        var paths: [String] = []

        @Flag(help: "Omit the curve from each response.")
        var metricsOnly = false

        @OptionGroup var table: TableOption

        @Option(
            help: """
                ndjson, or csv: the metrics as comma-separated values with a header line. (default: csv if the first \
                input is CSV)
                """)
        var format: TableOption.Format?

        @Option(
            name: .shortAndLong,
            help: "Write to this file, atomically.", completion: .file())
        var output: String?

        @Flag(help: "Continue an interrupted run with the same inputs, options and -o.")
        var resume = false

        @Option(help: "The number of threads. It does not affect the output. (default: the number of processors)")
        var jobs: Int?

        @Flag(help: "Suppress progress, summary, warnings and the list of refused requests on standard error.")
        var quiet = false

        @OptionGroup var units: UnitsOption
        @OptionGroup var strict: StrictOption
        @OptionGroup var limits: LimitsOption

        func validate() throws {
            if let jobs, !(1...1024).contains(jobs) {
                throw ValidationError("--jobs must be from 1 to 1024, got \(jobs)")
            }
            if resume, output == nil { throw ValidationError("--resume needs -o FILE") }
            if output == "" { throw ValidationError("-o needs the name of a file") }
        }

        func run() throws {
            let files = try BatchFile.all(paths, except: output, isQuiet: quiet)
            let hasTerminal = FileDescriptor.standardError.isTerminal
            if files.contains(where: { $0.path == nil }), FileDescriptor.standardInput.isTerminal {
                StandardError.write("Reading requests from the terminal, one a line; end them with Ctrl-D.")
            }
            let jobs = self.jobs ?? CLibrary.processorCount
            // A response is thirty times as long as its request, so more threads use smaller blocks to bound the
            // memory.
            let blockBytes = min(1 << 18, max(1 << 14, (1 << 20) / jobs))
            var input = try BatchInput(files, .legs, table.from, blockBytes: blockBytes)
            let isTable = format.map { $0 == .csv } ?? (input.columns != nil)
            let batchFormat: AnswerFormat = isTable ? .csv : metricsOnly ? .metrics : .json
            let file = try output.map { try partialFile($0, files, batchFormat) }
            let earlierLines = file?.lines ?? 0
            let done = max(0, earlierLines - (isTable ? 1 : 0))
            let refused = file?.refusals ?? 0
            input.skip(done)
            let report = BatchReport(
                files,
                showsProgress: !quiet && hasTerminal && (output != nil || !FileDescriptor.standardOutput.isTerminal),
                resumed: (done - refused, refused))
            CLibrary.enlarge(pipe: .standardOutput)
            let sink = BatchOutput(file, report)
            if isTable {
                let extraHeader = input.passExtraColumns()
                let header = AnswerFormat.csvHeader.utf8.dropLast() + extraHeader + [UInt8(ascii: "\n")]
                if earlierLines == 0 { try sink.write(header, lines: 1) }
            }
            let run = BatchRun(
                input, sink,
                AnswerOptions(
                    format: batchFormat, limits: limits.limits, strict: strict.isStrict, greekUnits: units.units),
                warns: !quiet, jobs: jobs)
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

        private func partialFile(
            _ target: String, _ files: [BatchFile], _ batchFormat: AnswerFormat
        ) throws -> PartialFile {
            let inputs = files.map { "\($0.path ?? "-")\u{0}\($0.size ?? -1)\u{0}\($0.modified)" }
            // Everything that determines the responses.
            let options =
                ["\(batchFormat)", "\(limits.preset)", table.from?.rawValue ?? ""]
                + (strict.isStrict ? ["strict members"] : [])
                + (units.marketUnits ? ["market units"] : [])
            let identity = ([Version.text] + options + inputs).joined(separator: "\u{0}")
            return try PartialFile(
                target, fingerprint: PartialFile.fingerprint(of: identity.utf8), isResumed: resume,
                recordsRefusals: true)
        }
    }
}
