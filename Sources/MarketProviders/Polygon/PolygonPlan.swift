internal import MarketData
internal import Synchronization

/// Data that only some plans of Polygon include.
enum PolygonData: Hashable, Sendable, CaseIterable {
    case stockSnapshots
    case optionChains

    /// The message for users if the plan does not include the data.
    var reason: String {
        switch self {
        case .stockSnapshots: "the plan of POLYGON_API_KEY has no stock snapshots; they need Stocks Starter or better"
        case .optionChains: "the plan of POLYGON_API_KEY has no option chains; they need Options Starter or better"
        }
    }
}

/// The plan of the key, as inferred from responses: Polygon has no request for it.
final class PolygonPlan: Sendable {
    /// The seconds for which refused data is not requested again: a free plan has five calls a minute, and a refusal
    /// uses one.
    static let secondsRefused = 600.0

    private struct Knowledge {
        var refusals: [PolygonData: Timestamp] = [:]
        var allowed: Set<PolygonData> = []
        /// Whether a chain had quotes; `nil` before the first. Some underlyings have none in any plan.
        var hasQuotes: Bool?
    }

    private let knowledge = Mutex(Knowledge())

    /// Whether data was refused a short time ago.
    func isRefused(_ data: PolygonData, at now: Timestamp) -> Bool {
        knowledge.withLock { knowledge in
            guard let refused = knowledge.refusals[data] else { return false }
            return (0..<Self.secondsRefused).contains(refused.interval(to: now))
        }
    }

    /// Remembers that data was refused.
    func refuse(_ data: PolygonData, at now: Timestamp) {
        knowledge.withLock { knowledge in
            knowledge.refusals[data] = now
            knowledge.allowed.remove(data)
            if data == .optionChains { knowledge.hasQuotes = nil }
        }
    }

    /// Remembers that data was given.
    func allow(_ data: PolygonData) {
        knowledge.withLock { knowledge in
            knowledge.refusals[data] = nil
            knowledge.allowed.insert(data)
        }
    }

    /// Remembers whether a chain had quotes.
    func remember(hasQuotes: Bool) {
        knowledge.withLock { $0.hasQuotes = hasQuotes || $0.hasQuotes == true }
    }

    /// The plan: `free`, `stocks` (prices, no options), `starter` (options without quotes), `advanced` (with quotes);
    /// `nil` while it is unknown.
    var name: String? {
        knowledge.withLock { knowledge in
            if let hasQuotes = knowledge.hasQuotes { return hasQuotes ? "advanced" : "starter" }
            if knowledge.allowed.contains(.optionChains) { return nil }
            if knowledge.allowed.contains(.stockSnapshots) {
                return knowledge.refusals[.optionChains] == nil ? nil : "stocks"
            }
            return knowledge.refusals.isEmpty ? nil : "free"
        }
    }

    /// A message with the data that the plan does not include, as far as it was refused.
    var message: String? {
        let refused = knowledge.withLock { knowledge in
            PolygonData.allCases.filter { knowledge.refusals[$0] != nil }
        }
        return refused.isEmpty ? nil : refused.map(\.reason).joined(separator: "; ")
    }
}
