import OptionKernels
import Testing
import _TestSupport

/// Compares 202 options with values computed at 50 digits. Errors are relative to the sum of the magnitudes of a value's
/// terms.
@Suite("Option kernels: 50 digits")
struct EvaluateOptionsReferenceTests {
    static func errors(
        _ what: GreekSelection, _ instructionSet: InstructionSet
    ) throws -> [(option: ReferenceOption, name: String, error: Double)] {
        let reference = try ReferenceOption.all()
        try #require(reference.count == 202)
        let (rows, answered) = OptionColumns(reference.map(\.sample)).evaluate(what, instructionSet: instructionSet)
        #expect(answered)
        return reference.enumerated().flatMap { index, option in
            let (values, magnitudes) = (option.values, option.magnitudes)
            return rows.enumerated().map { row, column in
                let error = abs(Double(bitPattern: column[index]) - values[row]) / magnitudes[row]
                return (option, ReferenceOption.names[row], error)
            }
        }
    }

    @Test("prices and first derivatives within the documented bound", arguments: InstructionSet.supported)
    func documented(instructionSet: InstructionSet) throws {
        for (option, name, error) in try Self.errors(.greeks, instructionSet) {
            #expect(error <= 4e-15 * option.sample.conditioning, "\(name) of \(option)")
        }
    }

    // The measured errors are 5.5e-16 for the price and 2.3e-16 for the derivatives.
    @Test("all values within the measured errors", arguments: InstructionSet.supported)
    func measured(instructionSet: InstructionSet) throws {
        for (option, name, error) in try Self.errors(.allGreeks, instructionSet) {
            let bound = name == "price" ? 8e-16 : 3e-16
            #expect(error <= bound * option.sample.conditioning, "\(name) of \(option)")
        }
    }

    /// Where rounding errors are not amplified, the test detects a coefficient that is wrong in the last digits. The measured
    /// root mean squares are 1.05 units of 2⁻⁵³ for the price and 2.4 for the derivatives.
    @Test("near the money within units in the last place", arguments: InstructionSet.supported)
    func nearTheMoney(instructionSet: InstructionSet) throws {
        var squares: [String: Double] = [:]
        var count = 0.0
        for (option, name, error) in try Self.errors(.allGreeks, instructionSet) {
            let (d1, d2) = option.sample.distances
            guard abs(d1) < 2, abs(d2) < 2 else { continue }
            var units = error * 0x1p53
            if name == "price" {
                // Relative to the terms whose difference it is.
                units *= option.values[0] / (abs(option.values[6]) + abs(option.values[5])) * option.T
                count += 1
            }
            #expect(units <= 20, "\(name) of \(option)")
            squares[name, default: 0] += units * units
        }
        #expect(count == 151)
        for (name, sum) in squares {
            #expect((sum / count).squareRoot() <= (name == "price" ? 1.3 : 2.8), "\(name)")
        }
    }
}
