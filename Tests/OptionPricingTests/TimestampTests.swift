import OptionPricing
import Testing

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        "are read in the format of RFC 3339, and written in UTC",
        arguments: [
            ("2026-11-21", "2026-11-21"),
            ("2026-11-21T00:00:00Z", "2026-11-21"),
            ("2026-11-21T15:30:00Z", "2026-11-21T15:30:00Z"),
            ("2026-11-21t15:30:00.50z", "2026-11-21T15:30:00.5Z"),
            ("2026-11-21T15:30:00+00:00", "2026-11-21T15:30:00Z"),
            ("2026-11-21T15:30:00-05:00", "2026-11-21T20:30:00Z"),
            ("2026-11-21T20:30:00-05:00", "2026-11-22T01:30:00Z"),
            ("2027-01-01T00:30:00+01:00", "2026-12-31T23:30:00Z"),
            ("2028-02-29T23:59:59.999999999Z", "2028-02-29T23:59:59.999999999Z"),
            // Digits after the nanoseconds are truncated.
            ("2028-02-29T23:59:59.9999999999Z", "2028-02-29T23:59:59.999999999Z"),
            // A leap second denotes the instant that follows it.
            ("2016-12-31T23:59:60Z", "2017-01-01"),
            ("2016-12-31T18:59:60-05:00", "2017-01-01"),
        ])
    func read(text: String, canonical: String) throws {
        let timestamp = try #require(Timestamp(text))
        #expect(timestamp.description == canonical)
        #expect(Timestamp(canonical) == timestamp)
    }

    @Test(
        "other texts are rejected",
        arguments: [
            "", "2026-11", "2026-11-31", "2026-11-21 15:30:00Z", "2026-11-21T15:30Z", "2026-11-21T24:00:00Z",
            "2026-11-21T15:60:00Z", "2026-11-21T15:30:61Z", "2026-11-21T15:30:60Z", "2026-11-21T15:30:00",
            "2026-11-21T15:30:00.Z",
            "2026-11-21T15:30:00+0500", "2026-11-21T15:30:00+24:00", "2026-11-21T15:30:00ZZ", "2026-11-21T",
            "0001-01-01T00:00:00+01:00", "9999-12-31T23:30:00-01:00", "2026-11-21T15:30:00,5Z",
        ])
    func notRead(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test("adding days, over all years")
    func addingDays() throws {
        let start = try #require(CalendarDate("0001-01-01"))
        var date = start
        for days in stride(from: 0, through: 3_652_058, by: 97) {
            date = try #require(start.adding(days: days))
            #expect(start.days(to: date) == days)
        }
        #expect(start.adding(days: 3_652_058) == CalendarDate("9999-12-31"))
        #expect(start.adding(days: 3_652_059) == nil)
        #expect(start.adding(days: -1) == nil)
        #expect(start.adding(days: .max) == nil && start.adding(days: .min) == nil)
        #expect(CalendarDate("2028-03-01")?.adding(days: -1) == CalendarDate("2028-02-29"))
    }

    @Test("years from an instant include the fraction of a day")
    func dayCount() throws {
        let expiration = try #require(CalendarDate("2026-12-18"))
        let date = try #require(CalendarDate("2026-11-21"))
        #expect(DayCount.actual365Fixed(from: Timestamp(date), to: expiration) == 27.0 / 365)
        let noon = try #require(Timestamp("2026-11-21T12:00:00Z"))
        #expect(DayCount.actual365Fixed(from: noon, to: expiration) == 26.5 / 365)
        #expect(noon > Timestamp(date) && noon < Timestamp(expiration))
    }
}
