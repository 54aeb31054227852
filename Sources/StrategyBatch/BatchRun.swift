package import StrategyAnalytics
package import StrategyContract

/// Where blocks of requests come from.
package protocol BlockSource: ~Copyable, SendableMetatype {
    /// Fills an empty block with the next requests, whole ones; waits for some, but not for more than there are.
    ///
    /// - Returns: Whether there were any; if not, the input has ended.
    mutating func next(_ block: inout RequestBlock) throws -> Bool
}

/// Where answers go.
package protocol AnswerSink: ~Copyable, SendableMetatype {
    /// Takes the answers to `block`, whole lines, in the order of the input.
    mutating func write(
        _ answers: [UInt8], to block: borrowing RequestBlock, _ summary: BatchSummary) throws
}

/// A batch on several threads: its answers come in the order of its requests, byte for byte the same for any number.
///
/// Every thread does the same: it takes the next block, alone, evaluates it, waits until the answers before it are written,
/// and writes its own. So there is no queue; a reader of the answers that is slow holds everything back, and each thread has
/// one block in memory.
///
/// - Note: It is made for blocking input and output. Where threads must not block, ask for the answers as a sequence:
///   `answers(format:jobs:)`.
package final class BatchRun<Source: BlockSource & ~Copyable, Sink: AnswerSink & ~Copyable>: @unchecked Sendable {
    // Sendable because `source` and what belongs to it are touched under `reading` only, and `sink` by the thread whose
    // turn it is.

    private let format: AnswerFormat
    private let limits: WorkLimits
    private let jobs: Int

    private let reading = Lock()
    private var source: Source
    private var nextTicket = 0
    private var isExhausted = false
    private var readFailure: (any Error)?

    private let writing = Lock()
    private var sink: Sink
    /// The ticket whose answers are written next.
    private var turn = 0
    private var writeFailure: (any Error)?
    private var runningThreads = 0

    /// - Parameters:
    ///   - source: Where the requests come from.
    ///   - sink: Where the answers go.
    ///   - format: The form of the answers.
    ///   - limits: What one request may cost.
    ///   - jobs: How many threads; 1 or more.
    package init(
        _ source: consuming Source, _ sink: consuming Sink, format: AnswerFormat, limits: WorkLimits = .generous,
        jobs: Int
    ) {
        precondition(jobs >= 1)
        self.source = source
        self.sink = sink
        self.format = format
        self.limits = limits
        self.jobs = jobs
    }

    /// Answers everything.
    ///
    /// - Parameter finish: What is done with the sink when everything is written.
    /// - Throws: What writing, reading or `finish` threw. When reading fails, what was read before is answered. When writing
    ///   fails, a thread that waits for input is left behind.
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
                // The system gives no more threads: those that there are do it, or this one.
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
        var evaluator = BlockEvaluator(CalculationAnswerer(format: format, limits: limits))
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
                try sink.write(answers, to: block, summary)
            } catch {
                failure = error
            }
            // The memory of long answers is not kept for ordinary ones.
            answers.removeAll(keepingCapacity: answers.capacity <= 1 << 25)
            writing.whileLocked {
                writeFailure = failure
                turn += 1
                writing.wakeAll()
            }
            if failure != nil { return }
        }
    }

    /// Fills `block` with the next requests and returns its number; `nil` when there are none.
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
