import Foundation
import OptionsClient

/// A clock that moves only when a test wakes the sleeping task.
actor ManualClock {
    private var sleeper: (seconds: TimeInterval, continuation: CheckedContinuation<Void, any Error>)?
    private var observers: [CheckedContinuation<Void, Never>] = []
    private var endings: [CheckedContinuation<Void, Never>] = []
    private var cancelled = 0
    private let time = Time()

    /// The time, for the closure that is not asynchronous.
    private final class Time: @unchecked Sendable {
        private let lock = NSLock()
        private var date = Date(timeIntervalSince1970: 1_800_000_000)

        var now: Date {
            lock.lock()
            defer { lock.unlock() }
            return date
        }

        func advance(_ seconds: TimeInterval) {
            lock.lock()
            defer { lock.unlock() }
            date += seconds
        }
    }

    nonisolated var pollingClock: PollingClock {
        PollingClock(now: { self.time.now }, sleep: { try await self.sleep($0) })
    }

    private func sleep(_ seconds: TimeInterval) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                sleeper = (seconds, continuation)
                for observer in observers { observer.resume() }
                observers = []
            }
        } onCancel: {
            Task { await self.cancel() }
        }
    }

    private func cancel() {
        guard let sleeper else { return }
        self.sleeper = nil
        cancelled += 1
        sleeper.continuation.resume(throwing: CancellationError())
        for ending in endings { ending.resume() }
        endings = []
    }

    /// Waits until a task sleeps, and returns the seconds of its sleep.
    func sleeping() async -> TimeInterval {
        if sleeper == nil { await withCheckedContinuation { observers.append($0) } }
        return sleeper?.seconds ?? 0
    }

    /// Advances the time by the seconds of the sleep.
    func wake() {
        guard let sleeper else { return }
        self.sleeper = nil
        time.advance(sleeper.seconds)
        sleeper.continuation.resume()
    }

    /// Advances the time while no task sleeps.
    func pass(_ seconds: TimeInterval) { time.advance(seconds) }

    /// Waits until a sleep was cancelled.
    func waitForCancellation() async {
        if cancelled == 0 { await withCheckedContinuation { endings.append($0) } }
    }
}
