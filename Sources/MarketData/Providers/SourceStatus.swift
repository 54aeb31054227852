/// The availability and the remaining calls of a source.
public struct SourceStatus: Hashable, Sendable {
    /// The availability of a source.
    public enum State: Hashable, Sendable {
        /// It has not been called.
        case unknown
        /// The last call succeeded.
        case ok
        /// The last call failed.
        case failing
    }

    /// The availability.
    public var state: State
    /// The plan of the key, as far as responses have shown it.
    public var plan: String?
    /// The calls that remain until ``resetsAt``; `nil` without a limit.
    public var callsLeft: Int?
    /// The instant at which all calls are allowed again.
    public var resetsAt: Timestamp?
    /// A message for users, never with a key.
    public var message: String?

    /// Creates a status.
    public init(
        state: State, plan: String? = nil, callsLeft: Int? = nil, resetsAt: Timestamp? = nil, message: String? = nil
    ) {
        self.state = state
        self.plan = plan
        self.callsLeft = callsLeft
        self.resetsAt = resetsAt
        self.message = message
    }
}

/// A source that reports its status.
public protocol CheckableProvider: MarketProvider {
    /// Returns the status after the last calls.
    func status() async -> SourceStatus

    /// Makes one cheap call and returns the status.
    func check() async -> SourceStatus
}
