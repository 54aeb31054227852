import MarketData
import MarketStore
import SimulatedMarket

/// Searches in the list of tickers of the simulated market.
enum TickerGates {
    private static let queries = ["coin", "a", "simulated", "bio sys", "zzzzzz"]

    static func prepare(folder: String) async throws {
        guard let now = Timestamp("2026-03-04T15:00:00Z") else { fatalError("a literal is invalid") }
        let database = try MarketDatabase(folder: folder, market: .simulated, now: now)
        try await database.tickers.store(TickerPage(tickers: MarketSimulation.listedTickers, next: nil), at: now)
        try database.close()
    }

    static func run(folder: String) async throws {
        let database = try MarketDatabase(readingFrom: folder, market: .simulated)
        try await Gate.count("ticker_search", items: queries.count) {
            for query in queries {
                let found = try await database.tickers.search(query)
                precondition(found.status.isComplete)
            }
        }
        try database.close()
    }

}
