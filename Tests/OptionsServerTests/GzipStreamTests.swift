import COptionsZlib
import NIOCore
import Testing

@testable import OptionsServer

/// Decodes a gzip body as it arrives.
@safe final class Inflater {
    private var stream = unsafe z_stream()
    /// Whether the body has ended, with the right checksum and length.
    private(set) var isComplete = false
    private(set) var isBroken = false

    init() {
        // 15 + 16 selects the largest window and the gzip header.
        _ = unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    }

    deinit { unsafe inflateEnd(&stream) }

    func inflated(_ bytes: [UInt8]) -> [UInt8] {
        var input = bytes
        var result: [UInt8] = []
        var output = [UInt8](repeating: 0, count: 1 << 16)
        unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe stream.next_in = input.baseAddress
            unsafe stream.avail_in = UInt32(input.count)
            repeat {
                let count = unsafe output.withUnsafeMutableBufferPointer { output -> Int in
                    unsafe stream.next_out = output.baseAddress
                    unsafe stream.avail_out = UInt32(output.count)
                    let status = unsafe inflate(&stream, Z_SYNC_FLUSH)
                    isComplete = status == Z_STREAM_END
                    // Z_BUF_ERROR: there is nothing to do.
                    isBroken = isBroken || ![Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status)
                    return unsafe output.count - Int(stream.avail_out)
                }
                result += output[..<count]
            } while unsafe stream.avail_out == 0 && !isComplete && !isBroken
        }
        return result
    }
}

/// Bodies that are compressed part by part, as zlib decodes them.
@Suite("Gzip streams")
struct GzipStreamTests {
    @Test("each part can be decoded as soon as it is written, and the end has checksum and length")
    func parts() throws {
        let inflater = Inflater()
        var gzip = GzipStream()
        #expect(inflater.inflated(GzipStream.head).isEmpty)
        // Longer than a stored block, and than the window of deflate.
        for count in [1, 0, 65_535, 200_000, 3] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
            #expect(inflater.inflated(Array(gzip.stored(ByteBuffer(bytes: bytes)).readableBytesView)) == bytes)
            let part = try #require(GzipStream.Part(ByteBuffer(bytes: bytes)))
            // Two readers have the same part after different ones.
            for _ in 0..<2 {
                #expect(inflater.inflated(Array(gzip.compressed(part).readableBytesView)) == bytes)
            }
        }
        #expect(!inflater.isComplete)
        #expect(inflater.inflated(Array(gzip.trailer.readableBytesView)).isEmpty)
        #expect(inflater.isComplete && !inflater.isBroken)
    }
}
