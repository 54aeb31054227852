internal import GRDB
public import MarketData

/// The last dividends that a source listed of each share.
///
/// Rows are stored as the source lists them, with its splits: ``MarketData/DividendListing`` rescales them for any later
/// day.
public struct DividendStore: Sendable {
    let file: StoreFile

    /// Returns the last listing of a share; `nil` if there is none.
    public func listing(of ticker: Ticker) async throws(StoreError) -> DividendListing? {
        try await file.read { database in
            let sql = "SELECT source, asOf, adjusted, currency, splitsKnown FROM dividendListings WHERE ticker = ?"
            let statement = try database.cachedStatement(sql: sql)
            guard let listing = try Row.fetchOne(statement, arguments: [ticker.symbol]) else { return nil }
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT exDate, payDate, amount, currency, type FROM listedDividends
                        WHERE ticker = ? ORDER BY position
                        """), arguments: [ticker.symbol]
            ).map { row throws in
                ListedDividend(
                    exDate: try row.date(0), payDate: try row.optionalDate(1), amount: try row.decimal(2),
                    currency: row[3], vendorType: row[4])
            }
            let splits = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT date, numerator, denominator FROM listedSplits WHERE ticker = ? ORDER BY position
                        """), arguments: [ticker.symbol]
            ).map { row throws in StockSplit(date: try row.date(0), numerator: row[1], denominator: row[2]) }
            return DividendListing(
                source: try listing.source(0), asOf: try listing.instant(1), rows: rows,
                isAdjustedForSplits: listing[2], priceCurrency: listing[3], splits: listing[4] ? splits : nil)
        }
    }

    /// Stores the listing of a share in place of the last one.
    public func store(_ listing: DividendListing, of ticker: Ticker) async throws(StoreError) {
        try await file.write { database in
            let symbol = ticker.symbol
            // The rows are removed with the listing.
            try database.cachedStatement(sql: "DELETE FROM dividendListings WHERE ticker = ?").execute(
                arguments: [symbol])
            try database.cachedStatement(sql: "INSERT INTO dividendListings VALUES (?, ?, ?, ?, ?, ?)").execute(
                arguments: [
                    symbol, listing.source.rawValue, listing.asOf.databaseValue, listing.isAdjustedForSplits,
                    listing.priceCurrency, listing.splits != nil,
                ])
            let insert = try database.cachedStatement(sql: "INSERT INTO listedDividends VALUES (?, ?, ?, ?, ?, ?, ?)")
            for (position, row) in listing.rows.enumerated() {
                try insert.execute(arguments: [
                    symbol, position, row.exDate.databaseValue, row.payDate.column(\.databaseValue),
                    row.amount.databaseValue, row.currency, row.vendorType,
                ])
            }
            let insertSplit = try database.cachedStatement(sql: "INSERT INTO listedSplits VALUES (?, ?, ?, ?, ?)")
            for (position, split) in (listing.splits ?? []).enumerated() {
                try insertSplit.execute(arguments: [
                    symbol, position, split.date.databaseValue, split.numerator, split.denominator,
                ])
            }
        }
    }
}
