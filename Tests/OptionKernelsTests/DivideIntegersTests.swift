import OptionKernels
import Testing
import _TestSupport

@Suite("Division kernel")
struct DivideIntegersTests {
    /// Every integer below 2⁵¹ in magnitude is in the domain.
    static let bound: Int64 = (1 << 51) - 1

    static func powerOfTen(_ digits: Int) -> Double {
        (0..<digits).reduce(1.0) { power, _ in power * 10 }
    }

    /// Integers n in the domain whose quotients by 10^digits are closest to the midpoint of two doubles: 2n ≡ ±1 modulo
    /// 5^digits, and their products with powers of two.
    static func nearMiddles(_ digits: Int) -> [Int64] {
        let modulus = (0..<digits).reduce(Int64(1)) { power, _ in power * 5 }
        var numerators: [Int64] = []
        for multiple in Int64(0)..<200 {
            for offset in [Int64(-1), 1] {
                var numerator = (modulus + offset) / 2 + multiple * modulus
                while numerator > 0, numerator <= bound {
                    numerators += [numerator, -numerator]
                    numerator *= 2
                }
            }
        }
        return numerators
    }

    @Test("quotients by powers of ten are correctly rounded", arguments: InstructionSet.supported)
    func quotientsAreCorrectlyRounded(instructionSet: InstructionSet) {
        var generator = SeededGenerator(seed: 1)
        let random = (0..<10_000).map { index in
            Int64.random(in: -Self.bound...Self.bound, using: &generator) >> (index % 50)
        }
        for digits in 0...22 {
            let numerators = [0, 1, -1, Self.bound, -Self.bound] + random + Self.nearMiddles(digits)
            let divisor = Self.powerOfTen(digits)
            var quotients = [Double](repeating: .nan, count: numerators.count)
            var span = quotients.mutableSpan
            divide(numerators.span, by: divisor, into: &span, instructionSet: instructionSet)
            let areDivisions = quotients == numerators.map { Double($0) / divisor }
            #expect(areDivisions, "by 10^\(digits)")
            // The standard library parses decimals with correct rounding.
            let areRounded = quotients == numerators.map { Double("\($0)e-\(digits)") }
            #expect(areRounded, "by 10^\(digits)")
        }
    }

    /// The starts are not aligned to a vector; elements on both sides of the quotients must keep their values.
    @Test("every count is divided, and no other element changes", arguments: InstructionSet.supported)
    func everyCountIsDivided(instructionSet: InstructionSet) {
        for count in Array(0...40) + [63, 64, 65, 101] {
            let offset = count % 3 + 1
            let numerators = (0..<count).map { Int64(3 * $0 - 7) }
            let source = [Int64](repeating: 1, count: offset) + numerators
            let padding = [Double](repeating: -1, count: offset)
            var quotients = [Double](repeating: -1, count: count + 2 * offset)
            // SAFETY: the span is used while the pointer is valid, and by nothing else.
            unsafe quotients.withUnsafeMutableBufferPointer { buffer in
                var target = unsafe MutableSpan(_unsafeElements: buffer.extracting(offset...))
                divide(source.span.extracting(offset...), by: 100, into: &target, instructionSet: instructionSet)
            }
            #expect(quotients == padding + numerators.map { Double($0) / 100 } + padding)
        }
    }
}
