internal import MarketData

/// An answer of Yahoo: a chart or an error.
private struct YahooAnswer: Decodable {
    struct Chart: Decodable {
        let result: Rows<YahooChart>?
        let error: Failure?

        private enum Key: String, CodingKey { case result, error }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            result = try container.decodeIfPresent(Rows<YahooChart>.self, forKey: .result)
            error = container.value(Failure.self, .error)
        }
    }

    struct Failure: Decodable {
        let code, description: String?

        private enum Key: String, CodingKey { case code, description }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            code = container.text(.code)
            description = container.text(.description)
        }
    }

    let chart: Chart
}

extension SourceReply {
    /// Decodes the chart of a ticker; `nil` if Yahoo has no data for the requested time.
    func yahooChart(of ticker: Ticker) throws(SourceFailure) -> YahooChart? {
        // Yahoo reports its rate limit as plain text, not always with status 429.
        if !isObject, beginning.contains("too many requests") { throw .limited(retryAfter: secondsUntilReset) }
        let failed = failure("chart", keyRefused: [], notInPlan: [])
        if let failed, status == 429 || !isObject { throw failed }
        let answer = try decoded(YahooAnswer.self, "chart", unless: failed)
        if let failure = answer.chart.error {
            let description = failure.description?.lowercased() ?? ""
            if failure.code?.lowercased() == "not found" { throw .unknownSymbol(ticker.symbol) }
            if description.contains("data doesn't exist for startdate") { return nil }
            if description.contains("too many requests") { throw .limited(retryAfter: secondsUntilReset) }
            throw failed ?? .broken("chart: Yahoo answers an error")
        }
        if let failed { throw failed }
        guard let chart = answer.chart.result?.rows.first else {
            if answer.chart.result.map({ $0.unreadable > 0 }) ?? false {
                throw .broken("chart: chart.result cannot be read")
            }
            throw .unknownSymbol(ticker.symbol)
        }
        return chart
    }
}
