import OptionKernels
import Testing
import _TestSupport

/// The price of an option with dividends depends on nothing but its own terms and the dividends that count.
@Suite("Prices with dividends: layout")
struct DividendLayoutTests {
    static let chains = [41 as UInt64, 42].map { seed -> (samples: [OptionSample], dividends: DividendColumns) in
        var generator = SeededGenerator(seed: seed)
        var chain = generator.dividendSamples(count: 270)
        // Neighbours without a price.
        for index in stride(from: 5, to: 270, by: 23) { chain.samples[index].volatility = 4 }
        return chain
    }

    @Test(
        "an option has the same bits alone, among others and in any order",
        arguments: DividendExercise.allCases, InstructionSet.supported)
    func order(exercise: DividendExercise, instructionSet: InstructionSet) {
        for (level, chain) in zip([DividendLevel.fast, .standard], Self.chains) {
            let columns = OptionColumns(chain.samples)
            let together = columns.withDividends(
                chain.dividends, exercise, level, instructionSet: instructionSet)
            #expect(!together.answered && together.statuses.contains(.ok))
            for index in stride(from: 0, to: 270, by: 7) {
                let alone = columns.withDividends(
                    chain.dividends, exercise, level, range: index..<index + 1, instructionSet: instructionSet)
                #expect(alone.bits[0] == together.bits[index] && alone.statuses[0] == together.statuses[index])
            }
            var generator = SeededGenerator(seed: 43)
            let order = chain.samples.indices.shuffled(using: &generator)
            let shuffled = OptionColumns(order.map { chain.samples[$0] }).withDividends(
                chain.dividends, exercise, level, instructionSet: instructionSet)
            #expect(shuffled.bits == order.map { together.bits[$0] })
            #expect(shuffled.statuses == order.map { together.statuses[$0] })
        }
    }

    /// Solutions with one ex-date and with none can have the same steps.
    @Test("an option has the same bits among others with more ex-dates", arguments: InstructionSet.supported)
    func exDates(instructionSet: InstructionSet) {
        var dividends = DividendColumns()
        dividends.append(time: 0.1, amount: 1)
        dividends.append(time: 0.6, amount: 1.5)
        let samples: [OptionSample] = (0..<60).map { index in
            let (strike, volatility) = (50 + 2 * Double(index), 0.15 + 0.01 * Double(index))
            return OptionSample(
                isPut: index % 4 == 0, spot: 100, strike: strike, time: [0.08, 0.3, 0.9][index % 3], rate: 0.04,
                yield: 0.01, volatility: volatility)
        }
        let columns = OptionColumns(samples)
        for level in DividendLevel.allCases {
            let together = columns.withDividends(dividends, .american, level, instructionSet: instructionSet)
            for index in 0..<60 {
                let alone = columns.withDividends(
                    dividends, .american, level, range: index..<index + 1, instructionSet: instructionSet)
                #expect(alone.bits[0] == together.bits[index], "\(index)")
            }
        }
    }

    @Test("the fused instruction sets give the same bits, the baseline almost", arguments: DividendLevel.allCases)
    func agreement(level: DividendLevel) {
        let chain = Self.chains[0]
        let columns = OptionColumns(Array(chain.samples.prefix(60)))
        let all = InstructionSetAgreementTests.fused.map {
            columns.withDividends(chain.dividends, .american, level, instructionSet: $0)
        }
        for other in all.dropFirst() {
            #expect(other.bits == all[0].bits)
            #expect(other.statuses == all[0].statuses)
        }
        guard let fused = all.first else { return }
        let baseline = columns.withDividends(chain.dividends, .american, level, instructionSet: .baseline)
        #expect(baseline.statuses == fused.statuses)
        for (index, sample) in chain.samples.prefix(60).enumerated() where fused.statuses[index] == .ok {
            #expect(abs(baseline.prices[index] - fused.prices[index]) <= 1e-9 * sample.larger, "\(sample)")
        }
    }

    @Test("greeks repeat the prices", arguments: DividendExercise.allCases)
    func greeks(exercise: DividendExercise) {
        let chain = Self.chains[1]
        let columns = OptionColumns(Array(chain.samples.prefix(40)))
        let prices = columns.withDividends(chain.dividends, exercise, .standard)
        let (rows, statuses) = columns.greeksWithDividends(chain.dividends, exercise, .standard)
        #expect(rows[0].map(\.bitPattern) == prices.bits)
        #expect(statuses == prices.statuses)
        for row in rows {
            #expect(zip(row, statuses).allSatisfy { $0.isNaN == ($1 != .ok) })
        }
    }

    @Test("dividends that do not count have no effect")
    func others() {
        let sample = OptionSample(
            isPut: true, spot: 100, strike: 105, time: 0.5, rate: 0.04, yield: 0.01, volatility: 0.3)
        var dividends = DividendColumns(), more = DividendColumns()
        more.append(time: -0.1, amount: 3)
        more.append(time: 0, amount: 3)
        dividends.append(time: 0.2, amount: 1)
        more.append(time: 0.2, amount: 1)
        more.append(time: 0.3, amount: 0)
        more.append(time: 0.500001, amount: 50)
        for exercise in DividendExercise.allCases {
            let price = sample.withDividends(dividends, exercise, .precise).price
            #expect(price.isFinite && sample.withDividends(more, exercise, .precise).price == price)
        }
    }

    @Test("inputs outside the domain", arguments: InstructionSet.supported)
    func outside(instructionSet: InstructionSet) {
        let inside = OptionSample(
            isPut: true, spot: 100, strike: 100, time: 1, rate: 0.05, yield: 0.02, volatility: 0.2)
        var dividends = DividendColumns()
        dividends.append(time: 0.4, amount: 2)
        let fields: [(WritableKeyPath<OptionSample, Double>, [Double])] = [
            (\.spot, [0.0099, 1.01e6, 0, -100]), (\.strike, [0.0099, 1.01e6, 0, -100]), (\.time, [1.1e-4, 5.1, 0, -1]),
            (\.rate, [-0.021, 0.21]), (\.yield, [-0.101, 0.21]), (\.volatility, [0.0199, 3.1, 0, -0.2]),
        ]
        for (field, values) in fields {
            for value in values + [.nan, .infinity, -.infinity] {
                var sample = inside
                sample[keyPath: field] = value
                let result = OptionColumns([inside, sample, inside]).withDividends(
                    dividends, .american, .fast, instructionSet: instructionSet)
                #expect(result.statuses == [.ok, .outsideDomain, .ok], "\(sample)")
                #expect(!result.answered && result.prices[1].isNaN && result.bits[0] == result.bits[2])
            }
        }
        // A yield may be negative only if the rate is not.
        var negative = inside
        (negative.rate, negative.yield) = (-0.001, -0.001)
        #expect(negative.withDividends(dividends, .american, .fast).status == .outsideDomain)
        let rows: [(amount: Double, proportion: Double)] = [
            (10_001, 0), (0, 0.91), (-1, 0), (0, -0.1), (0, 1.1), (.nan, 0), (0, .nan),
        ]
        for (amount, proportion) in rows {
            var dividends = DividendColumns()
            dividends.append(time: 0.4, amount: amount, proportion: proportion)
            #expect(inside.withDividends(dividends, .american, .fast).status == .outsideDomain)
        }
    }
}
