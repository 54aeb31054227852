public import MarketData

/// A source and its status.
public struct SourceRow: Sendable {
    /// The availability of a source. Raw values are those of the JSON member `state`.
    public enum State: String, Sendable {
        /// It answered the last question.
        case ok
        /// It has not been called.
        case unknown
        /// It is not configured, or is disabled.
        case off
        /// It did not answer the last question.
        case failing
    }

    /// The source.
    public let source: MarketSource
    /// Whether it is enabled.
    public var isEnabled: Bool
    /// Whether its key is in the environment.
    public var isKeySet = false
    /// The plan of the key; `nil` if it is unknown.
    public var plan: String?
    /// The calls that remain until ``resetsAt``; `nil` without a limit.
    public var callsLeft: Int?
    /// The instant at which calls are allowed again.
    public var resetsAt: Timestamp?
    /// Whether it answers.
    public var state: State
    /// A message for users.
    public var message: String?
}

/// The sources that a server has.
public struct SourceService: Sendable {
    private let sources: MarketSources

    /// Creates the service.
    public init(_ sources: MarketSources) { self.sources = sources }

    /// The names of the sources.
    public var names: [MarketSource] { sources.descriptions.map(\.source) }

    /// Returns a row for each source.
    public func rows() async -> [SourceRow] {
        var rows: [SourceRow] = []
        for source in sources.descriptions { rows.append(await row(source) { await $0.status() }) }
        return rows
    }

    /// Makes one cheap call to a source, unless it is disabled.
    ///
    /// - Returns: Its row afterwards; `nil` if there is no such source.
    public func check(_ source: MarketSource) async -> SourceRow? {
        guard let source = sources.descriptions.first(where: { $0.source == source }) else { return nil }
        return await row(source) { await $0.check() }
    }

    private func row(
        _ description: SourceDescription, _ status: (any CheckableProvider) async -> SourceStatus
    ) async -> SourceRow {
        let source = description.source
        var row = SourceRow(
            source: source, isEnabled: false, isKeySet: sources.keyed.contains(source), state: .off)
        if description.market != sources.market {
            row.message = "the market is \(sources.market.rawValue)"
        } else if !(await sources.isOn(source)) {
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
        } else if let key = description.key {
            row.message = "needs \(key.variable)"
        }
        return row
    }
}
