internal import COptionsZlib

/// Compression of complete responses (RFC 1952).
enum Gzip {
    /// The least length of an answer that is compressed for one client.
    static let leastBytes = 1400

    /// Returns a gzip body; `nil` without memory. `isFast` is the fastest level, for bytes that are compressed for one client.
    static func compressed(_ bytes: [UInt8], isFast: Bool = false) -> [UInt8]? {
        // 15 + 16 selects the largest window and the gzip header. 6 is zlib's default level.
        deflated(bytes, level: isFast ? 1 : 6, window: 15 + 16, flush: Z_FINISH)
    }

    /// Returns blocks of a body that goes on, without a header, up to the boundary of a byte; `nil` without memory.
    static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        // A negative window selects blocks without a header.
        deflated(bytes, level: 1, window: -15, flush: Z_SYNC_FLUSH)
    }

    private static func deflated(_ bytes: [UInt8], level: Int32, window: Int32, flush: Int32) -> [UInt8]? {
        var stream = unsafe z_stream()
        let began = unsafe deflateInit2_(
            &stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard began == Z_OK else { return nil }
        defer { unsafe deflateEnd(&stream) }
        // The empty block of a flush has 5 bytes; zlib repeats it if no byte is left after it.
        let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count))) + 16
        return unsafe bytes.withUnsafeBufferPointer { input -> [UInt8]? in
            // SAFETY: zlib reads the input only, within its count, and writes within the capacity.
            unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe stream.avail_in = UInt32(input.count)
            var isComplete = false
            let output = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
                unsafe stream.next_out = buffer.baseAddress
                unsafe stream.avail_out = UInt32(buffer.count)
                let result = unsafe deflate(&stream, flush)
                isComplete = unsafe flush == Z_FINISH ? result == Z_STREAM_END : result == Z_OK && stream.avail_in == 0
                count = unsafe buffer.count - Int(stream.avail_out)
            }
            return isComplete ? output : nil
        }
    }

    /// Whether a client accepts gzip (RFC 9110, section 12.5.3).
    static func isAccepted(_ acceptEncoding: some Sequence<some StringProtocol>) -> Bool {
        var (gzip, any): (Bool?, Bool?) = (nil, nil)
        for element in HTTPWeights.elements(of: acceptEncoding) {
            let isAccepted = element.weight > 0
            if element.name == "gzip" || element.name == "x-gzip" { gzip = isAccepted }
            if element.name == "*" { any = isAccepted }
        }
        return gzip ?? any ?? false
    }
}
