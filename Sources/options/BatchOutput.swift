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
        _ answers: [UInt8], to block: borrowing RequestBlock, _ summary: BatchSummary
    ) throws {
        try write(answers)
        report.add(summary, of: block)
    }

    func write(_ bytes: [UInt8]) throws {
        // SAFETY: the buffer is valid for the duration of the call.
        try unsafe bytes.withUnsafeBytes { try unsafe write($0) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        if unsafe bytes.isEmpty { return }
        if let file { try unsafe file.write(bytes) } else { try unsafe StandardOutput.write(bytes) }
    }
}
