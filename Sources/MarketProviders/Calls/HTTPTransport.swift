internal import AsyncHTTPClient
internal import MarketData
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The connections to all sources. They are closed when they are no longer referenced.
final class HTTPConnections: Sendable {
    /// The bytes of a reply, compressed or not, at most: 32 MiB.
    static let replyLimit = 32 << 20

    fileprivate let client: HTTPClient

    /// Creates connections that follow no redirects, so that no key is sent to another host.
    init() {
        var pool = HTTPClient.Configuration.ConnectionPool(
            idleTimeout: .seconds(30), concurrentHTTP1ConnectionsPerHostSoftLimit: 64)
        // The rate limiter limits calls, not the pool: through a proxy all sources share one host, and one that hangs
        // must not block the others. A refused connection fails at once; the caller retries.
        pool.retryConnectionEstablishment = false
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: HTTPClient.Configuration.Timeout(connect: .seconds(5)),
            connectionPool: pool, decompression: .enabled(limit: .size(Self.replyLimit)))
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit { client.shutdown { _ in } }
}

/// Sends questions to one source over HTTP.
struct HTTPTransport: SourceTransport {
    private let connections: HTTPConnections
    private let address: SourceAddress
    private let fields: HTTPHeaders
    private let query: [SourceParameter]
    private let time: ServiceTime

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - connections: The connections.
    ///   - address: The address of the source.
    ///   - fields: Additional header fields, such as `Authorization`.
    ///   - query: Additional query parameters, such as a key, appended to each query.
    ///   - userAgent: The field `User-Agent`.
    ///   - time: The clock for received replies and timeouts.
    init(
        connections: HTTPConnections, address: SourceAddress, fields: [SourceParameter] = [],
        query: [SourceParameter] = [], userAgent: String, time: ServiceTime
    ) {
        self.connections = connections
        self.address = address
        self.query = query
        self.time = time
        var headers: HTTPHeaders = [
            "accept": "application/json", "accept-encoding": "gzip", "user-agent": userAgent,
        ]
        for field in fields { headers.replaceOrAdd(name: field.name, value: field.value) }
        self.fields = headers
    }

    /// Returns the reply of any status, when its body is complete.
    func send(_ request: SourceRequest, seconds: Double) async throws(TransportFailure) -> SourceReply {
        guard seconds > 0 else { throw .timedOut }
        let clientRequest = try clientRequest(request)
        let limit = min(seconds, 86_400)
        do {
            return try await withThrowingTaskGroup(of: SourceReply?.self) { group in
                group.addTask { try await reply(to: clientRequest) }
                // A deadline of the client would end with the head of a reply; this one also covers a slow body.
                group.addTask {
                    try await time.timeout(limit)
                    return nil
                }
                defer { group.cancelAll() }
                guard let reply = try await group.next() ?? nil else { throw TransportFailure.timedOut }
                return reply
            }
        } catch {
            throw Task.isCancelled ? .cancelled : TransportFailure(error)
        }
    }

    private func clientRequest(_ request: SourceRequest) throws(TransportFailure) -> HTTPClientRequest {
        // After a host without a slash, a path such as "@example.com" would change the host.
        guard PercentEncoding.isPath(request.path) else { throw .failed("the path of the question is not valid") }
        let query = PercentEncoding.encode(request.query + self.query)
        // The place of a next page, as given by a source, already includes the path of the address.
        let isWhole =
            request.isWholePath || !address.path.isEmpty && request.path.hasPrefix(address.path + "/")
        let base = isWhole ? address.origin : address.description
        var result = HTTPClientRequest(url: "\(base)\(request.path)\(query.isEmpty ? "" : "?")\(query)")
        result.headers = fields
        if let form = request.form {
            result.method = .POST
            result.headers.replaceOrAdd(name: "content-type", value: "application/x-www-form-urlencoded")
            result.body = .bytes(ByteBuffer(string: PercentEncoding.encode(form)))
        }
        return result
    }

    private func reply(to request: HTTPClientRequest) async throws -> SourceReply {
        let response = try await connections.client.execute(request, deadline: .distantFuture)
        let body = try await response.body.collect(upTo: HTTPConnections.replyLimit)
        let fields = response.headers.map { ($0.name.lowercased(), $0.value) }
        return SourceReply(
            status: Int(response.status.code), fields: Dictionary(fields) { $1 }, body: Data(body.readableBytesView),
            received: time.now())
    }
}

extension TransportFailure {
    private static let timeouts: [HTTPClientError] = [
        .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout,
        .getConnectionFromPoolTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout,
    ]

    /// Creates the failure of a client error, without its text, which may contain the address.
    fileprivate init(_ error: any Error) {
        switch error {
        case let failure as TransportFailure: self = failure
        case is CancellationError, HTTPClientError.cancelled as HTTPClientError: self = .cancelled
        case let error as HTTPClientError where Self.timeouts.contains(error): self = .timedOut
        case ChannelError.connectTimeout: self = .timedOut
        case is NIOTooManyBytesError: self = .failed("the answer is larger than 32 MiB")
        case HTTPParserError.invalidEOFState: self = .failed("the connection was closed")
        case is HTTPParserError: self = .failed("the answer is not HTTP")
        case HTTPClientError.remoteConnectionClosed as HTTPClientError: self = .failed("the connection was closed")
        case HTTPClientError.invalidURL as HTTPClientError: self = .failed("the address is not valid")
        case NIOHTTPDecompression.DecompressionError.limit: self = .failed("the answer is larger than 32 MiB")
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            self = .failed("the answer cannot be decompressed")
        default: self = .failed("the connection failed")
        }
    }
}
