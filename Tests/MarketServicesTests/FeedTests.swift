import MarketData
import MarketServices
import Synchronization
import Testing

@Suite struct FeedTests {
    private let clock = TestClock(.unixEpoch)
    private let asked = Asked()

    /// The questions, and what becomes of them.
    private final class Asked: Sendable {
        let priorities = Mutex<[CallPriority]>([])
        let readers = Mutex(0)
        let failure = Mutex<MarketDataError?>(nil)
    }

    private func feed() -> Feed {
        let asked = asked
        return Feed(
            clock.time, hasReaders: { asked.readers.withLock { $0 > 0 } }, pause: { 60 },
            ask: { priority in
                asked.priorities.withLock { $0.append(priority) }
                if let failure = asked.failure.withLock({ $0 }) { throw failure }
            })
    }

    private var priorities: [CallPriority] { asked.priorities.withLock { $0 } }

    @Test func asksAgainInTheBackgroundWhileThereAreReaders() async throws {
        let (feed, clock, asked) = (feed(), clock, asked)
        asked.readers.withLock { $0 = 2 }
        try await feed.begin()
        try await feed.begin()
        #expect(priorities == [.interactive])
        for count in 2...4 {
            try await until("a pause") { clock.sleeperCount == 1 }
            clock.advance(60)
            try await until("a question") { asked.priorities.withLock { $0.count } == count }
        }
        #expect(priorities == [.interactive, .background, .background, .background])
        try await until("a pause") { clock.sleeperCount == 1 }
        // Without readers, the end of the pause is the end.
        asked.readers.withLock { $0 = 0 }
        clock.advance(60)
        try await until("another beginning") {
            try await feed.begin()
            return asked.priorities.withLock { $0.count } == 5
        }
        #expect(priorities.last == .interactive)
    }

    @Test func failuresAreThrownAtFirstAndPassLater() async throws {
        let (feed, clock, asked) = (feed(), clock, asked)
        asked.readers.withLock { $0 = 1 }
        asked.failure.withLock { $0 = .timedOut(.yahoo) }
        await #expect(throws: MarketDataError.timedOut(.yahoo)) { try await feed.begin() }
        #expect(clock.sleeperCount == 0)
        asked.failure.withLock { $0 = nil }
        try await feed.begin()
        asked.failure.withLock { $0 = .timedOut(.yahoo) }
        for count in 3...5 {
            try await until("a pause") { clock.sleeperCount == 1 }
            clock.advance(60)
            try await until("a question") { asked.priorities.withLock { $0.count } == count }
        }
    }
}
