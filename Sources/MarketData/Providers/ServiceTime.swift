/// The clock and the timer of services. Tests replace them.
public struct ServiceTime: Sendable {
    /// Returns the present instant.
    public let now: @Sendable () -> Timestamp
    /// Sleeps for a number of seconds; throws when the task is cancelled.
    public let sleep: @Sendable (_ seconds: Double) async throws -> Void
    /// Returns when a call to another process has lasted a number of seconds; throws when the task is cancelled.
    public let timeout: @Sendable (_ seconds: Double) async throws -> Void

    /// Creates a clock. Calls to other processes take real time, so by default the system's clock limits them.
    public init(
        now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void,
        timeout: @escaping @Sendable (_ seconds: Double) async throws -> Void = { seconds in
            try await Task.sleep(for: .seconds(seconds))
        }
    ) {
        self.now = now
        self.sleep = sleep
        self.timeout = timeout
    }
}

extension Timestamp {
    /// The seconds from this instant to `other`; negative if `other` is earlier.
    public func interval(to other: Timestamp) -> Double {
        let seconds = other.secondsSince1970 - secondsSince1970
        let nanoseconds = other.nanosecondOfDay % 1_000_000_000 - nanosecondOfDay % 1_000_000_000
        return Double(seconds) + 1e-9 * Double(nanoseconds)
    }

    /// Returns the instant that is `seconds` later, or earlier if negative, to the nanosecond.
    public func adding(interval seconds: Double) -> Timestamp {
        guard abs(seconds) < 1e11 else { return adding(seconds: seconds < 0 ? .min : .max) }
        let whole = seconds.rounded(.down)
        let nanoseconds = nanosecondOfDay % 1_000_000_000 + Int((seconds - whole) * 1e9)
        let later = adding(seconds: Int(whole) + nanoseconds / 1_000_000_000)
        return Timestamp(secondsSince1970: later.secondsSince1970, nanoseconds: nanoseconds % 1_000_000_000) ?? later
    }
}
