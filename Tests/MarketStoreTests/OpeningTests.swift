import Foundation
import GRDB
import MarketData
import Testing

@testable import MarketStore

@Suite("Opening of the databases")
struct OpeningTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test("creates two files per market, in WAL mode, with the version of the schema")
    func makesFiles() throws {
        let database = try folder.open()
        #expect(database.notices.isEmpty)
        try database.close()
        for (name, newest) in [("market.sqlite", 3), ("personal.sqlite", 2)] {
            let queue = try DatabaseQueue(path: folder.file(name))
            let (mode, version) = try queue.read { database in
                (
                    try String.fetchOne(database, sql: "PRAGMA journal_mode"),
                    try Int.fetchOne(database, sql: "PRAGMA user_version")
                )
            }
            #expect(mode == "wal")
            #expect(version == newest)
        }
        #expect(FileManager.default.fileExists(atPath: folder.file("personal.sqlite.backup")))
        #expect(try folder.unusualFiles() == [])
    }

    @Test("writes the user's data through to the disk")
    func durability() async throws {
        let database = try folder.open()
        for (file, synchronous) in [(database.prices.file, 1), (database.personal.file, 2)] {
            let value = try await file.pool.writeWithoutTransaction {
                try Int.fetchOne($0, sql: "PRAGMA synchronous")
            }
            #expect(value == synchronous)
        }
    }

    @Test("after a close, the files are complete without their logs")
    func close() async throws {
        let database = try folder.open()
        try await database.personal.watch(ticker("SPY"))
        try database.close()
        for name in ["market.sqlite-wal", "personal.sqlite-wal"] {
            let size = try? FileManager.default.attributesOfItem(atPath: folder.file(name))[.size] as? Int
            #expect((size ?? 0) == 0)
        }
        await #expect(throws: StoreError.self) { try await database.personal.watchlist() }
    }

    @Test("keeps stored data, and separates the markets")
    func keepsMarketsApart() async throws {
        let live = try folder.open()
        try await live.personal.watch(ticker("SPY"))
        try live.close()
        let simulated = try folder.open(.simulated)
        #expect(try await simulated.personal.watchlist() == [])
        let reopened = try folder.open()
        #expect(try await reopened.personal.watchlist() == [ticker("SPY")])
        #expect(reopened.notices.isEmpty)
    }

    @Test(
        "refuses a file of a newer version",
        arguments: ["market.sqlite", "personal.sqlite"],
        ["PRAGMA user_version = 4", "INSERT INTO grdb_migrations VALUES ('2 future')"])
    func refusesNewer(name: String, change: String) throws {
        try folder.open().close()
        try folder.execute(name, change)
        #expect(throws: StoreError.newerVersion(path: folder.file(name))) { try folder.open() }
        #expect(throws: StoreError.newerVersion(path: folder.file(name))) {
            try MarketDatabase(readingFrom: folder.path, market: .live)
        }
        #expect(try folder.unusualFiles() == [])
    }

    @Test("does not replace a file of a newer version by an older backup")
    func refusesNewerBackup() throws {
        try folder.open().close()
        try folder.execute("personal.sqlite.backup", "PRAGMA user_version = 3")
        try FileManager.default.removeItem(atPath: folder.file("personal.sqlite"))
        #expect(throws: StoreError.newerVersion(path: folder.file("personal.sqlite.backup"))) { try folder.open() }
    }

    @Test("reports that a folder cannot be created")
    func refusesFolder() throws {
        try Data().write(to: URL(filePath: folder.path + "/live"))
        #expect { try folder.open() } throws: { error in
            guard case .unwritable = error as? StoreError else { return false }
            return true
        }
    }

    @Test("reads concurrently with a writer, and never changes anything")
    func readsBesideWriter() async throws {
        #expect(throws: StoreError.missing(path: folder.file("personal.sqlite"))) {
            try MarketDatabase(readingFrom: folder.path, market: .live)
        }
        let writer = try folder.open()
        let reader = try MarketDatabase(readingFrom: folder.path, market: .live)
        for count in 1...20 {
            let date = try #require(day("2026-01-01").adding(days: count))
            let history = PriceHistory(source: .yahoo, prices: [DailyPrice(date: date, close: ExactDecimal.zero)])
            try await writer.prices.store(history, of: asset("SPY"), answered: nil, adjustedTo: date)
            #expect(try await reader.prices.coverage().map(\.days) == [count])
        }
        await #expect {
            try await reader.personal.watch(ticker("SPY"))
        } throws: { error in
            guard case .unwritable = error as? StoreError else { return false }
            return true
        }
    }

    @Test("reports a file of an older version to a reader")
    func refusesOlderToRead() throws {
        try folder.open().close()
        try folder.execute("market.sqlite", "DELETE FROM grdb_migrations")
        #expect(throws: StoreError.olderVersion(path: folder.file("market.sqlite"))) {
            try MarketDatabase(readingFrom: folder.path, market: .live)
        }
    }

    @Test("a data folder belongs to one process")
    func dataFolder() throws {
        let path = folder.path + "/a/b"
        let first = try DataFolder(path)
        #expect(throws: StoreError.busy(path: path)) { try DataFolder(path) }
        first.unlock()
        try DataFolder(path).unlock()
    }

    @Test("a data folder cannot be within a file")
    func noDataFolder() throws {
        try Data().write(to: URL(filePath: folder.path + "/file"))
        #expect(throws: StoreError.unwritable(reason: "Not a directory")) { try DataFolder(folder.path + "/file/c") }
    }
}
