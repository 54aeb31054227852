internal import GRDB
internal import MarketData

extension PriceStore {
    static func forEachPrice(
        of asset: Asset, from first: CalendarDate, through last: CalendarDate, in database: Database,
        _ body: (DailyPrice) throws -> Void
    ) throws {
        let sql = """
            SELECT date, close, open, high, low, volume, adjustedClose FROM dailyPrices
            WHERE asset = (SELECT id FROM assets WHERE name = ?) AND date BETWEEN ? AND ? ORDER BY date
            """
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: sql), arguments: [asset.name, first.databaseValue, last.databaseValue])
        while let row = try rows.next() {
            try body(
                DailyPrice(
                    date: try row.date(0), close: try row.decimal(1), open: try row.optionalDecimal(2),
                    high: try row.optionalDecimal(3), low: try row.optionalDecimal(4), volume: row[5],
                    adjustedClose: try row.optionalDecimal(6)))
        }
    }

    /// Returns the stored days of an asset, or of all assets.
    static func coverage(of asset: Asset?, in database: Database) throws -> [AssetCoverage] {
        let filter = asset == nil ? "" : "WHERE name = ?"
        let arguments: StatementArguments = asset.map { [$0.name] } ?? []
        let runs = try Row.fetchCursor(
            database,
            sql: """
                SELECT asset, answeredDays.first, answeredDays.last FROM answeredDays
                JOIN assets ON assets.id = asset \(filter) ORDER BY asset, answeredDays.first
                """, arguments: arguments)
        var answered: [Int: [ClosedRange<CalendarDate>]] = [:]
        while let row = try runs.next() {
            answered[row[0], default: []].append(try row.range(1, 2))
        }
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT id, name, kind, source, currency, firstTradeDate, days, first, last FROM assets
                \(filter) ORDER BY name
                """, arguments: arguments)
        var assets: [AssetCoverage] = []
        while let row = try rows.next() {
            assets.append(
                AssetCoverage(
                    asset: try row.asset(1), kind: try row.value(2) { AssetKind(rawValue: $0) },
                    source: try row.value(3) { MarketSource(rawValue: $0) }, currency: row[4],
                    firstTradeDate: try row.optionalDate(5), days: row[6], first: try row.optionalDate(7),
                    last: try row.optionalDate(8), answered: answered[row[0]] ?? []))
        }
        return assets
    }
}
