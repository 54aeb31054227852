/// A source, or the target of redirects and foreign addresses.
public enum FakeSource: String, Hashable, Sendable, Codable, CaseIterable {
    case polygon, tradier, yahoo, coingecko, alphavantage, twelvedata
    /// Another host: `/elsewhere/…`, and every path below no source.
    case elsewhere

    /// The expected key; `nil` if there is none.
    public var key: String? {
        switch self {
        case .polygon: "polygon-key"
        case .tradier: "tradier-token"
        case .coingecko: "coingecko-key"
        case .alphavantage: "alphavantage-key"
        case .twelvedata: "twelvedata-key"
        case .yahoo, .elsewhere: nil
        }
    }
}

/// A request that a source got.
public struct RecordedRequest: Sendable {
    /// The number of the request, from 0.
    public let index: Int
    /// The Unix time of this machine, not that of the sources.
    public let time: Double
    /// The source.
    public let source: FakeSource
    /// The method.
    public let method: String
    /// The path below the source.
    public let path: String
    /// The query as sent.
    public let query: String
    /// The names of the fields, in small letters.
    public let headers: [String]
    /// The sources whose keys occurred anywhere in the request.
    public let keys: [FakeSource]
    /// The place of the source's key: `header`, `query`, or `nil`.
    public let keyPlace: String?
    /// The body.
    public let body: String
    /// The status; 0 while the source processes the request, or if it closes the connection.
    public internal(set) var status = 0
    /// The fault that was played.
    public internal(set) var fault: FakeFault.Kind?
    /// Whether the whole response was written. It may not have arrived.
    public internal(set) var isComplete = false

    /// Whether the expected key came.
    public var hasKey: Bool { keys.contains(source) }

    var json: JSON {
        [
            "index": .integer(index), "time": .number(time), "source": .text(source.rawValue), "method": .text(method),
            "path": .text(path), "query": .text(query), "headers": .array(headers.map { .text($0) }),
            "key": .bool(hasKey), "keys": .array(keys.map { .text($0.rawValue) }), "keyPlace": JSON(keyPlace),
            "body": .text(body), "status": .integer(status), "fault": JSON(fault?.rawValue),
            "complete": .bool(isComplete),
        ]
    }
}
