internal import CoreMetrics
internal import Logging
internal import MarketData
internal import MarketStore
internal import Synchronization

/// The work of a job.
extension BackfillService {
    /// How the import of an asset ended.
    private enum Outcome {
        case done
        case failed
        /// The job was cancelled, or the server stops.
        case interrupted
    }

    func work(on job: StoredJob, isResumed: Bool) async {
        var job = job
        // Someone may have cancelled it before it was started.
        if isResumed, let stored = try? await store.jobs.job(job.id), stored.state != .running {
            conclude(stored)
            return
        }
        do throws(StoreError) {
            let settings = try await store.personal.settings()
            await plan(&job, settings)
            var failures = 0
            for index in job.assets.indices {
                switch await fetch(index, of: &job, settings) {
                case .done: pass(job, index)
                case .failed:
                    failures += 1
                    pass(job, index)
                case .interrupted: return await end(job, failures: 0, isInterrupted: true)
                }
            }
            await end(job, failures: failures, isInterrupted: false)
        } catch {
            for index in job.assets.indices { job.assets[index].message = error.sentence }
            await end(job, failures: job.assets.count, isInterrupted: Task.isCancelled)
        }
    }

    /// Counts the missing days before the first request, and stores the count.
    private func plan(_ job: inout StoredJob, _ settings: MarketSettings) async {
        for index in job.assets.indices {
            if Task.isCancelled { return }
            job.assets[index].message = nil
            job.assets[index].daysToGo = ((try? await plan(job, index, settings)) ?? nil)?.daysToGo ?? 0
        }
        job.updated = time.now()
        do throws(StoreError) {
            try await store.jobs.store(job)
        } catch {
            logger.error("the plan of a job was not stored", metadata: ["job": "\(job.id)", "error": "\(error)"])
        }
        let total = job.assets.reduce(0) { $0 + $1.daysToGo }
        update(job) { $0.daysAtStart = total }
    }

    private func plan(
        _ job: StoredJob, _ index: Int, _ settings: MarketSettings
    ) async throws(StoreError) -> BackfillPlan? {
        guard let asset = Asset(job.assets[index].asset), let service = priceSources.service(of: asset, settings) else {
            return nil
        }
        return BackfillPlan(asset, service, job, try await store.prices.coverage(of: asset), now: time.now())
    }

    /// Requests the missing days of one asset, and stores each answer with the progress in one transaction.
    private func fetch(_ index: Int, of job: inout StoredJob, _ settings: MarketSettings) async -> Outcome {
        guard let asset = Asset(job.assets[index].asset) else {
            job.assets[index].message = "no source serves \(job.assets[index].asset)"
            return .failed
        }
        guard await turns.begin(asset) else { return .interrupted }
        defer { turns.end(asset) }
        do {
            // Another job may have imported days meanwhile.
            guard let plan = try await store({ () async throws(StoreError) in try await plan(job, index, settings) })
            else {
                job.assets[index].message = "no source serves \(asset)"
                return .failed
            }
            job.assets[index].daysToGo = plan.daysToGo
            for request in plan.requests {
                if Task.isCancelled { return .interrupted }
                let history = try await history(plan, plan.question(for: request), job)
                // A received answer is stored, even if the job is cancelled meanwhile.
                try await keep(history, request, plan, index, of: &job)
            }
            job.assets[index].daysToGo = 0
            return .done
        } catch .cancelled {
            return .interrupted
        } catch {
            job.assets[index].message = error.sentence
            return .failed
        }
    }

    private func keep(
        _ history: PriceHistory, _ request: DayRun, _ plan: BackfillPlan, _ index: Int, of job: inout StoredJob
    ) async throws(FetchError) {
        let history = history.within(request)
        let earliest = plan.service.history.first { $0.source == history.source }?
            .earliestDay(of: plan.service.route, now: time.now())
        let settled = plan.settled(history, request, notBefore: earliest)
        var progress = job.assets[index]
        progress.daysImported += history.prices.count { plan.isMissing($0.date) }
        progress.daysToGo = max(0, progress.daysToGo - plan.days(in: request))
        let now = time.now()
        let splits = try await newSplits(in: history, plan, job)
        _ = try await store { () async throws(StoreError) in
            try await store.prices.store(
                history, of: plan.asset, answered: settled, adjustedTo: plan.adjustedTo, days: plan.service.days,
                progress: JobProgress(job: job.id, asset: progress, updated: now))
        }
        for split in splits {
            logger.notice(
                "a split rescales the prices that were stored before it",
                metadata: [
                    "asset": "\(plan.asset)", "date": "\(split.date)",
                    "ratio": "\(split.numerator):\(split.denominator)",
                ])
        }
        job.assets[index] = progress
        job.updated = now
        update(job)
    }

    func store<Value>(_ body: () async throws(StoreError) -> Value) async throws(FetchError) -> Value {
        do throws(StoreError) { return try await body() } catch { throw .store(error) }
    }

    // MARK: Progress

    /// Marks an asset of a job as finished. The days of a failed asset no longer count for the rate.
    private func pass(_ job: StoredJob, _ index: Int) {
        update(job) { running in
            running.assetsDone = index + 1
            running.daysAtStart -= job.assets[index].daysToGo
        }
    }

    func update(_ job: StoredJob, _ change: (inout Running) -> Void = { _ in }) {
        let now = time.now()
        state.withLock { state in
            guard var running = state.running[job.id] else { return }
            running.job = job
            change(&running)
            state.running[job.id] = running
            running.progress.publish(running.view(at: now))
        }
    }

    private func end(_ job: StoredJob, failures: Int, isInterrupted: Bool) async {
        var job = job
        let isCancelled = state.withLock { $0.running[job.id]?.isCancelled ?? false }
        job.updated = time.now()
        // A job that the end of the process interrupts resumes at the next start.
        if isCancelled || !isInterrupted {
            let isFailed = failures == job.assets.count && !job.assets.isEmpty
            job.state = isInterrupted ? .cancelled : isFailed ? .failed : .done
            job.finished = job.updated
        }
        do throws(StoreError) {
            try await store.jobs.store(job)
        } catch {
            logger.error("the end of a job was not stored", metadata: ["job": "\(job.id)", "error": "\(error)"])
        }
        conclude(job)
    }

    /// Removes a finished job from the running ones, and publishes its end.
    private func conclude(_ job: StoredJob) {
        let progress = state.withLock { $0.running.removeValue(forKey: job.id)?.progress }
        endedJobs[job.state]?.increment()
        progress?.publish(
            job.state == .running ? JobView(job: job, secondsLeft: nil, assetsDone: 0) : JobView(ended: job))
        progress?.end()
    }
}

/// The reason why missing days were not imported.
enum FetchError: Error {
    case cancelled
    case source(MarketDataError)
    case store(StoreError)

    var sentence: String {
        switch self {
        case .cancelled: "cancelled"
        case .source(let error): error.sentence
        case .store(let error): error.sentence
        }
    }
}
