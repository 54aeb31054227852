internal import GRDB
internal import MarketData

/// The change of prices that a split causes.
///
/// Each row stores the last day whose splits the source had applied. A new split changes the earlier rows that lack it,
/// once; rows that are stored later and lack it are changed first. The order in which prices and splits arrive does not
/// matter.
struct Rescaling {
    let split: StockSplit
    private static let significantDigits = 12

    init(_ split: StockSplit) { self.split = split }

    /// Returns the known splits after a day.
    static func known(after day: CalendarDate, of asset: Int, in database: Database) throws -> [Rescaling] {
        let sql = "SELECT date, numerator, denominator FROM splits WHERE asset = ? AND date > ?"
        return try Row.fetchAll(database, sql: sql, arguments: [asset, day.databaseValue]).map { row throws in
            Rescaling(StockSplit(date: try row.date(0), numerator: row[1], denominator: row[2]))
        }
    }

    /// Stores the split, and rescales the earlier rows that lack it. Does nothing if a split of that day is known.
    func apply(to asset: Int, in database: Database) throws {
        guard split.numerator > 0, split.denominator > 0 else { return }
        let date = split.date.databaseValue
        try database.execute(
            sql: "INSERT OR IGNORE INTO splits VALUES (?, ?, ?, ?)",
            arguments: [asset, date, split.numerator, split.denominator])
        guard database.changesCount > 0 else { return }
        try rescalePrices(of: asset, date, in: database)
        try rescaleDividends(of: asset, date, in: database)
    }

    /// Returns the prices of a day in new shares; those of a day on or after the split are unchanged.
    func price(_ price: DailyPrice) -> DailyPrice {
        guard price.date < split.date else { return price }
        return DailyPrice(
            date: price.date, close: self.price(price.close), open: price.open.map(self.price),
            high: price.high.map(self.price), low: price.low.map(self.price), volume: price.volume.map(volume),
            adjustedClose: price.adjustedClose.map(self.price))
    }

    /// Returns a dividend per new share; one on or after the split is unchanged.
    func dividend(_ dividend: CashDividend) -> CashDividend {
        guard dividend.date < split.date else { return dividend }
        return CashDividend(date: dividend.date, amount: price(dividend.amount))
    }

    /// Returns a price per new share, rounded half to even to 12 digits.
    func price(_ price: ExactDecimal) -> ExactDecimal {
        var numerator = Int128(price.significand.magnitude) * Int128(split.denominator)
        var denominator = Int128(split.numerator)
        guard numerator > 0 else { return price }
        let upper = Self.power(Self.significantDigits)
        let lower = upper / 10
        var exponent = Int(price.exponent)
        while numerator / denominator < lower {
            numerator *= 10
            exponent -= 1
        }
        while numerator / denominator >= upper {
            denominator *= 10
            exponent += 1
        }
        var (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
        if 2 * remainder > denominator || 2 * remainder == denominator && !quotient.isMultiple(of: 2) { quotient += 1 }
        return ExactDecimal(significand: Int64(quotient) * price.significand.signum(), exponent: exponent)
    }

    /// Returns a number of new shares.
    func volume(_ volume: Int) -> Int {
        let product = Int128(volume) * Int128(split.numerator)
        return Int(clamping: (2 * product + Int128(split.denominator)) / (2 * Int128(split.denominator)))
    }

    private static func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    private func rescalePrices(of asset: Int, _ date: DatabaseValue, in database: Database) throws {
        let columns = "close, open, high, low, adjustedClose"
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT \(columns), volume, date FROM dailyPrices WHERE asset = ? AND date < ? AND adjustedTo < ?",
            arguments: [asset, date, date])
        let update = try database.cachedStatement(
            sql: """
                UPDATE dailyPrices SET close = ?, open = ?, high = ?, low = ?, adjustedClose = ?, volume = ?
                WHERE asset = ? AND date = ?
                """)
        for row in rows {
            var values = try (0..<5).map { column throws in
                try row.optionalDecimal(column).column { price($0).databaseValue }
            }
            values.append((row[5] as Int?).column { volume($0).databaseValue })
            values += [asset.databaseValue, row[6]]
            try update.execute(arguments: StatementArguments(values))
        }
    }

    private func rescaleDividends(of asset: Int, _ date: DatabaseValue, in database: Database) throws {
        let rows = try Row.fetchAll(
            database, sql: "SELECT amount, date FROM dividends WHERE asset = ? AND date < ? AND adjustedTo < ?",
            arguments: [asset, date, date])
        for row in rows {
            try database.execute(
                sql: "UPDATE dividends SET amount = ? WHERE asset = ? AND date = ?",
                arguments: [price(try row.decimal(0)).databaseValue, asset, row[1] as DatabaseValue])
        }
    }
}
