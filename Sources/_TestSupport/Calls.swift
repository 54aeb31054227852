import Synchronization

/// Counts the calls of a cancellation check, and cancels the computation at one of them.
public final class Calls: Sendable {
    private let calls = Mutex(0)
    private let stop: Int

    /// Creates a count that ends the computation at the call with the given number, counted from 1.
    public init(stopAt stop: Int = .max) { self.stop = stop }

    /// The number of calls.
    public var count: Int { calls.withLock { $0 } }

    /// Counts a call; `true` from the given one on.
    public func next() -> Bool {
        calls.withLock { calls in
            calls += 1
            return calls >= stop
        }
    }
}
