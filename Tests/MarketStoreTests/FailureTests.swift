import Foundation
import GRDB
import MarketData
import Testing
import _TestSupport

@testable import MarketStore

@Suite("Kills and full disks")
struct FailureTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    /// A year of prices of an asset, and the requested range.
    private func year(_ number: Int) throws -> (PriceHistory, ClosedRange<CalendarDate>) {
        let (first, last) = (try day("\(2000 + number)-01-01"), try day("\(2000 + number)-12-31"))
        let dates = (0...first.days(to: last)).compactMap { first.adding(days: $0) }
        let prices = dates.map { DailyPrice(date: $0, close: ExactDecimal(significand: Int64(number), exponent: 0)) }
        return (PriceHistory(source: .yahoo, prices: prices), first...last)
    }

    /// Copies the files while they are written, as a kill at this moment would leave them.
    private func copy(to copy: TemporaryFolder) throws {
        try FileManager.default.createDirectory(atPath: copy.path + "/live", withIntermediateDirectories: true)
        // Copies the log last, because it may be newer than the database, but not older.
        for name in ["market.sqlite", "market.sqlite-wal"] {
            let path = folder.file(name)
            if FileManager.default.fileExists(atPath: path) {
                try FileManager.default.copyItem(atPath: path, toPath: copy.file(name))
            }
        }
    }

    @Test("a kill during imports loses no acknowledged import, and leaves no partial one")
    func killsDuringImports() async throws {
        let database = try folder.open()
        // The copies are of one moment only if no pages move from the log to the database meanwhile.
        try await database.prices.file.pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0")
        }
        let names = (0..<3).map { "A\($0)" }
        // A copy is made after some imports of each round, while the others of the round continue.
        let (rounds, round) = (15, 5)
        let (stored, importer) = AsyncStream.makeStream(of: Int.self)
        let (turns, copier) = AsyncStream.makeStream(of: Void.self)
        let imports = Task {
            defer { importer.finish() }
            var turn = turns.makeAsyncIterator()
            for count in 0..<rounds * round {
                if count.isMultiple(of: round) { await turn.next() }
                let (number, name) = (count / names.count, names[count % names.count])
                let (history, range) = try year(number)
                let asset = try asset(name)
                try await database.prices.store(history, of: asset, answered: range, adjustedTo: range.upperBound)
                let tickers = (0..<50).compactMap { Ticker("\(name).\(number).\($0)") }
                try await database.tickers.store(
                    TickerPage(tickers: tickers.map { ListedTicker($0, name: "Company") }, next: "\(number)"),
                    at: instant("2026-11-20"))
                importer.yield(count + 1)
            }
        }
        var seen: Set<Int> = []
        var acknowledged = stored.makeAsyncIterator()
        for index in 0..<rounds {
            copier.yield()
            let awaited = index * round + 1 + index % (round - 1)
            while let count = await acknowledged.next(), count < awaited {}
            let before = try await database.prices.coverage().map(\.days).reduce(0, +)
            let copy = try TemporaryFolder()
            try self.copy(to: copy)
            let reopened = try copy.open()
            #expect(reopened.notices.isEmpty)
            var days = 0
            for coverage in try await reopened.prices.coverage() {
                days += coverage.days
                let stored = try await reopened.prices.closes(
                    of: coverage.asset, from: day("2000-01-01"), through: day("2030-01-01"))
                #expect(stored.count == coverage.days)
                #expect(coverage.answered.count == 1)
                #expect(coverage.answered.first.map { $0.lowerBound.days(to: $0.upperBound) + 1 } == coverage.days)
            }
            #expect(days >= before)
            let status = try await reopened.tickers.status()
            #expect(status.count.isMultiple(of: 50))
            seen.insert(days)
            try reopened.close()
        }
        try await imports.value
        #expect(seen.count == rounds)
    }

    @Test("a full disk rejects changes and keeps the stored data, and reads continue")
    func fullDisk() async throws {
        let database = try folder.open()
        let spy = try asset("SPY")
        let (history, range) = try year(1)
        try await database.prices.store(history, of: spy, answered: range, adjustedTo: range.upperBound)
        let before = try await database.prices.coverage()
        func limit(_ pages: Int) async throws {
            for pool in [database.prices.file.pool, database.personal.file.pool] {
                try await pool.writeWithoutTransaction { database in
                    try database.execute(sql: "PRAGMA max_page_count = \(pages)")
                }
            }
        }
        // SQLite raises the limit to the current number of pages.
        try await limit(1)
        for number in 2...4 {
            let (history, range) = try year(number)
            await #expect(throws: StoreError.full) {
                try await database.prices.store(history, of: spy, answered: range, adjustedTo: range.upperBound)
            }
        }
        await #expect(throws: StoreError.full) {
            try await database.personal.replaceWatchlist(with: (0..<5000).compactMap { Ticker("W\($0)") })
        }
        #expect(try await database.prices.coverage() == before)
        #expect(
            try await database.prices.closes(of: spy, from: range.lowerBound, through: range.upperBound).count == 365)
        #expect(try await database.personal.watchlist() == [])
        #expect(database.isDiskFull)
        try await limit(1_000_000)
        let (later, laterRange) = try year(2)
        try await database.prices.store(later, of: spy, answered: laterRange, adjustedTo: laterRange.upperBound)
        #expect(try await database.prices.coverage().map(\.days) == [730])
        try await database.personal.replaceWatchlist(with: [])
        #expect(!database.isDiskFull)
    }

    @Test("a cancelled task does not interrupt a change")
    func cancellation() async throws {
        let database = try folder.open()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await database.personal.watch(ticker("SPY"))
            return try await database.personal.watchlist()
        }
        task.cancel()
        #expect(try await task.value == [ticker("SPY")])
    }
}
