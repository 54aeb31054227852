import OptionPricing
import Testing

@Suite("Calendar dates")
struct CalendarDateTests {
    /// Days since 0001-01-01, which is day 1: Python's `datetime.date.toordinal`.
    static let ordinals: [(String, Int)] = [
        ("0001-01-01", 1), ("0001-12-31", 365), ("0004-02-29", 1155), ("0100-02-28", 36218), ("0100-03-01", 36219),
        ("0400-02-29", 145791), ("1582-10-04", 577725), ("1582-10-15", 577736), ("1600-02-29", 584082),
        ("1899-12-30", 693594), ("1900-02-28", 693654), ("1900-03-01", 693655), ("1970-01-01", 719163),
        ("1999-12-31", 730119), ("2000-02-29", 730179), ("2000-03-01", 730180), ("2024-02-29", 738945),
        ("2024-12-31", 739251), ("2026-01-02", 739618), ("2026-12-18", 739968), ("2100-02-28", 766703),
        ("2100-03-01", 766704), ("9999-12-31", 3_652_059),
    ]

    @Test("days between dates agree with another implementation", arguments: ordinals)
    func days(text: String, ordinal: Int) throws {
        let date = try #require(CalendarDate(text))
        let first = try #require(CalendarDate("0001-01-01"))
        #expect(first.days(to: date) == ordinal - 1)
        #expect(date.days(to: first) == 1 - ordinal)
        #expect(date.days(to: date) == 0)
        #expect(date.description == text)
        #expect((first < date) == (ordinal > 1))
    }

    @Test("every day of four centuries, and of the first and last years, follows the day before")
    func sequence() throws {
        for years in [1...5, 1800...2200, 9995...9999] {
            var before: CalendarDate?
            var count = 0
            for year in years {
                for month in 1...12 {
                    for day in 1...31 {
                        guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
                        if let before { try #require(before.days(to: date) == 1 && before < date) }
                        before = date
                        count += 1
                    }
                }
            }
            #expect(count == 365 * years.count + years.count { $0 % 4 == 0 && ($0 % 100 != 0 || $0 % 400 == 0) })
        }
    }

    @Test(
        "an invalid date is nil",
        arguments: [
            "", "2026", "2026-1-02", "2026-01-2", "26-01-02", "02026-01-02", "2026-01-02 ", " 2026-01-02", "2026/01/02",
            "20260102", "2026-01-02T00:00:00Z", "2026-0a-02", "+026-01-02", "-026-01-02", "2026--1-02", "2026-01-0٢",
            "２０26-01-02", "2026-01-02\u{0}", "2026‐01‐02", "2026-W01-5", "2026-002",
            "0000-01-01", "2026-00-01", "2026-13-01", "2026-01-00", "2026-01-32", "2026-04-31", "2026-06-31",
            "2026-09-31", "2026-11-31", "2026-02-29", "1900-02-29", "2100-02-29", "2024-02-30",
        ])
    func refused(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test("components outside the calendar give nil")
    func numbers() {
        for (year, month, day) in [
            (0, 1, 1), (-1, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, -1),
            (2026, 1, 32), (2023, 2, 29), (.max, 1, 1), (2026, .max, 1), (2026, 1, .max), (.min, .min, .min),
        ] {
            #expect(CalendarDate(year: year, month: month, day: day) == nil)
        }
    }
}
