import Foundation
import OptionKernels
import _TestSupport

/// Prices and statuses of options with dividends.
struct DividendPrices {
    var bits: [UInt64]
    var statuses: [DividendStatus]
    var answered: Bool

    var prices: [Double] { bits.map { Double(bitPattern: $0) } }
}

extension OptionColumns {
    /// Prices of the options in `range` on an underlying with dividends. The kernel must read nothing outside the range.
    func withDividends(
        _ dividends: DividendColumns, _ exercise: DividendExercise, _ level: DividendLevel, range: Range<Int>? = nil,
        instructionSet: InstructionSet = .best
    ) -> DividendPrices {
        let range = range ?? 0..<kinds.count
        var prices = [Double](repeating: 0, count: range.count)
        var statuses = [DividendStatus](repeating: .notConverged, count: range.count)
        var priceSpan = prices.mutableSpan
        var statusSpan = statuses.mutableSpan
        let answered = priceOptionsWithDividends(
            exercise: exercise, kinds: kinds.span.extracting(range), spots: spots.span.extracting(range),
            strikes: strikes.span.extracting(range), times: times.span.extracting(range),
            rates: rates.span.extracting(range), yields: yields.span.extracting(range),
            volatilities: volatilities.span.extracting(range), dividends: dividends, level: level, prices: &priceSpan,
            statuses: &statusSpan, instructionSet: instructionSet)
        return DividendPrices(bits: prices.map(\.bitPattern), statuses: statuses, answered: answered)
    }

    /// Rows of price, delta, gamma, theta, vega, rho, epsilon, and statuses.
    func greeksWithDividends(
        _ dividends: DividendColumns, _ exercise: DividendExercise, _ level: DividendLevel,
        instructionSet: InstructionSet = .best
    ) -> (rows: [[Double]], statuses: [DividendStatus]) {
        let count = kinds.count
        var values = [Double](repeating: 0, count: 7 * count)
        var statuses = [DividendStatus](repeating: .notConverged, count: count)
        var valueSpan = values.mutableSpan
        var statusSpan = statuses.mutableSpan
        _ = evaluateOptionsWithDividends(
            exercise: exercise, kinds: kinds.span, spots: spots.span, strikes: strikes.span, times: times.span,
            rates: rates.span, yields: yields.span, volatilities: volatilities.span, dividends: dividends, level: level,
            values: &valueSpan, statuses: &statusSpan, instructionSet: instructionSet)
        return ((0..<7).map { row in Array(values[row * count..<(row + 1) * count]) }, statuses)
    }

    /// Implied volatilities of prices of the options in `range`, which is that of `prices` too, near others.
    func volatilitiesWithDividends(
        _ dividends: DividendColumns, _ exercise: DividendExercise, _ level: DividendLevel, prices: [Double],
        near known: (prices: [Double], volatilities: [Double]) = ([], []), range: Range<Int>? = nil,
        instructionSet: InstructionSet = .best
    ) -> (bits: [UInt64], statuses: [ImpliedVolatilityStatus], answered: Bool) {
        let range = range ?? 0..<kinds.count
        let nearRange = known.prices.isEmpty ? 0..<0 : range
        var found = [Double](repeating: 0, count: range.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: range.count)
        var foundSpan = found.mutableSpan
        var statusSpan = statuses.mutableSpan
        let answered = findVolatilitiesWithDividends(
            exercise: exercise, kinds: kinds.span.extracting(range), prices: prices.span.extracting(range),
            nearPrices: known.prices.span.extracting(nearRange),
            nearVolatilities: known.volatilities.span.extracting(nearRange), spots: spots.span.extracting(range),
            strikes: strikes.span.extracting(range), times: times.span.extracting(range),
            rates: rates.span.extracting(range), yields: yields.span.extracting(range), dividends: dividends,
            level: level, volatilities: &foundSpan, statuses: &statusSpan, instructionSet: instructionSet)
        return (found.map(\.bitPattern), statuses, answered)
    }

    /// The boundaries of exercise, and those at the ex-dates, by dividend.
    func exerciseBoundaries(
        _ dividends: DividendColumns, _ level: DividendLevel, instructionSet: InstructionSet = .best
    ) -> (now: [Double], exDates: [[Double]], statuses: [DividendStatus]) {
        let count = kinds.count
        var boundaries = [Double](repeating: 0, count: count)
        var exDates = [Double](repeating: 0, count: dividends.count * count)
        var statuses = [DividendStatus](repeating: .notConverged, count: count)
        var boundarySpan = boundaries.mutableSpan
        var exDateSpan = exDates.mutableSpan
        var statusSpan = statuses.mutableSpan
        _ = findExerciseBoundaries(
            kinds: kinds.span, spots: spots.span, strikes: strikes.span, times: times.span, rates: rates.span,
            yields: yields.span, volatilities: volatilities.span, dividends: dividends, level: level,
            boundaries: &boundarySpan, exDateBoundaries: &exDateSpan, statuses: &statusSpan,
            instructionSet: instructionSet)
        let columns = (0..<dividends.count).map { row in Array(exDates[row * count..<(row + 1) * count]) }
        return (boundaries, columns, statuses)
    }
}

extension OptionSample {
    /// The price of the option alone.
    func withDividends(
        _ dividends: DividendColumns, _ exercise: DividendExercise, _ level: DividendLevel,
        instructionSet: InstructionSet = .best
    ) -> (price: Double, status: DividendStatus) {
        let result = OptionColumns([self]).withDividends(dividends, exercise, level, instructionSet: instructionSet)
        return (result.prices[0], result.statuses[0])
    }
}

extension SeededGenerator {
    /// Draws options on one underlying with dividends, in the domain.
    mutating func dividendSamples(count: Int) -> (samples: [OptionSample], dividends: DividendColumns) {
        let spot = uniform(50, 200), longest = uniform(0.05, 3)
        let rows = Int(next() % 7)
        var dividends = DividendColumns()
        for time in (0..<rows).map({ _ in uniform(0, longest) }).sorted() {
            let share = next() % 8 == 0 ? uniform(0, 0.4) : uniform(0, 0.04)
            if next() % 6 == 0 {
                dividends.append(time: time, proportion: share)
            } else {
                dividends.append(time: time, amount: share * spot)
            }
        }
        let times = [longest, longest / 2, uniform(0.02, longest)]
        let samples = (0..<count).map { _ in
            OptionSample(
                isPut: Bool.random(using: &self), spot: spot, strike: spot * logUniform(0.6, 1.6),
                time: times[Int(next() % 3)], rate: next() % 10 == 0 ? 0 : uniform(-0.02, 0.15),
                yield: Bool.random(using: &self) ? 0 : uniform(0, 0.1), volatility: logUniform(0.06, 1.2))
        }
        return (samples, dividends)
    }
}
