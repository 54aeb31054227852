internal import GRDB
public import MarketData
internal import Synchronization

/// The data that users entered: the watch list, positions, trades and settings.
///
/// A backup is written after each change. If that fails, the change stays, ``backupError`` tells why, and the next change tries again.
public struct PersonalStore: Sendable {
    let file: StoreFile
    private let backup: Backup?

    /// Creates a store, and writes the backup that a kill after the last change may have prevented.
    init(file: StoreFile, backup path: String?) {
        self.file = file
        backup = path.map { Backup(path: $0) }
        if let backup { file.pool.writeWithoutTransaction { database in backup.write(database) } }
    }

    /// The reason why the last backup failed; `nil` if it is up to date.
    public var backupError: StoreError? { backup?.error.withLock { $0 } }

    /// Calls a closure whenever ``backupError`` changes, and at once if the last backup failed.
    public func reportBackups(to report: @escaping @Sendable (StoreError?) -> Void) {
        guard let backup else { return }
        backup.report.withLock { $0 = report }
        if let error = backupError { report(error) }
    }

    /// Returns the watch list in its order.
    public func watchlist() async throws(StoreError) -> [Ticker] {
        try await file.read { database in try Self.watchlist(database) }
    }

    /// Adds a ticker at the end of the watch list, unless it is in it.
    ///
    /// - Returns: Whether it was added.
    @discardableResult
    public func watch(_ ticker: Ticker) async throws(StoreError) -> Bool {
        try await change { database in
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO watchlist
                    SELECT ?, coalesce(max(position) + 1, 0) FROM watchlist
                    """, arguments: [ticker.symbol])
            return database.changesCount > 0
        }
    }

    /// Removes a ticker from the watch list.
    ///
    /// - Returns: Whether it was in it.
    public func unwatch(_ ticker: Ticker) async throws(StoreError) -> Bool {
        try await change { database in
            try database.execute(sql: "DELETE FROM watchlist WHERE ticker = ?", arguments: [ticker.symbol])
            return database.changesCount > 0
        }
    }

    /// Replaces the watch list. Of a ticker that occurs repeatedly, the first place counts.
    public func replaceWatchlist(with tickers: [Ticker]) async throws(StoreError) {
        try await change { database in try Self.replaceWatchlist(with: tickers, database) }
    }

    /// Returns the positions, ascending by asset.
    public func positions() async throws(StoreError) -> [StoredPosition] {
        try await file.read { database in try Self.positions(database) }
    }

    /// Stores a position instead of the one that there was of the asset.
    public func store(_ position: StoredPosition) async throws(StoreError) {
        try await change { database in try Self.store(position, database) }
    }

    /// Removes the position of an asset.
    ///
    /// - Returns: Whether there was one.
    public func removePosition(of asset: Asset) async throws(StoreError) -> Bool {
        try await change { database in
            try database.execute(sql: "DELETE FROM positions WHERE asset = ?", arguments: [asset.name])
            return database.changesCount > 0
        }
    }

    /// Returns the settings.
    public func settings() async throws(StoreError) -> MarketSettings {
        try await file.read { database in try Self.settings(database) }
    }

    /// Stores the settings.
    public func store(_ settings: MarketSettings) async throws(StoreError) {
        try await changeSettings { $0 = settings }
    }

    /// Changes the settings in one transaction, so that concurrent changes of different settings are all kept.
    ///
    /// - Parameter body: Changes the stored settings.
    /// - Returns: The settings after the change.
    /// - Throws: The reason why nothing was changed.
    @discardableResult
    public func changeSettings(
        _ body: @escaping @Sendable (inout MarketSettings) -> Void
    ) async throws(StoreError) -> MarketSettings {
        try await change { database in
            var settings = try Self.settings(database)
            body(&settings)
            try Self.store(settings, database)
            return settings
        }
    }

    /// Changes the file in one transaction, and writes the backup.
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await file.write(body, andThen: { [backup] database in backup?.write(database) })
    }
}

// MARK: Within a transaction

extension PersonalStore {
    static func watchlist(_ database: Database) throws -> [Ticker] {
        try Row.fetchAll(database, sql: "SELECT ticker FROM watchlist ORDER BY position, ticker")
            .map { row throws in try row.ticker(0) }
    }

    static func replaceWatchlist(with tickers: [Ticker], _ database: Database) throws {
        try database.execute(sql: "DELETE FROM watchlist")
        try database.execute(
            sql: "INSERT OR IGNORE INTO watchlist SELECT value, key FROM json_each(?)",
            arguments: [tickers.map(\.symbol).jsonArgument])
    }

    static func positions(_ database: Database) throws -> [StoredPosition] {
        let sql = "SELECT asset, quantity, cost, currency, entered FROM positions ORDER BY asset"
        return try Row.fetchAll(database, sql: sql).map { row throws in
            StoredPosition(
                asset: try row.asset(0), quantity: try row.decimal(1), cost: try row.decimal(2),
                currency: row[3], entered: try row.date(4))
        }
    }

    static func store(_ position: StoredPosition, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO positions (asset, quantity, cost, currency, entered)
                VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                position.asset.name, position.quantity.databaseValue, position.cost.databaseValue,
                position.currency, position.entered.databaseValue,
            ])
    }

    static func settings(_ database: Database) throws -> MarketSettings {
        let rows = try Row.fetchAll(database, sql: "SELECT key, value FROM settings")
        return MarketSettings(values: Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) }))
    }

    static func store(_ settings: MarketSettings, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM settings")
        for (key, value) in settings.values {
            try database.execute(sql: "INSERT INTO settings VALUES (?, ?)", arguments: [key, value])
        }
    }
}

/// The backup and its last error.
private final class Backup: Sendable {
    let path: String
    let error = Mutex<StoreError?>(nil)
    let report = Mutex<(@Sendable (StoreError?) -> Void)?>(nil)

    init(path: String) { self.path = path }

    func write(_ database: Database) {
        var failure: StoreError?
        do { try PersonalBackup.write(database, to: path) } catch { failure = error }
        let isNew = error.withLock { last in
            defer { last = failure }
            return last != failure
        }
        if isNew { report.withLock { $0 }?(failure) }
    }
}
