/// What a source may be asked, and whether it answers.
public struct SourceStatus: Hashable, Sendable {
    /// Whether a source answers.
    public enum State: Hashable, Sendable {
        /// It has not been asked.
        case unknown
        /// It answered the last question.
        case ok
        /// It did not answer the last question.
        case failing
    }

    /// Whether it answers.
    public var state: State
    /// The plan of the key, as far as answers have told it.
    public var plan: String?
    /// The calls that are left until ``resetsAt``; `nil` without a limit.
    public var callsLeft: Int?
    /// The instant at which all calls are allowed again.
    public var resetsAt: Timestamp?
    /// What a person should know, never with a key.
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

/// A source that tells how it is.
public protocol CheckableProvider: MarketProvider {
    /// Returns what the last answers told.
    func status() async -> SourceStatus

    /// Asks one cheap question, and returns what is known afterwards.
    func check() async -> SourceStatus
}
