internal import GRDB
public import MarketData

/// The daily prices of assets, and the requested days.
///
/// A requested day without a price is not requested again. Such days are stored as ranges, apart from the prices: see
/// ``AssetCoverage/answered``.
public struct PriceStore: Sendable {
    let file: StoreFile

    /// Returns the stored days of all assets, ascending by name.
    public func coverage() async throws(StoreError) -> [AssetCoverage] {
        try await file.read { database in try Self.coverage(of: nil, in: database) }
    }

    /// Returns the stored days of an asset; `nil` if it was never imported.
    public func coverage(of asset: Asset) async throws(StoreError) -> AssetCoverage? {
        try await file.read { database in try Self.coverage(of: asset, in: database).first }
    }

    /// Returns the prices of an asset from one day through another, ascending.
    public func prices(
        of asset: Asset, from first: CalendarDate, through last: CalendarDate
    ) async throws(StoreError) -> [DailyPrice] {
        try await file.read { database in
            var prices: [DailyPrice] = []
            try Self.forEachPrice(of: asset, from: first, through: last, in: database) { prices.append($0) }
            return prices
        }
    }

    /// Returns the closes of an asset from one day through another, ascending.
    public func closes(
        of asset: Asset, from first: CalendarDate, through last: CalendarDate
    ) async throws(StoreError) -> [DailyClose] {
        try await file.read { database in
            let sql = """
                SELECT date, close FROM dailyPrices
                WHERE asset = (SELECT id FROM assets WHERE name = ?) AND date BETWEEN ? AND ? ORDER BY date
                """
            let rows = try Row.fetchCursor(
                database.cachedStatement(sql: sql),
                arguments: [asset.name, first.databaseValue, last.databaseValue])
            var closes: [DailyClose] = []
            while let row = try rows.next() { closes.append(try DailyClose(row)) }
            return closes
        }
    }

    /// Returns the last close of each asset on a day or before, in one query. Assets without one are omitted.
    public func lastCloses(
        of assets: [Asset], onOrBefore day: CalendarDate
    ) async throws(StoreError) -> [Asset: LastClose] {
        try await file.read { database in
            let sql = """
                SELECT date, close, name, currency, source FROM assets JOIN dailyPrices ON asset = id
                WHERE name IN (SELECT value FROM json_each(?)) AND source IS NOT NULL
                    AND date = (SELECT max(date) FROM dailyPrices WHERE asset = id AND date <= ?)
                """
            let rows = try Row.fetchCursor(
                database.cachedStatement(sql: sql), arguments: [assets.map(\.name).jsonArgument, day.databaseValue])
            var closes: [Asset: LastClose] = [:]
            while let row = try rows.next() {
                closes[try row.asset(2)] = LastClose(
                    close: try DailyClose(row), currency: row[3], source: try row.source(4))
            }
            return closes
        }
    }

    /// Returns the last close before a split that, according to the source, already includes the split; `nil` if there
    /// is none.
    public func closeSaidToContain(_ split: StockSplit, of asset: Asset) async throws(StoreError) -> DailyClose? {
        try await file.read { database in
            let sql = """
                SELECT date, close FROM dailyPrices WHERE asset = (SELECT id FROM assets WHERE name = ?1)
                    AND date < ?2 AND adjustedTo >= ?2 ORDER BY date DESC LIMIT 1
                """
            return try Row.fetchOne(database, sql: sql, arguments: [asset.name, split.date.databaseValue])
                .map { row throws in try DailyClose(row) }
        }
    }

    /// Marks the prices of an asset before a split as not including it, so that they are rescaled when the split is
    /// stored.
    public func markAsBefore(_ split: StockSplit, of asset: Asset) async throws(StoreError) {
        try await file.write { database in
            try database.execute(
                sql: """
                    UPDATE dailyPrices SET adjustedTo = date WHERE asset = (SELECT id FROM assets WHERE name = ?1)
                        AND date < ?2 AND adjustedTo >= ?2
                    """, arguments: [asset.name, split.date.databaseValue])
        }
    }

    /// Returns the splits of an asset after a day, ascending.
    public func splits(of asset: Asset, after day: CalendarDate) async throws(StoreError) -> [StockSplit] {
        try await file.read { database in
            let sql = """
                SELECT date, numerator, denominator FROM splits
                WHERE asset = (SELECT id FROM assets WHERE name = ?) AND date > ? ORDER BY date
                """
            return try Row.fetchAll(database, sql: sql, arguments: [asset.name, day.databaseValue])
                .map { row throws in
                    StockSplit(date: try row.date(0), numerator: row[1], denominator: row[2])
                }
        }
    }

    /// Returns the dividends of an asset from one day through another, ascending.
    public func dividends(
        of asset: Asset, from first: CalendarDate, through last: CalendarDate
    ) async throws(StoreError) -> [CashDividend] {
        try await file.read { database in
            let sql = """
                SELECT date, amount FROM dividends
                WHERE asset = (SELECT id FROM assets WHERE name = ?) AND date BETWEEN ? AND ? ORDER BY date
                """
            let arguments: StatementArguments = [asset.name, first.databaseValue, last.databaseValue]
            return try Row.fetchAll(database, sql: sql, arguments: arguments)
                .map { row throws in CashDividend(date: try row.date(0), amount: try row.decimal(1)) }
        }
    }
}

extension DailyClose {
    fileprivate init(_ row: Row) throws { self.init(date: try row.date(0), close: try row.decimal(1)) }
}
