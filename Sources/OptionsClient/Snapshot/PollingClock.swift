public import Foundation

/// The clock of a ``QuotesSnapshotStore``. Tests pass their own closures.
public struct PollingClock: Sendable {
    /// The current time.
    public let now: @Sendable () -> Date
    /// Waits for a number of seconds, and throws if the task is cancelled.
    public let sleep: @Sendable (TimeInterval) async throws -> Void

    /// Creates a clock.
    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (TimeInterval) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The clock of the system.
    public static let system = PollingClock(
        now: { Date() }, sleep: { try await Task.sleep(nanoseconds: UInt64(max(0, min($0, 1e9)) * 1e9)) })
}
