import MarketData
import Synchronization

/// A clock that advances only while tasks sleep, or when a test advances it.
///
/// A sleeping task yields and then sets the clock to its wake-up time; of several tasks, the one that wakes first sets
/// it. A stopped clock advances only with ``advance(_:)``, for tests in which several tasks wait at the same time.
final class TestClock: Sendable {
    private struct State {
        var now: Timestamp
        /// The elapsed seconds, which setting the clock does not change.
        var elapsed = 0.0
        /// The wake-ups of the sleepers, in terms of `elapsed`.
        var wakes: [Int: Double] = [:]
        var sleeps: [Double] = []
        var nextSleeper = 0

        mutating func pass(_ seconds: Double) {
            guard seconds > 0 else { return }
            elapsed += seconds
            now = now.adding(nanoseconds: Int((seconds * 1e9).rounded()))
        }
    }

    private let state: Mutex<State>
    private let stands: Bool

    init(_ start: Timestamp, stands: Bool = false) {
        state = Mutex(State(now: start))
        self.stands = stands
    }

    /// The clock and the timer of the code under test.
    var time: ServiceTime {
        ServiceTime(now: { [self] in now }, sleep: { [self] seconds in try await sleep(seconds) })
    }

    var now: Timestamp { state.withLock { $0.now } }

    /// The seconds that passed since the start.
    var elapsed: Double { state.withLock { $0.elapsed } }

    /// The seconds of all sleeps that began.
    var sleeps: [Double] { state.withLock { $0.sleeps } }

    /// The number of sleeping tasks.
    var sleeperCount: Int { state.withLock { $0.wakes.count } }

    /// Advances the clock by seconds.
    func advance(_ seconds: Double) { state.withLock { $0.pass(seconds) } }

    /// Sets the clock, without waking a task.
    func set(_ now: Timestamp) { state.withLock { $0.now = now } }

    private func sleep(_ seconds: Double) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.sleeps.append(seconds)
            state.nextSleeper += 1
            state.wakes[state.nextSleeper] = state.elapsed + max(0, seconds)
            return state.nextSleeper
        }
        defer { state.withLock { state in state.wakes[id] = nil } }
        while true {
            // Other tasks may have work before time advances.
            for _ in 0..<20 {
                await Task.yield()
                try Task.checkCancellation()
            }
            let isAwake = state.withLock { state in
                guard let wake = state.wakes[id] else { return true }
                if !stands, state.wakes.values.allSatisfy({ $0 >= wake }) { state.pass(wake - state.elapsed) }
                return state.elapsed + 1e-9 >= wake
            }
            if isAwake { return }
        }
    }
}

extension Timestamp {
    /// Returns the instant `nanoseconds` later.
    func adding(nanoseconds: Int) -> Timestamp {
        let sum = nanosecondOfDay % 1_000_000_000 + nanoseconds
        let (seconds, rest) = sum.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Timestamp(secondsSince1970: secondsSince1970 + seconds, nanoseconds: rest) ?? self
    }
}
