internal import COptionsZlib
internal import NIOCore
internal import Synchronization

/// A gzip body that is written in parts and never waits for more (RFC 1951, RFC 1952).
///
/// No part refers to an earlier one, so that readers share a part that was compressed once, and a reader needs no memory for it.
struct GzipStream {
    /// The magic number, deflate, no flags, no time, an unknown system.
    static let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    /// The maximum length of a stored block.
    private static let storedBytes = 0xffff

    private var checksum: UInt = 0
    private var count: UInt32 = 0

    /// Appends bytes as they are.
    mutating func stored(_ bytes: ByteBuffer) -> ByteBuffer {
        add(Self.checksum(of: bytes), bytes.readableBytes)
        var (rest, blocks) = (bytes, ByteBuffer())
        while let block = rest.readSlice(length: min(rest.readableBytes, Self.storedBytes)), block.readableBytes > 0 {
            let length = UInt16(block.readableBytes)
            // Not the last block, stored: its length, and the complement of the length.
            blocks.writeInteger(UInt8(0))
            blocks.writeInteger(length, endianness: .little)
            blocks.writeInteger(~length, endianness: .little)
            blocks.writeImmutableBuffer(block)
        }
        return blocks
    }

    /// Appends a compressed part.
    mutating func compressed(_ part: Part) -> ByteBuffer {
        add(part.checksum, part.count)
        return part.bytes
    }

    /// The end of the body: an empty last block, the checksum, and the length.
    var trailer: ByteBuffer {
        var end = ByteBuffer(bytes: [1, 0, 0, 0xff, 0xff])
        end.writeInteger(UInt32(truncatingIfNeeded: checksum), endianness: .little)
        end.writeInteger(count, endianness: .little)
        return end
    }

    private mutating func add(_ other: UInt, _ length: Int) {
        checksum = crc32_combine(checksum, other, length)
        count &+= UInt32(truncatingIfNeeded: length)
    }

    private static func checksum(of bytes: ByteBuffer) -> UInt {
        unsafe bytes.withUnsafeReadableBytes { bytes in
            // SAFETY: zlib reads the bytes only, within their count.
            unsafe crc32_z(0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        }
    }

    /// A compressed part, which ends at the boundary of a byte.
    struct Part: Sendable {
        let bytes: ByteBuffer
        /// The checksum and the length of the uncompressed bytes.
        let checksum: UInt
        let count: Int

        /// Compresses bytes; `nil` without memory.
        init?(_ bytes: ByteBuffer) {
            guard let deflated = Gzip.deflated(Array(bytes.readableBytesView)) else { return nil }
            self.bytes = ByteBuffer(bytes: deflated)
            checksum = GzipStream.checksum(of: bytes)
            count = bytes.readableBytes
        }
    }
}

/// The data of an event, which all readers share, and its compressed form, which is made for the first reader who needs it.
final class EventData: Sendable {
    let plain: ByteBuffer
    private let part = Mutex<GzipStream.Part?>(nil)

    init(_ plain: ByteBuffer) { self.plain = plain }

    /// The compressed form; `nil` if the data is short, or without memory.
    var compressed: GzipStream.Part? {
        guard plain.readableBytes >= Gzip.leastBytes else { return nil }
        return part.withLock { part in
            if part == nil { part = GzipStream.Part(plain) }
            return part
        }
    }
}
