internal import SystemPackage
internal import _OptionsProcess

/// An output file that is written under a temporary name and renamed when it is complete. A later run can continue the
/// partial file of a run that was killed.
///
/// If the file cannot be written, the methods write a message to standard error and throw exit status 74.
final class PartialFile {
    /// The name as given, for messages.
    private let name: String
    private let target: String
    /// The path of the partial file, or `target` itself if that is a device or a pipe.
    private let path: String
    private let descriptor: FileDescriptor
    private let isKept: Bool
    /// Which lines refuse a request; `nil` if that is not recorded.
    private let record: RefusalRecord?
    /// Whether the file has been renamed or removed.
    private var isFinished = false
    /// The number of complete lines from an earlier run, and of the refusals among them.
    private(set) var (lines, refusals) = (0, 0)

    /// - Parameters:
    ///   - target: The name of the complete file.
    ///   - fingerprint: A digest of everything that determines the content. Only a run with the same digest is
    ///     continued.
    ///   - isResumed: Whether to continue an earlier run, and to keep the partial file if this run fails.
    ///   - recordsRefusals: Whether a second file records which lines refuse a request. A partial file without this
    ///     record is not continued.
    /// - Throws: Exit status 74.
    init(_ target: String, fingerprint: UInt64, isResumed: Bool = false, recordsRefusals: Bool = false) throws {
        name = target
        let target = CLibrary.resolved(target)
        self.target = target
        isKept = isResumed
        if let status = try? CLibrary.status(of: target), status.kind != .file {
            path = target
            record = nil
            descriptor = try Self.reporting(name) { try FileDescriptor.open(FilePath(target), .writeOnly) }
            return
        }
        let digits = String(fingerprint, radix: 16)
        let prefix = "\(target).\(String(repeating: "0", count: 16 - digits.count))\(digits)"
        let (path, recordPath) = ("\(prefix).partial", recordsRefusals ? "\(prefix).refused" : nil)
        let descriptor = try Self.reporting(name) { try Self.openLocked(path) }
        if let earlier = try? CLibrary.status(of: target) {
            CLibrary.setPermissions(earlier.permissions, of: descriptor)
        }
        if !isResumed { Interrupt.remove(path, recordPath) }
        (self.path, self.descriptor) = (path, descriptor)
        let record = try Self.reporting(name) { try recordPath.map { try RefusalRecord($0) } }
        self.record = record
        try Self.reporting(name) {
            var length = 0
            if isResumed {
                let whole = try Self.wholeLines(of: descriptor)
                if let refusals = try record?.refusals(amongFirst: whole.lines) {
                    (length, lines, self.refusals) = (whole.length, whole.lines, refusals)
                }
            }
            try descriptor.truncate(to: length)
            try record?.truncate(to: lines)
        }
    }

    deinit {
        try? descriptor.close()
        record?.close()
    }

    /// Writes a whole file atomically.
    ///
    /// - Throws: Exit status 74.
    static func write(_ bytes: [UInt8], to target: String) throws {
        let file = try PartialFile(target, fingerprint: fingerprint(of: bytes))
        try file.write(bytes)
        try file.finish()
    }

    /// Returns the digest FNV-1a (Fowler, Noll and Vo, 1991) of `bytes`.
    static func fingerprint(of bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Writes as many complete lines as `lines`. The indices of the refusals among them are `refused`.
    func write(_ bytes: [UInt8], lines: Int = 0, refused: [Int] = []) throws {
        do {
            try record?.append(lines: lines, refused: refused)
            // SAFETY: the buffer is valid for the duration of the call.
            try unsafe bytes.withUnsafeBytes { try unsafe descriptor.writeWhole($0) }
        } catch let error as Errno {
            discard()
            throw Self.failure(name, error)
        }
    }

    /// Synchronises the file to the disk and renames it to its final name.
    func finish() throws {
        if path == target { return }
        do {
            try CLibrary.synchronize(descriptor)
            // After the move, another run of the same command may have a record of the same name.
            if let record { CLibrary.remove(record.path) }
            try CLibrary.move(path, to: target)
            Interrupt.keep()
            isFinished = true
        } catch let error as Errno {
            discard()
            throw Self.failure(name, error)
        }
    }

    /// Removes the partial file, unless a later run may continue it.
    func discard() {
        if path == target || isKept || isFinished { return }
        isFinished = true
        CLibrary.remove(path)
        if let record { CLibrary.remove(record.path) }
    }

    /// Opens or creates the file at `path` and locks it. Throws if another run holds the lock.
    private static func openLocked(_ path: String) throws -> FileDescriptor {
        while true {
            let descriptor = try FileDescriptor.open(
                FilePath(path), .readWrite, options: [.create],
                permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
            do {
                try descriptor.lock()
                // Another run may have renamed or removed the file before it was locked.
                let own = try CLibrary.status(of: descriptor)
                if let there = try? CLibrary.status(of: path), there.device == own.device, there.number == own.number {
                    return descriptor
                }
                try descriptor.close()
            } catch {
                try? descriptor.close()
                throw error
            }
        }
    }

    /// Returns the length and number of the complete lines.
    private static func wholeLines(of descriptor: FileDescriptor) throws -> (length: Int, lines: Int) {
        var (length, lines, size) = (0, 0, 0)
        try descriptor.readPieces { piece in
            for index in piece.indices where piece[index] == UInt8(ascii: "\n") {
                lines += 1
                length = size + index + 1
            }
            size += piece.count
        }
        return (length, lines)
    }

    private static func reporting<Result>(_ target: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as Errno {
            throw failure(target, error)
        }
    }

    private static func failure(_ target: String, _ error: Errno) -> any Error {
        switch error {
        case .brokenPipe: break
        case .resourceTemporarilyUnavailable:
            StandardError.write("options: cannot write '\(TerminalText.printable(target))': another run is writing it")
        default: StandardError.write("options: cannot write '\(TerminalText.printable(target))': \(error)")
        }
        return ExitStatus.outputFailed
    }
}
