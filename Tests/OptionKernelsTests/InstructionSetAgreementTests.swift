import OptionKernels
import Testing
import _TestSupport

@Suite("Option kernels: agreement of instruction sets")
struct InstructionSetAgreementTests {
    /// The instruction sets with FMA.
    static let fused = InstructionSet.supported.filter { $0 != .baseline }

    @Test("the fused instruction sets give the same bits", arguments: SampleRegion.allCases)
    func sameBits(region: SampleRegion) throws {
        let columns = OptionColumns(region, count: 1500, seed: 10)
        let all = Self.fused.map { columns.evaluate(.allGreeks, instructionSet: $0) }
        for other in all.dropFirst() {
            #expect(other.rows == all[0].rows)
            #expect(other.answered == all[0].answered)
        }
        if region != .valid { #expect(all.allSatisfy { $0.answered }) }

        var generator = SeededGenerator(seed: 11)
        let chain = generator.sample(region)
        let chains = Self.fused.map { columns.evaluateChain(of: chain, instructionSet: $0) }
        for other in chains.dropFirst() { #expect(other.rows == chains[0].rows) }
    }

    @Test("every value of an option in the range is a number", arguments: InstructionSet.supported)
    func numbers(instructionSet: InstructionSet) {
        let columns = OptionColumns(.kernelRange, count: 2000, seed: 14)
        let (rows, answered) = columns.evaluate(.allGreeks, instructionSet: instructionSet)
        #expect(answered)
        for (name, row) in zip(ReferenceOption.names, rows) {
            #expect(!row.contains { Double(bitPattern: $0).isNaN }, "\(name)")
        }
    }

    @Test(
        "the first rows of more values are those of fewer", arguments: InstructionSet.supported, SampleRegion.allCases
    )
    func firstRows(instructionSet: InstructionSet, region: SampleRegion) {
        let columns = OptionColumns(region, count: 400, seed: 12)
        let all = columns.evaluate(.allGreeks, instructionSet: instructionSet).rows
        #expect(columns.evaluate(.greeks, instructionSet: instructionSet).rows == Array(all[..<6]))
        #expect(columns.evaluate(.price, instructionSet: instructionSet).rows == Array(all[..<1]))
    }

    /// Both results are within the documented bound of the exact one. The baseline rounds the product of rate and time.
    @Test("the baseline agrees with the fused instruction sets", arguments: [SampleRegion.ordinary, .wide])
    func baseline(region: SampleRegion) {
        var generator = SeededGenerator(seed: 13)
        let samples = (0..<1500).map { _ in generator.sample(region) }
        let columns = OptionColumns(samples)
        let one = columns.evaluate(.greeks, instructionSet: .baseline).rows
        let other = columns.evaluate(.greeks, instructionSet: .best).rows
        // Theta is a sum that may cross zero.
        for row in [0, 1, 2, 4, 5] {
            for (index, sample) in samples.enumerated() {
                let (a, b) = (Double(bitPattern: one[row][index]), Double(bitPattern: other[row][index]))
                let discounting = (abs(sample.rate) + abs(sample.yield)) * sample.time * 0x1p-53
                let bound = (2 * 4e-15 * sample.conditioning + 4 * discounting) * abs(b)
                #expect(abs(a - b) <= bound + 2 * .leastNonzeroMagnitude, "row \(row) of \(sample)")
            }
        }
    }
}
