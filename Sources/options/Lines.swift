internal import ArgumentParser
internal import StrategyBatch
internal import StrategyContract

/// Requests with one JSON object per line, each answered by a line.
struct Lines: ParsableArguments {
    /// The exit statuses of a command that answers lines, for its help.
    static let exitStatuses = """
        EXIT STATUS:
          0   every line was answered
          1   at least one line was refused; the others were answered
          66  the input cannot be read
          74  output could not be written
        """
    /// The maximum number of bytes per read.
    private static let blockBytes = 1 << 18

    @Argument(
        help: "A file with one JSON object per line. Standard input if absent or -.",
        completion: .file(extensions: ["ndjson", "jsonl"]))
    var file: String?

    /// Answers every line of the file, or of standard input. Available lines are answered and written before more is
    /// read.
    ///
    /// - Throws: Exit status 1 at the end if a line was refused; 66 or 74, after a message on standard error, if the
    ///   input cannot be read or the output cannot be written.
    func answer(by answerer: consuming some LineAnswerer & ~Copyable) throws {
        var input = try Input(
            file, hint: "Reading requests from the terminal, one a line; end them with Ctrl-D.",
            blockBytes: Self.blockBytes)
        var evaluator = BlockEvaluator(answerer)
        var cutter = RequestCutter(.lines)
        var block = RequestBlock()
        var output: [UInt8] = []
        var isAnyRefused = false
        var isFinished = false
        while !isFinished {
            let bytes = try input.readBlock()
            isFinished = bytes.isEmpty
            if isFinished { cutter.finish() } else { cutter.append(bytes) }
            while cutter.take(&block) {
                if evaluator.evaluate(block, into: &output).refused > 0 { isAnyRefused = true }
                block.removeAll()
                if !output.isEmpty { try StandardOutput.write(lines: output) }
                output.removeAll(keepingCapacity: true)
            }
        }
        if isAnyRefused { throw ExitCode.failure }
    }
}
