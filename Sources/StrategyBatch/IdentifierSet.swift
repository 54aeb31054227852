/// The identifiers of a long input. It keeps 128 bits of a digest of each, so that two different ones are taken for equal with a
/// probability below 10⁻²⁰ for a billion of them.
struct IdentifierSet {
    /// The digests, each where the first free place after its remainder was; zero where there is none.
    private var slots = [SIMD2<UInt64>](repeating: .zero, count: 1 << 10)
    private var count = 0

    /// Inserts an identifier, and returns whether it is new.
    mutating func insert(_ identifier: UnsafeRawBufferPointer) -> Bool {
        if 2 * count >= slots.count { grow() }
        let digest = unsafe Self.digest(identifier)
        let place = place(of: digest)
        if slots[place] == digest { return false }
        slots[place] = digest
        count += 1
        return true
    }

    private func place(of digest: SIMD2<UInt64>) -> Int {
        var place = Int(truncatingIfNeeded: digest.x) & (slots.count - 1)
        while slots[place] != .zero, slots[place] != digest { place = (place + 1) & (slots.count - 1) }
        return place
    }

    private mutating func grow() {
        let digests = slots
        slots = [SIMD2<UInt64>](repeating: .zero, count: 2 * digests.count)
        for digest in digests where digest != .zero { slots[place(of: digest)] = digest }
    }

    /// Two sums of products with odd constants, over words of eight bytes, each followed by a rotation.
    private static func digest(_ bytes: UnsafeRawBufferPointer) -> SIMD2<UInt64> {
        var (first, second) = (UInt64(bytes.count) &+ 1, ~UInt64(bytes.count))
        func mix(_ word: UInt64) {
            first = (first ^ word) &* 0x9E37_79B9_7F4A_7C15
            first ^= first >> 29
            second = (second &+ word) &* 0xC2B2_AE3D_27D4_EB4F
            second ^= second >> 31
        }
        var index = 0
        while index + 8 <= bytes.count {
            mix(unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        var last: UInt64 = 0
        while index < bytes.count {
            last = last << 8 | UInt64(unsafe bytes[index])
            index += 1
        }
        mix(last)
        mix(0)
        return SIMD2(first | 1, second)
    }
}
