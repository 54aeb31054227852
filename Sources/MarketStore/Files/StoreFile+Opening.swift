internal import GRDB

/// How soon a change is on the disk.
enum Durability: String {
    /// A power failure may lose the last changes, which can be fetched again.
    case normal = "NORMAL"
    /// A change that was acknowledged stays.
    case full = "FULL"
}

extension StoreFile {
    private static let timeout = 5.0

    /// Opens or creates a file, and migrates it to the current schema.
    ///
    /// - Throws: ``StoreError/damaged(path:)`` if the file must be set aside.
    init(path: String, schema: StoreSchema, durability: Durability) throws(StoreError) {
        // SQLite treats an empty file as a new database, and would discard its log.
        if FileSystem.size(path) == 0 { throw .damaged(path: path) }
        var configuration = Configuration()
        configuration.label = path
        configuration.busyMode = .timeout(Self.timeout)
        // 16 MB for each reading connection: the indices of 100,000 tickers are read from memory.
        configuration.prepareDatabase { database in try database.execute(sql: "PRAGMA cache_size = -16000") }
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            // The pool sets its own value when it turns on the write-ahead log. A copy of the tickers touches most of
            // their indices, which the writing connection need not keep.
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = \(durability.rawValue); PRAGMA cache_size = -2000")
            }
            try pool.read { database in
                if try schema.isNewer(database) { throw StoreError.newerVersion(path: path) }
                let report = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
                guard report == "ok" else { throw StoreError.damaged(path: path) }
            }
            try schema.migrator.migrate(pool)
            // The check has read the whole file into the memory of its connection.
            pool.releaseMemory()
            self.init(path: path, pool: pool)
        } catch {
            let error = StoreError(error, path: path)
            // A schema that cannot be brought up to date is not ours.
            if case .failed = error { throw .damaged(path: path) }
            throw error
        }
    }

    /// Opens a file for reading, while another process may change it.
    init(readingFrom path: String, schema: StoreSchema) throws(StoreError) {
        guard FileSystem.exists(path) else { throw .missing(path: path) }
        if FileSystem.size(path) == 0 { throw .damaged(path: path) }
        var configuration = Configuration()
        configuration.label = path
        configuration.readonly = true
        configuration.busyMode = .timeout(Self.timeout)
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.read { database in
                if try schema.isNewer(database) { throw StoreError.newerVersion(path: path) }
                guard try schema.migrator.hasCompletedMigrations(database) else {
                    throw StoreError.olderVersion(path: path)
                }
            }
            self.init(path: path, pool: pool)
        } catch {
            throw StoreError(error, path: path)
        }
    }
}
