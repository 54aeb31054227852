import MarketData
import Testing
import _TestSupport

@Suite("Trading days")
struct TradingDaysTests {
    static let shares = TradingDays.sessions(.newYork)

    @Test(
        "a session is complete a quarter of an hour after its close",
        arguments: [
            ("2026-11-25T21:14:59.999999999Z", "2026-11-24"), ("2026-11-25T21:15:00Z", "2026-11-25"),
            ("2026-11-27T18:14:59Z", "2026-11-25"), ("2026-11-27T18:15:00Z", "2026-11-27"),
            ("2026-07-01T20:15:00Z", "2026-07-01"),
            ("2026-11-29T12:00:00Z", "2026-11-27"),
        ])
    func shareDays(now: String, last: String) {
        #expect(Self.shares.lastComplete(at: instant(now)) == date(last))
    }

    @Test("a session is complete after the given delay")
    func delay() {
        #expect(Self.shares.lastComplete(at: instant("2026-11-25T21:00:00Z"), closeDelay: 0) == date("2026-11-25"))
        #expect(Self.shares.lastComplete(at: instant("2026-11-25T21:59:59Z"), closeDelay: 3600) == date("2026-11-24"))
    }

    @Test(
        "the day of a coin is complete at 00:40 UTC",
        arguments: [
            ("2026-11-22T00:39:59.999999999Z", "2026-11-20"), ("2026-11-22T00:40:00Z", "2026-11-21"),
            ("2026-11-22T23:59:59Z", "2026-11-21"), ("2027-01-01T00:00:00Z", "2026-12-30"),
        ])
    func coinDays(now: String, last: String) {
        #expect(TradingDays.everyDay.lastComplete(at: instant(now)) == date(last))
    }

    @Test("follows the route of an asset")
    func route() throws {
        let share = TradingDays(.share(try #require(Ticker("SPY"))))
        let coin = TradingDays(.coin(id: "bitcoin"))
        #expect(!share.contains(date("2026-11-22")))
        #expect(coin.contains(date("2026-11-22")))
        #expect(share.count(from: date("2026-11-23"), through: date("2026-11-29")) == 4)
        #expect(coin.count(from: date("2026-11-23"), through: date("2026-11-29")) == 7)
        #expect(coin.count(from: date("2026-11-29"), through: date("2026-11-23")) == 0)
        #expect(share.day(after: date("2026-11-25")) == date("2026-11-27"))
        #expect(share.day(before: date("2026-11-27")) == date("2026-11-25"))
        #expect(coin.day(after: date("2026-11-25")) == date("2026-11-26"))
        #expect(coin.day(before: date("0001-01-01")) == nil)
    }
}

@Suite("Runs of days")
struct DayRunTests {
    private static let shares = TradingDaysTests.shares

    private func run(_ first: String, _ last: String) -> DayRun { DayRun(date(first), date(last)) }

    @Test("days around a week-end or a holiday form one run")
    func runs() {
        let days = ["2026-11-25", "2026-11-24", "2026-11-27", "2026-11-30", "2026-12-02", "2026-12-02"].map(date)
        #expect(Self.shares.runs(of: days) == [run("2026-11-24", "2026-11-30"), run("2026-12-02", "2026-12-02")])
        #expect(
            TradingDays.everyDay.runs(of: days) == [
                run("2026-11-24", "2026-11-25"), run("2026-11-27", "2026-11-27"), run("2026-11-30", "2026-11-30"),
                run("2026-12-02", "2026-12-02"),
            ])
        #expect(Self.shares.runs(of: [CalendarDate]()).isEmpty)
    }

    @Test("runs that touch, overlap or contain one another are merged")
    func merged() {
        let runs = [
            run("2026-11-30", "2026-12-04"), run("2026-11-02", "2026-11-27"), run("2026-11-10", "2026-11-11"),
            run("2026-12-08", "2026-12-08"),
        ]
        #expect(Self.shares.merged(runs) == [run("2026-11-02", "2026-12-04"), run("2026-12-08", "2026-12-08")])
        #expect(Self.shares.count(Self.shares.merged(runs)) == 24 + 1)
    }

    @Test("the runs of random days contain exactly these days, and one that is added", arguments: [true, false])
    func randomRuns(areShares: Bool) throws {
        let days = areShares ? Self.shares : .everyDay
        let all = (0..<400).compactMap { date("2025-06-01").adding(days: $0) }.filter(days.contains)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<100 {
            let chosen = Set(all.filter { _ in Bool.random(using: &generator) })
            let runs = days.runs(of: chosen.shuffled(using: &generator))
            #expect(days.count(runs) == chosen.count)
            #expect(all.allSatisfy { day in runs.contains { $0.contains(day) } == chosen.contains(day) })
            let added = try #require(all.randomElement(using: &generator))
            #expect(days.merged(runs + [DayRun(added, added)]) == days.runs(of: chosen.union([added])))
        }
    }
}
