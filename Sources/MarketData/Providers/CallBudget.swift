/// The time window of a source's rate limit.
public enum CallWindow: String, Hashable, Sendable, CaseIterable {
    /// A minute.
    case minute
    /// A day.
    case day
}

/// The number of calls to a source since the start of a window.
public struct CallCount: Hashable, Sendable {
    /// The window.
    public let window: CallWindow
    /// The first instant of the window.
    public let start: Timestamp
    /// The number of calls.
    public let calls: Int

    /// Creates a count.
    public init(window: CallWindow, start: Timestamp, calls: Int) {
        self.window = window
        self.start = start
        self.calls = calls
    }
}

/// Persists call counts across restarts.
///
/// A rate limiter counts in memory and works without storage, so failures are not reported.
public protocol CallBudgetStorage: Sendable {
    /// Returns the last counts of a source, at most one for each window.
    func load(_ source: MarketSource) async -> [CallCount]

    /// Stores the counts of a source.
    func save(_ counts: [CallCount], of source: MarketSource) async
}
