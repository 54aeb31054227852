internal import SystemPackage

/// The output of a long run: it stands beside its place until it is whole, and a run that was killed can go on with it.
///
/// Where it cannot be written, exit status 74 is thrown, after a line on standard error.
final class PartialFile {
    /// As it was given, for people.
    private let name: String
    private let target: String
    /// The same as `target` where that is no ordinary file, but a device or a pipe.
    private let path: String
    private let descriptor: FileDescriptor
    private let isKept: Bool
    /// Whether the file has its name, or is removed.
    private var isFinished = false
    /// How many lines of an earlier run there are.
    private(set) var lines = 0
    /// How many of them `isRefusal` is true of.
    private(set) var refusals = 0

    /// - Parameters:
    ///   - target: The name of the whole file.
    ///   - fingerprint: Of all that the content depends on: an earlier run is continued only where it is the same.
    ///   - isResumed: Whether an earlier run is continued, and whether this one may be.
    ///   - isRefusal: Whether a line, without its end, tells of a refused request.
    /// - Throws: Exit status 74.
    init(_ target: String, fingerprint: UInt64, isResumed: Bool, isRefusal: (ArraySlice<UInt8>) -> Bool) throws {
        name = target
        let target = CLibrary.resolved(target)
        self.target = target
        isKept = isResumed
        if let status = try? CLibrary.status(of: target), status.kind != .file {
            path = target
            descriptor = try Self.reporting(name) { try FileDescriptor.open(FilePath(target), .writeOnly) }
            return
        }
        let digits = String(fingerprint, radix: 16)
        path = "\(target).\(String(repeating: "0", count: 16 - digits.count))\(digits).partial"
        let path = path
        descriptor = try Self.reporting(name) { try Self.openLocked(path) }
        if let earlier = try? CLibrary.status(of: target) {
            CLibrary.setPermissions(earlier.permissions, of: descriptor)
        }
        if !isResumed { Interrupt.remove(path) }
        let descriptor = descriptor
        let (length, lines, refusals) = try Self.reporting(name) {
            isResumed ? try Self.wholeLines(of: descriptor, isRefusal) : (0, 0, 0)
        }
        (self.lines, self.refusals) = (lines, refusals)
        try Self.reporting(name) {
            try CLibrary.truncate(descriptor, to: length)
            try descriptor.seek(offset: Int64(length), from: .start)
        }
    }

    deinit { try? descriptor.close() }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        do {
            try unsafe descriptor.writeWhole(bytes)
        } catch let error as Errno {
            discard()
            throw Self.failure(name, error)
        }
    }

    /// Gives the file its name.
    func finish() throws {
        if path == target { return }
        do {
            try CLibrary.synchronize(descriptor)
            try CLibrary.rename(path, to: target)
            Interrupt.keep()
            isFinished = true
        } catch let error as Errno {
            discard()
            throw Self.failure(name, error)
        }
    }

    /// Leaves nothing behind, unless it may be continued.
    func discard() {
        if path == target || isKept || isFinished { return }
        isFinished = true
        CLibrary.remove(path)
    }

    /// Opens the file at `path`, a new one where there is none, when no other run has it.
    private static func openLocked(_ path: String) throws -> FileDescriptor {
        while true {
            let descriptor = try FileDescriptor.open(
                FilePath(path), .readWrite, options: [.create],
                permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
            do {
                guard CLibrary.lock(descriptor) else { throw Errno.resourceTemporarilyUnavailable }
                // Before it was locked, another run may have given it its name, or removed it.
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

    /// The lines that are whole, and where they end.
    private static func wholeLines(
        of descriptor: FileDescriptor, _ isRefusal: (ArraySlice<UInt8>) -> Bool
    ) throws -> (length: Int, lines: Int, refusals: Int) {
        var (length, lines, refusals) = (0, 0, 0)
        var rest: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            // SAFETY: the buffer is that of `piece`, whole, for the time of the call.
            let count = try unsafe piece.withUnsafeMutableBytes { try unsafe descriptor.read(into: $0) }
            if count == 0 { return (length, lines, refusals) }
            rest += piece[..<count]
            var start = 0
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                lines += 1
                if isRefusal(rest[start..<end]) { refusals += 1 }
                start = end + 1
            }
            length += start
            rest.removeSubrange(..<start)
        }
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
            StandardError.write("options: cannot write '\(Input.printable(target))': another run is writing it")
        default: StandardError.write("options: cannot write '\(Input.printable(target))': \(error)")
        }
        return ExitStatus.outputFailed
    }
}
