internal import COptionsZlib
internal import SystemPackage
internal import _OptionsProcess

/// The decompressed bytes of a file or of standard input.
@safe final class ByteStream {
    /// An error in compressed data.
    struct Damage: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: FileDescriptor
    private let isPacked: Bool
    /// The state of zlib, which points into `packed`.
    private var inflater = unsafe z_stream()
    private let packed: UnsafeMutableBufferPointer<UInt8>
    /// The bytes that ``recognise(_:)`` read and no read has returned, and the number of bytes that they took of the file.
    private var kept: ArraySlice<UInt8> = []
    private var keptTaken = 0
    private var isInMember = false
    private var isAtStart = true

    /// - Throws: `Errno`.
    init(_ path: String?, isPacked: Bool) throws {
        descriptor = try path.map { try FileDescriptor.open(FilePath($0), .readOnly) } ?? .standardInput
        self.isPacked = isPacked
        unsafe packed = .allocate(capacity: isPacked ? 1 << 17 : 0)
        guard isPacked else { return }
        // A window of 15 bits, plus 16 to select the gzip format.
        let status = unsafe inflateInit2_(&inflater, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "out of memory")
    }

    deinit {
        if isPacked { unsafe _ = inflateEnd(&inflater) }
        unsafe packed.deallocate()
        if descriptor != .standardInput { try? descriptor.close() }
    }

    /// Waits for bytes and reads them into `space`, which must not be empty.
    ///
    /// - Returns: The number of bytes read (0 at the end), and the number of bytes consumed from the file.
    /// - Throws: `Errno` or ``Damage``.
    func read(into space: UnsafeMutableRawBufferPointer) throws -> (count: Int, taken: Int) {
        if !kept.isEmpty {
            let count = min(kept.count, space.count)
            unsafe space.copyBytes(from: kept.prefix(count))
            kept.removeFirst(count)
            defer { keptTaken = 0 }
            return (count, keptTaken)
        }
        return try unsafe readNext(into: space)
    }

    /// Reads the beginning of the file and returns what `recognise` finds in it, which returns `nil` if it needs more bytes. They
    /// are read again.
    func recognise<Result>(_ recognise: (_ bytes: [UInt8], _ isWhole: Bool) throws -> Result?) throws -> Result {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var isWhole = false
        while true {
            let found = try recognise(bytes, isWhole)
            kept = bytes[...]
            if let found { return found }
            // SAFETY: the buffer is the storage of `piece`, valid for the duration of the call.
            let (count, taken) = try unsafe piece.withUnsafeMutableBytes { try unsafe readNext(into: $0) }
            bytes += piece[..<count]
            keptTaken += taken
            isWhole = count == 0
        }
    }

    private func readNext(into space: UnsafeMutableRawBufferPointer) throws -> (count: Int, taken: Int) {
        guard isPacked else {
            let count = try unsafe readFile(into: space)
            return (count, count)
        }
        var taken = 0
        unsafe inflater.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe inflater.avail_out = UInt32(min(space.count, 1 << 30))
        let room = unsafe inflater.avail_out
        while unsafe inflater.avail_out == room {
            if unsafe inflater.avail_in == 0 {
                let count = try unsafe readFile(into: UnsafeMutableRawBufferPointer(packed))
                if count == 0 {
                    if isInMember || isAtStart { throw Damage(description: "the compressed data ends too early") }
                    return (0, taken)
                }
                taken += count
                unsafe inflater.next_in = packed.baseAddress
                unsafe inflater.avail_in = UInt32(count)
            }
            if !isInMember, !isAtStart {
                // Another member, or zero padding, may follow a member.
                while unsafe inflater.avail_in > 0, unsafe inflater.next_in.pointee == 0 {
                    unsafe inflater.next_in += 1
                    unsafe inflater.avail_in -= 1
                }
                if unsafe inflater.avail_in == 0 { continue }
                unsafe _ = inflateReset(&inflater)
            }
            (isInMember, isAtStart) = (true, false)
            switch unsafe inflate(&inflater, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isInMember = false
            default:
                let reason = unsafe inflater.msg.map { unsafe String(cString: $0) } ?? "it is damaged"
                throw Damage(description: "the compressed data cannot be unpacked: \(reason)")
            }
        }
        return (unsafe Int(room - inflater.avail_out), taken)
    }

    private func readFile(into space: UnsafeMutableRawBufferPointer) throws -> Int {
        try descriptor.when(ready: .reading) { try unsafe descriptor.read(into: space) }
    }
}
