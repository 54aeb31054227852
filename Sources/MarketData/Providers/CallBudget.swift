/// A span of time for which a source limits the number of calls.
public enum CallWindow: String, Hashable, Sendable, CaseIterable {
    /// A minute.
    case minute
    /// A day.
    case day
}

/// The number of calls that a source was asked since the start of a span of time.
public struct CallCount: Hashable, Sendable {
    /// The span of time.
    public let window: CallWindow
    /// The first instant of the span.
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

/// Remembers calls across a restart.
///
/// A limiter counts in memory, and goes on where nothing can be remembered: a failure is not an error here.
public protocol CallBudgetStorage: Sendable {
    /// Returns the last counts of a source, at most one for each span of time.
    func load(_ source: MarketSource) async -> [CallCount]

    /// Stores the counts of a source.
    func save(_ counts: [CallCount], of source: MarketSource) async
}
