import Foundation
import GRDB
import MarketData
import MarketStore
import Testing
import _TestSupport

/// The kinds of damage to a file.
enum Damage: CaseIterable {
    case truncated, randomPages, empty, text, otherTables

    func apply(to path: String) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        switch self {
        case .truncated: bytes.removeLast(bytes.count / 2 + 100)
        case .randomPages:
            var generator = SeededGenerator(seed: 7)
            for index in bytes.count / 4..<3 * bytes.count / 4 {
                bytes[index] = .random(in: 0...255, using: &generator)
            }
        case .empty: bytes = []
        case .text: bytes = Array(String(repeating: "<html>Not a database</html>\n", count: 1000).utf8)
        case .otherTables:
            let other = path + ".other"
            let queue = try DatabaseQueue(path: other)
            try queue.write { database in
                try database.execute(sql: "CREATE TABLE tickers (x); CREATE TABLE watchlist (x)")
            }
            try queue.close()
            bytes = [UInt8](try Data(contentsOf: URL(filePath: other)))
            try FileManager.default.removeItem(atPath: other)
        }
        try Data(bytes).write(to: URL(filePath: path))
    }
}

@Suite("Damaged databases")
struct DamageTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private static let suffix = ".damaged-20261120T211530Z"

    private func fill() async throws {
        let database = try folder.open()
        try await database.prices.store(
            history([("2026-11-19", "671.25")]), of: asset("SPY"), answered: days("2026-11-01", "2026-11-19"),
            adjustedTo: day("2026-11-19"))
        let tickers = (0..<300).compactMap { number in
            Ticker("T\(number)").map { ListedTicker($0, name: "Company \(number) of tests") }
        }
        try await database.tickers.store(TickerPage(tickers: tickers, next: nil), at: instant("2026-11-20"))
        try await database.personal.replaceWatchlist(with: (0..<200).compactMap { Ticker("W\($0)") })
        try await database.personal.store(
            StoredPosition(
                asset: asset("SPY"), quantity: decimal("222"), cost: decimal("118000"), entered: day("2026-11-20")))
        try database.close()
    }

    @Test(
        "a damaged market file is set aside under a name with the time, and the user's data is kept",
        arguments: Damage.allCases)
    func setsMarketAside(damage: Damage) async throws {
        try await fill()
        let path = folder.file("market.sqlite")
        try damage.apply(to: path)
        let damaged = try Data(contentsOf: URL(filePath: path))

        let database = try folder.open()
        #expect(database.notices == [.setAside(path: path, newPath: path + Self.suffix)])
        // A database with other tables can be opened, which may change the file before the damage is detected.
        if damage != .otherTables {
            #expect(try Data(contentsOf: URL(filePath: path + Self.suffix)) == damaged)
        }
        #expect(try await database.prices.coverage() == [])
        #expect(try await database.personal.watchlist().count == 200)
        try await database.prices.store(
            history([("2026-11-19", "671.25")]), of: asset("SPY"), answered: nil, adjustedTo: day("2026-11-19"))
        try database.close()
        #expect(try folder.open().notices == [])
    }

    @Test("a damaged personal file is set aside and restored from its backup", arguments: Damage.allCases)
    func restoresPersonal(damage: Damage) async throws {
        try await fill()
        let path = folder.file("personal.sqlite")
        try damage.apply(to: path)
        let database = try folder.open()
        #expect(
            database.notices == [
                .setAside(path: path, newPath: path + Self.suffix), .restored(path: path, backup: path + ".backup"),
            ])
        #expect(try await database.personal.watchlist().count == 200)
        #expect(try await database.personal.positions().map(\.quantity.description) == ["222"])
        #expect(try await database.prices.coverage().count == 1)
    }

    @Test("a personal file that is missing is restored")
    func restoresMissing() async throws {
        try await fill()
        let path = folder.file("personal.sqlite")
        try FileManager.default.removeItem(atPath: path)
        let database = try folder.open()
        #expect(database.notices == [.restored(path: path, backup: path + ".backup")])
        #expect(try await database.personal.watchlist().count == 200)
    }

    @Test("if file and backup are damaged, both are kept", arguments: Damage.allCases)
    func keepsBoth(damage: Damage) async throws {
        try await fill()
        let path = folder.file("personal.sqlite")
        try damage.apply(to: path)
        try Damage.text.apply(to: path + ".backup")
        let database = try folder.open()
        #expect(
            database.notices == [
                .setAside(path: path, newPath: path + Self.suffix),
                .setAside(path: path + ".backup", newPath: path + ".backup" + Self.suffix),
            ])
        #expect(try await database.personal.watchlist() == [])
    }

    @Test("damaged files that are set aside in the same second have different names")
    func numbersNames() async throws {
        for _ in 1...3 {
            try await fill()
            try Damage.text.apply(to: folder.file("market.sqlite"))
        }
        try folder.open().close()
        let names = try folder.unusualFiles().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
        let name = "market.sqlite" + Self.suffix
        #expect(names == [name, name + "-2", name + "-3"])
    }

    @Test("random damage never causes an unclassified error", arguments: 0..<20)
    func survivesRandomDamage(seed: UInt64) async throws {
        try await fill()
        let path = folder.file("market.sqlite")
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        var generator = SeededGenerator(seed: seed)
        let start = Int.random(in: 0..<bytes.count, using: &generator)
        let count = Int.random(in: 1...8192, using: &generator)
        for index in start..<min(start + count, bytes.count) { bytes[index] = .random(in: 0...255, using: &generator) }
        try Data(bytes).write(to: URL(filePath: path))
        do {
            let database = try folder.open()
            // Damage inside a text is detected only when the text is read.
            _ = try? await database.prices.coverage()
            _ = try? await database.tickers.search("company", limit: 100)
            #expect(try await database.personal.watchlist().count == 200)
        } catch StoreError.newerVersion {
            // The damage may have changed the version number, which is in the first 100 bytes.
            #expect(start < 100)
        }
    }
}
