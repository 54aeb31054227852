import Foundation
import OptionKernels
import Testing
import _TestSupport

/// One option at many prices of the underlying, which share solutions.
@Suite("Prices with dividends: curves")
struct DividendCurveTests {
    /// A curve of random options, from a hundredth of the spot or around it.
    static let curves = (71...78).flatMap { seed in
        var generator = SeededGenerator(seed: UInt64(seed))
        let (samples, dividends) = generator.dividendSamples(count: 3)
        return samples.map { sample in
            let low = sample.spot * (generator.next() % 2 == 0 ? 0.01 : 0.6)
            return Curve(
                exercise: generator.next() % 4 == 0 ? .european : .american, sample: sample, dividends: dividends,
                spots: Curve.grid(from: low, to: sample.spot * 2, count: 61))
        }
    }

    /// The tables hold the price at one of the spots.
    @Test(
        "two tables by other methods", arguments: ["dividend_prices", "dividend_domain"], DividendLevel.allCases)
    func tables(table: String, level: DividendLevel) throws {
        var errors: [Double] = []
        var refused = 0
        for row in try DividendReferenceTests.rows(table) {
            let spot = row.sample.spot
            let around = Curve.grid(from: spot * 0.7, to: spot * 1.3, count: 21).filter(row.isInDomain)
            let curve = Curve(
                exercise: row.exercise, sample: row.sample, dividends: row.dividends, spots: around + [spot])
            let values = curve.values(level, greeks: false)
            refused += values.statuses.last == .ok ? 0 : 1
            guard values.statuses.last == .ok, let price = values.rows[0].last else { continue }
            let error = max(abs(price - row.price) - row.accuracy, 0) / row.sample.larger
            if row.exercise == .american { errors.append(error) }
            #expect(error <= DividendReferenceTests.bound(row.exercise, level), "\(row): \(error)")
        }
        #expect(errors.count >= 150 && refused <= errors.count / 100)
        errors.sort()
        let last = errors[errors.count - 1 - errors.count / 100]
        #expect(last <= [.fast: 2e-5, .standard: 1e-5, .precise: 2e-6][level] ?? 0)
    }

    @Test("values are those of the options alone, within the level", arguments: DividendLevel.allCases)
    func alone(level: DividendLevel) {
        // Of prices, as in the documentation; of greeks, so much that a wrong column, unit or sign is found.
        let bounds = [0, 2e-3, 0.05, 5e-3, 0.02, 0.05, 0.05]
        var far = 0, count = 0
        for curve in Self.curves {
            let values = curve.values(level)
            let expected = curve.columns.greeksWithDividends(curve.dividends, curve.exercise, .precise)
            let bound = DividendReferenceTests.bound(curve.exercise, level)
            for (index, spot) in curve.spots.enumerated() {
                guard expected.statuses[index] == .ok else { continue }
                #expect(values.statuses[index] == .ok)
                let strike = curve.sample.strike
                let slack = DividendReferenceTests.bound(curve.exercise, .precise)
                let error = abs(values.rows[0][index] - expected.rows[0][index]) / max(spot, strike)
                #expect(error <= bound + slack, "\(curve.sample) at \(spot): \(error)")
                let units = [1, 1, 1 / spot, strike, strike, strike, strike]
                for row in 1..<7 {
                    let difference = abs(values.rows[row][index] - expected.rows[row][index]) / units[row]
                    count += 1
                    if !(difference <= bounds[row]) { far += 1 }
                }
            }
        }
        #expect(count > 5000 && far <= count / 100, "\(far) of \(count)")
    }

    @Test("bits do not depend on order, instruction set or greeks", arguments: DividendExercise.allCases)
    func bits(exercise: DividendExercise) {
        for var curve in Self.curves.prefix(6) {
            curve.exercise = exercise
            let values = curve.values(.standard)
            #expect(curve.values(.standard, greeks: false).bits == [values.bits[0]])
            for instructionSet in InstructionSetAgreementTests.fused {
                #expect(curve.values(.standard, instructionSet: instructionSet).bits == values.bits)
            }
            var reversed = curve
            reversed.spots.reverse()
            #expect(reversed.values(.standard).bits.map { Array($0.reversed()) } == values.bits)
        }
    }

