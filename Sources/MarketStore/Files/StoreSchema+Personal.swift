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
        ),
        (
            name: "2 trades",
            statements: """
            CREATE TABLE trades (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                name TEXT NOT NULL,
                notes TEXT NOT NULL,
                underlying TEXT NOT NULL
            ) STRICT;
            CREATE TABLE tradeLegs (
                trade INTEGER NOT NULL REFERENCES trades (sequence) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                type TEXT NOT NULL,
                strike TEXT,
                expiration TEXT,
                exercise TEXT,
                side TEXT NOT NULL,
                quantity INTEGER NOT NULL,
                sharesPerContract INTEGER NOT NULL,
                opened TEXT NOT NULL,
                price TEXT NOT NULL,
                fee TEXT NOT NULL,
                rolledFrom INTEGER,
                entered TEXT NOT NULL,
                PRIMARY KEY (trade, position)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE tradeCloses (
                trade INTEGER NOT NULL,
                leg INTEGER NOT NULL,
                position INTEGER NOT NULL,
                date TEXT NOT NULL,
                quantity INTEGER NOT NULL,
                price TEXT NOT NULL,
                fee TEXT NOT NULL,
                kind TEXT NOT NULL,
                PRIMARY KEY (trade, leg, position),
                FOREIGN KEY (trade, leg) REFERENCES tradeLegs (trade, position) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE tradeDays (
                date TEXT PRIMARY KEY,
                profit TEXT,
                unpriced TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
        ),
    ])
}
