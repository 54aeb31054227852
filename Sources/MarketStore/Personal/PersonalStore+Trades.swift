internal import GRDB
public import MarketData

/// The profit of all trades at the close of a day.
public struct TradeDay: Hashable, Sendable {
    /// The session.
    public let date: CalendarDate
    /// The sum of the profits of the trades that have one; `nil` if none has.
    public let profit: ExactDecimal?
    /// The trades with a leg that has no price, which ``profit`` leaves out.
    public let unpriced: [TradeIdentifier]

    /// Creates a day.
    public init(date: CalendarDate, profit: ExactDecimal?, unpriced: [TradeIdentifier]) {
        self.date = date
        self.profit = profit
        self.unpriced = unpriced
    }
}

extension PersonalStore {
    /// The maximum number of trades.
    public static let maximumTrades = 1000

    /// Returns the trades, in the order in which they were first stored.
    public func trades() async throws(StoreError) -> [Trade] {
        try await file.read { database in try Self.trades(nil, database) }
    }

    /// Returns a trade; `nil` if there is none.
    public func trade(_ id: TradeIdentifier) async throws(StoreError) -> Trade? {
        try await file.read { database in try Self.trades(id, database).first }
    }

    /// Returns the underlyings of the trades, ascending.
    public func tradedUnderlyings() async throws(StoreError) -> [Ticker] {
        try await file.read { database in
            try Row.fetchAll(database, sql: "SELECT DISTINCT underlying FROM trades ORDER BY underlying")
                .map { row throws in try row.ticker(0) }
        }
    }

    /// Stores a trade, in place of the one with its identifier. Unchanged legs keep the day of their entry.
    ///
    /// - Returns: The trade as it is stored; `nil` if there are ``maximumTrades`` others.
    public func store(_ trade: Trade) async throws(StoreError) -> Trade? {
        try await change { database in
            let earlier = try Self.trades(trade.id, database).first
            if earlier == nil, try Int.fetchOne(database, sql: "SELECT count(*) FROM trades") ?? 0 >= Self.maximumTrades
            {
                return nil
            }
            let trade = earlier.map { trade.replacing($0) } ?? trade
            try Self.store(trade, database)
            return trade
        }
    }

    /// Removes a trade.
    ///
    /// - Returns: Whether there was one.
    public func removeTrade(_ id: TradeIdentifier) async throws(StoreError) -> Bool {
        try await change { database in
            try database.execute(sql: "DELETE FROM trades WHERE id = ?", arguments: [id.text])
            return database.changesCount > 0
        }
    }

    /// Returns the days with a stored profit from one day through another, ascending.
    public func tradeDays(
        from first: CalendarDate, through last: CalendarDate
    ) async throws(StoreError) -> [TradeDay] {
        try await file.read { database in
            let sql = "SELECT date, profit, unpriced FROM tradeDays WHERE date BETWEEN ? AND ? ORDER BY date"
            return try Row.fetchAll(database, sql: sql, arguments: [first.databaseValue, last.databaseValue])
                .map { row throws in
                    TradeDay(
                        date: try row.date(0), profit: try row.optionalDecimal(1),
                        unpriced: (row[2] as String).split(separator: " ").compactMap { TradeIdentifier(String($0)) })
                }
        }
    }

    /// Stores the profit of a day.
    public func store(_ day: TradeDay) async throws(StoreError) {
        try await change { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO tradeDays VALUES (?, ?, ?)",
                arguments: [
                    day.date.databaseValue, day.profit.column(\.databaseValue),
                    day.unpriced.map(\.text).joined(separator: " "),
                ])
        }
    }
}

// MARK: Within a transaction

