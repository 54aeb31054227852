internal import MarketData

/// The daily prices of one asset, as traded: for all sessions of a table, or for some years.
struct PricePath: Sendable {
    /// The prices of a session, in units of the last decimal.
    struct Day: Sendable {
        /// The first, the highest, the lowest and the last price.
        let open, high, low, close: Int32
        /// The annualised variance at the session, without earnings.
        let variance: Float
    }

    /// The asset.
    let instrument: Instrument
    /// The sessions.
    let table: SessionTable
    /// The splits, dividends and earnings.
    let actions: CorporateActions

    /// The sessions that are kept, by their indices in the table.
    private(set) var sessions: Range<Int>
    private var days: [Day]

    /// Creates the path of an asset from the prices of all sessions of a table.
    init(_ instrument: Instrument, _ table: SessionTable, _ actions: CorporateActions, _ days: [Day]) {
        self.instrument = instrument
        self.table = table
        self.actions = actions
        self.days = days
        sessions = days.indices
    }

    /// The prices of a session that is kept.
    subscript(index: Int) -> Day { days[index - sessions.lowerBound] }

    /// The prices of sessions that are kept.
    subscript(range: Range<Int>) -> ArraySlice<Day> {
        days[(range.lowerBound - sessions.lowerBound)..<(range.upperBound - sessions.lowerBound)]
    }

    /// Returns the path with the sessions of some years only.
    func cut(to years: ClosedRange<Int>) -> PricePath {
        let lower = table.index(onOrAfter: SessionTable.day(CalendarDate(year: years.lowerBound, month: 1, day: 1)))
        let upper = table.index(onOrAfter: SessionTable.day(CalendarDate(year: years.upperBound + 1, month: 1, day: 1)))
        var path = self
        path.sessions = lower..<upper
        path.days = Array(self[lower..<upper])
        return path
    }

    /// The logarithm of the level of the price on a day over that of the middle of 2026. The level grows until 2041.
    static func growth(_ instrument: Instrument, day: Int) -> Double {
        instrument.growth * min(Double(day - SessionTable.levelDay) / 365.25, 15)
    }

    /// The level around which the price moves on a day, in dollars of a share of the middle of 2026.
    static func level(_ instrument: Instrument, day: Int) -> Double {
        instrument.price * PortableMath.exp(growth(instrument, day: day))
    }

    /// The path of the prices of one session.
    func day(_ index: Int) -> DayPath {
        let within = table.schedule == .always ? 1 : 1 - FactorReturns.overnightShare
        let day = self[index]
        let deviation = (within * Double(day.variance) / table.sessionsPerYear).squareRoot()
        return DayPath(
            random: instrument.random, day: Int(table.days[index]), minutes: Int(table.minutes[index]),
            open: day.open, high: day.high, low: day.low, close: day.close, deviation: deviation * Double(day.open))
    }

    /// The shares or coins traded in a session.
    func volume(_ index: Int) -> Double {
        guard instrument.volume > 0 else { return 0 }
        let (numerator, denominator) = CorporateActions.factor(of: actions.splits, at: index)
        let day = self[index]
        let move = abs(Double(day.close) / Double(day.open) - 1)
        let usual = (Double(day.variance) / table.sessionsPerYear).squareRoot()
        let activity = 0.55 + 0.45 * min(move / max(usual, 1e-6), 4)
        let news = actions.earnings.contains(index) ? 2.2 : 1
        let noise = PortableMath.exp(0.25 * instrument.random.normal(.volume, Int(table.days[index])))
        return (instrument.volume * activity * news * noise * Double(denominator) / Double(numerator)).rounded()
    }

    /// The number of shares at session `now` that one share of session `index` has become.
    func shares(_ index: Int, now: Int) -> (numerator: Int, denominator: Int) {
        var (numerator, denominator) = (1, 1)
        for split in actions.splits where split.index > index && split.index <= now {
            numerator *= split.numerator
            denominator *= split.denominator
        }
        return (numerator, denominator)
    }

    /// The price of a session in shares of session `now`, in dollars.
    func price(_ units: Int32, of index: Int, now: Int) -> ExactDecimal {
        let (numerator, denominator) = shares(index, now: now)
        return exactQuotient(Int(units) * denominator, numerator, decimals: instrument.decimals)
    }

    /// Returns value / divisor · 10^−decimals. It is a decimal because the divisors of splits have no factors other
    /// than 2 and 5.
    func exactQuotient(_ value: Int, _ divisor: Int, decimals: Int) -> ExactDecimal {
        var (value, decimals) = (value, decimals)
        while !value.isMultiple(of: divisor), decimals < 15 {
            value *= 10
            decimals += 1
        }
        return ExactDecimal(significand: Int64(value / divisor), exponent: -decimals)
    }
}
