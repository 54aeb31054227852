internal import AsyncAlgorithms
public import StrategyContract

/// The answers to one block of requests.
public struct BatchAnswer: Hashable, Sendable {
    /// Whole lines, one for each request of the block, in their order.
    public let lines: [UInt8]
    /// How many were answered and refused; line numbers count from the block's beginning.
    public let summary: BatchSummary
}

extension AsyncSequence where Self: Sendable, Element == [UInt8], Failure: Error {
    /// Answers blocks of requests, several at a time, in order.
    ///
    /// ```swift
    /// for try await answer in blocks.answers(format: .metrics, jobs: 2) {
    ///     try await response.write(answer.lines)
    /// }
    /// ```
    ///
    /// A block holds whole lines, of at most `RequestLimits.requestBytes` each; its last line needs no end. Every block has one
    /// answer, which comes as soon as it is there, without waiting for further blocks. A consumer that is slow holds the
    /// sequence back: no more than `jobs` blocks are taken ahead of it.
    ///
    /// - Parameters:
    ///   - format: What the answers look like.
    ///   - jobs: How many blocks are evaluated at once, at most; 1 or more. The tasks run where Swift runs tasks.
    /// - Returns: The answers. It fails when the sequence of blocks does, after the answers to the blocks before. It
    ///   ends, and takes no more blocks, when the task that reads it is cancelled.
    public func answers(
        format: AnswerFormat = .json, jobs: Int
    ) -> some AsyncSequence<BatchAnswer, any Error> & Sendable {
        precondition(jobs >= 1, "jobs must be 1 or greater")
        let evaluations = map { block in
            // Where the consumer was cancelled, nothing holds the blocks back any more.
            try Task.checkCancellation()
            return Task { BatchAnswer(block, format) }
        }
        return evaluations.buffer(policy: .bounded(jobs)).map { await $0.value }
    }
}

extension BatchAnswer {
    fileprivate init(_ block: [UInt8], _ format: AnswerFormat) {
        var evaluator = BatchEvaluator(format: format)
        var lines: [UInt8] = []
        summary = evaluator.evaluate(block.span, into: &lines)
        self.lines = lines
    }
}
