internal import ArgumentParser
internal import StrategyContract

/// Answers requests that are given one per line.
enum Lines {
    /// The maximum number of bytes to read or write at once.
    private static let blockBytes = 1 << 18

    /// Answers every line of `file` or standard input. Writes the responses to all available lines before it waits for
    /// more.
    ///
    /// - Throws: Exit status 1 at the end if a line was refused; 66 if the input cannot be read, or 74 if the output
    ///   cannot be written, after a message on standard error.
    static func answer(_ file: String?, by answerer: consuming some LineAnswerer & ~Copyable) throws {
        var input = try Input(
            file, hint: "Reading requests from the terminal, one a line; end them with Ctrl-D.", blockBytes: blockBytes)
        var lines = LineSplitter(maximumLength: Limits.requestBytes)
        var output: [UInt8] = []
        var isAnyRefused = false
        repeat {
            lines.append(try input.readBlock())
            while let line = lines.next() {
                switch line {
                case .complete(let range):
                    let isAnswered = answerer.answer(lines.bytes.span.extracting(range), to: &output)
                    if !isAnswered { isAnyRefused = true }
                case .tooLong:
                    answerer.refuseTooLong(to: &output)
                    isAnyRefused = true
                }
                if output.count >= blockBytes { try flush(&output) }
            }
            try flush(&output)
        } while !lines.isFinished
        if isAnyRefused { throw ExitCode.failure }
    }

    private static func flush(_ output: inout [UInt8]) throws {
        if output.isEmpty { return }
        try StandardOutput.write(lines: output)
        output.removeAll(keepingCapacity: true)
    }
}
