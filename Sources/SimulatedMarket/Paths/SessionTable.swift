internal import MarketData

/// The trading days of a schedule from 2014-01-02 through the end of a year, in columns.
struct SessionTable: Sendable {
    /// The first day of the simulated market, in days since 1970.
    static let firstDay = day(CalendarDate(year: firstYear, month: 1, day: 2))
    /// The reference day of the growth of price levels, in days since 1970.
    static let levelDay = day(CalendarDate(year: 2026, month: 7, day: 1))
    /// The first year of the simulated market.
    static let firstYear = 2014
    /// The last year of the simulated market.
    static let lastYear = 2099

    /// The schedule.
    let schedule: Instrument.Schedule
    /// The year with whose last day the table ends.
    let lastYear: Int
    /// The days, ascending, in days since 1970.
    let days: [Int32]
    /// The first instants, in seconds since 1970.
    let opens: [Int]
    /// The minutes from open to close.
    let minutes: [Int16]
    /// The indices of the two sessions that close at the level of prices, in February and in December 2026.
    let levelIndices: (first: Int, second: Int)

    /// Creates the table of a schedule.
    init(_ schedule: Instrument.Schedule, calendar: ExchangeCalendar, lastYear: Int) {
        self.schedule = schedule
        self.lastYear = lastYear
        let lastDay = Self.day(CalendarDate(year: lastYear, month: 12, day: 31))
        var (days, opens, minutes): ([Int32], [Int], [Int16]) = ([], [], [])
        for day in Self.firstDay...lastDay {
            switch schedule {
            case .always:
                days.append(Int32(day))
                opens.append(day * 86_400)
                minutes.append(1440)
            case .exchange:
                guard let session = calendar.session(on: Self.date(day)) else { continue }
                let open = session.open.secondsSince1970
                days.append(Int32(day))
                opens.append(open)
                minutes.append(Int16((session.close.secondsSince1970 - open) / 60))
            }
        }
        self.days = days
        self.opens = opens
        self.minutes = minutes
        let (early, late) = (CalendarDate(year: 2026, month: 2, day: 13), CalendarDate(year: 2026, month: 12, day: 31))
        levelIndices = (
            Self.firstIndex(in: days) { $0 >= Int32(Self.day(early)) },
            Self.firstIndex(in: days) { $0 >= Int32(Self.day(late)) }
        )
    }

    /// The number of sessions.
    var count: Int { days.count }

    /// The first instant after a session, in seconds since 1970.
    func close(_ index: Int) -> Int { opens[index] + 60 * Int(minutes[index]) }

    /// The date of a session.
    func date(_ index: Int) -> CalendarDate { Self.date(Int(days[index])) }

    /// The number of sessions in a year, for the variance of one.
    var sessionsPerYear: Double { schedule == .always ? 365.25 : 252 }

    /// Returns the index of the last session that has begun at an instant; `nil` before the first one.
    func index(begunBy second: Int) -> Int? {
        let after = Self.firstIndex(in: opens) { $0 > second }
        return after == 0 ? nil : after - 1
    }

    /// Returns the index of the first session on a day or later; `count` if there is none.
    func index(onOrAfter day: Int) -> Int { Self.firstIndex(in: days) { Int($0) >= day } }

    /// Returns the days from 1970-01-01 to a date.
    static func day(_ date: CalendarDate?) -> Int {
        date.map { Timestamp($0).secondsSince1970 / 86_400 } ?? 0
    }

    /// Returns the date `day` days after 1970-01-01.
    static func date(_ day: Int) -> CalendarDate {
        // Days of the table are within the years 2014 to 2099.
        (Timestamp(secondsSince1970: day * 86_400) ?? .firstOpen).date
    }

    private static func firstIndex<Element>(in column: [Element], where isReached: (Element) -> Bool) -> Int {
        var (low, high) = (0, column.count)
        while low < high {
            let middle = (low + high) / 2
            if isReached(column[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Timestamp {
    /// The first day of the simulated market.
    static var firstOpen: Timestamp {
        guard let instant = Timestamp("2014-01-02") else { preconditionFailure("2014-01-02 is a date") }
        return instant
    }
}
