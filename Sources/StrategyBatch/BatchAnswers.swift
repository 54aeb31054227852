internal import AsyncAlgorithms
public import StrategyContract

/// The responses to one block of requests.
public struct BatchAnswer: Hashable, Sendable {
    /// One complete line per request of the block, in order.
    public let lines: [UInt8]
    /// The numbers of requests answered and refused. Line numbers are relative to the block.
    public let summary: BatchSummary
}

extension AsyncSequence where Self: Sendable, Element == [UInt8], Failure: Error {
    /// Answers blocks of requests concurrently, and returns the responses in order.
    ///
    /// ```swift
    /// for try await answer in blocks.answers(AnswerOptions(format: .metrics), jobs: 2) {
    ///     try await response.write(answer.lines)
    /// }
    /// ```
    /// A block contains complete lines of at most `RequestLimits.requestBytes` each; the last line needs no line feed.
    /// Every block gets one answer as soon as it has been evaluated, without waiting for further blocks. The sequence
    /// has back-pressure: it reads at most `jobs` blocks ahead of its consumer.
    ///
    /// - Parameters:
    ///   - options: The options of all responses.
    ///   - jobs: The maximum number of blocks evaluated at the same time; 1 or more. The tasks run on the global
    ///     executor.
    /// - Returns: The answers. If the sequence of blocks throws, this sequence throws after the answers to the
    ///   preceding blocks. If the task that reads it is cancelled, it ends and reads no more blocks.
    public func answers(
        _ options: AnswerOptions = AnswerOptions(), jobs: Int
    ) -> some AsyncSequence<BatchAnswer, any Error> & Sendable {
        precondition(jobs >= 1, "jobs must be 1 or greater")
        let evaluations = map { block in
            // After the consumer is cancelled, there is no back-pressure.
            try Task.checkCancellation()
            return Task {
                var evaluator = BatchEvaluator(options)
                var lines: [UInt8] = []
                let summary = evaluator.evaluate(block.span, into: &lines)
                return BatchAnswer(lines: lines, summary: summary)
            }
        }
        return evaluations.buffer(policy: .bounded(jobs)).map { await $0.value }
    }
}
