internal import GRDB
public import MarketData

/// The counts of calls to sources, kept across restarts.
public struct CallBudgetStore: CallBudgetStorage {
    let file: StoreFile

    /// Returns the last counts of a source, at most one for each window; empty if they cannot be read.
    public func load(_ source: MarketSource) async -> [CallCount] {
        let counts = try? await file.read { database in
            let sql = "SELECT window, start, calls FROM callCounts WHERE source = ? ORDER BY window"
            return try Row.fetchAll(database, sql: sql, arguments: [source.rawValue]).map { row throws in
                CallCount(
                    window: try row.required(0) { CallWindow(rawValue: $0) }, start: try row.instant(1),
                    calls: row[2])
            }
        }
        return counts ?? []
    }

    /// Stores the counts of a source. Write errors are ignored.
    public func save(_ counts: [CallCount], of source: MarketSource) async {
        try? await file.write { database in
            for count in counts {
                try database.cachedStatement(sql: "INSERT OR REPLACE INTO callCounts VALUES (?, ?, ?, ?)")
                    .execute(arguments: [
                        source.rawValue, count.window.rawValue, count.start.databaseValue, count.calls,
                    ])
            }
        }
    }
}
