import OptionPricing
import Testing

@Suite("Day counts")
struct DayCountTests {
    /// Python's `datetime.date` counted the days.
    static let periods: [(start: String, end: String, days: Int)] = [
        ("2026-01-02", "2027-01-02", 365), ("2026-01-02", "2026-01-03", 1), ("2024-01-01", "2025-01-01", 366),
        ("2024-02-28", "2024-03-01", 2), ("2023-02-28", "2023-03-01", 1), ("2026-01-02", "2026-12-18", 350),
        ("2026-05-01", "2026-05-01", 0), ("2026-01-03", "2026-01-02", -1), ("0001-01-01", "9999-12-31", 3_652_058),
    ]

    @Test("actual/365 fixed counts every day, over 365", arguments: periods)
    func actual365Fixed(start: String, end: String, days: Int) throws {
        let start = try #require(CalendarDate(start))
        let end = try #require(CalendarDate(end))
        #expect(DayCount.actual365Fixed(from: start, to: end) == Double(days) / 365)
    }
}
