/// Calls of the printed service, for the tests.
package enum PrintedCalls {
    package typealias Row = (symbol: String, description: String, last: Double, bid: Double, ask: Double, volume: Int)

    /// `getAllQuotes` and `getQuotes(for:)`.
    package static func snapshot(
        baseURL: String, symbols: [String]? = nil
    ) async throws -> (lastUpdate: String, count: Int, rows: [Row]) {
        let service = QuotesSnapshotService(baseURL: baseURL)
        let snapshot: QuotesSnapshotResponse
        if let symbols {
            snapshot = try await service.getQuotes(for: symbols)
        } else {
            snapshot = try await service.getAllQuotes()
        }
        return (
            snapshot.lastUpdate, snapshot.count,
            snapshot.results.map { ($0.symbol, $0.description, $0.last, $0.bid, $0.ask, $0.volume) }
        )
    }

    /// `getLastUpdate`.
    package static func lastUpdate(baseURL: String) async throws -> (lastUpdate: String, count: Int) {
        let answer = try await QuotesSnapshotService(baseURL: baseURL).getLastUpdate()
        return (answer.lastUpdate, answer.count)
    }

    /// The status of `APIError.httpError`, or `nil`.
    package static func status(of error: any Error) -> Int? {
        if case APIError.httpError(let status) = error { return status }
        return nil
    }
}
