import CReference
import ExactPayoff
import Foundation
import StrategyValuation

/// The differences between ``HorizonProfile`` and scans of the exact profit.
struct CalendarCheck: Sendable {
    private var strategies = 0
    private var levels = 0
    private var crossings = 0
    private var turns = 0
    /// The errors of break-evens and other crossings in units of 2⁻⁵³ amount / |slope|, those of extremes in units of
    /// 2⁻⁵³ amount.
    private var crossingError = 0.0
    private var extremeError = 0.0
    private(set) var failures: [String] = []

    /// The permitted errors in the same units.
    private static let bound = 16.0

    /// Compares random strategies in parts, on all cores.
    static func run(strategies: Int) async -> CalendarCheck {
        let partSize = 64
        return await withTaskGroup(of: CalendarCheck.self) { group in
            for start in stride(from: 0, to: strategies, by: partSize) {
                group.addTask {
                    var check = CalendarCheck()
                    var random = SeededGenerator(region: "calendars", part: start / partSize)
                    for index in start..<min(start + partSize, strategies) {
                        do {
                            try check.compare(CalendarStrategy(from: &random), &random)
                        } catch {
                            check.failures.append("strategy \(index): \(error)")
                        }
                    }
                    return check
                }
            }
            return await group.reduce(into: CalendarCheck()) { $0.add($1) }
        }
    }

    private mutating func add(_ other: CalendarCheck) {
        strategies += other.strategies
        levels += other.levels
        crossings += other.crossings
        turns += other.turns
        crossingError = max(crossingError, other.crossingError)
        extremeError = max(extremeError, other.extremeError)
        failures += other.failures
    }

    private mutating func compare(_ strategy: CalendarStrategy, _ random: inout SeededGenerator) throws {
        let profile = try strategy.profile()
        let points = strategy.scan(steps: 96)
        strategies += 1
        compareExtremes(profile, strategy, points)
        // 0, levels over the whole range, and levels just above and below every smooth extreme.
        var levels = [0.0]
        let values = points.map(\.profit.value).filter { abs($0) < 100 * strategy.amount() }.sorted()
        for _ in 0..<4 { levels.append(values[Int(random.next() % UInt64(values.count))] * random.uniform(0.9, 1.1)) }
        for point in points where point.turns == 1 {
            turns += 1
            for distance in [1e-4, 1e-7, 1e-9, 1e-11, 1e-12] {
                levels.append(point.profit.value + distance * strategy.amount())
                levels.append(point.profit.value - distance * strategy.amount())
            }
        }
        for level in levels { try compareCrossings(profile, strategy, points, level) }
    }

    private mutating func compareExtremes(
        _ profile: HorizonProfile, _ strategy: CalendarStrategy, _ points: [reference_point]
    ) {
        let (end, slope) = strategy.end()
        let values = points.map(\.profit.value) + (slope.value == 0 ? [end.value] : [])
        let exact = [slope.value > 0 ? nil : values.max(), slope.value < 0 ? nil : values.min()]
        for (value, exact) in zip([profile.maximumProfit, profile.minimumProfit], exact) {
            if (value == nil) != (exact == nil) {
                failures.append("\(strategy): extreme \(value as Any) for \(exact as Any)")
            } else if let value, let exact {
                let error = abs(value - exact) / strategy.amount() / 0x1p-53
                extremeError = max(extremeError, error)
                if error > Self.bound { failures.append("\(strategy): extreme \(value) for \(exact)") }
            }
        }
    }

    private mutating func compareCrossings(
        _ profile: HorizonProfile, _ strategy: CalendarStrategy, _ points: [reference_point], _ level: Double
    ) throws {
        let found = try profile.levelCrossings(at: level)
        levels += 1
        func fail(_ text: String) {
            failures.append("\(strategy) at \(level): \(text); found \(found.prices.map(\.lower)) \(found.above)")
        }
        func excess(_ point: reference_point) -> Double { (point.profit.value - level) + point.profit.rest }
        // Outside this distance the engine guarantees the sign of the profit.
        func isClear(_ point: reference_point) -> Bool {
            abs(excess(point)) > 0x1p-43 * (strategy.amount(at: point.price.value) + abs(level))
        }

        var isExplained = [Bool](repeating: false, count: found.prices.count)
        for (left, right) in zip(points, points.dropFirst()) where isClear(left) && isClear(right) {
            let inside = found.prices.indices.filter {
                left.price.value <= found.prices[$0].lower && found.prices[$0].lower <= right.price.value
            }
            let expected = (excess(left) < 0) != (excess(right) < 0) ? 1 : 0
            if inside.count != expected {
                fail("\(inside.count) crossings between \(left.price.value) and \(right.price.value)")
            } else if let index = inside.first {
                crossings += 1
                isExplained[index] = true
                let (exact, slope) = strategy.crossing(of: level, between: left, and: right)
                let distance = abs((found.prices[index].lower - exact.value) - exact.rest)
                let amount = strategy.amount(at: exact.value) + abs(level)
                let error = max(distance - exact.value.ulp, 0) * abs(slope) / amount / 0x1p-53
                crossingError = max(crossingError, error)
                if error > Self.bound { fail("\(found.prices[index].lower) for \(exact.value)") }
            }
        }
        for (index, interval) in found.prices.enumerated() where !isExplained[index] {
            guard interval.lower.isFinite else { continue }
            let exact = strategy.profit(at: interval.lower)
            let amount = strategy.amount(at: interval.lower) + abs(level)
            if abs((exact.value - level) + exact.rest) > 0x1p-43 * amount { fail("\(interval.lower) is none") }
        }
        for point in points where isClear(point) {
            let isAbove = found.above.contains { $0.lower <= point.price.value && point.price.value <= $0.upper }
            if isAbove != (excess(point) > 0) { fail("\(point.price.value) is on the other side") }
        }
    }

    /// The differences as a table.
    var markdown: String {
        let format = { (error: Double) in String(format: "%.2g", error) }
        return """
            ## calendars

            Random calendars, diagonals and their kin at the first expiration, scanned in 128 bits

            | strategies | levels | crossings | smooth extremes | failures | crossing error | extreme error |
            |---:|---:|---:|---:|---:|---:|---:|
            | \(strategies) | \(levels) | \(crossings) | \(turns) | \(failures.count) | \(format(crossingError)) | \
            \(format(extremeError)) |

            """ + failures.prefix(20).map { "- \($0)\n" }.joined()
    }
}
