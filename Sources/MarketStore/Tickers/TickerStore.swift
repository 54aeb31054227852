internal import GRDB
public import MarketData

/// The searchable tickers, copied page by page.
///
/// A copy is a walk over all pages. Its place is stored with every page, so that an interrupted walk resumes. Tickers
/// that the source no longer has stay until the walk is complete.
public struct TickerStore: Sendable {
    let file: StoreFile

    /// Returns how complete the tickers are.
    public func status() async throws(StoreError) -> TickerStatus {
        try await file.read { database in try Self.status(database) }
    }

    /// Stores a page and the place of the next one. The first page begins a walk; the last one ends it, and removes the
    /// tickers that no page of the walk contained.
    ///
    /// - Parameters:
    ///   - page: The page at ``TickerStatus/place``.
    ///   - now: The time.
    /// - Returns: The status with the page.
    /// - Throws: ``StoreError``; neither the page nor its place is stored then.
    @discardableResult
    public func store(_ page: TickerPage, at now: Timestamp) async throws(StoreError) -> TickerStatus {
        let status = try await file.write { database in
            let (wasUnderWay, last) = try Self.walk(database)
            let generation = wasUnderWay ? last : last + 1
            try Self.insert(page.tickers, generation: generation, into: database)
            if page.next == nil {
                try database.execute(sql: "DELETE FROM tickers WHERE generation < ?", arguments: [generation])
                // One merged segment instead of one for each page is several times as fast to search.
                try database.execute(
                    sql: """
                        INSERT INTO tickerWords (tickerWords) VALUES ('optimize');
                        INSERT INTO tickerParts (tickerParts) VALUES ('optimize');
                        DELETE FROM tickerPartCounts;
                        INSERT INTO tickerPartCounts SELECT term, doc FROM tickerPartTerms;
                        """)
            }
            try database.execute(
                sql: """
                    UPDATE tickerWalk SET generation = ?, isUnderWay = ?, place = ?, updated = ?,
                        completed = coalesce(?, completed), count = (SELECT count(*) FROM tickers)
                    """,
                arguments: [
                    generation, page.next != nil, page.next, now.databaseValue,
                    page.next == nil ? now.databaseValue : .null,
                ])
            return try Self.status(database)
        }
        // A walk has all tickers and their indices in memory.
        if page.next == nil { file.pool.releaseMemoryEventually() }
        return status
    }

    /// Discards the place of a walk, such as one that the source no longer accepts. The next page is the first.
    public func restartWalk() async throws(StoreError) {
        try await file.write { database in
            try database.execute(sql: "UPDATE tickerWalk SET isUnderWay = 0, place = NULL")
        }
    }

    /// Returns the entry of a ticker; `nil` if there is none.
    public func ticker(_ ticker: Ticker) async throws(StoreError) -> ListedTicker? {
        try await tickers([ticker])[ticker]
    }

    /// Returns the entries of tickers, in one query. Those that are not listed are omitted.
    public func tickers(_ tickers: [Ticker]) async throws(StoreError) -> [Ticker: ListedTicker] {
        try await file.read { database in try Self.tickers(tickers, database) }
    }

    static func tickers(_ tickers: [Ticker], _ database: Database) throws -> [Ticker: ListedTicker] {
        let sql = """
            SELECT symbol, name, exchange, kind FROM tickers WHERE symbol IN (SELECT value FROM json_each(?))
            """
        let rows = try Row.fetchAll(
            database.cachedStatement(sql: sql), arguments: [tickers.map(\.symbol).jsonArgument])
        return Dictionary(
            try rows.map { row throws in
                let listed = try ListedTicker(row)
                return (listed.ticker, listed)
            }, uniquingKeysWith: { first, _ in first })
    }

    private static func walk(_ database: Database) throws -> (isUnderWay: Bool, generation: Int) {
        guard let row = try Row.fetchOne(database, sql: "SELECT isUnderWay, generation FROM tickerWalk") else {
            throw DatabaseError.malformed("no walk")
        }
        return (row[0], row[1])
    }

    static func status(_ database: Database) throws -> TickerStatus {
        let sql = "SELECT count, updated, completed, isUnderWay, place FROM tickerWalk"
        guard let row = try Row.fetchOne(database.cachedStatement(sql: sql)) else {
            throw DatabaseError.malformed("no walk")
        }
        let completed = try row.optionalInstant(2)
        return TickerStatus(
            count: row[0], isComplete: completed != nil, updated: try row.optionalInstant(1), completed: completed,
            isWalkUnderWay: row[3], place: row[4])
    }

    private static func insert(_ tickers: [ListedTicker], generation: Int, into database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO tickers (id, symbol, name, exchange, kind, generation) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (symbol) DO UPDATE SET name = excluded.name, exchange = excluded.exchange,
                    kind = excluded.kind, generation = excluded.generation
                """)
        for ticker in tickers {
            let key = try TickerKey.key(of: ticker.ticker, in: database)
            try statement.execute(arguments: [
                key, ticker.ticker.symbol, ticker.name, ticker.exchange, ticker.kind?.rawValue, generation,
            ])
        }
    }
}

extension ListedTicker {
    /// Reads the columns symbol, name, exchange and kind.
    init(_ row: Row) throws {
        self.init(
            try row.ticker(0), name: row[1], exchange: row[2], kind: try row.value(3) { AssetKind(rawValue: $0) })
    }
}
