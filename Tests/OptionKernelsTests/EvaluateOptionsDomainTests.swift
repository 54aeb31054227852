import Foundation
import OptionKernels
import Testing
import _TestSupport

@Suite("Option kernels: domain")
struct EvaluateOptionsDomainTests {
    struct Input: CustomTestStringConvertible {
        let testDescription: String
        let column: any WritableKeyPath<OptionColumns, [Double]> & Sendable
        /// The ends of the range.
        let accepted: [Double]
        let refused: [Double]
    }

    static let strange: [Double] = [
        .nan, -.nan, .infinity, -.infinity, 0, -0.0, -1, -0x1p-100, -1e300, 1e300, .leastNonzeroMagnitude,
        .greatestFiniteMagnitude,
    ]
    static let strangeRates: [Double] = [.nan, .infinity, -.infinity, 2, -2, 3, -3, 1e300, -1e300]

    static let inputs: [Input] = {
        func amount(_ name: String, _ column: any WritableKeyPath<OptionColumns, [Double]> & Sendable) -> Input {
            Input(
                testDescription: name, column: column, accepted: [0x1p-32, (0x1p32).nextDown],
                refused: strange + [(0x1p-32).nextDown, 0x1p32])
        }
        func rate(_ name: String, _ column: any WritableKeyPath<OptionColumns, [Double]> & Sendable) -> Input {
            Input(
                testDescription: name, column: column,
                accepted: [(2.0).nextDown, (-2.0).nextUp, 0, -0.0, .leastNonzeroMagnitude], refused: strangeRates)
        }
        let time = Input(
            testDescription: "time", column: \.times, accepted: [0x1p-59, (0x1p5).nextDown],
            refused: strange + [(0x1p-59).nextDown, 0x1p5])
        return [
            amount("spot", \.spots), amount("strike", \.strikes), time, rate("rate", \.rates),
            rate("yield", \.yields), amount("volatility", \.volatilities),
        ]
    }()

    @Test("one input outside the range makes one option's values NaN", arguments: InstructionSet.supported, inputs)
    func refused(instructionSet: InstructionSet, input: Input) {
        let columns = OptionColumns(.ordinary, count: 35, seed: 3)
        let good = columns.evaluate(.allGreeks, instructionSet: instructionSet)
        #expect(good.answered)
        for (number, value) in input.refused.enumerated() {
            // In full vectors and in the remainder.
            for position in [0, 3 + number % 13, 16 + number % 16, 34] {
                var changed = columns
                changed[keyPath: input.column][position] = value
                for what in position == 34 ? GreekSelection.allCases : [.allGreeks] {
                    let (rows, answered) = changed.evaluate(what, instructionSet: instructionSet)
                    #expect(!answered, "\(value)")
                    for row in rows.indices {
                        #expect(Double(bitPattern: rows[row][position]).isNaN, "\(value) at \(position)")
                        var others = rows[row]
                        others[position] = good.rows[row][position]
                        #expect(others == good.rows[row], "neighbours of \(value) at \(position)")
                    }
                }
            }
        }
    }

    @Test("one input outside the range makes one option's values in a chain NaN", arguments: InstructionSet.supported)
    func refusedInChain(instructionSet: InstructionSet) {
        var generator = SeededGenerator(seed: 4)
        let shared = generator.sample(.ordinary)
        let columns = OptionColumns(.ordinary, count: 35, seed: 5)
        let good = columns.evaluateChain(of: shared, instructionSet: instructionSet)
        #expect(good.answered)
        for input in Self.inputs where ["strike", "volatility"].contains(input.testDescription) {
            for (number, value) in input.refused.enumerated() {
                let position = [0, 15, 16, 31, 34][number % 5]
                var changed = columns
                changed[keyPath: input.column][position] = value
                let (rows, answered) = changed.evaluateChain(of: shared, instructionSet: instructionSet)
                #expect(!answered)
                for row in rows.indices {
                    #expect(Double(bitPattern: rows[row][position]).isNaN)
                    var others = rows[row]
                    others[position] = good.rows[row][position]
                    #expect(others == good.rows[row])
                }
            }
        }
    }

    @Test("a shared input outside the range makes all values of a chain NaN", arguments: InstructionSet.supported)
    func refusedSharedInput(instructionSet: InstructionSet) {
        var generator = SeededGenerator(seed: 6)
        let shared = generator.sample(.ordinary)
        let columns = OptionColumns(.ordinary, count: 19, seed: 7)
        let fields: [(String, WritableKeyPath<OptionSample, Double>)] = [
            ("spot", \.spot), ("time", \.time), ("rate", \.rate), ("yield", \.yield),
        ]
        for (name, field) in fields {
            for value in Self.inputs.first(where: { $0.testDescription == name })?.refused ?? [] {
                var changed = shared
                changed[keyPath: field] = value
                let (rows, answered) = columns.evaluateChain(of: changed, instructionSet: instructionSet)
                #expect(!answered)
                #expect(rows.joined().allSatisfy { Double(bitPattern: $0).isNaN }, "\(name) \(value)")
            }
        }
    }

    @Test("the ends of the range are evaluated", arguments: InstructionSet.supported, inputs)
    func accepted(instructionSet: InstructionSet, input: Input) {
        let columns = OptionColumns(.ordinary, count: 35, seed: 8)
        for value in input.accepted {
            var changed = columns
            changed[keyPath: input.column][17] = value
            let (rows, answered) = changed.evaluate(.allGreeks, instructionSet: instructionSet)
            #expect(answered, "\(value)")
            for row in rows { #expect(!Double(bitPattern: row[17]).isNaN, "\(value)") }
        }
    }

    @Test("densities are 0 from 41.5 standard deviations on", arguments: InstructionSet.supported)
    func farFromTheMoney(instructionSet: InstructionSet) {
        // Ordinary terms, and terms with a discounted spot near the largest of the range.
        for (spot, time, rate) in [(100, 0.01, 0.05), (0x1p27, 31.9, -1.99)] {
            for distance in [-100, -64, -50, -43, -42, -41.5, 41.5, 42, 43, 50, 64, 100] {
                let isPut = distance < 0
                var sample = OptionSample(
                    isPut: isPut, spot: spot, strike: spot, time: time, rate: rate, yield: rate, volatility: 0.005)
                let half = isPut ? -sample.deviation / 2 : sample.deviation / 2
                sample.strike *= exp((distance + 1.01 * half) * sample.deviation)
                var inTheMoney = sample
                inTheMoney.isPut.toggle()
                let (rows, answered) = OptionColumns([sample, inTheMoney]).evaluate(
                    .greeks, instructionSet: instructionSet)
                #expect(answered)
                let values = rows.map { $0.map { Double(bitPattern: $0) } }
                #expect(values.allSatisfy { $0[0] == 0 }, "\(sample)")
                #expect(values[2][1] == 0 && values[4][1] == 0, "\(inTheMoney)")
                let discounted = values[1][1].magnitude * exp(rate * time)
                #expect(abs(discounted - 1) < 1e-13, "\(inTheMoney)")
            }
        }
    }

    @Test("no options", arguments: InstructionSet.supported)
    func none(instructionSet: InstructionSet) {
        let none = OptionColumns([])
        #expect(none.evaluate(.allGreeks, instructionSet: instructionSet).answered)
        #expect(none.impliedVolatilities(prices: [], instructionSet: instructionSet).answered)
    }
}
