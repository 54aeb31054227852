import Foundation

extension OptionsServerClient {
    /// The best strategies of a chain among all combinations: `POST /api/rest/options/find`.
    ///
    /// The search of the server ends when the task is cancelled.
    public func find(_ request: FindRequest) async throws -> FindResponse {
        try await value(Call("POST", "/api/rest/options/find").body(request))
    }

    /// The best strategies of a chain, after what the search has found before.
    ///
    /// The request is sent when the sequence is created, and is cancelled, with the search of the server, when it is released. The
    /// sequence throws ``OptionsClientError``. In a cancelled task, it ends without an error.
    public func findStream(_ request: FindRequest) -> AsyncThrowingStream<FindUpdate, any Error> {
        stream { continuation in
            let call = try Call("POST", "/api/rest/options/find").body(request).answered("application/x-ndjson")
            var isAnswered = false
            try await eachText(of: call) { line throws(OptionsClientError) in
                let update = try call.read(line, as: FindLine.self)
                if case .answer = update.value { isAnswered = true }
                continuation.yield(update.value)
            }
            guard isAnswered else {
                throw OptionsClientError.undocumented(
                    endpoint: call.endpoint, member: nil, reason: "the body ends before the answer")
            }
        }
    }
}

/// A line of a stream of a search.
private struct FindLine: Decodable, Sendable {
    let value: FindUpdate

    private enum CodingKeys: String, CodingKey {
        case progress
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        value =
            container.contains(.progress)
            ? .progress(try container.decode(FindProgress.self, forKey: .progress))
            : .answer(try FindResponse(from: decoder))
    }
}
