internal import GRDB

/// The copy of the personal file, written after each change.
enum PersonalBackup {
    /// Replaces the backup of a database atomically. The copy has the state between two transactions.
    static func write(_ database: Database, to backup: String) throws(StoreError) {
        let temporary = backup + ".new"
        try FileSystem.remove(temporary)
        do {
            try database.execute(sql: "VACUUM INTO ?", arguments: [temporary])
        } catch {
            throw StoreError(error, path: temporary)
        }
        try FileSystem.synchronize(temporary)
        try FileSystem.rename(temporary, to: backup)
    }

    /// Throws if a backup is not a database that this version can read.
    static func verify(_ backup: String) throws(StoreError) {
        try withDatabase(backup) { database throws in
            if try StoreSchema.personal.isNewer(database) { throw StoreError.newerVersion(path: backup) }
            let report = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
            guard report == "ok" else { throw StoreError.damaged(path: backup) }
        }
    }

    /// Copies a backup to a file.
    static func copy(_ backup: String, to path: String) throws(StoreError) {
        try withDatabase(backup) { database throws in try write(database, to: path) }
    }

    private static func withDatabase(_ path: String, _ body: (Database) throws -> Void) throws(StoreError) {
        if FileSystem.size(path) == 0 { throw .damaged(path: path) }
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction(body)
            try queue.close()
        } catch {
            throw StoreError(error, path: path)
        }
    }
}
