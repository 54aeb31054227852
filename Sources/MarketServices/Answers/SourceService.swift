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
    /// The variables of the keys that sources need.
    private static let keys: [MarketSource: String] = [
        .polygon: "POLYGON_API_KEY", .tradier: "TRADIER_TOKEN", .alphaVantage: "ALPHA_VANTAGE_API_KEY",
        .twelveData: "TWELVE_DATA_API_KEY",
    ]

    private let sources: MarketSources
    private let isOn: @Sendable (MarketSource) async -> Bool

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - isOn: Whether the settings switch a source on.
    public init(_ sources: MarketSources, isOn: @escaping @Sendable (MarketSource) async -> Bool) {
        self.sources = sources
        self.isOn = isOn
    }

    /// Returns a row for each source.
    public func rows() async -> [SourceRow] {
        var rows: [SourceRow] = []
        for source in MarketSource.allCases { rows.append(await row(source) { await $0.status() }) }
        return rows
    }

    /// Asks a source one cheap question, unless it is switched off.
    ///
    /// - Returns: Its row afterwards.
    public func check(_ source: MarketSource) async -> SourceRow {
        await row(source) { await $0.check() }
    }

    private func row(
        _ source: MarketSource, _ status: (any CheckableProvider) async -> SourceStatus
    ) async -> SourceRow {
        var row = SourceRow(
            source: source, isEnabled: false, isKeySet: sources.keyed.contains(source), state: .off)
        if source == .simulated {
            row.isEnabled = sources.isSimulated
            row.state = sources.isSimulated ? .ok : .off
            row.message = sources.isSimulated ? nil : "the market is live"
        } else if sources.isSimulated {
            row.message = "the market is simulated"
        } else if !(await isOn(source)) {
            row.message = "switched off in the settings"
        } else if let provider = sources.checkable.first(where: { $0.source == source }) {
            let status = await status(provider)
            row.isEnabled = true
            row.plan = status.plan
            row.callsLeft = status.callsLeft
            row.resetsAt = status.resetsAt
            row.state =
                switch status.state {
                case .unknown: .unknown
                case .ok: .ok
                case .failing: .failing
                }
            row.message = status.message
        } else if let key = Self.keys[source] {
            row.message = "needs \(key)"
        }
        return row
    }
}
