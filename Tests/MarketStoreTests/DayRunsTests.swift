import MarketData
import Testing
import _TestSupport

@testable import MarketStore

@Suite("Ranges of days")
struct DayRunsTests {
    @Test("neither overlap nor touch, and contain the given days", arguments: 0..<100)
    func matchesSet(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let all = try (0..<60).map { try #require(day("2024-02-10").adding(days: $0)) }
        let sessions = all.filter { ExchangeCalendar.newYork.session(on: $0) != nil }
        let given = (0..<12).map { _ in
            let first = Int.random(in: 0..<sessions.count, using: &generator)
            return sessions[first]...sessions[min(first + .random(in: 0...3, using: &generator), sessions.count - 1)]
        }
        let runs = DayRuns(given, of: .sessions(.newYork)).ranges
        let days = Set(sessions.filter { day in given.contains { $0.contains(day) } })
        #expect(Set(sessions.filter { day in runs.contains { $0.contains(day) } }) == days)
        for (range, next) in zip(runs, runs.dropFirst()) {
            #expect(sessions.contains { range.upperBound < $0 && $0 < next.lowerBound })
        }
    }
}
