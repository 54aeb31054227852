internal import NIOHTTP1
public import StrategyContract

/// The reason why a request fails: a status, and a message, a code and a path, which become a JSON object.
public struct ServerError: Error, Hashable, Sendable {
    /// The status of the HTTP response.
    public let status: Int
    /// The message, which names the parameter, the rule and the value.
    public let message: String
    /// The kind of failure, for programs.
    public let code: ContractError.Code
    /// The parameter or the member of the body that is refused; empty if it is neither.
    public let path: String
    /// Header fields that belong to the status, such as `Allow`.
    public let fields: [String: String]

    /// Creates an error whose code follows from the status, unless it is given.
    public init(
        _ status: Int, _ message: String, code: ContractError.Code? = nil, path: String = "",
        fields: [String: String] = [:]
    ) {
        self.status = status
        self.message = message
        self.code = code ?? ContractError.Code(status: status)
        self.path = path
        self.fields = fields
    }

    /// Creates the error of a parameter or member that breaks a rule, with status 400.
    init(_ code: ContractError.Code, path: String, _ rule: String) {
        self.init(400, "\(path) \(rule)", code: code, path: path)
    }

    /// The error of a request for which the server has no capacity.
    static let busy = ServerError(
        503, "the server is busy; try again in a second", fields: ["Retry-After": "1"])
    static let internalError = ServerError(500, "an internal error occurred; the log has it under this X-Request-ID")

    static func tooLarge(limit: Int) -> ServerError {
        ServerError(413, "the body must be at most \(limit) bytes, got more")
    }

    /// Returns the JSON object in UTF-8: `{"error": …, "code": …, "path": …}`, with `detail` in place of `error`
    /// under `/v1`.
    func json(path requestPath: some StringProtocol) -> [UInt8] {
        var output: [UInt8] = []
        let isVersion1 = requestPath == "/v1" || requestPath.hasPrefix("/v1/")
        JSONWriter.append(to: &output) { writer in
            writer.append(isVersion1 ? #"{"detail":"# : #"{"error":"#)
            writer.append(quoted: message)
            writer.append(#","code":"#)
            writer.append(quoted: code.rawValue)
            if !path.isEmpty {
                writer.append(#","path":"#)
                writer.append(quoted: path)
            }
            writer.append("}")
        }
        return output
    }
}

extension ServerError {
    /// Takes over an error of the engine.
    init(_ error: ContractError) {
        self.init(
            error.httpStatus, error.message, code: error.code, path: error.path,
            fields: error.code == .cancelled ? ["Retry-After": "1"] : [:])
    }

    /// Describes a request that is not HTTP/1.1.
    init(_ error: HTTPParserError, headerBytes: Int) {
        switch error {
        case .headerOverflow: self.init(431, "the header fields must be at most \(headerBytes) bytes, got more")
        case .invalidEOFState: self.init(400, "the request must be complete, got its end too early", code: .malformed)
        default: self.init(400, "the request must be HTTP/1.1: \(error.debugDescription)", code: .malformed)
        }
    }
}
