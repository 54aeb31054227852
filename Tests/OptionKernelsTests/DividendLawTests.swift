import Foundation
import OptionKernels
import Testing
import _TestSupport

/// Laws that prices with dividends obey.
@Suite("Prices with dividends: laws")
struct DividendLawTests {
    static let chains = (51...56).map { seed in
        var generator = SeededGenerator(seed: UInt64(seed))
        return generator.dividendSamples(count: 48)
    }

    @Test("without dividends, European prices are those of the European kernel", arguments: DividendLevel.allCases)
    func european(level: DividendLevel) {
        let samples = Self.chains.flatMap(\.samples)
        let columns = OptionColumns(samples)
        let expected = columns.prices()
        let result = columns.withDividends(DividendColumns(), .european, level)
        #expect(result.answered)
        for (index, sample) in samples.enumerated() {
            let error = abs(result.prices[index] - expected[index]) / sample.larger
            #expect(error <= DividendReferenceTests.bound(.european, level), "\(sample): \(error)")
        }
    }

    @Test("without dividends, American prices are those of the American kernel", arguments: DividendLevel.allCases)
    func american(level: DividendLevel) {
        let samples = Self.chains.flatMap(\.samples)
        let columns = OptionColumns(samples)
        let expected = columns.american(.precise, instructionSet: .best)
        let result = columns.withDividends(DividendColumns(), .american, level)
        for (index, sample) in samples.enumerated()
        where expected.statuses[index] == .ok && result.statuses[index] == .ok {
            let error = abs(result.prices[index] - expected.prices[index]) / sample.larger
            #expect(error <= DividendReferenceTests.bound(.american, level), "\(sample): \(error)")
        }
    }

    @Test("a proportion is a scaled spot for a European option")
    func proportion() {
        var dividends = DividendColumns()
        dividends.append(time: 0.3, proportion: 0.1)
        dividends.append(time: 0.3, proportion: 0.2)
        dividends.append(time: 0.6, proportion: 0.05)
        for isPut in [false, true] {
            let sample = OptionSample(
                isPut: isPut, spot: 100, strike: 90, time: 1, rate: 0.04, yield: 0.01, volatility: 0.3)
            var scaled = sample
            scaled.spot *= 0.9 * 0.8 * 0.95
            let price = sample.withDividends(dividends, .european, .precise).price
            #expect(abs(price - OptionColumns([scaled]).prices()[0]) <= 1e-7 * 100)
        }
    }

    /// C − P + K e^{−rT} is the value of the underlying after its dividends, whatever the strike.
    @Test("parity of European puts and calls")
    func parity() {
        for chain in Self.chains {
            for sample in chain.samples.prefix(8) {
                let values = [0.9, 1.15].map { factor in
                    var (call, put) = (sample, sample)
                    (call.isPut, put.isPut) = (false, true)
                    (call.strike, put.strike) = (sample.spot * factor, sample.spot * factor)
                    return call.withDividends(chain.dividends, .european, .precise).price
                        - put.withDividends(chain.dividends, .european, .precise).price
                        + call.strike * exp(-sample.rate * sample.time)
                }
                #expect(abs(values[0] - values[1]) <= 4e-7 * sample.spot * 1.15, "\(sample)")
            }
        }
    }

