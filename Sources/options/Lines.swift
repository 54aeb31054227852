internal import ArgumentParser
internal import StrategyBatch
internal import StrategyContract
internal import SystemPackage
internal import _OptionsProcess

/// Requests that are lines or rows, each answered by one.
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
        help: "A file with one JSON object per line, or CSV. Standard input if absent or -.",
        completion: .file(extensions: ["ndjson", "jsonl", "csv", "gz"]))
    var file: String?

    @OptionGroup var table: TableOption

    @Option(help: "The format of the output: ndjson, or csv. (default: that of the input)")
    var format: TableOption.Format?

    @OptionGroup var warnings: WarningsOption

    /// Answers every line of the file, or of standard input. Available lines are answered and written before more is
    /// read.
    ///
    /// - Parameters:
    ///   - answerer: Writes the answers in JSON.
    ///   - rows: What a line is.
    ///   - columns: The members of answers to CSV with these columns, or to lines that may have any member.
    /// - Throws: Exit status 1 at the end if a line was refused; 66 or 74, after a message on standard error, if the
    ///   input cannot be read or the output cannot be written.
    func answer<Answerer: LineAnswerer & ~Copyable>(
        by answerer: consuming Answerer, _ rows: TableColumns.Rows, columns: (TableColumns?) -> [String]
    ) throws {
        let file = BatchFile.lines(file)
        if file.path == nil, FileDescriptor.standardInput.isTerminal {
            StandardError.write("Reading requests from the terminal, one a line; end them with Ctrl-D.")
        }
        var input = try BatchInput([file], rows, table.from, blockBytes: Self.blockBytes)
        guard format == .csv || format == nil && input.columns != nil else {
            return try answer(&input, by: answerer, rows)
        }
        let columns = columns(input.columns)
        let header = TableAnswerer<Answerer>.header(columns) + input.passExtraColumns()
        try StandardOutput.write(header)
        try answer(&input, by: TableAnswerer(answerer, columns: columns), rows)
    }

    private func answer(
        _ input: inout BatchInput, by answerer: consuming some LineAnswerer & ~Copyable, _ rows: TableColumns.Rows
    ) throws {
        let kind: RequestWarnings.Kind = rows == .prices ? .price : .impliedVolatility
        var evaluator = BlockEvaluator(answerer, warnings: warnings.isQuiet ? nil : RequestWarnings(kind))
        var summary = BatchSummary()
        var block = RequestBlock()
        var output: [UInt8] = []
        while try input.next(&block) {
            summary.add(evaluator.evaluate(block, into: &output))
            block.removeAll()
            if !output.isEmpty { try StandardOutput.write(lines: output) }
            output.removeAll(keepingCapacity: true)
        }
        if !warnings.isQuiet { input.columns?.suggestions.forEach(WarningsOption.write) }
        for next in summary.warnings { WarningsOption.write("line \(next.line): \(next.warning.message)") }
        if summary.refused > 0 { throw ExitCode.failure }
    }
}
