internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import MarketData
internal import MarketStore
internal import NIOCore

/// A request to a market data endpoint: its parameters and its body.
struct MarketRequest {
    let parameters: RequestParameters
    let body: ByteBuffer

    /// The body, which must be a JSON object. Its arrays have at most `maximumElements` elements.
    func members(maximumElements: Int = JSONMembers.maximumElements) throws(ServerError) -> JSONMembers {
        try JSONMembers(body, maximumElements: maximumElements)
    }
}

extension Route {
    /// Creates a route that answers a GET with JSON.
    static func reading(
        _ path: String, _ summary: String, answer: @escaping @Sendable (RequestParameters) async throws -> JSONText
    ) -> Route {
        Route(.get, path, summary) { request, context in
            try await market { Response(json: try await answer(RequestParameters(request, context))) }
        }
    }

    /// Creates a route that answers a GET with JSON that clients ask for again: with an entity tag, and compressed where it is long.
    static func revalidating(
        _ path: String, _ summary: String, answer: @escaping @Sendable (RequestParameters) async throws -> JSONText
    ) -> Route {
        Route(.get, path, summary) { request, context in
            try await market {
                Response(revalidated: try await answer(RequestParameters(request, context)), request.headers)
            }
        }
    }

    /// Creates a route that answers a GET with server-sent events.
    static func streaming(
        _ path: String, _ summary: String,
        answer: @escaping @Sendable (Request, OptionsRequestContext) async throws -> Response
    ) -> Route {
        Route(.get, path, summary, isStream: true) { request, context in
            try await market { try await answer(request, context) }
        }
    }

    /// Creates a route that changes something.
    static func changing(
        _ method: HTTPRequest.Method, _ path: String, _ summary: String, takesBody: Bool,
        takesLongBody: Bool = false, answer: @escaping @Sendable (MarketRequest) async throws -> Response
    ) -> Route {
        Route(
            method, path, summary, body: takesBody ? .collected(["application/json"]) : .none, changesState: true,
            takesLongBody: takesLongBody
        ) { request, context in
            try await market {
                let body = try await request.body.collect(upTo: .max)
                return try await answer(MarketRequest(parameters: RequestParameters(request, context), body: body))
            }
        }
    }

    /// Converts errors of sources and of the store to errors of the server.
    private static func market(_ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let error as MarketDataError {
            throw ServerError(error)
        } catch let error as StoreError {
            throw ServerError(error) ?? error
        }
    }
}

extension Response {
    /// Creates the response to a GET: 304 without a body if the client has these bytes, else the bytes, compressed where that is
    /// accepted and they are long.
    ///
    /// The entity tag is weak, because it is the same for both codings.
    init(revalidated json: JSONText, _ request: HTTPFields) {
        let tag = EntityTag.weak(json.bytes)
        var headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache", .vary: "Accept-Encoding"]
        guard !EntityTag.matches(request[values: .ifNoneMatch], tag) else {
            self.init(status: .notModified, headers: headers)
            return
        }
        headers[.contentType] = "application/json"
        var body = json.bytes
        if body.count >= Gzip.leastBytes, Gzip.isAccepted(request[values: .acceptEncoding]),
            let compressed = Gzip.compressed(body, isFast: true)
        {
            body = compressed
            headers[.contentEncoding] = "gzip"
        }
        self.init(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// Creates a response with a JSON body.
    init(json: JSONText, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        var headers = headers
        headers[.contentType] = "application/json"
        self.init(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}
