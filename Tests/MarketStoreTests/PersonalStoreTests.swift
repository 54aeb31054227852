import Foundation
import GRDB
import MarketData
import Testing

@testable import MarketStore

@Suite("The user's data")
struct PersonalStoreTests {
    let folder: TemporaryFolder
    let personal: PersonalStore

    init() throws {
        folder = try TemporaryFolder()
        personal = try folder.open().personal
    }

    private func watchlist() async throws -> [String] { try await personal.watchlist().map(\.symbol) }

    @Test("the watch list keeps its order")
    func watchlistOrder() async throws {
        for symbol in ["SPY", "COIN", "AAPL"] { #expect(try await personal.watch(ticker(symbol))) }
        #expect(try await !personal.watch(ticker("SPY")))
        #expect(try await watchlist() == ["SPY", "COIN", "AAPL"])
        #expect(try await personal.unwatch(ticker("COIN")))
        #expect(try await !personal.unwatch(ticker("COIN")))
        #expect(try await personal.watch(ticker("COIN")))
        #expect(try await watchlist() == ["SPY", "AAPL", "COIN"])
        try await personal.replaceWatchlist(with: ["T", "A", "T", "B"].map { try ticker($0) })
        #expect(try await watchlist() == ["T", "A", "B"])
        try await personal.replaceWatchlist(with: [])
        #expect(try await watchlist() == [])
    }

    @Test("positions are read with all digits, in ascending order")
    func positions() async throws {
        let (spy, bitcoin) = (try asset("SPY"), try asset("BTC"))
        let held = StoredPosition(
            asset: spy, quantity: try decimal("222"), cost: try decimal("118000.10"), entered: try day("2026-11-20"))
        let coins = StoredPosition(
            asset: bitcoin, quantity: try decimal("0.00000001"), cost: try decimal("0.1"), currency: "EUR",
            entered: try day("2026-11-19"))
        try await personal.store(held)
        try await personal.store(coins)
        #expect(try await personal.positions() == [coins, held])
        let more = StoredPosition(asset: spy, quantity: try decimal("1"), cost: .zero, entered: try day("2026-11-21"))
        try await personal.store(more)
        #expect(try await personal.positions() == [coins, more])
        #expect(try await personal.removePosition(of: spy))
        #expect(try await !personal.removePosition(of: spy))
        #expect(try await personal.positions() == [coins])
    }

    @Test("settings have defaults, and are read as stored")
    func settings() async throws {
        #expect(try await personal.settings() == MarketSettings())
        var settings = MarketSettings()
        settings.fetchesOnLaunch = false
        settings.fetchesDailyAtClose = false
        settings.fetchesHourlyInMarketHours = true
        settings.sources = [.alphaVantage: true, .coinGecko: true, .yahoo: false]
        settings.cacheDays = 30
        settings.assets = [
            try asset("FBTC"): .coin(id: "bitcoin"), try asset("BTC"): .share(try ticker("BTC")),
            try asset("coin:usd-coin"): .coin(id: "usd-coin"),
        ]
        try await personal.store(settings)
        #expect(try await personal.settings() == settings)
        try await personal.store(MarketSettings())
        #expect(try await personal.settings() == MarketSettings())
    }

    @Test("concurrent changes of the settings are all kept")
    func concurrentSettings() async throws {
        let assets = try (1...50).map { try asset("A\($0)") }
        try await withThrowingTaskGroup(of: Void.self) { [personal] tasks in
            for asset in assets {
                tasks.addTask {
                    let changed = try await personal.changeSettings { $0.assets[asset] = .coin(id: "bitcoin") }
                    #expect(changed.assets[asset] == .coin(id: "bitcoin"))
                }
            }
            try await tasks.waitForAll()
        }
        #expect(Set(try await personal.settings().assets.keys) == Set(assets))
    }

    @Test("settings of another version are ignored")
    func unknownSettings() async throws {
        let folder = try TemporaryFolder()
        try folder.open().close()
        try folder.execute(
            "personal.sqlite",
            """
            INSERT INTO settings VALUES ('cacheDays', 'many'), ('autoFetch.onFullMoon', 'true'), ('sources.yahoo', 'perhaps'),
                ('sources.oracle', 'true'), ('assets.???', 'yahoo:A'), ('assets.A', 'oracle:A'), ('assets.B', 'B'),
                ('autoFetch.onLaunch', 'false')
            """)
        var expected = MarketSettings()
        expected.fetchesOnLaunch = false
        // A switch is kept for the version that has its source.
        expected.sources = ["oracle": true]
        #expect(try await folder.open().personal.settings() == expected)
    }

    @Test("the backup is a complete database with every change")
    func backup() async throws {
        for count in 1...10 {
            try await personal.watch(ticker("T\(count)"))
            let queue = try DatabaseQueue(path: folder.file("personal.sqlite.backup"))
            let (stored, check) = try await queue.read { database in
                (
                    try Int.fetchOne(database, sql: "SELECT count(*) FROM watchlist"),
                    try String.fetchOne(database, sql: "PRAGMA integrity_check")
                )
            }
            try queue.close()
            #expect(stored == count)
            #expect(check == "ok")
        }
        #expect(personal.backupError == nil)
    }

    @Test(
        "a list of tickers is replaced, and its names and quotes are read, in as many statements as a list of one",
        arguments: [1, 500])
    func statements(count: Int) async throws {
        let database = try folder.open()
        let tickers = (0..<count).compactMap { Ticker("T\($0)") }
        try await database.tickers.store(
            TickerPage(tickers: tickers.map { ListedTicker($0, name: "Company \($0)") }, next: nil),
            at: instant("2026-11-20"))
        let replacing = try await database.personal.file.pool.writeWithoutTransaction { connection in
            try Self.statements(connection) { try PersonalStore.replaceWatchlist(with: tickers + tickers, connection) }
        }
        #expect(replacing.count == 2, "\(replacing)")
        #expect(try await database.personal.watchlist() == tickers)
        let reading = try await database.tickers.file.pool.writeWithoutTransaction { connection in
            try Self.statements(connection) {
                let listed = try TickerStore.tickers(tickers + [ticker("NOPE")], connection)
                #expect(listed.count == count && listed[tickers[0]]?.name == "Company T0")
            }
        }
        #expect(reading.count == 1, "\(reading)")
        let now = try instant("2026-11-20")
        let answers = tickers.map { ticker in
            ("quote \(ticker)", StoredAnswer(asOf: now, source: .yahoo, body: Array(ticker.symbol.utf8)))
        }
        try await database.answers.store(Dictionary(uniqueKeysWithValues: answers))
        let quoting = try await database.answers.file.pool.writeWithoutTransaction { connection in
            try Self.statements(connection) {
                let found = try AnswerStore.answers(to: answers.map(\.0) + ["quote NOPE"], connection)
                #expect(found == Dictionary(uniqueKeysWithValues: answers))
            }
        }
        #expect(quoting.count == 1, "\(quoting)")
    }

    /// The statements that a closure executes.
    private static func statements(_ database: Database, _ body: () throws -> Void) throws -> [String] {
        var statements: [String] = []
        database.trace { statements.append("\($0)") }
        defer { database.trace(nil) }
        try body()
        return statements
    }

    @Test("a change is kept if its backup fails, and the next change repeats the backup")
    func backupFails() async throws {
        let backup = folder.file("personal.sqlite.backup")
        try FileManager.default.removeItem(atPath: backup)
        try FileManager.default.createDirectory(atPath: backup + "/in the way", withIntermediateDirectories: true)
        try await personal.watch(ticker("SPY"))
        #expect(personal.backupError != nil)
        #expect(try await watchlist() == ["SPY"])
        try FileManager.default.removeItem(atPath: backup)
        try await personal.watch(ticker("VOO"))
        #expect(personal.backupError == nil)
        #expect(FileManager.default.fileExists(atPath: backup))
    }
}
