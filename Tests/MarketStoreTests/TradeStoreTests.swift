import Foundation
import MarketData
import MarketStore
import Testing

@Suite("The user's trades")
struct TradeStoreTests {
    let folder: TemporaryFolder
    let database: MarketDatabase
    var personal: PersonalStore { database.personal }

    init() throws {
        folder = try TemporaryFolder()
        database = try folder.open()
    }

    private func leg(_ strike: String, closes: [TradeClose] = [], entered: String = "2026-11-20") throws -> TradeLeg {
        TradeLeg(
            .option(.put, strike: try decimal(strike), expiration: try day("2026-12-18")), .short, quantity: 3,
            sharesPerContract: 100, exercise: .american,
            opened: TradeLeg.Opening(date: try day("2026-11-19"), price: try decimal("5.05"), fee: try decimal("1.95")),
            closes: closes, entered: try day(entered))
    }

    /// A trade with every member, and all digits.
    private func trade(_ id: String, _ legs: [TradeLeg]? = nil) throws -> Trade {
        let closes = [
            TradeClose(date: try day("2026-11-23"), quantity: 1, price: try decimal("2.2"), fee: try decimal("0.65")),
            TradeClose(date: try day("2026-12-18"), quantity: 1, price: .zero, kind: .assigned),
        ]
        let shares = TradeLeg(
            .shares, .long, quantity: 1_000_000_000, sharesPerContract: 1,
            opened: TradeLeg.Opening(date: try day("2026-12-18"), price: try decimal("123456789.123456789")),
            rolledFrom: 0, entered: try day("2026-11-21"))
        return try Trade(
            id: #require(TradeIdentifier(id)), name: "Ein \"Name\" 🦆", notes: "1\n2", underlying: ticker("ZZCO"),
            legs: legs ?? [leg("150.5", closes: closes), shares])
    }

    @Test("trades are read as they were stored, in their order, also after a restart")
    func stored() async throws {
        let (first, second) = (try trade("b"), try trade("a", [leg("100")]))
        #expect(try await personal.store(first) == first)
        #expect(try await personal.store(second) == second)
        #expect(try await personal.trades() == [first, second])
        #expect(try await personal.trade(second.id) == second)
        let changed = try trade("b", [leg("140")])
        #expect(try await personal.store(changed) == changed)
        let reopened = try folder.open()
        #expect(reopened.notices.isEmpty)
        #expect(try await reopened.personal.trades() == [changed, second])
        #expect(try await personal.removeTrade(first.id))
        #expect(try await !personal.removeTrade(first.id))
        #expect(try await personal.trade(first.id) == nil)
        #expect(try await personal.trades() == [second])
    }

    @Test("unchanged legs keep the day of their entry")
    func entries() async throws {
        _ = try await personal.store(trade("a", [leg("150", entered: "2026-11-20")]))
        let later = try trade("a", [leg("160", entered: "2026-12-08"), leg("150", entered: "2026-12-08")])
        let stored = try #require(await personal.store(later))
        #expect(stored.legs.map(\.entered) == [try day("2026-12-08"), try day("2026-11-20")])
        #expect(try await personal.trade(later.id) == stored)
    }

    @Test("there are at most 1,000 trades")
    func limit() async throws {
        let trades = try (0..<1000).map { try trade("t\($0)", [leg("100")]) }
        _ = try await personal.changeData { $0.trades = trades }
        #expect(try await personal.store(trade("t1000")) == nil)
        #expect(try await personal.store(trade("t7")) != nil)
        #expect(try await personal.removeTrade(trades[0].id))
        #expect(try await personal.store(trade("t1000")) != nil)
        #expect(try await personal.trades().count == 1000)
    }

    @Test("the profits of days are read as they were stored")
    func days() async throws {
        let days = [
            TradeDay(date: try day("2026-11-19"), profit: try decimal("-12.345"), unpriced: []),
            TradeDay(
                date: try day("2026-11-20"), profit: nil,
                unpriced: [try #require(TradeIdentifier("a")), try #require(TradeIdentifier("b-2"))]),
        ]
        for day in days.reversed() { try await personal.store(day) }
        let (first, last) = (try day("2026-11-19"), try day("2026-11-20"))
        #expect(try await personal.tradeDays(from: first, through: last) == days)
        #expect(try await personal.tradeDays(from: last, through: last) == [days[1]])
        let changed = TradeDay(date: first, profit: .zero, unpriced: [])
        try await personal.store(changed)
        #expect(try await personal.tradeDays(from: first, through: first) == [changed])
    }

    @Test("all data is replaced at once, and is in the backup")
    func allData() async throws {
        try await personal.watch(ticker("OLD"))
        _ = try await personal.store(trade("old"))
        try await personal.store(
            StoredPosition(
                asset: asset("OLD"), quantity: decimal("1"), cost: decimal("1"), entered: day("2026-11-01")))
        var settings = MarketSettings()
        settings.cacheDays = 3
        let data = PersonalData(
            watchlist: [try ticker("SPY"), try ticker("COIN")],
            positions: [
                StoredPosition(
                    asset: try asset("SPY"), quantity: try decimal("222"), cost: try decimal("118000"),
                    entered: try day("2026-11-02"))
            ], trades: [try trade("b"), try trade("a")], settings: settings)
        #expect(try await personal.changeData { $0 = data } == data)
        #expect(try await personal.data() == data)
        try database.close()
        let path = folder.file("personal.sqlite")
        try Damage.randomPages.apply(to: path)
        let restored = try folder.open()
        #expect(restored.notices.last == .restored(path: path, backup: path + ".backup"))
        #expect(try await restored.personal.data() == data)
    }

    @Test("a change that fails changes nothing")
    func failure() async throws {
        let stored = try #require(await personal.store(trade("a")))
        try folder.execute(
            "personal.sqlite",
            """
            CREATE TRIGGER failing BEFORE INSERT ON tradeCloses WHEN NEW.kind = 'trade' BEGIN
                SELECT raise(ABORT, 'no'); END
            """)
        let other = try trade("b")
        await #expect(throws: StoreError.self) {
            try await personal.changeData { data in
                data.watchlist = []
                data.trades = [other]
            }
        }
        await #expect(throws: StoreError.self) { try await personal.store(other) }
        #expect(try await personal.trades() == [stored])
    }

    @Test("a file without trades is brought up to date")
    func migration() async throws {
        try await personal.watch(ticker("SPY"))
        try database.close()
        try folder.execute(
            "personal.sqlite",
            """
            DROP TABLE tradeDays; DROP TABLE tradeCloses; DROP TABLE tradeLegs; DROP TABLE trades;
            DELETE FROM grdb_migrations WHERE identifier = '2 trades'; PRAGMA user_version = 1
            """)
        let reopened = try folder.open()
        #expect(reopened.notices.isEmpty)
        #expect(try await reopened.personal.watchlist() == [ticker("SPY")])
        #expect(try await reopened.personal.trades() == [])
    }
}
