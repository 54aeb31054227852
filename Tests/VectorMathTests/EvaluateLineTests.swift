import Foundation
import Testing
import VectorMath
import _TestSupport

@Suite("Line kernel")
struct EvaluateLineTests {
    /// Lengths around every lane width, so that full vectors, tails and the empty case all occur.
    static let counts = Array(0...17) + [63, 64, 65, 101]

    @Test("every instruction set agrees with the definition, bit for bit", arguments: InstructionSet.supported, counts)
    func matchesDefinition(instructionSet: InstructionSet, count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        for digits in 0...22 {
            let divisor = (0..<digits).reduce(1.0) { power, _ in power * 10 }
            // |value| + |slope| · |price − knot| < 2⁵³
            let knot = Double(Int.random(in: 0...1 << 24, using: &generator))
            let value = Double(Int.random(in: -(1 << 52)...1 << 52, using: &generator))
            let slope = Double(Int.random(in: -(1 << 26)...1 << 26, using: &generator))
            let scaled = (0..<count).map { _ in Double(Int.random(in: 0...1 << 24, using: &generator)) }

            // The start is not aligned to a vector; elements on both sides must keep their values.
            let offset = count % 3 + 1
            let padding = [Double](repeating: -1, count: offset)
            let source = padding + scaled + padding
            var prices = [Double](repeating: -1, count: source.count)
            var profits = prices
            var priceSpan = prices.mutableSpan
            var profitSpan = profits.mutableSpan
            evaluateLine(
                knot: knot, value: value, slope: slope, divisor: divisor, range: offset..<offset + count,
                scaledPrices: source.span, prices: &priceSpan, profits: &profitSpan, instructionSet: instructionSet)

            #expect(prices == padding + scaled.map { $0 / divisor } + padding)
            #expect(profits == padding + scaled.map { (value + slope * ($0 - knot)) / divisor } + padding)
        }
    }

    /// Integers n below 2⁵³ whose quotients by 10^digits are closest to the midpoint of two doubles: 2n ≡ ±1 modulo
    /// 5^digits, and their products with powers of two.
    static func nearMiddles(_ digits: Int) -> [Double] {
        let modulus = (0..<digits).reduce(1) { power, _ in power * 5 }
        var numerators: [Double] = []
        for multiple in 0..<200 {
            for offset in [-1, 1] {
                var numerator = (modulus + offset) / 2 + multiple * modulus
                while numerator > 0, numerator < 1 << 53 {
                    numerators.append(Double(numerator))
                    numerator *= 2
                }
            }
        }
        return numerators
    }

    @Test("quotients by powers of ten are correctly rounded", arguments: InstructionSet.supported)
    func rounding(instructionSet: InstructionSet) {
        var generator = SeededGenerator(seed: 20)
        let random = (0..<10_000).map { _ in
            Double(Int.random(in: -(1 << 53)...1 << 53, using: &generator) >> Int.random(in: 0...52, using: &generator))
        }
        for digits in 0...22 {
            let scaled = random + Self.nearMiddles(digits)
            let divisor = (0..<digits).reduce(1.0) { power, _ in power * 10 }
            var prices = [Double](repeating: 0, count: scaled.count)
            var profits = prices
            var priceSpan = prices.mutableSpan
            var profitSpan = profits.mutableSpan
            evaluateLine(
                knot: 0, value: 0, slope: 1, divisor: divisor, range: 0..<scaled.count,
                scaledPrices: scaled.span, prices: &priceSpan, profits: &profitSpan, instructionSet: instructionSet)
            // The standard library parses decimals with correct rounding.
            #expect(prices == scaled.map { Double("\(Int($0))e-\(digits)") })
            #expect(profits == prices)
        }
    }
}

@Suite("Instruction sets")
struct InstructionSetTests {
    @Test("the baseline is always supported, and the best one is the strongest")
    func order() {
        #expect(InstructionSet.supported.first == .baseline)
        #expect(InstructionSet.supported.last == .best)
        #expect(InstructionSet.supported == InstructionSet.supported.sorted())
    }

    #if os(Linux) && arch(x86_64)
        @Test("the best one matches the processor's features as the system lists them")
        func best() throws {
            let processors = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
            let line = processors.split(separator: "\n").first { $0.hasPrefix("flags") } ?? ""
            let features = Set(line.split(separator: " ").map(String.init))
            if features.isSuperset(of: ["avx512f", "avx512dq", "avx512vl"]) {
                #expect(InstructionSet.best == .avx512)
            } else if features.isSuperset(of: ["avx2", "fma"]) {
                #expect(InstructionSet.best == .avx2)
            } else {
                #expect(InstructionSet.best == .baseline)
            }
            print("instruction sets tested: \(InstructionSet.supported)")
        }
    #endif
}
