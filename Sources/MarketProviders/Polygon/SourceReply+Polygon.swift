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
    /// Returns what a reply of Polygon is instead of an answer; `nil` if its status is that of an answer.
    ///
    /// - Parameters:
    ///   - endpoint: What messages call the question.
    ///   - data: What only some plans include; `nil` for what all plans do.
    ///   - symbol: The symbol that is unknown if the status is 404; `nil` if that says something else.
    /// - Returns: The failure.
    func polygonFailure(_ endpoint: String, data: PolygonData? = nil, symbol: String? = nil) -> SourceFailure? {
        guard let failure = failure(endpoint, keyRefused: [401], notInPlan: [403]) else { return nil }
        switch failure {
        case .notInPlan:
            return data.map { .notInPlan($0.reason) } ?? failure
        case .broken(let reason):
            let body = try? decoded(PolygonErrorBody.self, endpoint)
            // A page of HTML is that of another server than Polygon's, and says nothing about symbols.
            if status == 404, let symbol, body != nil || self.body.isEmpty { return .unknownSymbol(symbol) }
            return body?.sentence.map { .broken("\(reason): \($0.prefix(200))") } ?? failure
        default: return failure
        }
    }
}
