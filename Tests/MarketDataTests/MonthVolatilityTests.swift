import MarketData
import Testing

@Suite("Volatility of a month")
struct MonthVolatilityTests {
    @Test("the last of 60 days or more has a rank and a percentile")
    func rank() throws {
        // 0.20, 0.21, …, 0.79, and then 0.35: (0.35 − 0.20) / 0.59, and 15 of 61 days are lower.
        let days = (0..<60).map { 0.2 + 0.01 * Double($0) } + [0.35]
        let volatility = try #require(MonthVolatility(days))
        #expect(volatility.value == 0.35)
        #expect(abs((volatility.rank ?? .nan) - 100 * 0.15 / 0.59) < 1e-9)
        #expect(abs((volatility.percentile ?? .nan) - 1500.0 / 61) < 1e-9)
        let highest = try #require(MonthVolatility(Array(days.prefix(60))))
        #expect(highest.rank == 100 && abs((highest.percentile ?? .nan) - 5900.0 / 60) < 1e-9)
        let few = try #require(MonthVolatility(Array(days.prefix(59))))
        #expect(few.value == days[58] && few.rank == nil && few.percentile == nil)
        let equal = try #require(MonthVolatility([Double](repeating: 0.3, count: 60)))
        #expect(equal.rank == nil && equal.percentile == 0)
        #expect(MonthVolatility([]) == nil)
    }

    @Test(
        "the expirations on both sides of 30 days",
        arguments: [
            (["2026-11-27", "2026-12-04", "2026-12-18", "2027-01-15"], ["2026-12-18", "2027-01-15"]),
            (["2026-11-20", "2026-11-26", "2027-01-15"], ["2027-01-15"]), (["2026-12-20"], ["2026-12-20"]),
            (["2026-12-21"], ["2026-12-21"]), (["2027-02-04", "2027-02-05"], []), ([], []),
        ] as [([String], [String])])
    func expirations(listed: [String], used: [String]) {
        // 20 December is 30 days after 20 November, and 3 February 75.
        #expect(
            MonthVolatility.expirations(listed.map { date($0) }, on: date("2026-11-20")) == used.map { date($0) })
    }

    @Test("total variance is linear in time")
    func interpolation() throws {
        // 0.3² × 20 = 1.8 and 0.4² × 50 = 8 day-variances: 1.8 + 6.2 / 3 at 30 days, over 30.
        let both = try #require(MonthVolatility.interpolated([(20.0 / 365, 0.3), (50.0 / 365, 0.4)]))
        #expect(abs(both - ((1.8 + 6.2 / 3) / 30).squareRoot()) < 1e-12)
        #expect(MonthVolatility.interpolated([(20.0 / 365, 0.3)]) == 0.3)
        #expect(MonthVolatility.interpolated([(31.0 / 365, 0.3), (50.0 / 365, 0.4)]) == 0.3)
        #expect(MonthVolatility.interpolated([]) == nil)
    }
}
