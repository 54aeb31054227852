import MarketData
import Testing

@Suite("Weekday")
struct WeekdayTests {
    @Test(
        "has the weekdays of known dates",
        arguments: [
            // 1 January 1 by the proleptic calendar; the Gregorian reform; 1 January 1900; Unix time 0; the leap day of 2000
            ("0001-01-01", Weekday.monday), ("1582-10-15", .friday), ("1900-01-01", .monday), ("1970-01-01", .thursday),
            ("2000-02-29", .tuesday), ("2026-11-22", .sunday), ("2001-09-11", .tuesday),
        ])
    func weekday(text: String, weekday: Weekday) {
        #expect(Weekday(date(text)) == weekday)
    }

    @Test("weekdays follow each other")
    func follows() throws {
        var day = date("1899-12-25")
        for number in 0..<100_000 {
            #expect(Weekday(day).rawValue == number % 7)
            day = try #require(day.adding(days: 1))
        }
    }

    @Test("finds the nth and the last")
    func nth() {
        #expect(Weekday.thursday.nth(4, month: 11, year: 2026) == date("2026-11-26"))
        #expect(Weekday.sunday.nth(1, month: 11, year: 2026) == date("2026-11-01"))
        #expect(Weekday.monday.last(month: 5, year: 2027) == date("2027-05-31"))
        #expect(Weekday.monday.last(month: 2, year: 2027) == date("2027-02-22"))
        #expect(Weekday.saturday.nth(5, month: 2, year: 2020) == date("2020-02-29"))
        #expect(Weekday.saturday.nth(5, month: 2, year: 2021) == nil)
        #expect(Weekday.saturday.nth(0, month: 2, year: 2021) == nil)
        #expect(Weekday.saturday.nth(1, month: 13, year: 2021) == nil)
    }
}
