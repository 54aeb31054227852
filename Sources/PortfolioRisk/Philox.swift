internal import OptionPricing

/// The counter-based generator Philox4x32-10. Its key is the seed; its counter consists of the scenario and the pair of
/// underlyings. It has no state, so the random numbers of any scenario can be computed independently.
///
/// > Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011,
/// > doi:10.1145/2063384.2063405.
struct Philox {
    let seed: UInt64

    /// Returns 128 random bits for a counter of 128 bits, low words first.
    func bits(_ low: UInt64, _ high: UInt64) -> (UInt64, UInt64) {
        var (x0, x1) = (UInt32(truncatingIfNeeded: low), UInt32(truncatingIfNeeded: low >> 32))
        var (x2, x3) = (UInt32(truncatingIfNeeded: high), UInt32(truncatingIfNeeded: high >> 32))
        var (k0, k1) = (UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32))
        for _ in 0..<10 {
            let (p, q) = (UInt64(x0) &* 0xD251_1F53, UInt64(x2) &* 0xCD9E_8D57)
            (x0, x1, x2, x3) = (
                UInt32(truncatingIfNeeded: q >> 32) ^ x1 ^ k0, UInt32(truncatingIfNeeded: q),
                UInt32(truncatingIfNeeded: p >> 32) ^ x3 ^ k1, UInt32(truncatingIfNeeded: p)
            )
            k0 &+= 0x9E37_79B9
            k1 &+= 0xBB67_AE85
        }
        return (UInt64(x1) << 32 | UInt64(x0), UInt64(x3) << 32 | UInt64(x2))
    }

    /// Converts random bits to a standard normal variate: the quantile at the midpoint of one of 2⁵² equal intervals of
    /// probability. The extremes are ±8.2.
    static func normal(_ bits: UInt64) -> Double {
        NormalQuantile.value((Double(bits >> 12) + 0.5) * 0x1p-52)
    }
}
