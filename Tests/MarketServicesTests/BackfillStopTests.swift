import MarketData
import MarketStore
import ServiceLifecycle
import Synchronization
import Testing

@testable import MarketServices

/// Jobs that are cancelled, interrupted, resumed and watched.
@Suite struct BackfillStopTests {
    let market: TestMarket
    /// The gate at which requests wait after those that are answered at once.
    let gate = Gate()

    init() throws { market = try TestMarket() }

    /// Answers a number of requests at once; the others wait at the gate.
    private func answer(_ count: Int) {
        let (gate, counter) = (gate, Counter())
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                if counter.next() > count { try await gate.pass() }
                return FakeSource.history(route, first, last)
            }
        }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    private func start(_ backfill: BackfillService, _ names: [String]) async throws -> String {
        try await backfill.start(assets: names.map(asset), from: day("2026-02-02"), through: day("2026-03-04")).job.id
    }

    @Test func cancelledJobKeepsWhatItImported() async throws {
        answer(1)
        let (backfill, gate) = (market.backfill(), gate)
        let id = try await start(backfill, ["SPY", "VOO", "QQQ"])
        try await until("a question that waits") { gate.arrived == 1 }
        let view = try #require(await backfill.cancel(id))
        #expect(view.job.state == .cancelled)
        #expect(view.job.assets.map(\.daysImported) == [22, 0, 0])
        #expect(view.job.assets.map(\.daysToGo) == [0, 22, 22])
        #expect(view.job.finished != nil)
        #expect(market.source.questions.count == 2)
        #expect(try await market.store.prices.coverage().map(\.days) == [22])
        // The job stays cancelled, also after a restart.
        #expect(try await backfill.cancel(id)?.job == view.job)
        let later = try TestMarket(restarting: market)
        #expect(try await later.store.jobs.unfinished().isEmpty)
    }

    @Test func endedJobStaysAsItIsWhenItIsCancelled() async throws {
        let backfill = market.backfill()
        let id = try await start(backfill, ["SPY"])
        await backfill.finish(id)
        #expect(try await backfill.cancel(id)?.job.state == .done)
        #expect(try await backfill.cancel("none") == nil)
    }

    @Test(arguments: [0, 1, 2, 5])
    func interruptedJobGoesOnAtTheNextStart(answered: Int) async throws {
        answer(answered)
        let (backfill, gate) = (market.backfill(), gate)
        let service = Task { try await backfill.run() }
        let names = ["SPY", "VOO", "QQQ", "IWM", "DIA", "AAPL"]
        let id = try await start(backfill, names)
        try await until("a question that waits") { gate.arrived == 1 }
        service.cancel()
        try await service.value
        // The service has stopped, but the stored state of the job is still running.
        #expect(market.source.questions.count == answered + 1)
        let stored = try #require(await market.store.jobs.job(id))
        #expect(stored.state == .running)
        #expect(stored.assets.map(\.daysImported).reduce(0, +) == 22 * answered)
        #expect(stored.assets.map(\.daysToGo).reduce(0, +) == 22 * (6 - answered))

        let later = try TestMarket(restarting: market)
        let next = later.backfill()
        // Before the job resumes, its rate is unknown.
        let waiting = try #require(await next.job(id))
        #expect(waiting.secondsLeft == nil)
        #expect(waiting.job.assets.map(\.daysToGo).reduce(0, +) == 22 * (6 - answered))
        let nextService = Task { try await next.run() }
        try await until("the end of the job") { try await next.job(id)?.job.state == .done }
        nextService.cancel()
        try await nextService.value
        let view = try #require(await next.job(id))
        #expect(view.job.assets == names.map { JobAsset(asset: $0, daysImported: 22) })
        // Only the interrupted request is repeated.
        #expect(later.source.questions.count == 6 - answered)
    }

    @Test func gracefulStopInterruptsJobs() async throws {
        answer(1)
        let (backfill, gate) = (market.backfill(), gate)
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: backfill)], logger: market.logger))
        let running = Task { try await group.run() }
        let id = try await start(backfill, ["SPY", "VOO"])
        try await until("a question that waits") { gate.arrived == 1 }
        let changes = try #require(await backfill.changes(of: id))
        await group.triggerGracefulShutdown()
        try await running.value
        for await view in changes.values() { #expect(view.job.state == .running) }
        #expect(try await market.store.jobs.job(id)?.state == .running)
        // A job that is started while the server stops is only stored.
        let late = try await start(backfill, ["QQQ"])
        #expect(try await market.store.jobs.job(late)?.state == .running)
        #expect(market.source.questions.count == 2)
        let lateChanges = try #require(await backfill.changes(of: late))
        for await view in lateChanges.values() { #expect(view.job.id == late) }
    }

    @Test func cancelledWhileTheServerStopsIsCancelled() async throws {
        answer(0)
        let (backfill, gate) = (market.backfill(), gate)
        let service = Task { try await backfill.run() }
        let id = try await start(backfill, ["SPY"])
        try await until("a question that waits") { gate.arrived == 1 }
        async let cancelled = backfill.cancel(id)
        let view = try await cancelled
        service.cancel()
        try await service.value
        #expect(view?.job.state == .cancelled)
    }

    @Test func storedJobCanBeCancelledBeforeItGoesOn() async throws {
        let job = StoredJob(
            id: "old", kind: .backfill, created: market.clock.now, first: try day("2026-02-02"),
            last: try day("2026-03-04"), assets: [JobAsset(asset: "SPY", daysToGo: 22)])
        try await market.store.jobs.store(job)
        let backfill = market.backfill()
        #expect(try await backfill.cancel("old")?.job.state == .cancelled)
        let service = Task { try await backfill.run() }
        service.cancel()
        try await service.value
        #expect(market.source.questions.isEmpty)
    }

    @Test func sourceThatStopsByItselfDoesNotEndTheJob() async throws {
        market.source.script { script in script.history = { _, _, _ throws(MarketDataError) in throw .cancelled } }
        let backfill = market.backfill()
        let id = try await start(backfill, ["SPY"])
        await backfill.finish(id)
        #expect(try await market.store.jobs.job(id)?.state == .running)
    }

    @Test func changesEndWithTheJob() async throws {
        answer(1)
        let (backfill, gate) = (market.backfill(), gate)
        let id = try await start(backfill, ["SPY", "VOO"])
        try await until("a question that waits") { gate.arrived == 1 }
        let changes = try #require(await backfill.changes(of: id))
        var iterator = changes.values().makeAsyncIterator()
        let first = try #require(await iterator.next())
        #expect(first.job.assets.map(\.daysImported) == [22, 0])
        #expect(first.assetsDone == 1)
        gate.open()
        var last = first
        while let view = await iterator.next() { last = view }
        #expect(last.job.state == .done)
        #expect(last.job.assets.map(\.daysImported) == [22, 22])
        #expect(last.secondsLeft == 0)
        #expect(last.assetsDone == 2)
        // After the end of the job, the sequence has only its final state.
        var ended: [JobView] = []
        for await view in try #require(await backfill.changes(of: id)).values() { ended.append(view) }
        #expect(ended.map(\.job.state) == [.done])
        #expect(try await backfill.changes(of: "none") == nil)
    }

    @Test func changesEndWhenTheJobIsCancelled() async throws {
        answer(0)
        let (backfill, gate) = (market.backfill(), gate)
        let id = try await start(backfill, ["SPY"])
        try await until("a question that waits") { gate.arrived == 1 }
        let changes = try #require(await backfill.changes(of: id))
        let states = Task {
            var states: [JobState] = []
            for await view in changes.values() { states.append(view.job.state) }
            return states
        }
        _ = try await backfill.cancel(id)
        #expect(await states.value.last == .cancelled)
    }

    @Test func watcherThatGoesIsForgotten() async throws {
        answer(0)
        let (backfill, gate) = (market.backfill(), gate)
        let id = try await start(backfill, ["SPY"])
        try await until("a question that waits") { gate.arrived == 1 }
        for _ in 0..<50 {
            let changes = try #require(await backfill.changes(of: id))
            var iterator = changes.values().makeAsyncIterator()
            _ = await iterator.next()
            let reader = Task { for await _ in changes.values() {} }
            reader.cancel()
            await reader.value
        }
        #expect(backfill.state.withLock { $0.running[id]?.progress.hasReaders } == false)
        _ = try await backfill.cancel(id)
        #expect(backfill.state.withLock { $0.running.isEmpty })
    }

    @Test func secondsLeftFollowTheRate() async throws {
        answer(1)
        let clock = market.clock
        let (backfill, gate) = (market.backfill(), gate)
        let script: FakeSource.HistoryAnswer = { route, first, last throws(MarketDataError) in
            if clock.now.secondsSince1970 % 100 >= 30 { try await gate.pass() }
            clock.advance(30)
            return FakeSource.history(route, first, last)
        }
        clock.set(try instant("2026-03-04T22:00:00Z"))
        let start = clock.now.secondsSince1970 % 100
        try #require(start == 0)
        market.source.script { $0.history = script }
        let id = try await self.start(backfill, ["SPY", "VOO", "QQQ"])
        try await until("a question that waits") { gate.arrived == 1 }
        // 22 days took 30 s, and 44 days remain.
        #expect(try await backfill.job(id)?.secondsLeft == 60)
        gate.open()
        await backfill.finish(id)
        #expect(try await backfill.job(id)?.secondsLeft == 0)
    }
}
