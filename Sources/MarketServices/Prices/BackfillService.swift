internal import CoreMetrics
public import Logging
public import MarketData
public import MarketStore
public import ServiceLifecycle
internal import Synchronization

/// Imports missing daily prices, one job after another. Jobs resume after a restart.
public final class BackfillService: Service {
    /// A running job, with the data for its remaining time.
    struct Running {
        var job: StoredJob
        let progress = Topic<JobView>()
        let started: Timestamp
        /// The days that remained when it started in this process, without those of failed assets.
        var daysAtStart = 0
        var assetsDone = 0
        var task: Task<Void, Never>?
        var isCancelled = false
        /// The failures of sources since the last answer.
        var failures = 0

        /// Returns the job as shown to users.
        func view(at now: Timestamp) -> JobView {
            let left = job.assets.dropFirst(assetsDone).reduce(0) { $0 + $1.daysToGo }
            let done = daysAtStart - left
            guard done > 0 else { return JobView(job: job, secondsLeft: nil, assetsDone: assetsDone) }
            let elapsed = max(0, started.interval(to: now))
            let secondsLeft = (elapsed * Double(left) / Double(done)).rounded(.up)
            return JobView(job: job, secondsLeft: Int(secondsLeft), assetsDone: assetsDone)
        }
    }

    struct State {
        var running: [String: Running] = [:]
        var isStopping = false
    }

    private static let defaultDays = 365

    let store: MarketDatabase
    let priceSources: PriceSources
    let time: ServiceTime
    let logger: Logger
    let turns = AssetTurns()
    let state = Mutex(State())
    private let makeIdentifier: @Sendable () -> String
    /// The jobs that ended, by state.
    let endedJobs = Dictionary(
        uniqueKeysWithValues: [JobState.done, .failed, .cancelled].map { state in
            (state, Counter(label: "options_jobs_total", dimensions: [("state", state.rawValue)]))
        })

    /// Creates the service.
    public init(
        _ sources: MarketSources, store: MarketDatabase, calendar: ExchangeCalendar, time: ServiceTime, logger: Logger,
        makeIdentifier: @escaping @Sendable () -> String
    ) {
        self.store = store
        self.time = time
        self.logger = logger
        self.makeIdentifier = makeIdentifier
        priceSources = PriceSources(sources: sources, calendar: calendar)
    }

    /// The number of jobs that run or wait for their turn.
    public var runningCount: Int { state.withLock { $0.running.count } }

    // MARK: Jobs

    /// Returns the first and the last day of a job. The first may be later than the last if both are given.
    ///
    /// - Parameters:
    ///   - first: The first day; `nil` for 365 days before the last.
    ///   - last: The last day; `nil` for today.
    ///   - now: The present instant.
    /// - Returns: The days.
    public static func days(
        from first: CalendarDate?, through last: CalendarDate?, now: Timestamp
    ) -> (first: CalendarDate, last: CalendarDate) {
        let last = last ?? max(NewYorkTime.date(at: now), now.date)
        return (first ?? last.adding(days: -defaultDays) ?? last, last)
    }

    /// Stores and starts a job. While the server stops, the job is only stored, and starts with the next server.
    ///
    /// - Parameters:
    ///   - assets: The assets. Duplicates are ignored.
    ///   - first: The first day.
    ///   - last: The last day; incomplete days are not imported.
    ///   - kind: The purpose of the job.
    /// - Returns: The job.
    /// - Throws: The reason why it was not stored.
    public func start(
        assets: [Asset], from first: CalendarDate, through last: CalendarDate, kind: JobKind = .backfill
    ) async throws(StoreError) -> JobView {
        var seen: Set<Asset> = []
        let job = StoredJob(
            id: makeIdentifier(), kind: kind, created: time.now(), first: first, last: last,
            assets: assets.filter { seen.insert($0).inserted }.map { JobAsset(asset: $0.name) })
        try await store.jobs.store(job)
        launch(job, isResumed: false)
        return view(of: job)
    }

    /// Returns all jobs, the last first.
    public func jobs() async throws(StoreError) -> [JobView] {
        try await store.jobs.jobs().reversed().map { view(of: $0) }
    }

    /// Returns a job; `nil` if there is none.
    public func job(_ id: String) async throws(StoreError) -> JobView? {
        try await store.jobs.job(id).map { view(of: $0) }
    }

    /// Cancels a job, and waits until it has ended. A job that has ended is not changed.
    ///
    /// - Returns: The job; `nil` if there is none.
    public func cancel(_ id: String) async throws(StoreError) -> JobView? {
        while true {
            let task = state.withLock { state in
                state.running[id]?.isCancelled = true
                return state.running[id]?.task
            }
            if let task {
                task.cancel()
                await task.value
                return try await job(id)
            }
            guard var job = try await store.jobs.job(id) else { return nil }
            guard job.state == .running else { return view(of: job) }
            // The job waits for the service to start. If it has been started meanwhile, the next iteration finds it.
            job.state = .cancelled
            job.updated = time.now()
            job.finished = job.updated
            try await store.jobs.store(job)
        }
    }

    /// Returns the states of a job until it ends or the server stops, beginning with its present one; `nil` if there is
    /// no such job.
    public func changes(of id: String) async throws(StoreError) -> Topic<JobView>? {
        let now = time.now()
        let progress = state.withLock { state -> Topic<JobView>? in
            guard let running = state.running[id], !state.isStopping else { return nil }
            if running.progress.newest == nil { running.progress.publish(running.view(at: now)) }
            return running.progress
        }
        if let progress { return progress }
        guard let last = try await job(id) else { return nil }
        let ended = Topic<JobView>()
        ended.publish(last)
        ended.end()
        return ended
    }

    /// Waits until a job has ended.
    public func finish(_ id: String) async {
        await state.withLock { $0.running[id]?.task }?.value
    }

    private func view(of job: StoredJob) -> JobView {
        let now = time.now()
        return state.withLock { state in
            if let running = state.running[job.id] { return running.view(at: now) }
            return job.state == .running ? JobView(job: job, secondsLeft: nil, assetsDone: 0) : JobView(ended: job)
        }
    }

    // MARK: The service

    /// Resumes the jobs of the last run, and runs until the server stops.
    public func run() async throws {
        do throws(StoreError) {
            for job in try await store.jobs.unfinished() { launch(job, isResumed: true) }
        } catch {
            logger.error("unfinished jobs cannot be read", metadata: ["error": "\(error)"])
        }
        try? await gracefulShutdown()
        let running = state.withLock { state in
            state.isStopping = true
            return Array(state.running.values)
        }
        for job in running {
            job.progress.end()
            job.task?.cancel()
        }
        for job in running { await job.task?.value }
    }

    private func launch(_ job: StoredJob, isResumed: Bool) {
        let started = time.now()
        state.withLock { state in
            guard !state.isStopping, state.running[job.id] == nil else { return }
            var running = Running(job: job, started: started)
            // The task waits for the lock before it looks for itself.
            running.task = Task {
                // Nobody waits for its answers.
                await QuestionDeadline.$current.withValue(nil) { await self.work(on: job, isResumed: isResumed) }
            }
            state.running[job.id] = running
        }
    }
}
