/// The sources of market data.
public struct SourcesResponse: Codable, Hashable, Sendable {
    /// A row for each source, in the order of `MarketSource`.
    public let sources: [SourceStatus]
}

/// A source and its status.
public struct SourceStatus: Codable, Hashable, Sendable {
    /// A source of market data. `simulated` is the simulated market; the others are live.
    public let source: MarketSource
    /// Whether it is enabled.
    public let enabled: Bool
    /// Whether its key is in the environment. The key itself is never returned.
    public let keySet: Bool
    /// The plan of the key; `nil` if it is unknown.
    public let plan: String?
    /// The calls that remain until `resetsAt`; `nil` without a limit.
    public let callsLeft: Int?
    /// The instant at which calls are allowed again; `nil` without a limit.
    public let resetsAt: String?
    /// `ok`: the last call succeeded. `unknown`: it has not been called. `off`: it is not configured, or is disabled.
    /// `failing`: the last call failed.
    public let state: SourceState
    /// A message for users; `nil` if there is none.
    public let message: String?
}

/// The state of a source. Servers of later versions may send further values.
public struct SourceState: RawRepresentable, Codable, Hashable, Sendable {
    /// The text in JSON.
    public let rawValue: String

    /// Creates a value from its text in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It answered the last question.
    public static let ok = Self(rawValue: "ok")
    /// It has not been called.
    public static let unknown = Self(rawValue: "unknown")
    /// It is not configured, or is disabled.
    public static let off = Self(rawValue: "off")
    /// It did not answer the last question.
    public static let failing = Self(rawValue: "failing")
}
