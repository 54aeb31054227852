internal import GRDB
public import MarketData

/// The result of a search, and the completeness of the list, read from one state of the database.
public struct TickerSearch: Sendable {
    /// The distinct tickers.
    public let tickers: [ListedTicker]
    /// How complete the list is.
    public let status: TickerStatus
}

extension TickerStore {
    /// Returns the tickers that match a text: the one with that symbol; then those whose symbol begins with it; then
    /// those whose name contains, for each word of the text, a word with that prefix; then, from three characters on,
    /// those with the text anywhere in their name. Each group is in the order of symbols.
    ///
    /// Any text is safe. Case and, at the beginning of words, accents do not matter.
    ///
    /// - Parameters:
    ///   - text: The search text.
    ///   - limit: The maximum number of results, 1 to 100.
    /// - Returns: The tickers, and the completeness of the list.
    /// - Throws: ``StoreError`` if the file cannot be read.
    public func search(_ text: String, limit: Int = 20) async throws(StoreError) -> TickerSearch {
        let query = TickerQuery(text)
        let limit = min(max(limit, 1), 100)
        return try await file.read { database in
            var results = SearchResults(limit: limit)
            if let symbol = query.symbol { try Self.searchSymbols(symbol, database, &results) }
            if let words = query.words { try Self.searchWords(words, database, &results) }
            if !query.groups.isEmpty { try Self.searchParts(query, database, &results) }
            return TickerSearch(tickers: results.tickers, status: try Self.status(database))
        }
    }

    private static let columns = "tickers.symbol, tickers.name, tickers.exchange, tickers.kind"

    /// The symbol itself is the first of those that begin with it.
    private static func searchSymbols(_ symbol: String, _ database: Database, _ results: inout SearchResults) throws {
        let sql = """
            SELECT \(columns) FROM tickers WHERE symbol >= ? AND symbol < ? ORDER BY symbol LIMIT ?
            """
        // Every character of a symbol comes before the tilde.
        let statement = try database.cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: [symbol, symbol + "~", results.limit])
        while let row = try rows.next() { results.append(try ListedTicker(row)) }
        results.endGroup()
    }

    private static func searchWords(_ words: String, _ database: Database, _ results: inout SearchResults) throws {
        guard !results.isFull else { return }
        let sql = """
            SELECT \(columns) FROM tickerWords JOIN tickers ON tickers.id = tickerWords.rowid
            WHERE tickerWords MATCH ? ORDER BY tickerWords.rowid
            """
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: [words])
        while !results.isFull, let row = try rows.next() { results.append(try ListedTicker(row)) }
        results.endGroup()
    }

    private static func searchParts(_ query: TickerQuery, _ database: Database, _ results: inout SearchResults) throws {
        guard !results.isFull else { return }
        // Names that have the groups but not the text are discarded before they become rows. The function `lower`
        // changes ASCII letters only, so names with more bytes than characters are left to the comparison below.
        let sql = """
            SELECT \(columns) FROM tickerParts JOIN tickers ON tickers.id = tickerParts.rowid
            WHERE tickerParts MATCH ?
                AND (instr(lower(tickers.name), ?) OR length(CAST(tickers.name AS BLOB)) > length(tickers.name))
            ORDER BY tickerParts.rowid
            """
        let groups = TickerQuery.parts(try rarest(query, database))
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: [groups, query.part])
        while !results.isFull, let row = try rows.next() {
            // The index stores which groups of three characters a name has, but not their positions.
            if TickerName(row[1]).contains(query.part) { results.append(try ListedTicker(row)) }
        }
        results.endGroup()
    }

    /// Returns the rarest groups of three characters of a text: at most four that do not overlap, and one per word.
    /// More groups would cost more to look up than they exclude, since those of one word mostly occur together.
    private static func rarest(_ query: TickerQuery, _ database: Database) throws -> [String] {
        let statement = try database.cachedStatement(
            sql: """
                WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < ?)
                SELECT coalesce(count, 0) FROM places LEFT JOIN tickerPartCounts ON part = substr(?, place, 3)
                ORDER BY place
                """)
        let groups = query.groups
        let counts = try Int.fetchAll(statement, arguments: [groups.count, query.part])
        var places: [Int] = []
        for place in groups.indices.sorted(by: { counts[$0] < counts[$1] }) where places.count < 4 {
            let isRedundant = places.contains {
                abs($0 - place) < 3 || groups[place].word != nil && groups[$0].word == groups[place].word
            }
            if !isRedundant { places.append(place) }
        }
        return places.map { groups[$0].text }
    }
}

/// The results of a search, without duplicates.
private struct SearchResults {
    let limit: Int
    private(set) var tickers: [ListedTicker] = []
    private var known: Set<Ticker> = []
    private var groupStart = 0

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { tickers.count >= limit }

    mutating func append(_ ticker: ListedTicker) {
        if known.insert(ticker.ticker).inserted { tickers.append(ticker) }
    }

    /// Sorts the group. Only keys that were out of order move.
    mutating func endGroup() {
        tickers[groupStart...].sort { $0.ticker < $1.ticker }
        groupStart = tickers.count
    }
}