    @Test("the baseline gives almost the same prices")
    func baseline() {
        for curve in Self.curves.prefix(4) {
            let one = curve.values(.standard, greeks: false, instructionSet: .baseline)
            let other = curve.values(.standard, greeks: false)
            #expect(one.statuses == other.statuses)
            for (index, spot) in curve.spots.enumerated() {
                #expect(abs(one.rows[0][index] - other.rows[0][index]) <= 1e-9 * max(spot, curve.sample.strike))
            }
        }
    }

    @Test("a price outside the domain leaves the others alone")
    func outside() {
        var curve = Self.curves[0]
        let expected = curve.values(.standard)
        for spot in [0, -1, .nan, .infinity, curve.sample.strike * 1.01e4, curve.sample.strike * 0.99e-4] {
            curve.spots = Self.curves[0].spots + [spot]
            let values = curve.values(.standard)
            #expect(values.statuses.last == .outsideDomain && !values.answered)
            #expect(values.rows.allSatisfy { $0.last?.isNaN ?? false })
            #expect(values.bits.map { Array($0.dropLast()) } == expected.bits)
        }
        curve.spots = []
        #expect(curve.values(.standard).answered)
    }

    @Test("more prices than a block")
    func blocks() {
        var curve = Self.curves[1]
        curve.exercise = .american
        let spots = Curve.grid(from: curve.sample.spot / 2, to: curve.sample.spot * 2, count: 300)
        curve.spots = Array(spots.prefix(256))
        let first = curve.values(.standard)
        curve.spots = Array(spots.dropFirst(256))
        let second = curve.values(.standard)
        curve.spots = spots
        #expect(curve.values(.standard).bits == zip(first.bits, second.bits).map { $0 + $1 })
    }
}

/// An option at prices of a curve.
struct Curve {
    var exercise: DividendExercise
    /// The option, whose spot has no effect.
    var sample: OptionSample
    var dividends: DividendColumns
    var spots: [Double]

    static func grid(from low: Double, to high: Double, count: Int) -> [Double] {
        (0..<count).map { low + (high - low) * Double($0) / Double(count - 1) }
    }

    /// The option at each of the prices, alone.
    var columns: OptionColumns {
        OptionColumns(
            spots.map { spot in
                var other = sample
                other.spot = spot
                return other
            })
    }

    /// The values of the curve: rows of price, delta, gamma, theta, vega, rho, epsilon, or of the price.
    func values(
        _ level: DividendLevel, greeks: Bool = true, instructionSet: InstructionSet = .best
    ) -> (rows: [[Double]], bits: [[UInt64]], statuses: [DividendStatus], answered: Bool) {
        let option = OptionWithDividends(exercise, sample.terms, dividends: dividends)
        let count = spots.count, rows = greeks ? 7 : 1
        var values = [Double](repeating: 0, count: rows * count)
        var statuses = [DividendStatus](repeating: .notConverged, count: count)
        var valueSpan = values.mutableSpan
        var statusSpan = statuses.mutableSpan
        let answered =
            greeks
            ? option.evaluate(
                at: spots.span, level: level, into: &valueSpan, statuses: &statusSpan, instructionSet: instructionSet)
            : option.price(
                at: spots.span, level: level, into: &valueSpan, statuses: &statusSpan, instructionSet: instructionSet)
        let columns = (0..<rows).map { row in Array(values[row * count..<(row + 1) * count]) }
        return (columns, columns.map { $0.map(\.bitPattern) }, statuses, answered)
    }
}

extension DividendReferenceTests.Row {
    /// Whether a price of the underlying is in the domain.
    fileprivate func isInDomain(_ spot: Double) -> Bool { sample.strike * 1e-4 <= spot && spot <= sample.strike * 1e4 }
}
