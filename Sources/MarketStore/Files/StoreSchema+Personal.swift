extension StoreSchema {
    /// The schema of the file with data of users.
    static let personal = StoreSchema([
        (
            name: "1 personal",
            statements: """
            CREATE TABLE watchlist (
                ticker TEXT PRIMARY KEY,
                position INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE positions (
                asset TEXT PRIMARY KEY,
                quantity TEXT NOT NULL,
                cost TEXT NOT NULL,
                currency TEXT NOT NULL,
                entered TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE settings (
                key TEXT PRIMARY KEY,
                value TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
        )
    ])
}
