import Foundation

/// SplitMix64, which generates the same numbers from the same seed on every platform.
///
/// > Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
/// > doi:10.1145/2660193.2660195.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator from a seed.
    init(seed: UInt64) {
        state = seed
    }

    /// Creates the generator of one part of a region, so that parts can be generated in any order.
    init(region: String, part: Int) {
        // FNV-1a, followed by one round of mixing, so that the seeds of adjacent parts are unrelated.
        let hash = region.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var mixed = SeededGenerator(seed: hash &+ UInt64(part))
        state = mixed.next()
    }

    /// Generates the next 64 bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    /// Draws a number uniformly between two numbers.
    mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(next() >> 11) * 0x1p-53
    }

    /// Draws a number whose logarithm is uniform.
    mutating func logUniform(_ low: Double, _ high: Double) -> Double {
        exp(uniform(log(low), log(high)))
    }

    /// Draws a Boolean with equal probabilities.
    mutating func coin() -> Bool {
        next() >> 63 == 1
    }
}
