internal import ArgumentParser
internal import StrategyContract

/// Requests that stand one a line, each answered by a line.
enum Lines {
    /// How much is read and written at once.
    private static let blockBytes = 1 << 18

    /// Answers every line of `file`, or of standard input: what is there is answered and written before more is waited for.
    ///
    /// - Throws: Exit status 1 at the end when a line was refused; 66 or 74, after a line on standard error, when the
    ///   input cannot be read or the output cannot be written.
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
