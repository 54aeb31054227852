import Foundation

/// What a stream of market data follows.
public enum StreamTopic: Hashable, Sendable {
    /// The quotes of symbols; `nil` for all.
    case quotes([String]? = nil)
    /// The chain of a ticker and an expiration, `YYYY-MM-DD`.
    case chain(ticker: String, expirationDate: String)
    /// The latest prices of assets.
    case prices([String])
}

/// The newest state of a topic.
public enum StreamUpdate: Hashable, Sendable {
    /// The quotes.
    case quotes(QuotesSnapshotResponse, topic: String)
    /// A chain.
    case chain(OptionChainResponse, topic: String)
    /// The latest prices, ascending by asset.
    case prices(LatestPricesResponse, topic: String)
    /// A source fails, or answers again.
    case status(StreamStatus)
}

/// Whether the sources of a topic answer.
public struct StreamStatus: Codable, Hashable, Sendable {
    /// The topic, such as `quotes AAPL,MSFT`, `chain COIN 2026-12-18` or `prices BTC,SPY`.
    public let topic: String
    /// Whether the data is old because the sources did not answer.
    public let stale: Bool
    /// The instant to which the data applies.
    public let asOf: String?
    /// The reason why a source does not answer; `nil` if it does.
    public let message: String?
}

/// The states of the topics of a stream, to which its events are applied.
struct StreamState {
    /// The members of events that are not those of the topic's endpoint.
    private struct Header: Decodable {
        let topic: String
    }

    private struct Removed<Key: Decodable & Hashable>: Decodable {
        let removed: Set<Key>?
    }

    private struct QuotesChange: Decodable {
        let last_update: String
        let source: MarketSource?
        let results: [Quote]
        let removed: Set<String>?
    }

    private var states: [String: StreamUpdate] = [:]

    /// Returns the state after an event; `nil` for an event of an unknown kind.
    mutating func apply(_ event: EventReader.Event, of call: Call) throws(OptionsClientError) -> StreamUpdate? {
        if event.name == "status" { return .status(try call.read(event.data)) }
        guard event.name == "whole" || event.name == "change" else { return nil }
        let topic = try call.read(event.data, as: Header.self).topic
        let before = event.name == "change" ? states[topic] : nil
        if event.name == "change", before == nil {
            throw .undocumented(endpoint: call.endpoint, member: "topic", reason: "a change before the whole")
        }
        switch topic.prefix(while: { $0 != " " }) {
        case "quotes": states[topic] = .quotes(try quotes(event.data, before, call), topic: topic)
        case "chain": states[topic] = .chain(try chain(event.data, before, call), topic: topic)
        case "prices": states[topic] = .prices(try prices(event.data, before, call), topic: topic)
        default: return nil
        }
        return states[topic]
    }

    private func quotes(
        _ data: Data, _ before: StreamUpdate?, _ call: Call
    ) throws(OptionsClientError) -> QuotesSnapshotResponse {
        guard case .quotes(let before, _) = before else { return try call.read(data) }
        let change = try call.read(data, as: QuotesChange.self)
        return QuotesSnapshotResponse(
            lastUpdate: change.last_update,
            results: Self.rows(before.results, change.results, removed: change.removed, key: \.symbol),
            source: change.source)
    }

    private func chain(
        _ data: Data, _ before: StreamUpdate?, _ call: Call
    ) throws(OptionsClientError) -> OptionChainResponse {
        var chain = try call.read(data, as: OptionChainResponse.self)
        guard case .chain(let before, _) = before else { return chain }
        let removed = try call.read(data, as: Removed<Double>.self).removed
        chain.strikes = Self.rows(before.strikes, chain.strikes, removed: removed, key: \.strikePrice)
        return chain
    }

    private func prices(
        _ data: Data, _ before: StreamUpdate?, _ call: Call
    ) throws(OptionsClientError) -> LatestPricesResponse {
        var prices = try call.read(data, as: LatestPricesResponse.self)
        guard case .prices(let before, _) = before else { return prices }
        let removed = try call.read(data, as: Removed<String>.self).removed
        prices.prices = Self.rows(before.prices, prices.prices, removed: removed, key: \.asset)
        return prices
    }

    /// Returns the rows after a change, ascending by their keys.
    private static func rows<Row, Key: Hashable & Comparable>(
        _ before: [Row], _ changed: [Row], removed: Set<Key>?, key: (Row) -> Key
    ) -> [Row] {
        var rows: [Key: Row] = [:]
        for row in before { rows[key(row)] = row }
        for row in changed { rows[key(row)] = row }
        for removed in removed ?? [] { rows[removed] = nil }
        return rows.sorted { $0.key < $1.key }.map(\.value)
    }
}
