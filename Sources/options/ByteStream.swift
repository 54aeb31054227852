internal import CZlib
internal import SystemPackage

/// The bytes of a file, unpacked, or of standard input.
@safe final class ByteStream {
    /// Why packed bytes cannot be read.
    struct Damage: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: FileDescriptor
    /// zlib's handle; it owns the descriptor.
    private let packed: gzFile?
    private var position: Int64 = 0

    /// - Throws: `Errno`.
    init(_ path: String?, isPacked: Bool) throws {
        guard let path else {
            descriptor = .standardInput
            unsafe packed = nil
            return
        }
        descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
        guard isPacked else {
            unsafe packed = nil
            return
        }
        unsafe packed = gzdopen(descriptor.rawValue, "rb")
        guard let packed = unsafe packed else {
            try? descriptor.close()
            throw Errno.noMemory
        }
        unsafe gzbuffer(packed, 1 << 17)
    }

    deinit {
        if let packed = unsafe packed {
            unsafe _ = gzclose_r(packed)
        } else if descriptor != .standardInput {
            try? descriptor.close()
        }
    }

    /// Waits for some bytes and puts them into `space`, which is not empty.
    ///
    /// - Returns: How many, 0 at the end; and how many of the file they took.
    /// - Throws: `Errno` or ``Damage``.
    func read(into space: UnsafeMutableRawBufferPointer) throws -> (count: Int, taken: Int) {
        guard let packed = unsafe packed else {
            let descriptor = descriptor
            let count = try descriptor.when(ready: .reading) { try unsafe descriptor.read(into: space) }
            return (count, count)
        }
        let count = unsafe gzread(packed, space.baseAddress, UInt32(min(space.count, 1 << 30)))
        var code: Int32 = 0
        let message = unsafe gzerror(packed, &code)
        // At the end of a file that was cut short zlib gives what there is and says so.
        guard count >= 0, code == Z_OK || (code == Z_BUF_ERROR && count > 0) else {
            if code == Z_ERRNO { throw Errno(rawValue: Errno.ioError.rawValue) }
            if code == Z_BUF_ERROR { throw Damage(description: "the compressed data ends too early") }
            throw Damage(
                description: unsafe message.map { unsafe String(cString: $0) } ?? "the compressed data is damaged")
        }
        if unsafe gzdirect(packed) == 1, count > 0 { throw Damage(description: "it is not compressed by gzip") }
        let offset = Int64(unsafe gzoffset(packed))
        defer { position = offset }
        return (Int(count), Int(offset - position))
    }
}
