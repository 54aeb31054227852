import MarketData
import Testing

@testable import MarketProviders

@Suite("Calls are remembered across a restart")
struct CallBudgetStorageTests {
    let start = Timestamp.unixEpoch.adding(seconds: 1_772_636_400)
    let limits = [CallLimit(window: .minute, calls: 5), CallLimit(window: .day, calls: 800)]

    private func limiter(_ storage: MemoryBudgetStorage, _ clock: TestClock) -> CallLimiter {
        CallLimiter(source: .twelveData, limits: limits, storage: storage, time: clock.time)
    }

    private func counts(minute: Int, day: Int) -> [CallCount] {
        [
            CallCount(window: .minute, start: start, calls: minute),
            CallCount(window: .day, start: start, calls: day),
        ]
    }

    @Test("a new run continues with the counts")
    func restart() async throws {
        let storage = MemoryBudgetStorage()
        let clock = TestClock(start)
        let first = limiter(storage, clock)
        for _ in 0..<3 { try await first.call(.interactive, until: start.adding(seconds: 10)) }
        await first.stored()
        #expect(storage.counts == counts(minute: 3, day: 3))

        clock.advance(20)
        let second = limiter(storage, clock)
        let left = await second.left()
        #expect(left.calls == 2 && left.resetsAt == start.adding(seconds: 61))
        for _ in 0..<2 { try await second.call(.interactive, until: start.adding(seconds: 30)) }
        await #expect(throws: MarketDataError.limitReached(.twelveData, retryAfter: 41)) {
            try await second.call(.interactive, until: start.adding(seconds: 30))
        }
        try await second.call(.interactive, until: start.adding(seconds: 100))
        #expect(clock.elapsed == 61)
        await second.stored()
        #expect(
            storage.counts == [
                CallCount(window: .minute, start: start.adding(seconds: 61), calls: 1),
                CallCount(window: .day, start: start, calls: 6),
            ])
    }

    @Test("storing delays no call, and changes meanwhile are stored together")
    func coalescing() async throws {
        let storage = MemoryBudgetStorage()
        storage.hold(true)
        let limiter = limiter(storage, TestClock(start))
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        await settled { storage.saves.count == 1 }
        for _ in 0..<4 { try await limiter.call(.interactive, until: start.adding(seconds: 10)) }
        storage.hold(false)
        await limiter.stored()
        #expect(storage.saves == [counts(minute: 1, day: 1), counts(minute: 5, day: 5)])
        #expect(storage.counts == counts(minute: 5, day: 5))
    }

    @Test("a run after a kill continues with the last stored counts")
    func kill() async throws {
        let clock = TestClock(start)
        let storage = MemoryBudgetStorage()
        let killed = limiter(storage, clock)
        for _ in 0..<4 { try await killed.call(.interactive, until: start.adding(seconds: 10)) }
        await killed.stored()
        storage.hold(true)
        try await killed.call(.interactive, until: start.adding(seconds: 10))
        await settled { storage.saves.last == counts(minute: 5, day: 5) }
        let next = limiter(MemoryBudgetStorage(storage.counts), clock)
        #expect(await next.left().calls == 1)
        storage.hold(false)
    }

    @Test("counts from the future and counts of removed limits block no calls")
    func oddCounts() async throws {
        let future = start.adding(seconds: 86_400 * 365)
        let clock = TestClock(start)
        let storage = MemoryBudgetStorage([
            CallCount(window: .minute, start: future, calls: 5), CallCount(window: .day, start: future, calls: -3),
        ])
        let limiter = limiter(storage, clock)
        try await limiter.call(.interactive, until: start.adding(seconds: 100))
        #expect(clock.elapsed == 61)

        let day = CallLimiter(
            source: .alphaVantage, limits: [CallLimit(window: .day, calls: 25)],
            storage: MemoryBudgetStorage([
                CallCount(window: .day, start: future, calls: 25), CallCount(window: .minute, start: start, calls: 99),
            ]), time: clock.time)
        // 15:01:01 to midnight
        await #expect(throws: MarketDataError.limitReached(.alphaVantage, retryAfter: 32_339)) {
            try await day.call(.interactive, until: clock.now.adding(seconds: 100))
        }
        try await day.call(.interactive, until: clock.now.adding(seconds: 40_000))
        #expect(clock.now == Timestamp("2026-03-05"))
    }
}
