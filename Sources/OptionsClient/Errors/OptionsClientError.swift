public import Foundation

/// The reason why a request to the server failed.
///
/// Every case names the endpoint by its method and its path in the OpenAPI document, such as
/// `GET /api/rest/stocks/{ticker}/price`.
///
/// ```swift
/// import OptionsClient
///
/// func advice(_ error: OptionsClientError) -> String {
///     switch error {
///     case .refused(_, let refusal) where refusal.status == 404: "Not found: \(refusal.message)"
///     case .refused, .timedOut, .transport: "Try again in \(error.retryAfter ?? 60) seconds."
///     case .cancelled: ""
///     case .undocumented, .invalidRequest: "Report this: \(error)"
///     }
/// }
/// ```
public enum OptionsClientError: Error, Hashable, Sendable {
    /// The server answered with an error.
    case refused(endpoint: String, Refusal)
    /// The response does not match the documentation. `member` is the path of the first invalid member, such as
    /// `results[3].last`; `nil` if the body as a whole is invalid, for example because it is HTML or truncated.
    case undocumented(endpoint: String, member: String?, reason: String)
    /// Nothing arrived for the time that the client waits.
    case timedOut(endpoint: String)
    /// The task was cancelled.
    case cancelled(endpoint: String)
    /// The request or the response was not transmitted: no connection, an unknown host, an interrupted response.
    case transport(endpoint: String, code: URLError.Code?, reason: String)
    /// The request cannot be sent. `member` is the path of the parameter or of the member of the body.
    case invalidRequest(endpoint: String, member: String?, reason: String)

    /// The server's refusal of a request.
    public struct Refusal: Hashable, Sendable {
        /// The status of HTTP.
        public let status: Int
        /// The server's message: `error` of the body, or `detail` under `/v1`. If the body has neither, the name of the
        /// status.
        public let message: String
        /// The kind of failure, such as `not_allowed` or `source_limit`; `nil` if the body has none. Later versions may
        /// add codes.
        public let code: String?
        /// The parameter or member that is refused, such as `legs[0].strikePrice`; `nil` if it is neither.
        public let path: String?
        /// The seconds after which to retry; `nil` if the server does not specify them.
        public let retryAfter: TimeInterval?
        /// The `X-Request-ID` of the response, which identifies the request in the server's log.
        public let requestIdentifier: String?

        /// Creates a refusal.
        public init(
            status: Int, message: String, code: String? = nil, path: String? = nil, retryAfter: TimeInterval? = nil,
            requestIdentifier: String? = nil
        ) {
            self.status = status
            self.message = message
            self.code = code
            self.path = path
            self.retryAfter = retryAfter
            self.requestIdentifier = requestIdentifier
        }
    }
}

extension OptionsClientError {
    /// The method and the path of the endpoint.
    public var endpoint: String {
        switch self {
        case .refused(let endpoint, _), .undocumented(let endpoint, _, _), .timedOut(let endpoint),
            .cancelled(let endpoint), .transport(let endpoint, _, _), .invalidRequest(let endpoint, _, _):
            endpoint
        }
    }

    /// The status of HTTP, if the server answered with an error.
    public var status: Int? {
        if case .refused(_, let refusal) = self { refusal.status } else { nil }
    }

    /// The seconds after which to retry, if the server specifies them.
    public var retryAfter: TimeInterval? {
        if case .refused(_, let refusal) = self { refusal.retryAfter } else { nil }
    }

    /// A message for users: the server's, if it responded with an error.
    public var message: String {
        switch self {
        case .refused(_, let refusal): refusal.message
        case .undocumented(_, let member?, let reason): "The response is not as documented: \(member): \(reason)"
        case .undocumented(_, nil, let reason): "The response is not as documented: \(reason)"
        case .timedOut: "The server did not answer in time."
        case .cancelled: "The request was cancelled."
        case .transport(_, _, let reason): reason
        case .invalidRequest(_, let member?, let reason): "\(member): \(reason)"
        case .invalidRequest(_, nil, let reason): reason
        }
    }
}

extension OptionsClientError: CustomStringConvertible {
    /// The endpoint, the status if there is one, and the message.
    public var description: String {
        "\(endpoint): \(status.map { "\($0): " } ?? "")\(message)"
    }
}

extension OptionsClientError: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }
}
