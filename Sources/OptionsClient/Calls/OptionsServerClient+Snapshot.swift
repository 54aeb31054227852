public import Foundation

/// A response that the server can revalidate without sending it again.
public struct Revalidated<Value: Sendable>: Sendable {
    /// The value; `nil` if the one with the given entity tag is still the latest (304).
    public let value: Value?
    /// The entity tag (`ETag`), for the next request.
    public let entityTag: String?
    /// The seconds for which the answer stays the latest (`max-age`).
    public let maxAge: TimeInterval?
}

extension Revalidated: Equatable where Value: Equatable {}

extension OptionsServerClient {
    /// The quotes of all optionable underlyings, or of some: `GET /v1/markets/quotes/snapshot`.
    ///
    /// ``QuotesSnapshotStore`` stores and refreshes the quotes.
    ///
    /// - Parameter symbols: The symbols, 1 to 1,000; `nil` for all. Unknown ones are omitted from the response.
    /// - Returns: The response of the server.
    /// - Throws: ``OptionsClientError``.
    public func quotesSnapshot(of symbols: [String]? = nil) async throws -> QuotesSnapshotResponse {
        try await value(snapshotCall(symbols))
    }

    /// The quotes, unless those with the entity tag are still the latest.
    public func quotesSnapshot(of symbols: [String]? = nil, ifNoneMatch entityTag: String?)
        async throws -> Revalidated<QuotesSnapshotResponse>
    {
        try await revalidated(snapshotCall(symbols), entityTag)
    }

    /// The instant at which the quotes last changed: `GET /v1/markets/quotes/last_update`.
    public func quotesLastUpdate() async throws -> LastUpdateResponse {
        try await value(lastUpdateCall())
    }

    /// The instant at which the quotes last changed, unless the response with the entity tag is still the latest.
    public func quotesLastUpdate(ifNoneMatch entityTag: String?) async throws
        -> Revalidated<LastUpdateResponse>
    {
        try await revalidated(lastUpdateCall(), entityTag)
    }

    /// The call of `last_update`.
    func lastUpdateCall() throws(OptionsClientError) -> Call { try Call("GET", "/v1/markets/quotes/last_update") }

    /// The call of the snapshot.
    func snapshotCall(_ symbols: [String]?) throws(OptionsClientError) -> Call {
        let call = try Call("GET", "/v1/markets/quotes/snapshot")
        if symbols?.isEmpty == true {
            throw .invalidRequest(endpoint: call.endpoint, member: "symbols", reason: "must be nil or name a symbol")
        }
        return call.query("symbols", symbols?.joined(separator: ","))
    }

    /// Sends a call with the entity tag of an earlier answer.
    func revalidated<Value: Decodable & Sendable>(_ call: Call, _ entityTag: String?)
        async throws(OptionsClientError)
        -> Revalidated<Value>
    {
        let call = call.header("If-None-Match", entityTag)
        let answer = try await send(call)
        let body = try await collect(answer, call)
        return Revalidated(
            value: answer.status == 304 ? nil : try call.read(body), entityTag: answer.headers["etag"] ?? entityTag,
            maxAge: answer.maxAge)
    }
}
