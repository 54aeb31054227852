import Synchronization

/// Counts the calls of a budget's check, and ends the computation at one of them.
final class Calls: Sendable {
    private let calls = Mutex(0)
    private let stop: Int

    init(stopAt stop: Int = .max) { self.stop = stop }

    var count: Int { calls.withLock { $0 } }

    /// Counts a call; `true` from the given one on.
    func next() -> Bool {
        calls.withLock { calls in
            calls += 1
            return calls >= stop
        }
    }
}
