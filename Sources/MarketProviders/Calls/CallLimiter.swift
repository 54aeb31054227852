internal import MarketData

/// Limits the rate of calls to a source: interactive calls first, then background calls, each in order of arrival.
///
/// Counts are persisted across restarts. A count is stored concurrently with its call, so a killed process loses at
/// most the calls of the last moment.
actor CallLimiter {
    private struct Waiter {
        let id: Int
        let priority: CallPriority
        var wait: TimeSpan
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private enum Outcome {
        case allowed, cancelled
        case refused(seconds: Int)
    }

    private struct Alarm {
        let instant: Timestamp
        let task: Task<Void, Never>
    }

    private let source: MarketSource
    private let time: ServiceTime
    private let storage: (any CallBudgetStorage)?
    private var budget: CallBudget
    /// The waiting callers, in the order in which they are served.
    private var waiters: [Waiter] = []
    private var lastWaiter = 0
    private var alarm: Alarm?
    private var isLoaded = false
    private var loading: Task<[CallCount], Never>?
    private var saving: Task<Void, Never>?
    private var saved: [CallCount] = []

    init(source: MarketSource, limits: [CallLimit], storage: (any CallBudgetStorage)?, time: ServiceTime) {
        self.source = source
        self.time = time
        self.storage = storage
        budget = CallBudget(limits)
    }

    /// Waits until a call is allowed, and counts it.
    ///
    /// - Throws: ``MarketData/MarketDataError/limitReached(_:retryAfter:)``, as soon as it is certain that no call is
    ///   allowed before the deadline; ``MarketData/MarketDataError/cancelled``.
    func call(_ priority: CallPriority, until deadline: Timestamp) async throws(MarketDataError) {
        await load()
        lastWaiter += 1
        let id = lastWaiter
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
                if Task.isCancelled { return continuation.resume(returning: .cancelled) }
                let wait = TimeSpan(from: time.now(), to: deadline)
                let waiter = Waiter(id: id, priority: priority, wait: wait, continuation: continuation)
                waiters.insert(waiter, at: waiters.firstIndex { $0.priority < priority } ?? waiters.endIndex)
                serve()
            }
        } onCancel: {
            Task { await cancel(id) }
        }
        switch outcome {
        case .allowed: return
        case .cancelled: throw .cancelled
        case .refused(let seconds): throw .limitReached(source, retryAfter: seconds)
        }
    }

    /// Takes back a call that was allowed and is not made.
    func giveBack() { change { budget, _ in budget.giveBack() } }

    /// Blocks calls for the time that the source asks for; without one, until the next minute window.
    ///
    /// - Returns: The seconds until the next call, at least 1.
    func block(retryAfter seconds: Int?) -> Int {
        change { budget, now in
            budget.block(until: seconds.map { now.adding(seconds: $0) } ?? budget.minuteEnd(now: now), now: now)
        }
        let now = time.now()
        return max(1, now.wholeSeconds(to: budget.nextCall(from: now, .interactive)))
    }

    /// Adopts the number of remaining calls that the source reports for its one-minute window.
    func learn(available: Int, until end: Timestamp) {
        change { budget, now in budget.learn(available: available, until: end, now: now) }
    }

    /// Returns the remaining calls, and the instant at which all are allowed again.
    func left() async -> (calls: Int?, resetsAt: Timestamp?) {
        await load()
        let now = time.now()
        budget.follow(now)
        return budget.left(now: now)
    }

    /// The number of callers that wait.
    var waiterCount: Int { waiters.count }

    /// Returns when all counts are stored.
    func stored() async { await saving?.value }

    private func change(_ body: (inout CallBudget, _ now: Timestamp) -> Void) {
        let now = time.now()
        budget.follow(now)
        body(&budget, now)
        serve()
    }

    private func cancel(_ id: Int) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).continuation.resume(returning: .cancelled)
        serve()
    }

    /// Admits waiting callers while calls are available, rejects those that would wait too long, and schedules the next
    /// run.
    private func serve() {
        let now = time.now()
        budget.follow(now)
        var plan = budget
        var instant = now
        var next: Timestamp?
        waiters = waiters.compactMap { waiter in
            var waiter = waiter
            waiter.wait.follow(now)
            instant = plan.nextCall(from: instant, waiter.priority)
            if instant > now, instant >= waiter.wait.end {
                waiter.continuation.resume(returning: .refused(seconds: now.wholeSeconds(to: instant)))
                return nil
            }
            plan.count(at: instant)
            if instant > now {
                next = next ?? instant
                return waiter
            }
            budget.count(at: now)
            waiter.continuation.resume(returning: .allowed)
            return nil
        }
        setAlarm(next, now: now)
        save()
    }

    private func setAlarm(_ instant: Timestamp?, now: Timestamp) {
        if let instant, alarm?.instant == instant { return }
        alarm?.task.cancel()
        alarm = instant.map { instant in
            let seconds = now.interval(to: instant)
            let task = Task { [weak self, time] in
                guard (try? await time.sleep(seconds)) != nil else { return }
                await self?.ring(instant)
            }
            return Alarm(instant: instant, task: task)
        }
    }

    private func ring(_ instant: Timestamp) {
        guard alarm?.instant == instant else { return }
        alarm = nil
        serve()
    }

    // MARK: Storage

    private func load() async {
        if isLoaded { return }
        let loading = loading ?? Task { [storage, source] in await storage?.load(source) ?? [] }
        self.loading = loading
        let counts = await loading.value
        if isLoaded { return }
        isLoaded = true
        budget.restore(counts)
        saved = budget.counts
    }

    /// Schedules the counts to be stored. Changes in the meantime are stored together.
    private func save() {
        guard let storage, saving == nil, saved != budget.counts else { return }
        saving = Task { [source] in
            while saved != budget.counts {
                saved = budget.counts
                await storage.save(saved, of: source)
            }
            saving = nil
        }
    }
}
