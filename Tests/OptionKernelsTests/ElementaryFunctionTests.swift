import Foundation
import OptionKernels
import Testing
import _TestSupport

/// Options whose values equal one elementary function, compared with the mathematics library, whose error is one unit in the
/// last place. The comparison detects a table entry or a coefficient that is wrong in its last digits.
@Suite("Elementary functions of the option kernels")
struct ElementaryFunctionTests {
    /// The rows of `count` options.
    private static func evaluate(
        _ instructionSet: InstructionSet, count: Int, _ make: (inout SeededGenerator) -> OptionSample
    ) -> (samples: [OptionSample], rows: [[Double]]) {
        var generator = SeededGenerator(seed: 70)
        let samples = (0..<count).map { _ in make(&generator) }
        let rows = OptionColumns(samples).evaluate(.greeks, instructionSet: instructionSet).rows
        return (samples, rows.map { $0.map { Double(bitPattern: $0) } })
    }

    @Test("discount factors", arguments: InstructionSet.supported)
    func discount(instructionSet: InstructionSet) {
        // Exercise is certain, so rho is K e^{-r} and delta is e^{-q}.
        let (samples, rows) = Self.evaluate(instructionSet, count: 3000) { generator in
            OptionSample(
                isPut: false, spot: 0x1p31, strike: 0x1p-31, time: 1, rate: generator.uniform(-1.99, 1.99),
                yield: generator.uniform(-1.99, 1.99), volatility: 0.25)
        }
        for (index, sample) in samples.enumerated() {
            #expect(ulps(rows[5][index] * 0x1p31, exp(-sample.rate)) <= 2, "rate \(sample.rate)")
            #expect(ulps(rows[1][index], exp(-sample.yield)) <= 2, "yield \(sample.yield)")
        }
    }

    @Test("density and tails", arguments: InstructionSet.supported)
    func tails(instructionSet: InstructionSet) {
        // At the money without rates d1 is σ/2 and d2 its negative.
        let (samples, rows) = Self.evaluate(instructionSet, count: 3000) { generator in
            OptionSample(
                isPut: true, spot: 1, strike: 1, time: 1, rate: 0, yield: 0, volatility: generator.logUniform(1e-3, 70))
        }
        for (index, sample) in samples.enumerated() {
            let half = sample.volatility / 2
            // The exponent contains rounded squares and halves.
            let bound = (6 + 1.25 * half * half) * 0x1p-52
            let density = exp(-half * half / 2) / (2 * Double.pi).squareRoot()
            #expect(abs(rows[4][index] - density) <= bound * density, "vega at \(half)")
            let tail = erfc(half / 2.0.squareRoot()) / 2
            #expect(abs(-rows[1][index] - tail) <= bound * tail, "delta at \(half)")
            #expect(abs(-rows[5][index] - (1 - tail)) <= 4 * 0x1p-53, "rho at \(half)")
        }
    }

    /// In the far tail, the probability determines the logarithm to a fraction of a unit in the last place. Rounding cancels in
    /// the mean error, which is therefore the error of the logarithm's polynomial.
    @Test("logarithm", arguments: InstructionSet.supported, [1.0, -1.0])
    func logarithm(instructionSet: InstructionSet, sign: Double) {
        let (samples, rows) = Self.evaluate(instructionSet, count: 3000) { generator in
            let logarithm = generator.uniform(0.28, 0.345) * sign
            return OptionSample(
                isPut: sign > 0, spot: exp(logarithm), strike: 1, time: 1, rate: 0, yield: 0,
                volatility: abs(logarithm) / 4)
        }
        var sum = 0.0
        for (index, sample) in samples.enumerated() {
            let distance = log(sample.spot) / sample.volatility + sample.volatility / 2
            let tail = erfc(abs(distance) / 2.0.squareRoot()) / 2
            let error = (abs(rows[1][index]) - tail) / tail
            sum += error / abs(distance * log(sample.spot) / sample.volatility)
        }
        // In units of 2⁻⁵⁴, half a unit in the last place of these logarithms. The measured value is 1.
        let mean = sum / Double(samples.count) * 0x1p54
        #expect(abs(mean) <= 2, "\(mean)")
    }
}
