internal import GRDB
public import MarketData

/// The last good snapshot, which is replaced as a whole.
public struct SnapshotStore: Sendable {
    let file: StoreFile

    /// Returns the snapshot; `nil` before the first.
    public func load() async throws(StoreError) -> QuotesSnapshot? {
        try await file.read { database in
            let sql = "SELECT changed, refreshed, source FROM snapshot"
            guard let snapshot = try Row.fetchOne(database, sql: sql) else { return nil }
            let rows = try Row.fetchCursor(
                database, sql: "SELECT symbol, name, last, bid, ask, volume FROM snapshotRows ORDER BY symbol")
            var quotes: [SnapshotRow] = []
            while let row = try rows.next() {
                quotes.append(
                    SnapshotRow(
                        symbol: row[0], name: row[1], last: try row.decimal(2), bid: try row.decimal(3),
                        ask: try row.decimal(4), volume: row[5]))
            }
            return QuotesSnapshot(
                rows: quotes, source: try snapshot.source(2), changed: try snapshot.instant(0),
                refreshed: try snapshot.instant(1))
        }
    }

    /// Stores the snapshot. The rows are written only if they changed later than the stored ones.
    public func save(_ snapshot: QuotesSnapshot) async throws(StoreError) {
        try await file.write { database in
            let changed = try String.fetchOne(database, sql: "SELECT changed FROM snapshot")
            try database.execute(
                sql: "INSERT OR REPLACE INTO snapshot VALUES (1, ?, ?, ?)",
                arguments: [
                    snapshot.changed.databaseValue, snapshot.refreshed.databaseValue, snapshot.source.rawValue,
                ])
            if changed?.databaseValue == snapshot.changed.databaseValue { return }
            try database.execute(sql: "DELETE FROM snapshotRows")
            let statement = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO snapshotRows VALUES (?, ?, ?, ?, ?, ?)")
            for row in snapshot.rows {
                try statement.execute(arguments: [
                    row.symbol, row.name, row.last.databaseValue, row.bid.databaseValue, row.ask.databaseValue,
                    row.volume,
                ])
            }
        }
    }
}
