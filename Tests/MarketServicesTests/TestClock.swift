import MarketData
import MarketServices
import Synchronization

/// A clock that only a test advances, and the tasks that sleep on it.
final class TestClock: Sendable {
    private struct Sleeper {
        let id: Int
        let wake: Double
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Timestamp
        /// The elapsed seconds, which setting the clock does not change.
        var elapsed = 0.0
        var sleepers: [Sleeper] = []
        var sleeps: [Double] = []
        var nextSleeper = 0
    }

    private let state: Mutex<State>

    init(_ now: Timestamp) { state = Mutex(State(now: now)) }

    var time: ServiceTime {
        ServiceTime(now: { [self] in now }, sleep: { [self] seconds in try await sleep(seconds) })
    }

    var now: Timestamp { state.withLock { $0.now } }

    /// The seconds of all sleeps that began.
    var sleeps: [Double] { state.withLock { $0.sleeps } }

    /// The number of sleeping tasks.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sets the clock, without waking a task.
    func set(_ now: Timestamp) { state.withLock { $0.now = now } }

    /// Advances the clock, and wakes the tasks that have slept long enough.
    func advance(_ seconds: Double) {
        let woken = state.withLock { state in
            state.now = state.now.adding(milliseconds: Int((seconds * 1000).rounded()))
            state.elapsed += seconds
            let elapsed = state.elapsed + 1e-6
            let woken = state.sleepers.filter { $0.wake <= elapsed }
            state.sleepers.removeAll { $0.wake <= elapsed }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    private func sleep(_ seconds: Double) async throws {
        let id = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.sleeps.append(seconds)
                    let wake = state.elapsed + max(0, seconds)
                    state.sleepers.append(Sleeper(id: id, wake: wake, continuation: continuation))
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}

extension Timestamp {
    func adding(milliseconds: Int) -> Timestamp {
        let nanoseconds = nanosecondOfDay % 1_000_000_000 + 1_000_000 * (milliseconds % 1000)
        let seconds = secondsSince1970 + milliseconds / 1000 + nanoseconds / 1_000_000_000
        return Timestamp(secondsSince1970: seconds, nanoseconds: nanoseconds % 1_000_000_000) ?? self
    }
}
