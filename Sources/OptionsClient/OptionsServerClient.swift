public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The endpoints of an `options-server`, as asynchronous methods.
///
/// ```swift
/// import Foundation
/// import OptionsClient
///
/// func show(_ address: URL) async throws {
///     let client = OptionsServerClient(baseAddress: address)
///     print(try await client.stockPrice(of: "COIN").price)
/// }
/// ```
///
/// Every method throws ``OptionsClientError`` only. (The methods do not declare the type of the error, because a loop
/// that catches it with a condition crashes the Swift 6.3 compiler.)
///
/// A method sends one request, without retries and without a cache; ``QuotesSnapshotStore`` provides both for the
/// quotes snapshot. If the task of a call is cancelled, its request is cancelled, and the call throws
/// ``OptionsClientError/cancelled(endpoint:)``.
///
/// Dates have the form `YYYY-MM-DD`, instants are strings that `Date.init(marketInstant:)` parses, and prices are in US
/// dollars unless a response has a `currency`.
public struct OptionsServerClient: Sendable {
    /// The address to which the paths of the endpoints are appended, such as `https://options.example.com`.
    public let baseAddress: URL
    /// The seconds without any data after which a request fails.
    public let timeout: TimeInterval

    private let token: String?
    private let transport: any OptionsTransport

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseAddress: The address of the server, with the path of a proxy if there is one.
    ///   - token: The bearer token, if the server requires one. It is sent with every request.
    ///   - timeout: The seconds without any data after which a request fails.
    ///   - transport: The transport that sends the requests.
    public init(
        baseAddress: URL, token: String? = nil, timeout: TimeInterval = 30,
        transport: any OptionsTransport = URLSessionTransport.shared
    ) {
        self.baseAddress = baseAddress
        self.token = token
        self.timeout = timeout
        self.transport = transport
    }
}

extension OptionsServerClient: CustomStringConvertible, CustomReflectable {
    /// The address, without the token.
    public var description: String { "OptionsServerClient(\(baseAddress))" }

    /// The address and the time-out, without the token.
    public var customMirror: Mirror { Mirror(self, children: ["baseAddress": baseAddress, "timeout": timeout]) }
}

extension OptionsServerClient {
    /// The request of a call.
    func request(_ call: Call) throws(OptionsClientError) -> URLRequest {
        guard var components = URLComponents(url: baseAddress, resolvingAgainstBaseURL: true),
            components.host?.isEmpty == false
        else { throw .invalidRequest(endpoint: call.endpoint, member: "baseAddress", reason: "has no host") }
        var prefix = components.percentEncodedPath
        while prefix.last == "/" { prefix.removeLast() }
        components.percentEncodedPath = prefix + call.path
        components.percentEncodedQuery = call.query.isEmpty ? nil : call.query.joined(separator: "&")
        components.fragment = nil
        guard let url = components.url else {
            throw .invalidRequest(endpoint: call.endpoint, member: "baseAddress", reason: "is not an address")
        }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
        request.httpMethod = call.method
        request.httpBody = call.body
        request.setValue(call.mediaType, forHTTPHeaderField: "Accept")
        var headers = call.headers
        if let token { headers["Authorization"] = "Bearer \(token)" }
        for (name, value) in headers {
            // A line end would begin another header.
            guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw .invalidRequest(endpoint: call.endpoint, member: name, reason: "must be visible ASCII")
            }
            request.setValue(value, forHTTPHeaderField: name)
        }
        return request
    }

    /// Sends a call. The answer is a success, or 304.
    func send(_ call: Call) async throws(OptionsClientError) -> TransportAnswer {
        let request = try request(call)
        let answer: TransportAnswer
        do {
            answer = try await transport.answer(to: request)
        } catch {
            throw OptionsClientError(transporting: error, endpoint: call.endpoint)
        }
        if Task.isCancelled { throw .cancelled(endpoint: call.endpoint) }
        if answer.status == 304, call.headers["If-None-Match"] != nil { return answer }
        guard (200..<300).contains(answer.status) else {
            // The status is known even if the rest of the response cannot be read.
            let body = (try? await collect(answer, call)) ?? Data()
            if Task.isCancelled { throw .cancelled(endpoint: call.endpoint) }
            throw .refused(endpoint: call.endpoint, .init(answer, body))
        }
        guard answer.isOf(call.mediaType) else {
            throw .undocumented(
                endpoint: call.endpoint, member: nil,
                reason: "the body is \(answer.headers["content-type"] ?? "") in place of \(call.mediaType)")
        }
        return answer
    }

    /// The whole body of an answer.
    func collect(_ answer: TransportAnswer, _ call: Call) async throws(OptionsClientError) -> Data {
        var body = Data()
        do {
            for try await piece in answer.body { body.append(piece) }
        } catch {
            throw OptionsClientError(transporting: error, endpoint: call.endpoint)
        }
        // The sequence of a cancelled task ends without an error.
        if Task.isCancelled { throw .cancelled(endpoint: call.endpoint) }
        return body
    }

    /// The body of a call as it is.
    func data(_ call: Call) async throws(OptionsClientError) -> Data {
        try await collect(try await send(call), call)
    }

    /// The body of a call as text.
    func text(_ call: Call) async throws(OptionsClientError) -> String {
        let body = try await data(call)
        guard let text = String(data: body, encoding: .utf8) else {
            throw .undocumented(endpoint: call.endpoint, member: nil, reason: "the body is not UTF-8")
        }
        return text
    }

    /// The body of a call, read from JSON.
    func value<Value: Decodable>(_ call: Call, as type: Value.Type = Value.self) async throws(OptionsClientError)
        -> Value
    {
        try call.read(try await data(call))
    }
}
