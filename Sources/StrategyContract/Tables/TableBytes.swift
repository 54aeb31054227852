/// Writing JSON from the bytes of cells. Room must be reserved.
extension UnsafeMutablePointer<UInt8> {
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        unsafe pointee = byte
        unsafe self += 1
    }

    @inline(__always)
    mutating func put(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(self).copyMemory(from: start, byteCount: bytes.count)
        unsafe self += bytes.count
    }

    /// Writes up to 32 bytes, which is ``TableRequest/slack``. As many are readable, and reserved.
    @inline(__always)
    mutating func putShort(_ bytes: UnsafeRawPointer, _ count: Int) {
        let target = UnsafeMutableRawPointer(self)
        let (low, high) = unsafe (
            bytes.loadUnaligned(as: SIMD16<UInt8>.self), (bytes + 16).loadUnaligned(as: SIMD16<UInt8>.self)
        )
        unsafe target.storeBytes(of: low, as: SIMD16<UInt8>.self)
        unsafe (target + 16).storeBytes(of: high, as: SIMD16<UInt8>.self)
        unsafe self += count
    }

    mutating func put(escaping text: UnsafeRawBufferPointer) {
        for index in 0..<text.count {
            let byte = unsafe text[index]
            if byte < 0x20 {
                unsafe put(#"\u00"#)
                for digit in [byte >> 4, byte & 15] {
                    unsafe put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
                }
            } else {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { unsafe put(UInt8(ascii: "\\")) }
                unsafe put(byte)
            }
        }
    }

    /// Ends an object, in place of the comma after its last member.
    @inline(__always)
    mutating func close(_ bracket: UInt8) {
        if unsafe self[-1] == UInt8(ascii: ",") { unsafe self -= 1 }
        unsafe put(bracket)
        unsafe put(UInt8(ascii: ","))
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are those of `other`. Eight more must be readable after both.
    @inline(always)
    func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
        var index = 0
        while index < count {
            let difference = unsafe UInt64(
                littleEndian: (start + index).loadUnaligned(as: UInt64.self)
                    ^ (otherStart + index).loadUnaligned(as: UInt64.self))
            let rest = count - index
            if rest < 8 ? difference << (64 - 8 * UInt64(rest)) != 0 : difference != 0 { return false }
            index += 8
        }
        return true
    }
}

/// Eight bytes of a text, the first one lowest.
extension UInt64 {
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The high bits of the first `count` bytes.
    @inline(__always)
    private static func mask(_ count: Int) -> UInt64 { highBits >> (64 &- 8 &* UInt64(count)) }

    /// Whether the first `count` bytes are digits, with a point between them or without one, and no needless zero precedes.
    @inline(__always)
    func beginsWithNumber(_ count: Int) -> Bool {
        let digits = self ^ 0x3030_3030_3030_3030
        // The high bit of each byte that is no digit. Bits after a byte beyond ASCII may be wrong.
        let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & Self.mask(count)
        let whole = others == 0 ? count : others.trailingZeroBitCount >> 3
        guard whole == 1 || digits & 0xFF != 0 else { return false }
        if others == 0 { return true }
        let isPoint = (digits >> (8 &* UInt64(whole))) & 0xFF == 0x2E ^ 0x30
        return isPoint && whole > 0 && whole < count - 1 && others & (others &- 1) == 0
    }

    /// Whether the first `count` bytes are ASCII without control characters, quotation marks and backslashes.
    @inline(__always)
    func beginsPlainly(_ count: Int) -> Bool {
        func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }
        let control = (self &- 0x2020_2020_2020_2020) & ~self
        let found = self | control | zeros(self ^ 0x2222_2222_2222_2222) | zeros(self ^ 0x5C5C_5C5C_5C5C_5C5C)
        return found & Self.mask(count) == 0
    }
}
