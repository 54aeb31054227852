internal import NIOPosix
internal import Synchronization
internal import _OptionsMath

/// Threads for large calculations. They have a lower priority than the event loops, and the pool rejects work
/// beyond its capacity.
final class CalculationPool: Sendable {
    private let pool: NIOThreadPool
    private let queue: Mutex<Queue>

    /// The calculations that run, and those that wait for a thread.
    private struct Queue {
        let threads: Int
        let maximum: Int
        var running = 0
        var waiting: [Waiter] = []
    }

    private struct Waiter {
        let isGone: @Sendable () -> Bool
        let turn: CheckedContinuation<Void, any Error>
    }

    /// Creates a pool of threads, for which at most `waiting` calculations wait.
    init(threads: Int, waiting: Int) {
        pool = NIOThreadPool(numberOfThreads: threads)
        queue = Mutex(Queue(threads: threads, maximum: waiting))
        pool.start()
    }

    /// The number of calculations that run or wait.
    var depth: Int { queue.withLock { $0.running + $0.waiting.count } }

    /// Runs `body` on a thread of the pool.
    ///
    /// - Parameters:
    ///   - isGone: Whether the client has gone. Then another calculation may take its place in the queue.
    ///   - onWait: Called if the calculation waits for a thread.
    ///   - body: The calculation.
    /// - Returns: The result of `body`.
    /// - Throws: 503 at once if the queue is full, or if the client has gone before its turn; otherwise the error of `body`.
    func run<Result: Sendable>(
        isGone: @escaping @Sendable () -> Bool = { false }, onWait: () -> Void = {},
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let hasThread = queue.withLock { queue in
            guard queue.running < queue.threads else { return false }
            queue.running += 1
            return true
        }
        if !hasThread {
            try await withCheckedThrowingContinuation { turn in
                if wait(Waiter(isGone: isGone, turn: turn)) { onWait() }
            }
        }
        defer { passOn() }
        return try await pool.runIfActive {
            Self.giveWay()
            return try body()
        }
    }

    /// Adds a calculation to the queue, unless the queue is full of those whose clients still wait. Returns whether it waits.
    private func wait(_ waiter: Waiter) -> Bool {
        let (waits, ended) = queue.withLock { queue -> (Bool, [Waiter]) in
            if queue.running < queue.threads {
                queue.running += 1
                waiter.turn.resume()
                return (false, [])
            }
            var gone: [Waiter] = []
            queue.waiting.removeAll { waiter in
                guard waiter.isGone() else { return false }
                gone.append(waiter)
                return true
            }
            guard queue.waiting.count < queue.maximum else { return (false, gone + [waiter]) }
            queue.waiting.append(waiter)
            return (true, gone)
        }
        for waiter in ended { waiter.turn.resume(throwing: ServerError.busy) }
        return waits
    }

    /// Gives the thread of a calculation that has ended to the first one whose client still waits.
    private func passOn() {
        let ended = queue.withLock { queue -> [Waiter] in
            let next = queue.waiting.firstIndex { !$0.isGone() } ?? queue.waiting.endIndex
            let gone = Array(queue.waiting[..<next])
            queue.waiting.removeFirst(next)
            if queue.waiting.isEmpty { queue.running -= 1 } else { queue.waiting.removeFirst().turn.resume() }
            return gone
        }
        for waiter in ended { waiter.turn.resume(throwing: ServerError.busy) }
    }

    /// Lowers the priority of the current thread, so that event loops get a processor as soon as they need it.
    private static func giveWay() {
        #if os(Linux)
            // On Linux, this sets the priority of the calling thread alone.
            if getpriority(.init(PRIO_PROCESS.rawValue), 0) == 0 { setpriority(.init(PRIO_PROCESS.rawValue), 0, 10) }
        #endif
    }
}

/// For tasks that calculate between suspensions. They were admitted before, so none is rejected.
extension CalculationPool: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // SAFETY: the job keeps the executor while it runs.
        let executor = unsafe asUnownedTaskExecutor()
        pool.submit { state in
            // A pool that has stopped runs it on the present thread.
            if state == .active { Self.giveWay() }
            unsafe job.runSynchronously(on: executor)
        }
    }
}
