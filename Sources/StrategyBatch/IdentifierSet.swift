/// The identifiers of a long input. It keeps 128 bits of a digest of each, so that two different ones are taken for equal with a
/// probability below 10⁻²⁰ for a billion of them.
struct IdentifierSet {
    typealias Digest = SIMD2<UInt64>

    /// The digests, each where the first free place after its remainder was; zero where there is none.
    private var slots = [Digest](repeating: .zero, count: 1 << 10)
    private var count = 0

    /// Inserts the identifier with a digest, and returns whether it is new.
    mutating func insert(_ digest: Digest) -> Bool {
        if 2 * count >= slots.count { grow() }
        let place = place(of: digest)
        if slots[place] == digest { return false }
        slots[place] = digest
        count += 1
        return true
    }

    private func place(of digest: Digest) -> Int {
        var place = Int(truncatingIfNeeded: digest.x) & (slots.count - 1)
        while slots[place] != .zero, slots[place] != digest { place = (place + 1) & (slots.count - 1) }
        return place
    }

    private mutating func grow() {
        let digests = slots
        slots = [Digest](repeating: .zero, count: 2 * digests.count)
        for digest in digests where digest != .zero { slots[place(of: digest)] = digest }
    }

    /// Returns the digest of a text, which is not zero: two sums of products with odd constants, over words of eight bytes, each
    /// followed by a shift. Eight more bytes must be readable after the text.
    static func digest(_ text: UnsafeRawBufferPointer) -> Digest {
        var (first, second) = (UInt64(text.count) &+ 1, ~UInt64(text.count))
        func mix(_ word: UInt64) {
            first = (first ^ word) &* 0x9E37_79B9_7F4A_7C15
            first ^= first >> 29
            second = (second &+ word) &* 0xC2B2_AE3D_27D4_EB4F
            second ^= second >> 31
        }
        var rest = text.count
        var position = text.baseAddress
        while rest > 0, let start = unsafe position {
            let word = unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
            mix(rest < 8 ? word & ((1 << (8 * UInt64(rest))) - 1) : word)
            rest -= 8
            unsafe position = start + 8
        }
        mix(0)
        return SIMD2(first, second | 1)
    }
}
