internal import SystemPackage
internal import _OptionsProcess

/// A file with one byte for each line of a partial file: whether the line is the answer to a refused request.
///
/// The bytes are written before their lines, so a run that is killed leaves at least as many bytes as complete lines.
struct RefusalRecord {
    private static let answered = UInt8(ascii: "0")
    private static let refused = UInt8(ascii: "1")

    let path: String
    private let descriptor: FileDescriptor

    /// Opens or creates the record at `path`.
    ///
    /// - Throws: `Errno`.
    init(_ path: String) throws {
        self.path = path
        descriptor = try FileDescriptor.open(
            FilePath(path), .readWrite, options: [.create],
            permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    }

    func close() { try? descriptor.close() }

    /// Returns the number of refusals among the first `lines` lines; `nil` if the record is damaged or does not have all of them.
    ///
    /// - Throws: `Errno`.
    func refusals(amongFirst lines: Int) throws -> Int? {
        var (missing, refusals, isDamaged) = (lines, 0, false)
        try descriptor.readPieces { piece in
            let kept = piece.prefix(missing)
            missing -= kept.count
            refusals += kept.count { $0 == Self.refused }
            isDamaged = isDamaged || kept.contains { $0 != Self.refused && $0 != Self.answered }
        }
        return missing == 0 && !isDamaged ? refusals : nil
    }

    /// Removes all bytes but those of the first `lines` lines. ``append(lines:refused:)`` continues after them.
    ///
    /// - Throws: `Errno`.
    func truncate(to lines: Int) throws { try descriptor.truncate(to: lines) }

    /// Appends the bytes of as many lines as `lines`. The indices of the refusals among them are `refused`.
    ///
    /// - Throws: `Errno`.
    func append(lines: Int, refused: [Int]) throws {
        var bytes = [UInt8](repeating: Self.answered, count: lines)
        for index in refused { bytes[index] = Self.refused }
        // SAFETY: the buffer is valid for the duration of the call.
        try unsafe bytes.withUnsafeBytes { try unsafe descriptor.writeWhole($0) }
    }
}

extension FileDescriptor {
    /// Passes the content from the current offset on to `body`, in pieces.
    ///
    /// - Throws: `Errno`.
    func readPieces(_ body: (ArraySlice<UInt8>) -> Void) throws {
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            // SAFETY: the buffer is the storage of `piece`, valid for the duration of the call.
            let count = try unsafe piece.withUnsafeMutableBytes { try unsafe read(into: $0) }
            if count == 0 { return }
            body(piece[..<count])
        }
    }

    /// Removes the content after the first `length` bytes, and continues there.
    ///
    /// - Throws: `Errno`.
    func truncate(to length: Int) throws {
        try CLibrary.truncate(self, to: length)
        try seek(offset: Int64(length), from: .start)
    }
}
