/// An error of Polygon, whose text has one of two names.
private struct PolygonErrorBody: Decodable {
    private enum CodingKeys: String, CodingKey {
        case error, message
    }

    let sentence: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sentence = container.text(.error) ?? container.text(.message)
    }
}

extension SourceReply {
    /// Returns the failure that a reply means; `nil` if its status is that of an answer.
    ///
    /// - Parameters:
    ///   - endpoint: The name of the request in messages.
    ///   - data: The data that only some plans include; `nil` for data in all plans.
    ///   - symbol: The symbol that is unknown if the status is 404; `nil` if 404 has another meaning.
    /// - Returns: The failure.
    func polygonFailure(_ endpoint: String, data: PolygonData? = nil, symbol: String? = nil) -> SourceFailure? {
        guard let failure = failure(endpoint, keyRefused: [401], notInPlan: [403]) else { return nil }
        switch failure {
        case .notInPlan:
            return data.map { .notInPlan($0.reason) } ?? failure
        case .broken(let reason):
            let body = try? decoded(PolygonErrorBody.self, endpoint)
            // An HTML page comes from a server other than Polygon's, so its status says nothing about the symbol.
            if status == 404, let symbol, body != nil || self.body.isEmpty { return .unknownSymbol(symbol) }
            return body?.sentence.map { .broken("\(reason): \($0.prefix(200))") } ?? failure
        default: return failure
        }
    }
}
