import MarketData
import Testing
import _TestSupport

@Suite("Exchange calendar")
struct ExchangeCalendarTests {
    /// From two calendar packages and the announcements of the exchange: `Fixtures/calendar/nyse.py`.
    private static let rows = Result { try table("Fixtures/calendar/nyse-1990-2030.csv") }
    private let calendar = ExchangeCalendar.newYork

    @Test("has the sessions of 1990 to 2030, and no others")
    func sessions() throws {
        let expected = try Self.rows.get().map { date($0[0]) }
        #expect(calendar.sessions(from: date("1990-01-01"), through: date("2030-12-31")) == expected)
        let days = Set(expected)
        for number in 0..<14_975 {
            let day = try #require(date("1990-01-01").adding(days: number))
            #expect(calendar.isSession(day) == days.contains(day), "\(day)")
            #expect((calendar.session(on: day) != nil) == days.contains(day), "\(day)")
        }
    }

    @Test("has the early closes of 1993 to 2030")
    func earlyCloses() throws {
        for row in try Self.rows.get() where row[0] >= "1993" {
            let session = try #require(calendar.session(on: date(row[0])), "\(row[0])")
            #expect(session.isEarlyClose == (row[1] == "13:00"), "\(row[0])")
            let hour = NewYorkTime.secondOfDay(at: session.close) / 3600
            #expect("\(hour):00" == row[1])
            #expect(NewYorkTime.secondOfDay(at: session.open) == 9 * 3600 + 30 * 60)
        }
    }

    @Test("counts sessions, also across the edges of its table")
    func counts() throws {
        let days = try Self.rows.get().map { date($0[0]) }
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<100 {
            let (low, high) = (
                Int.random(in: 0..<14_975, using: &generator), Int.random(in: 0..<14_975, using: &generator)
            )
            let first = try #require(date("1990-01-01").adding(days: low))
            let last = try #require(date("1990-01-01").adding(days: high))
            let expected = low <= high ? days.count { first <= $0 && $0 <= last } : 0
            #expect(calendar.sessionCount(from: first, through: last) == expected)
            #expect(calendar.sessionDate(onOrAfter: first) == days.first { $0 >= first } ?? date("2031-01-02"))
            #expect(calendar.sessionDate(onOrBefore: first) == days.last { $0 <= first } ?? date("1989-12-29"))
        }
        // The laws hold beyond the years of the table.
        for (first, last) in [("1985-06-01", "1995-06-01"), ("2095-01-01", "2107-01-01"), ("2150-01-01", "2150-12-31")]
        {
            let sessions = calendar.sessions(from: date(first), through: date(last))
            #expect(sessions.count == calendar.sessionCount(from: date(first), through: date(last)))
            #expect(sessions.allSatisfy { calendar.session(on: $0) != nil })
            #expect(sessions.count > 240)
        }
        #expect(calendar.sessionDate(onOrBefore: date("0001-01-01")) == nil)
        #expect(calendar.sessionDate(onOrAfter: date("9999-12-31")) == date("9999-12-31"))
    }

    @Test(
        "is open from 09:30 until the close",
        arguments: [
            ("2026-11-20T14:29:59.999999999Z", false), ("2026-11-20T14:30:00Z", true),
            ("2026-11-20T20:59:59.999Z", true),
            ("2026-11-20T21:00:00Z", false), ("2026-11-27T17:59:59Z", true), ("2026-11-27T18:00:00Z", false),
            ("2026-11-26T16:00:00Z", false), ("2026-11-22T16:00:00Z", false), ("2026-07-01T13:30:00Z", true),
            ("2026-07-01T13:29:59Z", false), ("2026-07-01T20:00:00Z", false), ("2026-07-03T15:00:00Z", false),
        ])
    func isOpen(text: String, isOpen: Bool) {
        #expect(calendar.isOpen(at: instant(text)) == isOpen)
    }

    @Test(
        "finds the sessions around an instant",
        arguments: [
            // In a week of Thanksgiving: the last session that has begun, the last that has ended, and the next
            ("2026-11-25T14:30:00Z", "2026-11-25", "2026-11-24", "2026-11-27"),
            ("2026-11-25T14:29:59Z", "2026-11-24", "2026-11-24", "2026-11-25"),
            ("2026-11-25T21:00:00Z", "2026-11-25", "2026-11-25", "2026-11-27"),
            ("2026-11-26T15:00:00Z", "2026-11-25", "2026-11-25", "2026-11-27"),
            ("2026-11-27T18:00:00Z", "2026-11-27", "2026-11-27", "2026-11-30"),
            ("2026-11-29T01:00:00Z", "2026-11-27", "2026-11-27", "2026-11-30"),
            // The six days without a session in September 2001
            ("2001-09-16T12:00:00Z", "2001-09-10", "2001-09-10", "2001-09-17"),
        ])
    func around(now: String, begun: String, ended: String, next: String) {
        #expect(calendar.lastSession(beginningBy: instant(now))?.date == date(begun))
        #expect(calendar.lastSession(endedBy: instant(now))?.date == date(ended))
        #expect(calendar.nextSession(after: instant(now))?.date == date(next))
    }

    @Test("applies overrides, within its table and outside")
    func overrides() {
        let calendar = ExchangeCalendar(overrides: [
            date("2027-03-01"): .closed, date("2027-03-02"): .earlyClose, date("2027-03-06"): .open,
            date("2026-11-27"): .open, date("2026-12-25"): .earlyClose, date("2150-03-02"): .closed,
        ])
        #expect(calendar.session(on: date("2027-03-01")) == nil)
        #expect(calendar.session(on: date("2027-03-02"))?.isEarlyClose == true)
        #expect(calendar.session(on: date("2027-03-06"))?.isEarlyClose == false)
        #expect(calendar.session(on: date("2026-11-27"))?.isEarlyClose == false)
        #expect(calendar.session(on: date("2026-12-25"))?.isEarlyClose == true)
        #expect(Weekday(date("2150-03-02")) == .monday)
        #expect(calendar.session(on: date("2150-03-02")) == nil)
        #expect(calendar.sessionCount(from: date("2027-03-01"), through: date("2027-03-07")) == 5)
        #expect(calendar.sessionCount(from: date("2150-03-01"), through: date("2150-03-07")) == 4)
        #expect(calendar.sessionDate(onOrBefore: date("2027-03-01")) == date("2027-02-26"))
        let difference =
            calendar.sessionCount(from: date("1990-01-01"), through: date("2100-12-31"))
            - ExchangeCalendar.newYork.sessionCount(from: date("1990-01-01"), through: date("2100-12-31"))
        #expect(difference == 1)
    }
}
