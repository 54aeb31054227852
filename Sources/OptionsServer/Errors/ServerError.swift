internal import NIOHTTP1
internal import StrategyContract

/// The reason why a request fails: a status and a message, which become a JSON object.
public struct ServerError: Error, Hashable, Sendable {
    /// The status of the HTTP response.
    public let status: Int
    /// The message, which names the parameter, the rule and the value.
    public let message: String
    /// Header fields that belong to the status, such as `Allow`.
    public let fields: [String: String]

    /// Creates an error.
    public init(_ status: Int, _ message: String, fields: [String: String] = [:]) {
        self.status = status
        self.message = message
        self.fields = fields
    }

    /// The error of a request for which the server has no capacity.
    static let busy = ServerError(
        503, "the server is busy; try again in a second", fields: ["Retry-After": "1"])
    static let internalError = ServerError(500, "an internal error occurred; the log has it under this X-Request-ID")

    static func tooLarge(limit: Int) -> ServerError {
        ServerError(413, "the body must be at most \(limit) bytes, got more")
    }

    /// Returns the JSON object in UTF-8: `{"detail": …}` under `/v1`, `{"error": …}` everywhere else.
    func json(path: some StringProtocol) -> [UInt8] {
        var output: [UInt8] = []
        let isVersion1 = path == "/v1" || path.hasPrefix("/v1/")
        JSONWriter.append(to: &output) { writer in
            writer.append(isVersion1 ? #"{"detail":"# : #"{"error":"#)
            writer.append(quoted: message)
            writer.append("}")
        }
        return output
    }
}

extension ServerError {
    /// Takes over an error of the engine.
    init(_ error: ContractError) {
        self.init(error.httpStatus, error.message, fields: error.code == .cancelled ? ["Retry-After": "1"] : [:])
    }

    /// Describes a request that is not HTTP/1.1.
    init(_ error: HTTPParserError, headerBytes: Int) {
        switch error {
        case .headerOverflow: self.init(431, "the header fields must be at most \(headerBytes) bytes, got more")
        case .invalidEOFState: self.init(400, "the request must be complete, got its end too early")
        default: self.init(400, "the request must be HTTP/1.1: \(error.debugDescription)")
        }
    }
}
