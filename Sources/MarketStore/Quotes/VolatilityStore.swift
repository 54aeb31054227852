internal import GRDB
public import MarketData

/// A volatility at the close of a day.
public struct DailyVolatility: Hashable, Sendable {
    /// The session.
    public let date: CalendarDate
    /// A decimal per year.
    public let volatility: Double

    /// Creates a volatility.
    public init(date: CalendarDate, volatility: Double) {
        self.date = date
        self.volatility = volatility
    }
}

/// The volatilities at the money of shares, by day.
public struct VolatilityStore: Sendable {
    let file: StoreFile

    /// Returns the volatilities of shares from one day through another, ascending. Shares without any are omitted.
    public func volatilities(
        of tickers: [Ticker], from first: CalendarDate, through last: CalendarDate
    ) async throws(StoreError) -> [Ticker: [DailyVolatility]] {
        try await file.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT date, volatility FROM volatilities WHERE ticker = ? AND date BETWEEN ? AND ? ORDER BY date"
            )
            var volatilities: [Ticker: [DailyVolatility]] = [:]
            for ticker in tickers {
                let rows = try Row.fetchAll(
                    statement, arguments: [ticker.symbol, first.databaseValue, last.databaseValue])
                if rows.isEmpty { continue }
                volatilities[ticker] = try rows.map { row throws in
                    DailyVolatility(date: try row.date(0), volatility: row[1])
                }
            }
            return volatilities
        }
    }

    /// Stores volatilities of a share, in place of those of the same days.
    public func store(_ volatilities: [DailyVolatility], of ticker: Ticker) async throws(StoreError) {
        try await file.write { database in
            for day in volatilities {
                try database.cachedStatement(sql: "INSERT OR REPLACE INTO volatilities VALUES (?, ?, ?)").execute(
                    arguments: [ticker.symbol, day.date.databaseValue, day.volatility])
            }
        }
    }
}
