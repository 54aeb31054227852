import MarketData
import Testing
import _TestSupport

@Suite("Gaps")
struct GapsTests {
    private static let shares = TradingDaysTests.shares

    private func run(_ first: String, _ last: String) -> DayRun { DayRun(date(first), date(last)) }

    @Test("the days of a gap are counted by year")
    func years() throws {
        // 2026-01-01 is a holiday, and 2026-01-03 and 04 are a week-end.
        let gap = try #require(
            Self.shares.gaps(from: date("2025-12-27"), through: date("2026-01-05"), stored: []).first)
        #expect(gap.years.map(\.year) == [2025, 2026] && gap.years.map(\.days) == [3, 2])
        // A year without a missing day has no count.
        let end = try #require(
            Self.shares.gaps(from: date("2025-12-31"), through: date("2026-01-01"), stored: []).first)
        #expect(end.years.map(\.year) == [2025] && end.days == 1)
        let coin = try #require(
            TradingDays.everyDay.gaps(from: date("2023-12-31"), through: date("2025-01-01"), stored: []).first)
        #expect(coin.years.map(\.days) == [1, 366, 1])
    }

    @Test("sessions that are neither stored nor marked are missing")
    func missing() {
        // Stored: the week of Thanksgiving up to Wednesday, and December from the 2nd. Marked: the day after Thanksgiving.
        let gaps = Self.shares.gaps(
            from: date("2026-11-20"), through: date("2026-12-11"),
            stored: [run("2026-11-23", "2026-11-25"), run("2026-12-02", "2026-12-04")],
            marked: [run("2026-11-27", "2026-11-27")])
        #expect(
            gaps.map(\.run) == [
                run("2026-11-20", "2026-11-20"), run("2026-11-30", "2026-12-01"), run("2026-12-07", "2026-12-11"),
            ])
        #expect(gaps.map(\.days) == [1, 2, 5])
    }

    @Test("gaps span week-ends between missing days, and no others")
    func ends() {
        let gaps = Self.shares.gaps(
            from: date("2026-11-07"), through: date("2026-11-22"), stored: [run("2026-11-11", "2026-11-11")])
        #expect(gaps.map(\.run) == [run("2026-11-09", "2026-11-10"), run("2026-11-12", "2026-11-20")])
        #expect(gaps.map(\.days) == [2, 7])
    }

    @Test("an empty range, a range without sessions and a stored range have no gaps")
    func nothing() {
        #expect(Self.shares.gaps(from: date("2026-11-24"), through: date("2026-11-23"), stored: []).isEmpty)
        #expect(Self.shares.gaps(from: date("2026-11-21"), through: date("2026-11-22"), stored: []).isEmpty)
        #expect(Self.shares.gaps(from: date("2026-11-26"), through: date("2026-11-26"), stored: []).isEmpty)
        #expect(
            Self.shares.gaps(
                from: date("2026-11-02"), through: date("2026-11-20"), stored: [run("2026-11-02", "2026-11-13")],
                marked: [run("2026-11-13", "2026-12-01")]
            ).isEmpty)
        #expect(Self.shares.gaps(from: date("2026-11-02"), through: date("2026-11-06"), stored: []).map(\.days) == [5])
    }

    @Test("the gaps of random days are the other days, in runs", arguments: [true, false])
    func randomDays(areShares: Bool) {
        let days = areShares ? Self.shares : .everyDay
        let all = (0..<300).compactMap { date("2025-06-01").adding(days: $0) }.filter(days.contains)
        var generator = SeededGenerator(seed: 8)
        for density in 1...30 {
            let stored = Set(all.filter { _ in Int.random(in: 0...density, using: &generator) > 0 })
            let marked = Set(all.filter { _ in Int.random(in: 0...5, using: &generator) == 0 })
            let (first, last) = (all[Int.random(in: 0..<40, using: &generator)], all[all.count - density])
            let gaps = days.gaps(
                from: first, through: last, stored: days.runs(of: stored), marked: days.runs(of: marked))
            let expected = all.filter { first <= $0 && $0 <= last && !stored.contains($0) && !marked.contains($0) }
            #expect(gaps.map(\.run) == days.runs(of: expected))
            #expect(gaps.reduce(0) { $0 + $1.days } == expected.count)
        }
    }

    @Test("gaps at most five sessions apart are one request")
    func requests() {
        // The 2nd and the 9th are five sessions apart, the 9th and the 17th six.
        let missing = ["2026-11-02", "2026-11-09", "2026-11-17", "2026-11-18"].map { date($0) }
        let gaps = Self.shares.runs(of: missing).map { run in
            Self.shares.gaps(from: run.first, through: run.last, stored: [])[0]
        }
        #expect(Self.shares.requests(for: gaps) == [run("2026-11-02", "2026-11-09"), run("2026-11-17", "2026-11-18")])
        #expect(Self.shares.requests(for: gaps, within: 6) == [run("2026-11-02", "2026-11-18")])
        #expect(Self.shares.requests(for: gaps, within: 0).count == 3)
        #expect(
            Self.shares.requests(for: gaps, notBefore: date("2026-11-07"))
                == [run("2026-11-09", "2026-11-09"), run("2026-11-17", "2026-11-18")])
        #expect(Self.shares.requests(for: gaps, notBefore: date("2026-11-18")) == [run("2026-11-18", "2026-11-18")])
        #expect(Self.shares.requests(for: gaps, notBefore: date("2026-11-19")).isEmpty)
        #expect(Self.shares.requests(for: []).isEmpty)
    }

    @Test("an empty day is marked after five further sessions are complete")
    func marks() {
        func marks(_ lastComplete: String, _ answered: [String] = [], notBefore: String? = nil) -> [DayRun] {
            Self.shares.marks(
                for: run("2026-11-02", "2026-11-30"), answered: answered.map(date), lastComplete: date(lastComplete),
                notBefore: notBefore.map(date))
        }
        #expect(marks("2026-11-06").isEmpty)
        #expect(marks("2026-11-09") == [run("2026-11-02", "2026-11-02")])
        #expect(marks("2026-11-10", ["2026-11-02"]) == [run("2026-11-03", "2026-11-03")])
        #expect(
            marks("2026-12-31", ["2026-11-10"]) == [run("2026-11-02", "2026-11-09"), run("2026-11-11", "2026-11-30")])
        #expect(marks("2026-12-31", ["2026-11-30"], notBefore: "2026-11-21") == [run("2026-11-23", "2026-11-27")])
        #expect(marks("2026-12-31", notBefore: "2026-12-01").isEmpty)
    }

    @Test("coin days before the earliest are never marked")
    func coinMarks() {
        let marks = TradingDays.everyDay.marks(
            for: run("2025-01-01", "2026-11-21"), answered: [date("2025-11-25")], lastComplete: date("2026-11-21"),
            notBefore: date("2025-11-23"))
        #expect(marks == [run("2025-11-23", "2025-11-24"), run("2025-11-26", "2026-11-16")])
    }
}
