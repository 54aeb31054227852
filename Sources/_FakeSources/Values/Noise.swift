#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Numbers that are functions of a name and an index.
enum Noise {
    /// FNV-1a, mixed by the finalizer of SplitMix64.
    static func hash(_ text: String, _ salt: Int = 0) -> UInt64 {
        mixed(text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, salt)
    }

    static func mixed(_ seed: UInt64, _ salt: Int) -> UInt64 {
        var value = seed &+ UInt64(bitPattern: Int64(salt)) &* 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// From 0 up to 1.
    static func unit(_ seed: UInt64, _ salt: Int) -> Double { Double(mixed(seed, salt) >> 11) * 0x1p-53 }

    /// The logarithm of a price path: at each of several time scales, hashed heights joined by lines.
    static func walk(_ seed: UInt64, at day: Double, size: Double) -> Double {
        let scales: [(days: Double, height: Double)] = [(701, 0.45), (173, 0.2), (37, 0.08), (9, 0.04), (1, 0.012)]
        var sum = 0.0
        for (index, scale) in scales.enumerated() {
            let place = day / scale.days
            let left = Int(place.rounded(.down))
            let part = place - Double(left)
            let (from, to) = (unit(seed, left * 8 + index), unit(seed, (left + 1) * 8 + index))
            sum += scale.height * size * (2 * (from + (to - from) * part) - 1)
        }
        return sum
    }

    static func exponential(_ value: Double) -> Double { exp(value) }
    static func logarithm(_ value: Double) -> Double { log(value) }
    static func errorFunction(_ value: Double) -> Double { erf(value) }

    static func rounded(_ value: Double, _ digits: Int) -> Double {
        let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
        return (value * scale).rounded() / scale
    }
}