extension PersonalStore {
    static func store(_ trade: Trade, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO trades (id, name, notes, underlying) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (id) DO UPDATE SET name = ?2, notes = ?3, underlying = ?4
                """, arguments: [trade.id.text, trade.name, trade.notes, trade.underlying.symbol])
        let number = try Int.fetchOne(
            database, sql: "SELECT sequence FROM trades WHERE id = ?", arguments: [trade.id.text])
        try database.execute(sql: "DELETE FROM tradeLegs WHERE trade = ?", arguments: [number])
        for (position, leg) in trade.legs.enumerated() {
            let columns = InstrumentColumns(leg.instrument)
            try database.cachedStatement(
                sql: "INSERT INTO tradeLegs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            ).execute(arguments: [
                number, position, columns.type, columns.strike.column(\.databaseValue),
                columns.expiration.column(\.databaseValue), leg.exercise?.rawValue, leg.side.rawValue, leg.quantity,
                leg.sharesPerContract, leg.opened.date.databaseValue, leg.opened.price.databaseValue,
                leg.opened.fee.databaseValue, leg.rolledFrom, leg.entered.databaseValue,
            ])
            for (place, close) in leg.closes.enumerated() {
                try database.cachedStatement(sql: "INSERT INTO tradeCloses VALUES (?, ?, ?, ?, ?, ?, ?, ?)").execute(
                    arguments: [
                        number, position, place, close.date.databaseValue, close.quantity, close.price.databaseValue,
                        close.fee.databaseValue, close.kind.rawValue,
                    ])
            }
        }
    }

    /// Returns one trade, or all, in the order in which they were first stored.
    static func trades(_ id: TradeIdentifier?, _ database: Database) throws -> [Trade] {
        let filter = id == nil ? "" : "WHERE id = ?"
        let arguments: StatementArguments = id.map { [$0.text] } ?? []
        func rows(_ columns: String, _ tables: String, _ order: String) throws -> [Row] {
            try Row.fetchAll(
                database, sql: "SELECT \(columns) FROM \(tables) \(filter) ORDER BY \(order)", arguments: arguments)
        }
        var closes: [[Int]: [TradeClose]] = [:]
        for row in try rows(
            "trade, leg, date, quantity, price, fee, kind", "tradeCloses JOIN trades ON sequence = trade",
            "trade, leg, position")
        {
            closes[[row[0], row[1]], default: []].append(try TradeClose(row))
        }
        var legs: [Int: [TradeLeg]] = [:]
        for row in try rows(
            """
            trade, position, type, strike, expiration, exercise, side, quantity, sharesPerContract, opened, price, fee,
                rolledFrom, entered
            """, "tradeLegs JOIN trades ON sequence = trade", "trade, position")
        {
            legs[row[0], default: []].append(try TradeLeg(row, closes: closes[[row[0], row[1]]] ?? []))
        }
        return try rows("sequence, id, name, notes, underlying", "trades", "sequence").map { row throws in
            let (id, underlying) = (try row.required(1) { TradeIdentifier($0) }, try row.ticker(4))
            do throws(TradeError) {
                return try Trade(
                    id: id, name: row[2], notes: row[3], underlying: underlying, legs: legs[row[0]] ?? [])
            } catch {
                throw DatabaseError.malformed("\(error)")
            }
        }
    }
}

/// The columns of an instrument.
private struct InstrumentColumns {
    let type: String
    var strike: ExactDecimal?
    var expiration: CalendarDate?

    init(_ instrument: TradeLeg.Instrument) {
        switch instrument {
        case .shares: type = "stock"
        case .option(let kind, let strike, let expiration):
            type = kind == .call ? "call" : "put"
            (self.strike, self.expiration) = (strike, expiration)
        }
    }
}

extension TradeLeg {
    fileprivate init(_ row: Row, closes: [TradeClose]) throws {
        let instrument: Instrument =
            switch try row.required(2, as: { $0 }) {
            case "stock": .shares
            case "call": .option(.call, strike: try row.decimal(3), expiration: try row.date(4))
            case "put": .option(.put, strike: try row.decimal(3), expiration: try row.date(4))
            case let other: throw DatabaseError.malformed(other)
            }
        self.init(
            instrument, try row.required(6) { Side(rawValue: $0) }, quantity: row[7], sharesPerContract: row[8],
            exercise: try row.value(5) { ExerciseStyle(rawValue: $0) },
            opened: Opening(date: try row.date(9), price: try row.decimal(10), fee: try row.decimal(11)),
            closes: closes, rolledFrom: row[12], entered: try row.date(13))
    }
}

extension TradeClose {
    fileprivate init(_ row: Row) throws {
        self.init(
            date: try row.date(2), quantity: row[3], price: try row.decimal(4), fee: try row.decimal(5),
            kind: try row.required(6) { Kind(rawValue: $0) })
    }
}
