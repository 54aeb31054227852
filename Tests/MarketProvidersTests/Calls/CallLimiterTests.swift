import MarketData
import Testing

@testable import MarketProviders

@Suite("The limiter of calls")
struct CallLimiterTests {
    /// 2026-03-04T15:00:00Z
    let start = Timestamp.unixEpoch.adding(seconds: 1_772_636_400)

    private func limiter(
        _ limits: [CallLimit], _ clock: TestClock, storage: (any CallBudgetStorage)? = nil
    ) -> CallLimiter {
        CallLimiter(source: .polygon, limits: limits, storage: storage, time: clock.time)
    }

    @Test("without limits no call waits")
    func noLimits() async throws {
        let clock = TestClock(start)
        let limiter = limiter([], clock)
        for _ in 0..<1000 { try await limiter.call(.background, until: start.adding(seconds: 1)) }
        #expect(clock.elapsed == 0)
        let left = await limiter.left()
        #expect(left.calls == nil && left.resetsAt == nil)
    }

    @Test("a minute starts with its first call, and lasts a second longer than the source's")
    func minute() async throws {
        let clock = TestClock(start)
        let limiter = limiter([CallLimit(window: .minute, calls: 2)], clock)
        clock.advance(100)
        try await limiter.call(.interactive, until: clock.now.adding(seconds: 10))
        clock.advance(30)
        try await limiter.call(.interactive, until: clock.now.adding(seconds: 10))
        let left = await limiter.left()
        #expect(left.calls == 0 && left.resetsAt == start.adding(seconds: 161))
        try await limiter.call(.interactive, until: clock.now.adding(seconds: 60))
        #expect(clock.elapsed == 161)
        #expect(await limiter.left().calls == 1)
    }

