/// The gzip format with blocks that are not compressed (RFC 1951 and 1952).
enum StoredGzip {
    static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            output.append(end == bytes.count ? 1 : 0)
            output += littleEndian(UInt32(end - start), count: 2)
            output += littleEndian(~UInt32(end - start), count: 2)
            output += bytes[start..<end]
            start = end
        } while start < bytes.count
        return output + littleEndian(checksum(bytes), count: 4)
            + littleEndian(UInt32(truncatingIfNeeded: bytes.count), count: 4)
    }

    private static func littleEndian(_ value: UInt32, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in table[Int((sum ^ UInt32(byte)) & 255)] ^ (sum >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
        (0..<8).reduce(index) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}
