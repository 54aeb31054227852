internal import ArgumentParser
internal import StrategyBatch
internal import StrategyContract

/// Requests that stand one a line, each answered by a line.
enum Lines {
    /// How much is read at once, at most.
    private static let blockBytes = 1 << 18

    /// Answers every line of `file`, or of standard input: the lines that are there are answered and written before more is
    /// read.
    ///
    /// - Throws: Exit status 1 at the end when a line was refused; 66 or 74, after a line on standard error, when the
    ///   input cannot be read or the output cannot be written.
    static func answer(_ file: String?, by answerer: consuming some LineAnswerer & ~Copyable) throws {
        var input = try Input(
            file, hint: "Reading requests from the terminal, one a line; end them with Ctrl-D.", blockBytes: blockBytes)
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
