/// Random numbers that are a function of a seed, a stream and an index, in any order and without state.
///
/// ```swift
/// let random = HashedRandom(symbol: "COIN")
/// random.normal(.close, 20_471)       // the same deviate in every process
/// ```
///
/// > Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
/// > doi:10.1145/2660193.2660195 (the mixing function of SplitMix64).
struct HashedRandom: Hashable, Sendable {
    /// The purpose of the numbers. Streams are independent of one another.
    enum Stream: UInt64, Sendable {
        case start, overnight, close, high, low, volume
        case pinOrder, pinTime, path, second
        case parameter, earnings, earningsMove, dividend, split
        case spread, skew, curvature, openInterest, contractVolume, lastTrade
        case name
    }

    private let seed: UInt64

    /// Creates the numbers of a symbol.
    init(symbol: String) {
        // FNV-1a
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in symbol.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        seed = Self.mixed(hash)
    }

    /// Returns 64 random bits.
    func bits(_ stream: Stream, _ index: Int) -> UInt64 {
        let key = Self.mixed(seed &+ (stream.rawValue &+ 1) &* 0x9E37_79B9_7F4A_7C15)
        return Self.mixed(key &+ UInt64(bitPattern: Int64(index)) &* 0xD1B5_4A32_D192_ED03)
    }

    /// Returns a number greater than 0 and less than 1, uniformly distributed.
    func uniform(_ stream: Stream, _ index: Int) -> Double {
        (Double(bits(stream, index) >> 11) + 0.5) * 0x1p-53
    }

    /// Returns a number between two bounds, uniformly distributed.
    func uniform(_ stream: Stream, _ index: Int, in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * uniform(stream, index)
    }

    /// Returns a standard normal deviate.
    func normal(_ stream: Stream, _ index: Int) -> Double {
        PortableMath.normalQuantile(uniform(stream, index))
    }

    /// Returns a number between −1 and 1 that varies smoothly with the day, with a period of about two months.
    func wave(_ stream: Stream, day: Int) -> Double {
        let length = 30
        let (node, offset) = day.quotientAndRemainder(dividingBy: length)
        let fraction = Double(offset) / Double(length)
        let weight = fraction * fraction * (3 - 2 * fraction)
        let (left, right) = (uniform(stream, node), uniform(stream, node + 1))
        return 2 * (left * (1 - weight) + right * weight) - 1
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
