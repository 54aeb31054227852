import MarketData
import MarketStore
import Testing

@Suite("Volatilities by day")
struct VolatilityStoreTests {
    @Test("are read as they were stored, ascending, and replaced")
    func stored() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.open().volatilities
        let days = [
            DailyVolatility(date: try day("2026-11-19"), volatility: 0.1),
            DailyVolatility(date: try day("2026-11-20"), volatility: 1.0 / 3),
        ]
        try await store.store(days.reversed(), of: ticker("COIN"))
        try await store.store([days[0]], of: ticker("SPY"))
        let tickers = [try ticker("COIN"), try ticker("SPY"), try ticker("QQQ")]
        let (first, last) = (try day("2026-11-19"), try day("2026-11-20"))
        #expect(
            try await store.volatilities(of: tickers, from: first, through: last) == [
                tickers[0]: days, tickers[1]: [days[0]],
            ])
        let changed = DailyVolatility(date: last, volatility: 0.5)
        try await store.store([changed], of: ticker("COIN"))
        #expect(try await store.volatilities(of: tickers, from: last, through: last) == [tickers[0]: [changed]])
    }

    @Test("a file without volatilities is brought up to date")
    func migration() async throws {
        let folder = try TemporaryFolder()
        try folder.open().close()
        try folder.execute(
            "market.sqlite",
            """
            DROP TABLE volatilities; DROP TABLE listedDividends; DROP TABLE listedSplits; DROP TABLE dividendListings;
            DELETE FROM grdb_migrations WHERE identifier IN ('2 volatilities', '3 dividends'); PRAGMA user_version = 1
            """)
        let database = try folder.open()
        #expect(database.notices.isEmpty)
        let today = try day("2026-11-20")
        #expect(try await database.volatilities.volatilities(of: [ticker("A")], from: today, through: today) == [:])
    }
}
