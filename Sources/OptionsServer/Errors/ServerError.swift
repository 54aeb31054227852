internal import NIOHTTP1
public import StrategyContract

/// The reason why a request fails: a status, and a message, a code and a path, which become a JSON object.
public struct ServerError: Error, Hashable, Sendable {
    private struct Members: Hashable {
        let status: Int
        let message: String
        let code: ContractError.Code
        let path: String
        let fields: [String: String]
    }

    /// The members are behind a reference, because every event and action of a connection has room for an error, and is copied.
    private final class Storage: Sendable {
        let members: Members

        init(_ members: Members) { self.members = members }
    }

    private let storage: Storage

    /// The status of the HTTP response.
    public var status: Int { storage.members.status }
    /// The message, which names the parameter, the rule and the value.
    public var message: String { storage.members.message }
    /// The kind of failure, for programs.
    public var code: ContractError.Code { storage.members.code }
    /// The parameter or the member of the body that is refused; empty if it is neither.
    public var path: String { storage.members.path }
    /// Header fields that belong to the status, such as `Allow`.
    public var fields: [String: String] { storage.members.fields }

    /// Creates an error whose code follows from the status, unless it is given.
    public init(
        _ status: Int, _ message: String, code: ContractError.Code? = nil, path: String = "",
        fields: [String: String] = [:]
    ) {
        storage = Storage(
            Members(
                status: status, message: message, code: code ?? ContractError.Code(status: status), path: path,
                fields: fields))
    }

    /// Whether all members are equal.
    public static func == (left: Self, right: Self) -> Bool { left.storage.members == right.storage.members }

    /// Hashes all members.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage.members) }

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
            writer.append(message, code, path: path)
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
