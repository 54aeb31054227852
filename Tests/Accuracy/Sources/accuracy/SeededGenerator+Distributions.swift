import Foundation

extension SeededGenerator {
    /// Uniform between two numbers.
    mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(next() >> 11) * 0x1p-53
    }

    /// A number whose logarithm is uniform.
    mutating func logUniform(_ low: Double, _ high: Double) -> Double {
        exp(uniform(log(low), log(high)))
    }

    /// True half of the time.
    mutating func coin() -> Bool {
        next() >> 63 == 1
    }
}
