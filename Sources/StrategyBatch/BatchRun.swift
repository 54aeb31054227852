package import StrategyContract
internal import _OptionsThreads

/// A source of blocks of requests.
package protocol BlockSource: ~Copyable, SendableMetatype {
    /// Fills an empty block with the next complete requests; waits only if none is available. Returns false at the end of
    /// the input.
    mutating func next(_ block: inout RequestBlock) throws -> Bool
}

/// A destination of responses.
package protocol AnswerSink: ~Copyable, SendableMetatype {
    /// Writes the responses to `block`, which are complete lines. The indices of the refusals among them are `refused`.
    /// Blocks arrive in the order of the input.
    mutating func write(
        _ answers: [UInt8], refused: [Int], to block: borrowing RequestBlock, _ summary: BatchSummary
    ) throws
}

/// A batch on several threads. The responses are in the order of the requests, and their bytes do not depend on the
/// number of threads.
/// Each thread takes the next block under a lock, evaluates it, waits until the preceding responses are written, and
/// writes its own. There is no queue, a slow consumer creates back-pressure, and each thread holds one block in memory.
/// - Note: The threads block on input and output. If threads must not block, use the asynchronous sequence
///   `answers(_:jobs:)`.
package final class BatchRun<Source: BlockSource & ~Copyable, Sink: AnswerSink & ~Copyable>: @unchecked Sendable {
    // Sendable because `source` and its state are accessed only under `reading`, and `sink` only by the thread whose
    // turn it is.

    private let options: AnswerOptions
    private let warns: Bool
    private let jobs: Int

    private let reading = Lock()
    private var source: Source
    private var nextTicket = 0
    private var isExhausted = false
    private var readFailure: (any Error)?

    private let writing = Lock()
    private var sink: Sink
    /// The ticket of the block whose responses are written next.
    private var turn = 0
    private var writeFailure: (any Error)?
    private var runningThreads = 0

    /// Creates a run with as many threads as `jobs`, 1 or more. The limits apply to each request. If `warns`, the summaries
    /// have warnings.
    package init(
        _ source: consuming Source, _ sink: consuming Sink, _ options: AnswerOptions, warns: Bool = false, jobs: Int
    ) {
        precondition(jobs >= 1)
        self.source = source
        self.sink = sink
        self.options = options
        self.warns = warns
        self.jobs = jobs
    }

    /// Answers all requests, and calls `finish` with the sink after all responses are written. If reading fails, the requests
    /// read before are answered. If writing fails, a thread that waits for input is abandoned.
    package func run(_ finish: (inout Sink) throws -> Void) throws {
        if jobs == 1 {
            work()
        } else {
            runningThreads = jobs
            for started in 0..<jobs {
                let isStarted = startThread {
                    self.work()
                    self.endThread()
                }
                // The system cannot create more threads, so the existing ones continue, or this one alone.
                guard !isStarted else { continue }
                if started == 0 { work() }
                for _ in started..<jobs { endThread() }
                break
            }
            writing.whileLocked {
                while runningThreads > 0, writeFailure == nil { writing.wait() }
            }
        }
        if let writeFailure { throw writeFailure }
        if let readFailure { throw readFailure }
        try finish(&sink)
    }

    private func endThread() {
        writing.whileLocked {
            runningThreads -= 1
            writing.wakeAll()
        }
    }

    private func work() {
        var evaluator = BlockEvaluator(
            CalculationAnswerer(options), warnings: warns ? RequestWarnings(.calculation) : nil)
        var block = RequestBlock()
        var answers: [UInt8] = []
        while let ticket = take(&block) {
            let summary = evaluator.evaluate(block, into: &answers)
            let isMyTurn = writing.whileLocked {
                while turn != ticket, writeFailure == nil { writing.wait() }
                return writeFailure == nil
            }
            guard isMyTurn else { return }
            var failure: (any Error)?
            do {
                try sink.write(answers, refused: evaluator.refused, to: block, summary)
            } catch {
                failure = error
            }
            // Memory for unusually long responses is released.
            answers.removeAll(keepingCapacity: answers.capacity <= 1 << 25)
            writing.whileLocked {
                writeFailure = failure
                turn += 1
                writing.wakeAll()
            }
            if failure != nil { return }
        }
    }

    /// Fills `block` with the next requests and returns its ticket; `nil` at the end of the input.
    private func take(_ block: inout RequestBlock) -> Int? {
        block.removeAll()
        return reading.whileLocked {
            guard !isExhausted else { return nil }
            do {
                if try source.next(&block) {
                    nextTicket += 1
                    return nextTicket - 1
                }
            } catch {
                readFailure = error
            }
            isExhausted = true
            return nil
        }
    }
}
