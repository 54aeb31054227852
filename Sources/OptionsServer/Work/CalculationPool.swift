internal import NIOPosix
internal import Synchronization
internal import _OptionsMath

/// Threads for large calculations. They have a lower priority than the event loops, and the pool rejects work
/// beyond its capacity.
final class CalculationPool: Sendable {
    private let pool: NIOThreadPool
    private let waiting = Atomic(0)
    private let maximum: Int

    /// Creates a pool of threads, for which at most `waiting` calculations wait.
    init(threads: Int, waiting: Int) {
        pool = NIOThreadPool(numberOfThreads: threads)
        maximum = waiting + threads
        pool.start()
    }

    /// The number of calculations that run or wait.
    var depth: Int { waiting.load(ordering: .relaxed) }

    /// Runs `body` on a thread of the pool.
    ///
    /// - Throws: 503 at once if the queue is full; otherwise the error of `body`.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        guard waiting.add(1, ordering: .relaxed).newValue <= maximum else {
            waiting.subtract(1, ordering: .relaxed)
            throw ServerError.busy
        }
        defer { waiting.subtract(1, ordering: .relaxed) }
        return try await pool.runIfActive {
            Self.giveWay()
            return try body()
        }
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
