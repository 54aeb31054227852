import Testing
import VectorMath
import _TestSupport

@Suite("Division kernel")
struct DivideIntegersTests {
    @Test("quotients are those of the processor's division", arguments: InstructionSet.supported)
    func quotientsAreCorrectlyRounded(instructionSet: InstructionSet) {
        var generator = SeededGenerator(seed: 1)
        let bound: Int64 = (1 << 51) - 1
        for divisor in [1, 10, 1e2, 1e4, 1e8, 1e15, 1e22] {
            let random = (0..<1000).map { index in Int64.random(in: -bound...bound, using: &generator) >> (index % 50) }
            let numerators = [0, 1, -1, bound, -bound] + random
            var quotients = [Double](repeating: .nan, count: numerators.count)
            var span = quotients.mutableSpan
            divide(numerators.span, by: divisor, into: &span, instructionSet: instructionSet)
            #expect(quotients == numerators.map { Double($0) / divisor })
        }
    }

    @Test("every count is divided, and nothing beyond is touched", arguments: InstructionSet.supported)
    func everyCountIsDivided(instructionSet: InstructionSet) {
        for count in 0...40 {
            let numerators = (0..<count).map { Int64(3 * $0 - 7) }
            var quotients = [Double](repeating: .nan, count: count + 1)
            var span = quotients.mutableSpan
            divide(numerators.span, by: 100, into: &span, instructionSet: instructionSet)
            #expect(quotients.dropLast() == numerators.map { Double($0) / 100 }[...])
            #expect(quotients[count].isNaN)
        }
    }
}
