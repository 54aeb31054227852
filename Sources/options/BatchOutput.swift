internal import ArgumentParser
internal import StrategyBatch

/// Writes the responses of a batch and reports on its progress.
struct BatchOutput: AnswerSink, ~Copyable {
    /// The output file, or `nil` for standard output.
    private let file: PartialFile?
    private(set) var report: BatchReport

    init(_ file: PartialFile?, _ report: BatchReport) {
        self.file = file
        self.report = report
    }

    mutating func write(
        _ answers: [UInt8], refused: [Int], to block: borrowing RequestBlock, _ summary: BatchSummary
    ) throws {
        try write(answers, lines: summary.answered + summary.refused, refused: refused)
        report.add(summary, of: block)
    }

    /// Writes as many complete lines as `lines`. The indices of the refusals among them are `refused`.
    func write(_ bytes: [UInt8], lines: Int, refused: [Int] = []) throws {
        if bytes.isEmpty { return }
        if let file {
            try file.write(bytes, lines: lines, refused: refused)
        } else {
            try StandardOutput.write(lines: bytes)
        }
    }
}
