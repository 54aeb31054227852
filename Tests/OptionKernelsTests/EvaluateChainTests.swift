import OptionKernels
import Testing
import _TestSupport

@Suite("Chains")
struct EvaluateChainTests {
    @Test("a chain of one option, at 50 digits", arguments: InstructionSet.supported)
    func reference(instructionSet: InstructionSet) throws {
        for option in try ReferenceOption.all() {
            let sample = option.sample
            let (rows, answered) = OptionColumns([sample]).evaluateChain(of: sample, instructionSet: instructionSet)
            #expect(answered)
            for row in rows.indices {
                let error = abs(Double(bitPattern: rows[row][0]) - option.values[row]) / option.magnitudes[row]
                #expect(error <= 1e-15 * sample.conditioning, "\(ReferenceOption.names[row]) of \(option)")
            }
        }
    }

    @Test("a chain agrees with its options", arguments: InstructionSet.supported, 0..<12)
    func general(instructionSet: InstructionSet, seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let shared = generator.sample(seed % 2 == 0 ? .ordinary : .wide)
        let samples = (0..<100).map { _ in
            var sample = shared
            sample.isPut = Bool.random(using: &generator)
            sample.volatility *= generator.logUniform(0.5, 2)
            sample.strike *= generator.logUniform(0.8, 1.25)
            return sample
        }
        let columns = OptionColumns(samples)
        let chain = columns.evaluateChain(of: shared, instructionSet: instructionSet).rows
        let general = columns.evaluate(.greeks, instructionSet: instructionSet).rows
        for (index, sample) in samples.enumerated() {
            // The terms of theta: volatility, yield and rate.
            let value = { (row: Int) in Double(bitPattern: general[row][index]) }
            let decay = value(4) * sample.volatility / (2 * sample.time)
            let theta =
                decay + abs(sample.yield * sample.spot * value(1)) + abs(sample.rate * value(5) / sample.time)
            for row in 0..<6 {
                let magnitude = row == 3 ? theta : abs(value(row))
                let error = abs(Double(bitPattern: chain[row][index]) - value(row))
                #expect(error <= 2e-15 * sample.conditioning * magnitude, "row \(row) of \(sample)")
            }
        }
    }
}
