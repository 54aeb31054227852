extension StoreSchema {
    /// The schema of the file with data of sources.
    static let market = StoreSchema([
        (
            name: "1 sources",
            statements: """
            CREATE TABLE tickers (
                id INTEGER PRIMARY KEY,
                symbol TEXT NOT NULL UNIQUE,
                name TEXT NOT NULL,
                exchange TEXT,
                kind TEXT,
                generation INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX tickersOfGeneration ON tickers (generation);
            CREATE VIRTUAL TABLE tickerWords USING fts5 (
                name, content = 'tickers', content_rowid = 'id', columnsize = 0,
                tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8 9 10 11 12'
            );
            CREATE VIRTUAL TABLE tickerParts USING fts5 (
                name, content = 'tickers', content_rowid = 'id', columnsize = 0, detail = none,
                tokenize = 'trigram'
            );
            CREATE VIRTUAL TABLE tickerPartTerms USING fts5vocab ('tickerParts', 'row');
            CREATE TABLE tickerPartCounts (part TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TRIGGER tickerInserted AFTER INSERT ON tickers BEGIN
                INSERT INTO tickerWords (rowid, name) VALUES (new.id, new.name);
                INSERT INTO tickerParts (rowid, name) VALUES (new.id, new.name);
            END;
            CREATE TRIGGER tickerDeleted AFTER DELETE ON tickers BEGIN
                INSERT INTO tickerWords (tickerWords, rowid, name) VALUES ('delete', old.id, old.name);
                INSERT INTO tickerParts (tickerParts, rowid, name) VALUES ('delete', old.id, old.name);
            END;
            CREATE TRIGGER tickerRenamed AFTER UPDATE OF name ON tickers WHEN old.name <> new.name BEGIN
                INSERT INTO tickerWords (tickerWords, rowid, name) VALUES ('delete', old.id, old.name);
                INSERT INTO tickerParts (tickerParts, rowid, name) VALUES ('delete', old.id, old.name);
                INSERT INTO tickerWords (rowid, name) VALUES (new.id, new.name);
                INSERT INTO tickerParts (rowid, name) VALUES (new.id, new.name);
            END;
            CREATE TABLE tickerWalk (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                generation INTEGER NOT NULL,
                isUnderWay INTEGER NOT NULL,
                place TEXT,
                count INTEGER NOT NULL,
                updated TEXT,
                completed TEXT
            ) STRICT;
            INSERT INTO tickerWalk VALUES (1, 0, 0, NULL, 0, NULL, NULL);

            CREATE TABLE assets (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                kind TEXT,
                source TEXT,
                currency TEXT NOT NULL,
                firstTradeDate TEXT,
                days INTEGER NOT NULL DEFAULT 0,
                first TEXT,
                last TEXT
            ) STRICT;
            CREATE TABLE dailyPrices (
                asset INTEGER NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
                date TEXT NOT NULL,
                close TEXT NOT NULL,
                open TEXT,
                high TEXT,
                low TEXT,
                volume INTEGER,
                adjustedClose TEXT,
                adjustedTo TEXT NOT NULL,
                PRIMARY KEY (asset, date)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE answeredDays (
                asset INTEGER NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
                first TEXT NOT NULL,
                last TEXT NOT NULL,
                PRIMARY KEY (asset, first)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE splits (
                asset INTEGER NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
                date TEXT NOT NULL,
                numerator INTEGER NOT NULL,
                denominator INTEGER NOT NULL,
                PRIMARY KEY (asset, date)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE dividends (
                asset INTEGER NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
                date TEXT NOT NULL,
                amount TEXT NOT NULL,
                adjustedTo TEXT NOT NULL,
                PRIMARY KEY (asset, date)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE snapshot (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                changed TEXT NOT NULL,
                refreshed TEXT NOT NULL,
                source TEXT NOT NULL
            ) STRICT;
            CREATE TABLE snapshotRows (
                symbol TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                last TEXT NOT NULL,
                bid TEXT NOT NULL,
                ask TEXT NOT NULL,
                volume INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE answers (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                key TEXT NOT NULL UNIQUE,
                asOf TEXT NOT NULL,
                source TEXT NOT NULL,
                body BLOB NOT NULL,
                bytes INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX answersBySize ON answers (id, bytes);

            CREATE TABLE jobs (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                kind TEXT NOT NULL,
                state TEXT NOT NULL,
                created TEXT NOT NULL,
                updated TEXT NOT NULL,
                finished TEXT,
                first TEXT NOT NULL,
                last TEXT NOT NULL,
                message TEXT
            ) STRICT;
            CREATE TABLE jobAssets (
                job INTEGER NOT NULL REFERENCES jobs (sequence) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                asset TEXT NOT NULL,
                daysImported INTEGER NOT NULL,
                daysToGo INTEGER NOT NULL,
                message TEXT,
                PRIMARY KEY (job, position)
            ) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX jobAssetsByName ON jobAssets (job, asset);
            CREATE TABLE callCounts (
                source TEXT NOT NULL,
                window TEXT NOT NULL,
                start TEXT NOT NULL,
                calls INTEGER NOT NULL,
                PRIMARY KEY (source, window)
            ) STRICT, WITHOUT ROWID;

            CREATE VIEW prices AS
                SELECT name AS asset, date, close, open, high, low, volume, adjustedClose
                FROM dailyPrices JOIN assets ON assets.id = dailyPrices.asset;
            """
        ),
        (
            name: "2 volatilities",
            statements: """
            CREATE TABLE volatilities (
                ticker TEXT NOT NULL,
                date TEXT NOT NULL,
                volatility REAL NOT NULL,
                PRIMARY KEY (ticker, date)
            ) STRICT, WITHOUT ROWID;
            """
        ),
        (
            name: "3 dividends",
            statements: """
            CREATE TABLE dividendListings (
                ticker TEXT PRIMARY KEY,
                source TEXT NOT NULL,
                asOf TEXT NOT NULL,
                adjusted INTEGER NOT NULL,
                currency TEXT NOT NULL,
                splitsKnown INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE listedDividends (
                ticker TEXT NOT NULL REFERENCES dividendListings (ticker) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                exDate TEXT NOT NULL,
                payDate TEXT,
                amount TEXT NOT NULL,
                currency TEXT NOT NULL,
                type TEXT,
                PRIMARY KEY (ticker, position)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE listedSplits (
                ticker TEXT NOT NULL REFERENCES dividendListings (ticker) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                date TEXT NOT NULL,
                numerator INTEGER NOT NULL,
                denominator INTEGER NOT NULL,
                PRIMARY KEY (ticker, position)
            ) STRICT, WITHOUT ROWID;
            """
        ),
    ])
}
