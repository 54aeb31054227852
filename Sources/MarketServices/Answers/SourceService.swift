public import MarketData

/// A source, and what it may be asked.
public struct SourceRow: Sendable {
    /// Whether a source answers. Raw values are those of the JSON member `state`.
    public enum State: String, Sendable {
        /// It answered the last question.
        case ok
        /// It has not been asked.
        case unknown
        /// It is not configured, or switched off.
        case off
        /// It did not answer the last question.
        case failing
    }

    /// The source.
    public let source: MarketSource
    /// Whether it is asked.
    public var isEnabled: Bool
    /// Whether its key is in the environment.
    public var isKeySet = false
    /// The plan of the key, as far as it is known.
    public var plan: String?
    /// The calls that are left until ``resetsAt``; `nil` without a limit.
    public var callsLeft: Int?
    /// The instant at which calls are allowed again.
    public var resetsAt: Timestamp?
    /// Whether it answers.
    public var state: State
    /// What a person should know.
    public var message: String?
}

/// The sources that a server has.
public struct SourceService: Sendable {
    private let sources: MarketSources

    /// Creates the service.
    public init(_ sources: MarketSources) { self.sources = sources }

    /// Returns a row for each source.
    public func rows() async -> [SourceRow] {
        MarketSource.allCases.map(row)
    }

    /// Asks a source one cheap question.
    ///
    /// - Returns: Its row afterwards; `nil` if there is no such source.
    public func check(_ source: MarketSource) async -> SourceRow? {
        row(source)
    }

    private func row(_ source: MarketSource) -> SourceRow {
        if source == .simulated {
            return sources.isSimulated
                ? SourceRow(source: source, isEnabled: true, state: .ok)
                : SourceRow(source: source, isEnabled: false, state: .off, message: "the market is live")
        }
        return SourceRow(
            source: source, isEnabled: false, state: .off,
            message: sources.isSimulated ? "the market is simulated" : nil)
    }
}
