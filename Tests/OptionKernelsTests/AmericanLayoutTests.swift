import OptionKernels
import Testing
import _TestSupport

/// The price of an option depends on nothing but its own terms.
@Suite("American prices: layout")
struct AmericanLayoutTests {
    /// Options of all plans, some of which have no price.
    static let samples: [OptionSample] = {
        var generator = SeededGenerator(seed: 34)
        return (0..<1030).map { index in
            switch index % 29 {
            case 11: generator.sample(.valid)
            // Options for which the first attempts fail.
            case 17:
                OptionSample(
                    isPut: true, spot: 90, strike: 100, time: generator.uniform(5, 20), rate: 0,
                    yield: generator.uniform(-0.1, -0.01), volatility: generator.uniform(2, 3))
            default: generator.americanSample()
            }
        }
    }()

    static func alone(_ level: AmericanLevel, _ instructionSet: InstructionSet) -> AmericanPrices {
        let columns = OptionColumns(samples)
        let all = samples.indices.map {
            columns.american(level, range: $0..<$0 + 1, instructionSet: instructionSet)
        }
        return AmericanPrices(
            bits: all.map { $0.bits[0] }, statuses: all.map { $0.statuses[0] }, answered: all.allSatisfy(\.answered))
    }

    @Test(
        "an option has the same bits alone, among others and in any order",
        arguments: AmericanLevel.allCases, InstructionSet.supported)
    func order(level: AmericanLevel, instructionSet: InstructionSet) {
        let alone = Self.alone(level, instructionSet)
        let together = OptionColumns(Self.samples).american(level, instructionSet: instructionSet)
        #expect(together.bits == alone.bits)
        #expect(together.statuses == alone.statuses)
        #expect(!together.answered)
        var generator = SeededGenerator(seed: 35)
        let order = Self.samples.indices.shuffled(using: &generator)
        let shuffled = OptionColumns(order.map { Self.samples[$0] }).american(level, instructionSet: instructionSet)
        #expect(shuffled.bits == order.map { alone.bits[$0] })
        #expect(shuffled.statuses == order.map { alone.statuses[$0] })
    }

    @Test(
        "greeks have the same bits alone, among others and in any order", arguments: AmericanLevel.allCases,
        InstructionSet.supported)
    func greekOrder(level: AmericanLevel, instructionSet: InstructionSet) {
        let columns = OptionColumns(Self.samples)
        let together = columns.americanValues(level, at: 3, instructionSet: instructionSet)
        var generator = SeededGenerator(seed: 37)
        let order = Self.samples.indices.shuffled(using: &generator)
        let shuffled = OptionColumns(order.map { Self.samples[$0] }).americanValues(
            level, instructionSet: instructionSet)
        for value in AmericanValue.allCases {
            #expect(shuffled.bits(value) == order.map { together.bits(value)[$0] }, "\(value)")
        }
        for index in Self.samples.indices {
            let alone = columns.americanValues(level, range: index..<index + 1, instructionSet: instructionSet)
            for value in AmericanValue.allCases {
                #expect(
                    alone[value][0].bitPattern == together[value][index].bitPattern, "\(value), \(Self.samples[index])")
            }
        }
    }

    @Test("every count, from every start", arguments: InstructionSet.supported)
    func counts(instructionSet: InstructionSet) {
        let columns = OptionColumns(Self.samples)
        let all = columns.american(.screen, instructionSet: instructionSet)
        for count in Array(0...33) + [511, 512, 513, 1024, 1025] {
            for start in [0, 1, 3] {
                let part = columns.american(.screen, range: start..<start + count, instructionSet: instructionSet)
                #expect(part.bits == Array(all.bits[start..<start + count]), "\(count) options from \(start)")
                #expect(part.statuses == Array(all.statuses[start..<start + count]))
                #expect(part.answered == part.statuses.allSatisfy { $0 == .ok })
            }
        }
    }

    @Test("the fused instruction sets give the same bits, the baseline almost", arguments: AmericanLevel.allCases)
    func agreement(level: AmericanLevel) {
        let columns = OptionColumns(Self.samples)
        let all = InstructionSetAgreementTests.fused.map { columns.american(level, instructionSet: $0) }
        for other in all.dropFirst() {
            #expect(other.bits == all[0].bits)
            #expect(other.statuses == all[0].statuses)
        }
        guard let fused = all.first else { return }
        let baseline = columns.american(level, instructionSet: .baseline)
        #expect(zip(baseline.statuses, fused.statuses).filter { $0 != $1 }.count <= 1)
        for (index, sample) in Self.samples.enumerated()
        where fused.statuses[index] == .ok && baseline.statuses[index] == .ok && !sample.isBetweenBoundaries {
            let unit = max(sample.larger, fused.prices[index])
            #expect(abs(baseline.prices[index] - fused.prices[index]) <= 1e-9 * unit, "\(sample)")
        }
    }

    @Test(
        "greeks: the fused instruction sets give the same bits, the baseline almost", arguments: AmericanLevel.allCases)
    func greekAgreement(level: AmericanLevel) {
        let columns = OptionColumns(Self.samples)
        let all = InstructionSetAgreementTests.fused.map { columns.americanValues(level, instructionSet: $0) }
        guard let fused = all.first else { return }
        for other in all.dropFirst() {
            for value in AmericanValue.allCases { #expect(other.bits(value) == fused.bits(value), "\(value)") }
        }
        let baseline = columns.americanValues(level, instructionSet: .baseline)
        for (index, sample) in Self.samples.enumerated()
        where fused.statuses[index] == .ok && baseline.statuses[index] == .ok && !sample.isBetweenBoundaries {
            let unit = max(sample.larger, fused[.price][index])
            #expect(abs(baseline[.delta][index] - fused[.delta][index]) <= 1e-7 * unit / sample.spot, "\(sample)")
            #expect(abs(baseline[.vega][index] - fused[.vega][index]) <= 1e-6 * unit, "\(sample)")
        }
    }

    @Test("inputs outside the domain", arguments: InstructionSet.supported)
    func outside(instructionSet: InstructionSet) {
        let inside = OptionSample(
            isPut: true, spot: 100, strike: 100, time: 1, rate: 0.05, yield: 0.02, volatility: 0.2)
        let fields: [(WritableKeyPath<OptionSample, Double>, [Double])] = [
            (\.spot, [0.009, 1.1e6, 0, -100]), (\.strike, [0.009, 1.1e6, 0, -100]), (\.time, [3e-8, 50.1, 0, -1]),
            (\.rate, [-0.11, 1.01]), (\.yield, [-0.11, 1.01]), (\.volatility, [0.0009, 10.1, 0, -0.2]),
        ]
        for (field, values) in fields {
            for value in values + [.nan, .infinity, -.infinity] {
                var sample = inside
                sample[keyPath: field] = value
                // The neighbours are priced.
                let result = OptionColumns([inside, sample, inside]).american(.standard, instructionSet: instructionSet)
                #expect(result.statuses == [.ok, .outsideDomain, .ok], "\(sample)")
                #expect(!result.answered && result.prices[1].isNaN && result.bits[0] == result.bits[2])
            }
        }
    }
}
