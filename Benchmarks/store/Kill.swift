import Foundation
import MarketData
import MarketStore

/// The two sides of `kill.py`.
enum Kill {
    /// Imports year after year, and prints the number of days after each import that was acknowledged, until it is killed.
    static func write(_ folder: String, now: Timestamp) async throws {
        let database = try MarketDatabase(folder: folder, market: .simulated, now: now)
        for number in try await database.prices.coverage().count... {
            guard let asset = Asset("A\(number)"), let first = CalendarDate("2020-01-01"), let fallback = Ticker("A")
            else { return }
            for year in 0..<5 {
                guard let from = first.adding(days: 366 * year), let through = from.adding(days: 365) else { return }
                let dates = (0...365).compactMap { from.adding(days: $0) }
                let prices = dates.map { DailyPrice(date: $0, close: ExactDecimal(significand: 16_512, exponent: -2)) }
                try await database.prices.store(
                    PriceHistory(source: .simulated, prices: prices), of: asset, answered: from...through,
                    adjustedTo: through)
                try await database.personal.watch(Ticker("A\(number).\(year)") ?? fallback)
                FileHandle.standardOutput.write(Data("\(number) \(year)\n".utf8))
            }
        }
    }

    /// Checks that acknowledged imports are stored, and that no import is stored partially.
    static func check(_ folder: String, number: Int, year: Int, now: Timestamp) async throws -> Bool {
        let database = try MarketDatabase(folder: folder, market: .simulated, now: now)
        guard database.notices.isEmpty, let first = CalendarDate("2020-01-01"), let last = CalendarDate("2030-01-01"),
            let asset = Asset("A\(number)"), let watched = Ticker("A\(number).\(year)")
        else { return false }
        for coverage in try await database.prices.coverage() {
            let stored = try await database.prices.closes(of: coverage.asset, from: first, through: last)
            guard let range = coverage.answered.first, coverage.answered.count == 1, coverage.days.isMultiple(of: 366),
                stored.count == coverage.days, range.lowerBound.days(to: range.upperBound) + 1 == coverage.days
            else { return false }
        }
        let days = try await database.prices.coverage(of: asset)?.days ?? 0
        let isWatched = try await database.personal.watchlist().contains(watched)
        try database.close()
        return days >= 366 * (year + 1) && isWatched
    }
}
