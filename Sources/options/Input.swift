internal import ArgumentParser
internal import SystemPackage

/// What a command reads: a file, or standard input.
///
/// Where it cannot be read, exit status 66 is thrown, after a line on standard error.
struct Input: ~Copyable {
    private let file: String?
    private let descriptor: FileDescriptor
    private var block: [UInt8]

    /// - Parameters:
    ///   - file: Standard input when it is absent or `-`.
    ///   - hint: What is said on standard error where standard input is a terminal.
    ///   - blockBytes: How many bytes are read at once, at most.
    /// - Throws: Exit status 66 when the file cannot be opened.
    init(_ file: String?, hint: String, blockBytes: Int = 1 << 16) throws {
        self.file = file == "-" ? nil : file
        block = [UInt8](repeating: 0, count: blockBytes)
        if let file = self.file {
            descriptor = try Self.reporting(file) { try FileDescriptor.open(FilePath(file), .readOnly) }
        } else {
            descriptor = .standardInput
            if descriptor.isTerminal { StandardError.write(hint) }
        }
    }

    deinit {
        if file != nil { try? descriptor.close() }
    }

    /// All bytes of `file`; at most one more than `limit`, by which the reader of the bytes knows that there were too many.
    static func read(_ file: String?, limit: Int) throws -> [UInt8] {
        var input = try Input(file, hint: "Reading a request from the terminal; end it with Ctrl-D.")
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let block = try input.readBlock()
            if block.isEmpty { break }
            bytes.append(contentsOf: block.prefix(limit + 1 - bytes.count))
        }
        return bytes
    }

    /// The bytes that are there, after waiting for some; none at the end.
    mutating func readBlock() throws -> ArraySlice<UInt8> {
        let descriptor = descriptor
        let count = try Self.reporting(file) {
            try descriptor.when(ready: .reading) {
                // SAFETY: the buffer is that of `block`, whole, for the time of the call.
                try unsafe block.withUnsafeMutableBytes { try unsafe descriptor.read(into: $0) }
            }
        }
        return block[..<count]
    }

    /// Runs `body`; where it cannot read `file`, says so on standard error and throws exit status 66.
    static func reporting<Result>(_ file: String?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error where error is Errno || error is ByteStream.Damage {
            let name = file.map { "'\(printable($0))'" } ?? "standard input"
            StandardError.write("options: cannot read \(name): \(error)")
            throw ExitStatus.noInput
        }
    }

    /// A text without what a terminal would obey: controls, and marks that turn the direction of writing.
    static func printable(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar in
            let category = scalar.properties.generalCategory
            return category == .control || category == .format ? "?" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
