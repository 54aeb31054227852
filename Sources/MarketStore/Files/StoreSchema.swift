internal import GRDB

/// The tables of a file, as the migrations that make them.
struct StoreSchema {
    /// The migrations in their order.
    private let migrations: [(name: String, statements: String)]

    /// Creates a schema. Released migrations never change; a change of the schema is a new migration.
    init(_ migrations: [(name: String, statements: String)]) { self.migrations = migrations }

    /// Applies the migrations that a file lacks. After each, `PRAGMA user_version` is their number.
    var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, migration) in migrations.enumerated() {
            migrator.registerMigration(migration.name) { database in
                try database.execute(sql: migration.statements)
                try database.execute(sql: "PRAGMA user_version = \(index + 1)")
            }
        }
        return migrator
    }

    /// Whether a newer version of the program has changed a database.
    func isNewer(_ database: Database) throws -> Bool {
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        if version > migrations.count { return true }
        return try migrator.hasBeenSuperseded(database)
    }
}
