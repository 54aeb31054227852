internal import StrategyBatch
internal import SystemPackage

/// One of the inputs of `options batch`.
struct BatchFile {
    /// Standard input when absent.
    let path: String?
    let content: RequestCutter.Content
    /// By gzip.
    let isPacked: Bool
    /// In bytes, where it is known.
    let size: Int?
    /// When it was changed last, in nanoseconds.
    let modified: Int

    /// Its size and time are known where it is a file that was redirected.
    static var standardInput: BatchFile {
        let status = try? CLibrary.status(of: FileDescriptor.standardInput)
        let isFile = status?.kind == .file
        return BatchFile(
            path: nil, content: .lines, isPacked: false, size: isFile ? status?.size : nil,
            modified: isFile ? status?.modified ?? 0 : 0)
    }

    /// For people.
    var name: String { path.map { Input.printable($0) } ?? "standard input" }

    /// The files that `paths` stand for, in order: of a folder those in it whose names say that they hold requests, in the
    /// order of the names.
    ///
    /// - Parameters:
    ///   - paths: Files, folders, and `-`.
    ///   - output: A file that is left out where it lies in a folder.
    /// - Returns: The files, none of them a folder.
    /// - Throws: Exit status 66, after a line on standard error, when one of them cannot be read.
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
                    "options: '\(Input.printable(path))' has no file named .json, .ndjson or .jsonl, with or without .gz"
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

    /// What a file's name says that it holds.
    private static func extensions(of path: String) -> (content: RequestCutter.Content?, isPacked: Bool) {
        var name = FilePath(path).lastComponent?.string.lowercased() ?? ""
        let isPacked = name.hasSuffix(".gz")
        if isPacked { name.removeLast(3) }
        if name.hasSuffix(".json") { return (.document, isPacked) }
        return (name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") ? .lines : nil, isPacked)
    }
}