    @Test("American prices are at least European and intrinsic ones", arguments: DividendLevel.allCases)
    func bounds(level: DividendLevel) {
        for chain in Self.chains {
            let columns = OptionColumns(chain.samples)
            let american = columns.withDividends(chain.dividends, .american, level)
            let european = columns.withDividends(chain.dividends, .european, .precise)
            for (index, sample) in chain.samples.enumerated() where american.statuses[index] == .ok {
                #expect(american.prices[index] >= sample.intrinsic, "\(sample)")
                let slack = DividendReferenceTests.bound(.american, level) * sample.larger
                #expect(american.prices[index] >= european.prices[index] - slack, "\(sample)")
                if sample.rate >= 0 && sample.isPut { #expect(american.prices[index] <= sample.strike) }
                if !sample.isPut { #expect(american.prices[index] <= sample.spot) }
            }
        }
    }

    @Test("a larger dividend raises puts and lowers calls", arguments: DividendExercise.allCases)
    func monotone(exercise: DividendExercise) {
        let bound = DividendReferenceTests.bound(exercise, .precise)
        for chain in Self.chains where chain.dividends.count > 0 {
            var larger = DividendColumns()
            for row in 0..<chain.dividends.count {
                larger.append(
                    time: chain.dividends.times[row],
                    amount: chain.dividends.amounts[row] * 1.2,
                    proportion: chain.dividends.proportions[row] * 1.2)
            }
            let columns = OptionColumns(chain.samples)
            let less = columns.withDividends(chain.dividends, exercise, .precise)
            let more = columns.withDividends(larger, exercise, .precise)
            for (index, sample) in chain.samples.enumerated()
            where less.statuses[index] == .ok && more.statuses[index] == .ok {
                let rise = (more.prices[index] - less.prices[index]) * (sample.isPut ? 1 : -1)
                #expect(rise >= -2 * bound * sample.larger, "\(sample): \(rise)")
            }
        }
    }

    @Test("greeks are differences of prices", arguments: DividendExercise.allCases)
    func greeks(exercise: DividendExercise) throws {
        let fields: [(row: Int, field: WritableKeyPath<OptionSample, Double>, step: Double, bound: Double)] = [
            (1, \.spot, 0.5, 2e-3), (4, \.volatility, 0.01, 0.15), (5, \.rate, 0.005, 0.3), (6, \.yield, 0.005, 0.3),
        ]
        var dividends = DividendColumns()
        dividends.append(time: 0.2, amount: 1)
        dividends.append(time: 0.7, amount: 1.2)
        for isPut in [false, true] {
            let sample = OptionSample(
                isPut: isPut, spot: 100, strike: 102, time: 0.9, rate: 0.05, yield: 0.02, volatility: 0.25)
            let (rows, statuses) = OptionColumns([sample]).greeksWithDividends(dividends, exercise, .precise)
            #expect(statuses == [.ok])
            for (row, field, step, bound) in fields {
                var (up, down) = (sample, sample)
                up[keyPath: field] += step
                down[keyPath: field] -= step
                let difference =
                    (up.withDividends(dividends, exercise, .precise).price
                        - down.withDividends(dividends, exercise, .precise).price) / (2 * step)
                #expect(abs(rows[row][0] - difference) <= bound, "\(row): \(rows[row][0]), \(difference)")
            }
            // Theta: everything comes nearer.
            var (later, earlier) = (DividendColumns(), DividendColumns())
            for row in 0..<2 {
                later.append(time: dividends.times[row] - 0.005, amount: dividends.amounts[row])
                earlier.append(time: dividends.times[row] + 0.005, amount: dividends.amounts[row])
            }
            var (short, long) = (sample, sample)
            short.time -= 0.005
            long.time += 0.005
            let difference =
                (short.withDividends(later, exercise, .precise).price
                    - long.withDividends(earlier, exercise, .precise).price) / 0.01
            #expect(abs(rows[3][0] - difference) <= 0.02)
        }
    }

    @Test("at the boundary the price is that of exercise, and not next to it")
    func boundary() throws {
        var dividends = DividendColumns()
        dividends.append(time: 0.6, amount: 2)
        var put = OptionSample(
            isPut: true, spot: 100, strike: 100, time: 1, rate: 0.08, yield: 0, volatility: 0.2)
        let found = OptionColumns([put]).exerciseBoundaries(dividends, .precise)
        #expect(found.statuses == [.ok] && found.exDates[0][0].isNaN)
        let boundary = try #require(found.now.first)
        #expect(boundary > 60 && boundary < 100)
        put.spot = boundary * 0.99
        #expect(put.withDividends(dividends, .american, .precise).price == 100 - put.spot)
        put.spot = boundary * 1.02
        #expect(put.withDividends(dividends, .american, .precise).price > 100 - put.spot + 1e-4)
    }

    /// Just before an ex-date, a call is exercised from that price on: its value is then S − K, and below it is more.
    @Test("the boundary of a call at an ex-date")
    func exDateBoundary() throws {
        let call = OptionSample(
            isPut: false, spot: 100, strike: 100, time: 1, rate: 0.03, yield: 0, volatility: 0.2)
        var dividends = DividendColumns()
        dividends.append(time: 0.6, amount: 5)
        dividends.append(time: 1, amount: 1)
        dividends.append(time: 1.5, amount: 1)
        let found = OptionColumns([call]).exerciseBoundaries(dividends, .precise)
        let star = found.exDates[0][0]
        #expect(found.now[0].isNaN && star > 100 && star < 200)
        #expect(found.exDates[1][0] == 100 && found.exDates[2][0].isNaN)
        // The value after the ex-date, without its dividend, is a European price: the one after is on the expiration.
        var after = call
        after.time = 0.4
        after.spot = star - 5
        #expect(abs(OptionColumns([after]).prices()[0] - (star - 100)) <= 1e-3)
    }
}
