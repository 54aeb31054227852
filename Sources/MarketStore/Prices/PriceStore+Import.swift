internal import GRDB
public import MarketData

extension PriceStore {
    /// Stores an answer for an asset in one transaction: the prices, splits and dividends, the days that need not be
    /// requested again, and the progress of a job.
    ///
    /// Stored prices of the same days are replaced. Prices before a new split are rescaled.
    ///
    /// - Parameters:
    ///   - history: The answer. Its days may be in any order.
    ///   - asset: The asset.
    ///   - answered: The requested days of which those without a price have none. The days with prices are always
    ///     added. `nil` for no further days.
    ///   - adjustedTo: The last day whose splits the source has applied: the last complete one at the time of the
    ///     request.
    ///   - days: The days on which the asset can have a price. Ranges without such a day between them become one.
    ///   - progress: The progress of a job.
    /// - Returns: The stored days of the asset.
    /// - Throws: ``StoreError``; nothing is stored then.
    @discardableResult
    public func store(
        _ history: PriceHistory, of asset: Asset, answered: ClosedRange<CalendarDate>?, adjustedTo: CalendarDate,
        days: TradingDays = .everyDay, progress: JobProgress? = nil
    ) async throws(StoreError) -> AssetCoverage {
        try await file.write { database in
            let id = try Self.asset(asset, history, in: database)
            for split in history.splits { try Rescaling(split).apply(to: id, in: database) }
            // Adjusted prices include the splits that the source applied and those that it listed; prices as traded
            // include none.
            let told = Set(history.isAdjustedForSplits ? history.splits.map(\.date) : [])
            let applied = history.isAdjustedForSplits ? adjustedTo : history.prices.map(\.date).min() ?? adjustedTo
            let missed = try Rescaling.known(after: applied, of: id, in: database)
                .filter { !told.contains($0.split.date) }
            let prices = missed.reduce(history.prices) { prices, rescaling in prices.map(rescaling.price) }
            let added = try Self.insert(
                prices, asset: id, adjustedTo: history.isAdjustedForSplits ? adjustedTo : nil, into: database)
            let dividends = missed.reduce(history.dividends) { $0.map($1.dividend) }
            try Self.insert(dividends, asset: id, adjustedTo: adjustedTo, into: database)
            let ranges = history.prices.map { $0.date...$0.date } + (answered.map { [$0] } ?? [])
            try Self.addAnswered(DayRuns(ranges, of: days).ranges, asset: id, days, in: database)
            try Self.count(added, history.prices, asset: id, in: database)
            if let progress { try JobStore.store(progress, in: database) }
            guard let coverage = try Self.coverage(of: asset, in: database).first else {
                throw DatabaseError.malformed(asset.name)
            }
            return coverage
        }
    }

    private static func asset(_ asset: Asset, _ history: PriceHistory, in database: Database) throws -> Int {
        let sql = """
            INSERT INTO assets (name, kind, source, currency, firstTradeDate) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET kind = coalesce(excluded.kind, kind), source = excluded.source,
                currency = excluded.currency, firstTradeDate = coalesce(excluded.firstTradeDate, firstTradeDate)
            RETURNING id
            """
        let id = try Int.fetchOne(
            database.cachedStatement(sql: sql),
            arguments: [
                asset.name, history.kind?.rawValue, history.source.rawValue, history.currency,
                history.firstTradeDate.column(\.databaseValue),
            ])
        guard let id else { throw DatabaseError.malformed(asset.name) }
        return id
    }

    /// Inserts prices, and returns the number of new days. Without `adjustedTo`, later splits change all of them.
    private static func insert(
        _ prices: [DailyPrice], asset: Int, adjustedTo: CalendarDate?, into database: Database
    ) throws -> Int {
        let dates = prices.lazy.map(\.date)
        guard let first = dates.min(), let last = dates.max() else { return 0 }
        func count() throws -> Int {
            let sql = "SELECT count(*) FROM dailyPrices WHERE asset = ? AND date BETWEEN ? AND ?"
            return try Int.fetchOne(
                database.cachedStatement(sql: sql), arguments: [asset, first.databaseValue, last.databaseValue]) ?? 0
        }
        let before = try count()
        let statement = try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO dailyPrices VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        let asset = asset.databaseValue
        for price in prices {
            let values = [
                asset, price.date.databaseValue, price.close.databaseValue, price.open.column(\.databaseValue),
                price.high.column(\.databaseValue), price.low.column(\.databaseValue),
                price.volume.column(\.databaseValue), price.adjustedClose.column(\.databaseValue),
                (adjustedTo ?? price.date).databaseValue,
            ]
            statement.setUncheckedArguments(StatementArguments(values))
            try statement.execute()
        }
        return try count() - before
    }

    private static func insert(
        _ dividends: [CashDividend], asset: Int, adjustedTo: CalendarDate, into database: Database
    ) throws {
        let statement = try database.cachedStatement(sql: "INSERT OR REPLACE INTO dividends VALUES (?, ?, ?, ?)")
        for dividend in dividends {
            try statement.execute(arguments: [
                asset, dividend.date.databaseValue, dividend.amount.databaseValue, adjustedTo.databaseValue,
            ])
        }
    }

    /// Adds ranges to the answered ones, and joins those that overlap or touch.
    private static func addAnswered(
        _ ranges: [ClosedRange<CalendarDate>], asset: Int, _ days: TradingDays, in database: Database
    ) throws {
        guard let first = ranges.first?.lowerBound, let last = ranges.last?.upperBound else { return }
        // No exchange closes for longer between two sessions.
        let (before, after) = (first.adding(days: -14) ?? first, last.adding(days: 14) ?? last)
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT first, last FROM answeredDays WHERE asset = ? AND first <= ? AND last >= ?"),
            arguments: [asset, after.databaseValue, before.databaseValue])
        let stored = try rows.map { row throws in try row.range(0, 1) }
        let joined = DayRuns(stored + ranges, of: days).ranges
        let delete = try database.cachedStatement(sql: "DELETE FROM answeredDays WHERE asset = ? AND first = ?")
        for range in Set(stored).subtracting(joined) {
            try delete.execute(arguments: [asset, range.lowerBound.databaseValue])
        }
        let insert = try database.cachedStatement(sql: "INSERT INTO answeredDays VALUES (?, ?, ?)")
        for range in Set(joined).subtracting(stored) {
            try insert.execute(arguments: [
                asset, range.lowerBound.databaseValue, range.upperBound.databaseValue,
            ])
        }
    }

    /// Updates the number of days, the first and the last day, so that they need not be counted.
    private static func count(_ added: Int, _ prices: [DailyPrice], asset: Int, in database: Database) throws {
        let dates = prices.lazy.map(\.date)
        guard let first = dates.min(), let last = dates.max() else { return }
        try database.execute(
            sql: """
                UPDATE assets SET days = days + ?, first = min(coalesce(first, ?2), ?2), last = max(coalesce(last, ?3), ?3)
                WHERE id = ?4
                """, arguments: [added, first.databaseValue, last.databaseValue, asset])
    }
}
