public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Sends requests of an ``OptionsServerClient`` to the server.
///
/// The default is ``URLSessionTransport``. Tests and previews can pass another transport:
///
/// ```swift
/// struct ClosedMarket: OptionsTransport {
///     func answer(to request: URLRequest) async throws -> TransportAnswer {
///         TransportAnswer(status: 503, headers: ["Retry-After": "30"], body: Data(#"{"error":"closed"}"#.utf8))
///     }
/// }
/// ```
public protocol OptionsTransport: Sendable {
    /// Sends a request, and returns when the head of the response has arrived.
    ///
    /// If the task is cancelled, the request must end soon, with any error. Cancelling or releasing the body must end
    /// it as well.
    ///
    /// - Throws: Any error. `URLError.timedOut` is reported as ``OptionsClientError/timedOut(endpoint:)``.
    func answer(to request: URLRequest) async throws -> TransportAnswer
}

/// The answer of a server to one request.
public struct TransportAnswer: Sendable {
    /// The status of HTTP.
    public let status: Int
    /// The header, with names in small letters.
    public let headers: [String: String]
    /// The body, in pieces as they arrive.
    public let body: AsyncThrowingStream<Data, any Error>

    /// Creates an answer whose body arrives in pieces.
    public init(status: Int, headers: [String: String] = [:], pieces: AsyncThrowingStream<Data, any Error>) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { first, _ in first }
        body = pieces
    }

    /// Creates an answer with its whole body.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        let pieces = AsyncThrowingStream<Data, any Error> { continuation in
            if !body.isEmpty { continuation.yield(body) }
            continuation.finish()
        }
        self.init(status: status, headers: headers, pieces: pieces)
    }
}
