internal import COptionsZlib

/// Compression of complete responses (RFC 1952).
enum Gzip {
    /// The least length of an answer that is compressed for one client.
    static let leastBytes = 1400

    /// Returns the compressed bytes; `nil` without memory. `isFast` is the fastest level, for bytes that are compressed for one client.
    static func compressed(_ bytes: [UInt8], isFast: Bool = false) -> [UInt8]? {
        var stream = unsafe z_stream()
        // 15 + 16 selects the largest window and the gzip header. 6 is zlib's default level.
        let began = unsafe deflateInit2_(
            &stream, isFast ? 1 : 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard began == Z_OK else { return nil }
        defer { unsafe deflateEnd(&stream) }
        let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
        return unsafe bytes.withUnsafeBufferPointer { input -> [UInt8]? in
            // SAFETY: zlib reads the input only, within its count, and writes within the capacity.
            unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe stream.avail_in = UInt32(input.count)
            var isComplete = false
            let output = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
                unsafe stream.next_out = buffer.baseAddress
                unsafe stream.avail_out = UInt32(buffer.count)
                isComplete = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
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
