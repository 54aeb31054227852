import MarketData
import Testing

@Suite("New York time")
struct NewYorkTimeTests {
    /// From the time zone database: `Fixtures/calendar/new_york.py`.
    private static let rows = Result { try table("Fixtures/calendar/new-york-offsets.csv") }

    @Test("changes at the instants of the time zone database")
    func changes() throws {
        let rows = try Self.rows.get()
        #expect(rows.count == 121)
        for (index, row) in rows.enumerated() {
            let begin = instant(row[0])
            let offset = try #require(Int(row[1])) * 3600
            let end = index + 1 < rows.count ? instant(rows[index + 1][0]) : begin.adding(seconds: 30 * 86_400)
            let length = begin.seconds(to: end)
            // Both ends of the time with this offset, the hours next to them, and some in between
            let steps = [0, 1, 3599, 3600, length - 1, length - 3600] + (1..<50).map { length / 50 * $0 }
            for seconds in steps {
                let now = begin.adding(seconds: seconds)
                let local = now.adding(seconds: offset)
                #expect(NewYorkTime.date(at: now) == local.date, "\(now)")
                #expect(NewYorkTime.secondOfDay(at: now) == local.nanosecondOfDay / 1_000_000_000, "\(now)")
                // The last hour of daylight saving time and the hour after it have the same clock times.
                let isSecondTime = index > 0 && offset == -5 * 3600 && seconds < 3600
                let clock = NewYorkTime.instant(
                    local.date, hour: local.nanosecondOfDay / 3_600_000_000_000,
                    minute: local.nanosecondOfDay / 60_000_000_000 % 60)
                let toTheMinute = now.adding(seconds: -(local.nanosecondOfDay / 1_000_000_000 % 60))
                #expect(clock == (isSecondTime ? toTheMinute.adding(seconds: -3600) : toTheMinute), "\(now)")
            }
        }
    }

    @Test("a time that the clock skips is interpreted as an hour later")
    func skipped() {
        // 02:30 on the second Sunday of March
        #expect(NewYorkTime.instant(date("2026-03-08"), hour: 2, minute: 30) == instant("2026-03-08T07:30:00Z"))
        #expect(NewYorkTime.instant(date("2026-03-08"), hour: 3, minute: 30) == instant("2026-03-08T07:30:00Z"))
        // 01:30 on the first Sunday of November: the first of two instants
        #expect(NewYorkTime.instant(date("2026-11-01"), hour: 1, minute: 30) == instant("2026-11-01T05:30:00Z"))
    }

    @Test("nanoseconds do not affect the second of the day or the date")
    func nanoseconds() {
        #expect(NewYorkTime.secondOfDay(at: instant("2026-11-22T05:00:00.999999999Z")) == 0)
        #expect(NewYorkTime.date(at: instant("2026-11-22T04:59:59.999999999Z")) == date("2026-11-21"))
    }
}
