internal import StrategyBatch
internal import SystemPackage
internal import _OptionsProcess

/// An input of `options batch`.
struct BatchFile {
    /// The path, or `nil` for standard input.
    let path: String?
    let content: RequestCutter.Content
    /// Whether the file is compressed by gzip.
    let isPacked: Bool
    /// The size in bytes, if known.
    let size: Int?
    /// The modification time in nanoseconds.
    let modified: Int

    /// Standard input. The size and the modification time are known if it is redirected from a file.
    static var standardInput: BatchFile {
        let status = try? CLibrary.status(of: FileDescriptor.standardInput)
        let isFile = status?.kind == .file
        return BatchFile(
            path: nil, content: .lines, isPacked: false, size: isFile ? status?.size : nil,
            modified: isFile ? status?.modified ?? 0 : 0)
    }

    /// The display name.
    var name: String { path.map { TerminalText.printable($0) } ?? "standard input" }

    /// Returns the files that `paths` denote, in order. A folder contributes its files with the extension of a request
    /// format, in order of their names.
    ///
    /// - Parameters:
    ///   - paths: Files, folders, or `-` for standard input.
    ///   - output: The output file, which is omitted from the contents of a folder.
    /// - Returns: Files, without folders.
    /// - Throws: Exit status 66, after a message on standard error, if a file cannot be read.
    static func all(_ paths: [String], except output: String?) throws -> [BatchFile] {
        let output = output.map { CLibrary.resolved($0) }
        if paths.isEmpty { return [standardInput] }
        return try paths.flatMap { path in
            if path == "-" { return [standardInput] }
            let status = try Input.reporting(path) { try CLibrary.status(ofReadable: path) }
            guard status.kind == .folder else { return [BatchFile(path, status)] }
            let names = try Input.reporting(path) { try CLibrary.names(in: path) }
            let files = try names.filter { extensions(of: $0).content != nil }.sorted().compactMap { name in
                let file = FilePath(path).appending(name).string
                let status = try Input.reporting(file) { try CLibrary.status(ofReadable: file) }
                return status.kind != .file || CLibrary.resolved(file) == output ? nil : BatchFile(file, status)
            }
            if files.isEmpty {
                StandardError.write(
                    "options: '\(TerminalText.printable(path))' has no file named .json, .ndjson or .jsonl, with or without .gz"
                )
            }
            return files
        }
    }

    private init(path: String?, content: RequestCutter.Content, isPacked: Bool, size: Int?, modified: Int) {
        self.path = path
        self.content = content
        self.isPacked = isPacked
        self.size = size
        self.modified = modified
    }

    private init(_ path: String, _ status: CLibrary.FileStatus) {
        let (content, isPacked) = Self.extensions(of: path)
        self.init(
            path: path, content: content ?? .lines, isPacked: isPacked,
            size: status.kind == .file ? status.size : nil, modified: status.modified)
    }

    /// The format and compression that a file's extensions denote.
    private static func extensions(of path: String) -> (content: RequestCutter.Content?, isPacked: Bool) {
        var name = FilePath(path).lastComponent?.string.lowercased() ?? ""
        let isPacked = name.hasSuffix(".gz")
        if isPacked { name.removeLast(3) }
        if name.hasSuffix(".json") { return (.document, isPacked) }
        return (name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") ? .lines : nil, isPacked)
    }
}
