internal import MarketData

/// Rows of an answer of Polygon.
struct PolygonPage<Row: Decodable & Sendable>: Sendable {
    /// The rows that can be read.
    let rows: [Row]
    /// The place of the page that follows; `nil` after the last.
    let next: PolygonPlace?
    /// The instant of the answer.
    let received: Timestamp

    /// Decodes a reply.
    ///
    /// - Parameters:
    ///   - reply: The reply, of any status.
    ///   - endpoint: The name of the request in messages.
    ///   - data: The data that only some plans include; `nil` for data in all plans.
    ///   - symbol: The symbol that is unknown if the status is 404; `nil` if 404 has another meaning.
    /// - Throws: The failure that the reply means.
    init(
        _ reply: SourceReply, _ endpoint: String, data: PolygonData? = nil, symbol: String? = nil
    ) throws(SourceFailure) {
        if let failure = reply.polygonFailure(endpoint, data: data, symbol: symbol) { throw failure }
        let body = try reply.decoded(PolygonBody<Row>.self, endpoint)
        guard body.status != "ERROR", body.isAnswer else {
            throw .broken("\(endpoint): \(body.sentence ?? "an error without a message")")
        }
        rows = try body.rows?.readable(endpoint) ?? []
        if let address = body.nextAddress {
            // Without the rest, half of a list would pass for a whole one.
            guard let place = PolygonPlace(address) else { throw .broken("\(endpoint): next_url cannot be read") }
            next = place
        } else {
            next = nil
        }
        received = reply.received
    }
}

/// The members that all answers of Polygon share.
private struct PolygonBody<Row: Decodable>: Decodable {
    private enum CodingKeys: String, CodingKey {
        case results, tickers, ticker, status, count, resultsCount, error, message
        case nextAddress = "next_url"
        case requestIdentifier = "request_id"
    }

    /// The rows; `nil` without the member, as where there is no data.
    let rows: Rows<Row>?
    let status: String?
    let nextAddress: String?
    let sentence: String?
    /// Whether it has a member of an answer.
    let isAnswer: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        rows =
            try container.decodeIfPresent(Rows<Row>.self, forKey: .results)
            ?? container.decodeIfPresent(Rows<Row>.self, forKey: .tickers)
            // Elsewhere it is a symbol.
            ?? container.value(Rows<Row>.self, .ticker)
        status = container.text(.status)
        nextAddress = container.text(.nextAddress)
        sentence = container.text(.error) ?? container.text(.message)
        let marks: [CodingKeys] = [.results, .tickers, .ticker, .status, .count, .resultsCount, .requestIdentifier]
        isAnswer = marks.contains { container.contains($0) }
    }
}