    @Test("a caller that would wait beyond its deadline is rejected at once")
    func deadline() async throws {
        let clock = TestClock(start)
        let limiter = limiter([CallLimit(window: .minute, calls: 1)], clock)
        try await limiter.call(.interactive, until: clock.now.adding(seconds: 10))
        clock.advance(10.5)
        // 61 s - 10.5 s = 50.5 s, rounded up
        await #expect(throws: MarketDataError.limitReached(.polygon, retryAfter: 51)) {
            try await limiter.call(.interactive, until: start.adding(seconds: 61))
        }
        #expect(clock.elapsed == 10.5)
        try await limiter.call(.interactive, until: start.adding(seconds: 62))
        #expect(clock.elapsed == 61)
    }

    @Test("a day ends at midnight in UTC")
    func day() async throws {
        let clock = TestClock(start)
        // 8 h 59 min 30 s after 15:00
        clock.advance(32_370)
        let limiter = limiter([CallLimit(window: .day, calls: 2)], clock)
        for _ in 0..<2 { try await limiter.call(.background, until: clock.now.adding(seconds: 30)) }
        await #expect(throws: MarketDataError.limitReached(.polygon, retryAfter: 30)) {
            try await limiter.call(.interactive, until: clock.now.adding(seconds: 30))
        }
        try await limiter.call(.interactive, until: clock.now.adding(seconds: 31))
        #expect(clock.now == Timestamp("2026-03-05"))
    }

    @Test("the limits of both windows apply")
    func bothWindows() async throws {
        let clock = TestClock(start)
        let limits = [CallLimit(window: .minute, calls: 2), CallLimit(window: .day, calls: 3)]
        let limiter = limiter(limits, clock)
        for _ in 0..<3 { try await limiter.call(.interactive, until: clock.now.adding(seconds: 100)) }
        #expect(clock.elapsed == 61)
        // One call of the minute remains, and none of the day: 15:01:01 to 24:00:00 is 32,339 s.
        await #expect(throws: MarketDataError.limitReached(.polygon, retryAfter: 32_339)) {
            try await limiter.call(.interactive, until: clock.now.adding(seconds: 100))
        }
        let left = await limiter.left()
        #expect(left.calls == 0 && left.resetsAt == Timestamp("2026-03-05"))
    }

    @Test("two of five or more calls of a minute are reserved for users", arguments: [(4, 4), (5, 3), (120, 118)])
    func reserve(calls: Int, background: Int) async throws {
        let clock = TestClock(start)
        let limiter = limiter([CallLimit(window: .minute, calls: calls)], clock)
        let deadline = start.adding(seconds: 30)
        for _ in 0..<background { try await limiter.call(.background, until: deadline) }
        await #expect(throws: MarketDataError.limitReached(.polygon, retryAfter: 61)) {
            try await limiter.call(.background, until: deadline)
        }
        for _ in background..<calls { try await limiter.call(.interactive, until: deadline) }
        await #expect(throws: MarketDataError.limitReached(.polygon, retryAfter: 61)) {
            try await limiter.call(.interactive, until: deadline)
        }
        #expect(clock.elapsed == 0)
    }

    @Test("a source that rejects a call is not called for as long as it requests")
    func block() async throws {
        let clock = TestClock(start)
        let limiter = limiter([CallLimit(window: .minute, calls: 5)], clock)
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        #expect(await limiter.block(retryAfter: 7) == 7)
        // A shorter time does not shorten it.
        #expect(await limiter.block(retryAfter: 2) == 7)
        let left = await limiter.left()
        #expect(left.calls == 0 && left.resetsAt == start.adding(seconds: 7))
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        #expect(clock.elapsed == 7)
        // Without a time, calls are blocked until the end of the current minute window, or for a minute.
        #expect(await limiter.block(retryAfter: nil) == 54)
        #expect(await self.limiter([], clock).block(retryAfter: nil) == 60)
        #expect(await self.limiter([], clock).block(retryAfter: .max) == 86_400)
    }

    @Test("the source may report the number of remaining calls")
    func learn() async throws {
        let clock = TestClock(start)
        let limiter = limiter([CallLimit(window: .minute, calls: 120)], clock)
        for _ in 0..<3 { try await limiter.call(.interactive, until: start.adding(seconds: 10)) }
        // Two calls are still in progress.
        await limiter.learn(available: 119, until: start.adding(seconds: 59))
        #expect(await limiter.left().calls == 117)
        // Another program uses the same key.
        await limiter.learn(available: 20, until: start.adding(seconds: 59))
        #expect(await limiter.left().calls == 20)
        #expect(await limiter.left().resetsAt == start.adding(seconds: 60))
        // A window that is over has no effect.
        await limiter.learn(available: 0, until: start.adding(seconds: -1))
        #expect(await limiter.left().calls == 20)
        await limiter.learn(available: -5, until: start.adding(seconds: 86_400 * 365))
        #expect(await limiter.left().calls == 0)
        #expect(await limiter.left().resetsAt == start.adding(seconds: 61))
        try await limiter.call(.interactive, until: start.adding(seconds: 62))
        #expect(clock.elapsed == 61)
    }

    @Test("the source's count in its new window does not extend the window of the limiter")
    func newWindow() async throws {
        let clock = TestClock(start)
        let limiter = limiter([CallLimit(window: .minute, calls: 120)], clock)
        for _ in 0..<100 { try await limiter.call(.interactive, until: start.adding(seconds: 10)) }
        clock.advance(60.5)
        try await limiter.call(.interactive, until: clock.now.adding(seconds: 10))
        await limiter.learn(available: 119, until: start.adding(seconds: 120))
        #expect(await limiter.left().calls == 119)
    }

    @Test("without a configured limit, the reported number of remaining calls applies")
    func learnWithoutLimit() async throws {
        let clock = TestClock(start)
        let limiter = limiter([], clock)
        await limiter.learn(available: 5, until: start.adding(seconds: 20))
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        #expect(clock.elapsed == 0)
        await limiter.learn(available: 0, until: start.adding(seconds: 20))
        try await limiter.call(.interactive, until: start.adding(seconds: 30))
        #expect(clock.elapsed == 20)
    }

    @Test("setting the clock back blocks no call for longer than a window")
    func clockSetBack() async throws {
        let clock = TestClock(start)
        let limiter = limiter([CallLimit(window: .minute, calls: 1), CallLimit(window: .day, calls: 9)], clock)
        try await limiter.call(.interactive, until: start.adding(seconds: 10))
        clock.set(start.adding(seconds: -86_400 * 30))
        try await limiter.call(.interactive, until: clock.now.adding(seconds: 62))
        #expect(clock.elapsed == 61)
        _ = await limiter.block(retryAfter: 600)
        clock.set(start.adding(seconds: -86_400 * 60))
        try await limiter.call(.interactive, until: clock.now.adding(seconds: 601))
        #expect(clock.elapsed == 661)
    }
}
