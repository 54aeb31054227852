import MarketData
import MarketStore
import Testing

@Suite("Dividends as listed")
struct DividendStoreTests {
    private func listing(_ amount: String, splits: [StockSplit]? = nil) throws -> DividendListing {
        DividendListing(
            source: .tradier, asOf: try instant("2026-11-20T21:00:00.25Z"),
            rows: [
                ListedDividend(
                    exDate: try day("2026-12-01"), payDate: try day("2026-12-15"), amount: try decimal(amount),
                    vendorType: "CD"),
                ListedDividend(
                    exDate: try day("2026-12-01"), amount: try decimal("0.000000000000000123"), currency: "EUR"),
                ListedDividend(exDate: try day("2026-09-01"), amount: try decimal(amount), vendorType: "SC"),
            ],
            isAdjustedForSplits: true, priceCurrency: "EUR", splits: splits)
    }

    @Test("are read as they were stored, in their order, and replaced as a whole")
    func stored() async throws {
        let folder = try TemporaryFolder()
        let database = try folder.open()
        let (coin, other) = (try ticker("COIN"), try ticker("KO"))
        #expect(try await database.dividends.listing(of: coin) == nil)
        let splits = [
            StockSplit(date: try day("2026-06-01"), numerator: 4, denominator: 1),
            StockSplit(date: try day("2021-06-01"), numerator: 1, denominator: 10),
        ]
        let (first, second) = (try listing("0.51", splits: splits), try listing("0.53"))
        try await database.dividends.store(first, of: coin)
        try await database.dividends.store(second, of: other)
        #expect(try await database.dividends.listing(of: coin) == first)
        #expect(try await database.dividends.listing(of: other) == second)
        let none = DividendListing(source: .yahoo, asOf: try instant("2026-11-21T21:00:00Z"), rows: [], splits: [])
        try await database.dividends.store(none, of: coin)
        try database.close()
        // No row of the listing before is left, also after a restart.
        let reopened = try folder.open()
        #expect(try await reopened.dividends.listing(of: coin) == none)
        #expect(try await reopened.dividends.listing(of: other) == second)
    }

    @Test("a file without dividends is brought up to date")
    func migration() async throws {
        let folder = try TemporaryFolder()
        try folder.open().close()
        try folder.execute(
            "market.sqlite",
            """
            DROP TABLE listedDividends; DROP TABLE listedSplits; DROP TABLE dividendListings;
            DELETE FROM grdb_migrations WHERE identifier = '3 dividends'; PRAGMA user_version = 2
            """)
        let database = try folder.open()
        #expect(database.notices.isEmpty)
        #expect(try await database.dividends.listing(of: ticker("A")) == nil)
    }
}
