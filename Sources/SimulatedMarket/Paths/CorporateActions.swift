internal import MarketData

/// The splits, dividends and earnings of a share, by session of a table.
struct CorporateActions: Sendable {
    /// A split at the open of a session.
    struct Split: Sendable {
        let index: Int
        let numerator: Int
        let denominator: Int
    }

    /// A dividend, and the session from which the share trades without it.
    struct Dividend: Sendable {
        let index: Int
        /// In millionths of a dollar of a share of that day.
        let amount: Int
    }

    /// The splits, ascending.
    let splits: [Split]
    /// The dividends, ascending.
    let dividends: [Dividend]
    /// The sessions that begin with earnings, ascending.
    let earnings: [Int]

    init(_ instrument: Instrument, _ table: SessionTable) {
        guard instrument.schedule == .exchange else {
            (splits, dividends, earnings) = ([], [], [])
            return
        }
        let splits = Self.splits(of: instrument, table)
        self.splits = splits
        earnings = instrument.earningsMove > 0 ? Self.earnings(of: instrument, table) : []
        dividends = Self.dividends(of: instrument, table) { index in
            Self.factor(of: splits, at: index)
        }
    }

    /// Returns the number of shares of mid-2026 that one share of a session has become.
    static func factor(of splits: [Split], at index: Int) -> (numerator: Int, denominator: Int) {
        var (numerator, denominator) = (1, 1)
        for split in splits where split.index > index {
            numerator *= split.numerator
            denominator *= split.denominator
        }
        return (numerator, denominator)
    }

    private static func splits(of instrument: Instrument, _ table: SessionTable) -> [Split] {
        if let known = KnownSplits.splits[instrument.key] {
            return known.map {
                Split(
                    index: table.index(onOrAfter: SessionTable.day($0.date)), numerator: $0.numerator,
                    denominator: $0.denominator)
            }
        }
        // Shares that are cheap in 2026 have had no split; one of ten others has had one.
        let random = instrument.random
        guard ShippedParameters.rows[instrument.key] == nil, instrument.price > 25, random.uniform(.split, 0) < 0.1
        else {
            return []
        }
        let span = SessionTable.levelDay - SessionTable.firstDay
        let day = SessionTable.firstDay + 200 + Int(random.uniform(.split, 1) * Double(span - 400))
        let numerator = [2, 2, 4, 5, 10][Int(random.bits(.split, 2) % 5)]
        return [Split(index: table.index(onOrAfter: day), numerator: numerator, denominator: 1)]
    }

    /// One session each quarter, two to six weeks after its start.
    private static func earnings(of instrument: Instrument, _ table: SessionTable) -> [Int] {
        let random = instrument.random
        let usual = 14 + Int(random.bits(.earnings, -1) % 22)
        return quarters(of: table).compactMap { quarter, start in
            let index = table.index(onOrAfter: start + usual + Int(random.bits(.earnings, quarter) % 7))
            return index > 0 && index < table.count ? index : nil
        }
    }

    /// One per quarter, or per month for a money market fund; a quarter of the yield at the level of the price.
    private static func dividends(
        of instrument: Instrument, _ table: SessionTable,
        factor: (Int) -> (numerator: Int, denominator: Int)
    ) -> [Dividend] {
        guard instrument.dividendYield > 0 else { return [] }
        let offset = Int(instrument.random.bits(.dividend, 0) % 80)
        let days =
            instrument.isConstant
            ? quarters(of: table).flatMap { [$0.start + 30, $0.start + 60, $0.start + 90] }
            : quarters(of: table).map { $0.start + offset }
        let share = instrument.dividendYield / (instrument.isConstant ? 12 : 4)
        return days.compactMap { day in
            let index = table.index(onOrAfter: day)
            guard index > 0, index < table.count else { return nil }
            let (numerator, denominator) = factor(index)
            let level = PricePath.level(instrument, day: day) * Double(numerator) / Double(denominator)
            // In whole cents, or in hundredths of a cent if a cent would be too coarse.
            let amount = share * level
            let unit = amount < 0.05 ? 100.0 : 10_000
            let millionths = Int((amount * 1e6 / unit).rounded() * unit)
            return millionths > 0 ? Dividend(index: index, amount: millionths) : nil
        }
    }

    /// The quarters of a table, numbered, and their first days.
    private static func quarters(of table: SessionTable) -> [(number: Int, start: Int)] {
        (2014...table.lastYear).flatMap { year in
            (0..<4).map { quarter in
                (year * 4 + quarter, SessionTable.day(CalendarDate(year: year, month: 3 * quarter + 1, day: 1)))
            }
        }
    }
}
