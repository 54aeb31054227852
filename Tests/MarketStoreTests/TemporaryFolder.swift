import Foundation
import GRDB
import MarketData
import MarketStore
import Testing

/// A folder that is removed with the test.
final class TemporaryFolder: Sendable {
    let path = NSTemporaryDirectory() + "market-store-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    static let now = Timestamp("2026-11-20T21:15:30.5Z")

    /// Opens the live market of the folder.
    func open(_ market: MarketKind = .live) throws -> MarketDatabase {
        try MarketDatabase(folder: path, market: market, now: #require(Self.now))
    }

    func file(_ name: String, _ market: MarketKind = .live) -> String { "\(path)/\(market.rawValue)/\(name)" }

    /// The names of the files of the live market that are not the usual ones.
    func unusualFiles() throws -> [String] {
        let usual = ["market.sqlite", "personal.sqlite"].flatMap { [$0, $0 + "-wal", $0 + "-shm", $0 + ".backup"] }
        return try FileManager.default.contentsOfDirectory(atPath: "\(path)/live").filter { !usual.contains($0) }
            .sorted()
    }

    /// Runs statements on a file that is not open elsewhere.
    func execute(_ name: String, _ statements: String) throws {
        let queue = try DatabaseQueue(path: file(name))
        try queue.writeWithoutTransaction { database in try database.execute(sql: statements) }
        try queue.close()
    }
}

func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }
func days(_ first: String, _ last: String) throws -> ClosedRange<CalendarDate> { try day(first)...day(last) }
func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }
func asset(_ name: String) throws -> Asset { try #require(Asset(name)) }
func ticker(_ symbol: String) throws -> Ticker { try #require(Ticker(symbol)) }
func decimal(_ text: String) throws -> ExactDecimal { try #require(ExactDecimal(text)) }

/// A history of closes by day.
func history(_ closes: [(String, String)], splits: [StockSplit] = []) throws -> PriceHistory {
    PriceHistory(
        source: .yahoo, kind: .etf,
        prices: try closes.map { DailyPrice(date: try day($0.0), close: try decimal($0.1)) }, splits: splits)
}
