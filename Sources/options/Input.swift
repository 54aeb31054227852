internal import ArgumentParser
internal import SystemPackage

/// What a command reads: a file, or standard input.
enum Input {
    /// All bytes of `file`, or of standard input when it is absent or `-`; at most one more than `limit`, by which the
    /// reader of the bytes knows that there were too many.
    ///
    /// - Throws: Exit status 66, after a line on standard error, when the file cannot be read.
    static func read(_ file: String?, limit: Int) throws -> [UInt8] {
        do {
            guard let file, file != "-" else {
                if FileDescriptor.standardInput.isTerminal {
                    StandardError.write("Reading a request from the terminal; end it with Ctrl-D.")
                }
                return try readAll(.standardInput, limit: limit)
            }
            let descriptor = try FileDescriptor.open(FilePath(file), .readOnly)
            return try descriptor.closeAfter { try readAll(descriptor, limit: limit) }
        } catch let error as Errno {
            let name = file.map { "'\(printable($0))'" } ?? "standard input"
            StandardError.write("options: cannot read \(name): \(error)")
            throw ExitStatus.noInput
        }
    }

    private static func readAll(_ descriptor: FileDescriptor, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = try descriptor.when(ready: .reading) {
                // SAFETY: the buffer is that of `block`, whole, for the time of the call.
                try unsafe block.withUnsafeMutableBytes { try unsafe descriptor.read(into: $0) }
            }
            if count == 0 { break }
            bytes.append(contentsOf: block.prefix(min(count, limit + 1 - bytes.count)))
        }
        return bytes
    }

    /// A file name without what a terminal would obey.
    private static func printable(_ name: String) -> String {
        String(
            String.UnicodeScalarView(name.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}
