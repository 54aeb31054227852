import MarketData
import Synchronization
import Testing

@testable import MarketProviders

@Suite("Waiting callers of the limiter")
struct CallLimiterQueueTests {
    let start = Timestamp.unixEpoch.adding(seconds: 1_772_636_400)
    let clock: TestClock
    let limiter: CallLimiter

    init() {
        clock = TestClock(start, stands: true)
        limiter = CallLimiter(
            source: .tradier, limits: [CallLimit(window: .minute, calls: 1)], storage: nil, time: clock.time)
    }

    /// Adds a caller to the queue, after those that wait already.
    private func wait(
        _ priority: CallPriority, seconds: Int = 1000, then: @escaping @Sendable () -> Void = {}
    ) async -> Task<Void, any Error> {
        let count = await limiter.waiterCount
        let deadline = clock.now.adding(seconds: seconds)
        let task = Task {
            try await limiter.call(priority, until: deadline)
            then()
        }
        await settled { await limiter.waiterCount > count }
        return task
    }

    @Test("interactive calls are served first, otherwise in order of arrival")
    func order() async throws {
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        let served = Mutex<[String]>([])
        var tasks: [Task<Void, any Error>] = []
        for (name, priority) in [
            ("b1", CallPriority.background), ("i1", .interactive), ("b2", .background), ("i2", .interactive),
        ] {
            tasks.append(await wait(priority) { served.withLock { $0.append(name) } })
        }
        for count in 1...4 {
            await settled { clock.sleeperCount == 1 }
            clock.advance(60.5)
            #expect(served.withLock { $0.count } == count - 1)
            clock.advance(0.5)
            await settled { served.withLock { $0.count } == count }
        }
        #expect(served.withLock { $0 } == ["i1", "i2", "b1", "b2"])
        for task in tasks { try await task.value }
    }

    @Test("earlier callers count towards the deadline")
    func deadlineBehindOthers() async throws {
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        let first = await wait(.interactive, seconds: 100)
        await #expect(throws: MarketDataError.limitReached(.tradier, retryAfter: 122)) {
            try await limiter.call(.interactive, until: start.adding(seconds: 122))
        }
        first.cancel()
        await #expect(throws: MarketDataError.cancelled) { try await first.value }
    }

    @Test("a caller that is overtaken past its deadline is rejected at once")
    func overtaken() async throws {
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        let background = await wait(.background, seconds: 100)
        let person = Task { try await limiter.call(.interactive, until: start.adding(seconds: 100)) }
        await #expect(throws: MarketDataError.limitReached(.tradier, retryAfter: 122)) { try await background.value }
        clock.advance(61)
        try await person.value
    }

    @Test("a cancelled caller frees its place for the next one")
    func cancellation() async throws {
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        let first = await wait(.interactive)
        let second = await wait(.interactive)
        first.cancel()
        await #expect(throws: MarketDataError.cancelled) { try await first.value }
        clock.advance(61)
        try await second.value
        #expect(await limiter.waiterCount == 0)
        // A task that is already cancelled uses no call.
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            try await limiter.call(.interactive, until: clock.now.adding(seconds: 100))
        }
        late.cancel()
        await #expect(throws: MarketDataError.cancelled) { try await late.value }
    }

    @Test("a returned call is available to the next caller")
    func giveBack() async throws {
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        let next = await wait(.interactive)
        await limiter.giveBack()
        try await next.value
        #expect(clock.elapsed == 0)
        #expect(await limiter.left().calls == 0)
    }

    @Test("a block by the source rejects callers that cannot wait at once")
    func block() async throws {
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        let short = await wait(.interactive, seconds: 100)
        let long = await wait(.interactive, seconds: 400)
        _ = await limiter.block(retryAfter: 300)
        await #expect(throws: MarketDataError.limitReached(.tradier, retryAfter: 300)) { try await short.value }
        await settled { clock.sleeperCount == 1 }
        clock.advance(300)
        try await long.value
    }

    @Test("setting the clock back prolongs no wait")
    func clockSetBack() async throws {
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        let waiter = await wait(.interactive, seconds: 70)
        clock.set(start.adding(seconds: -3600))
        // When the waiter wakes, a new window starts, which ends after the 70 s.
        await settled { clock.sleeperCount == 1 }
        clock.advance(61)
        await settled { await limiter.waiterCount == 0 || clock.sleeps.count == 2 }
        clock.advance(61)
        _ = await waiter.result
        #expect(clock.elapsed == 122)
    }
}
