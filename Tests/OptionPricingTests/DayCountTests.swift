import OptionPricing
import Testing

@Suite("Day counts")
struct DayCountTests {
    /// The days are from Python's `datetime.date`.
    static let periods: [(start: String, end: String, days: Int)] = [
        ("2026-01-02", "2027-01-02", 365), ("2026-01-02", "2026-01-03", 1), ("2024-01-01", "2025-01-01", 366),
        ("2024-02-28", "2024-03-01", 2), ("2023-02-28", "2023-03-01", 1), ("2026-01-02", "2026-12-18", 350),
        ("2026-05-01", "2026-05-01", 0), ("2026-01-03", "2026-01-02", -1), ("0001-01-01", "9999-12-31", 3_652_058),
    ]

    @Test("actual/365 fixed divides the days by 365", arguments: periods)
    func actual365Fixed(start: String, end: String, days: Int) throws {
        let start = try #require(CalendarDate(start))
        let end = try #require(CalendarDate(end))
        #expect(DayCount.actual365Fixed(from: start, to: end) == Double(days) / 365)
        #expect(DayCount.actual365Fixed(from: Timestamp(start), to: end) == Double(days) / 365)
    }

    @Test(
        "fractions of a day are counted in nanoseconds, down to a single one",
        arguments: [
            ("2026-01-01T23:59:59Z", 1e9), ("2026-01-01T23:59:59.999Z", 1e6), ("2026-01-01T23:59:59.999999999Z", 1),
            ("2026-01-01T12:00:00Z", 43_200e9), ("2025-12-31T18:59:59-05:00", 86_401e9), ("2026-01-02T00:00:01Z", -1e9),
        ])
    func instants(start: String, nanoseconds: Double) throws {
        let end = try #require(CalendarDate("2026-01-02"))
        let start = try #require(Timestamp(start))
        #expect(DayCount.actual365Fixed(from: start, to: end) == nanoseconds / (365 * 86_400e9))
    }
}
