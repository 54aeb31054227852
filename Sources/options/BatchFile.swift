internal import StrategyBatch
internal import StrategyContract
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

    /// The file at `path`, or standard input, as lines whatever its name.
    static func lines(_ path: String?) -> BatchFile {
        guard let path, path != "-" else { return standardInput }
        return BatchFile(
            path: path, content: .lines, isPacked: extensions(of: path).isPacked, size: nil, modified: 0)
    }

    /// Standard input. The size and the modification time are known if it is redirected from a file.
    static var standardInput: BatchFile {
        let status = try? CLibrary.status(of: FileDescriptor.standardInput)
        let isFile = status?.kind == .file
        return BatchFile(
            path: nil, content: .lines, isPacked: false, size: isFile ? status?.size : nil,
            modified: isFile ? status?.modified ?? 0 : 0)
    }

    /// Whether the name is that of CSV.
    var isTable: Bool { path.map { Self.extensions(of: $0).isTable } ?? false }

    /// Whether the first row names a member of a request.
    private func hasMembers() throws -> Bool {
        try Input.reporting(path) {
            let format = try ByteStream(path, isPacked: isPacked).recognise { InputFormat.of($0, isWhole: $1) }
            return if case .csv = format { true } else { false }
        }
    }

    /// The display name.
    var name: String { path.map { TerminalText.printable($0) } ?? "standard input" }

    /// Returns the files that `paths` denote, in order. A folder contributes its files with the extension of a request
    /// format, in order of their names.
    ///
    /// - Parameters:
    ///   - paths: Files, folders, or `-` for standard input.
    ///   - output: The output file, which is omitted from the contents of a folder.
    ///   - isQuiet: Whether not to list the files of a folder that are skipped.
    /// - Returns: Files, without folders.
    /// - Throws: Exit status 66, after a message on standard error, if a file cannot be read.
    static func all(_ paths: [String], except output: String?, isQuiet: Bool) throws -> [BatchFile] {
        let output = output.map { CLibrary.resolved($0) }
        if paths.isEmpty { return [standardInput] }
        return try paths.flatMap { path in
            if path == "-" { return [standardInput] }
            let status = try Input.reporting(path) { try CLibrary.status(ofReadable: path) }
            guard status.kind == .folder else { return [BatchFile(path, status)] }
            let names = try Input.reporting(path) { try CLibrary.names(in: path) }
            var (files, skipped) = ([BatchFile](), [(name: String, reason: String)]())
            for name in names.sorted() where name != "." && name != ".." {
                let file = FilePath(path).appending(name).string
                if extensions(of: name).content == nil {
                    skipped.append((file, "is not named \(extensions)"))
                    continue
                }
                let status = try Input.reporting(file) { try CLibrary.status(ofReadable: file) }
                if status.kind != .file {
                    skipped.append((file, status.kind == .folder ? "is a folder" : "is not a regular file"))
                } else if CLibrary.resolved(file) == output {
                    skipped.append((file, "is the output"))
                } else {
                    let input = BatchFile(file, status)
                    if try input.isTable && !input.hasMembers() {
                        skipped.append((file, "has a header without a member of a request"))
                    } else {
                        files.append(input)
                    }
                }
            }
            if files.isEmpty {
                StandardError.write("options: '\(TerminalText.printable(path))' has no file named \(extensions)")
            } else if !isQuiet {
                report(skipped)
            }
            return files
        }
    }

    private static let extensions = ".json, .ndjson, .jsonl or .csv, with or without .gz"
    /// The maximum number of skipped files that are listed.
    private static let skippedLimit = 5

    private static func report(_ skipped: [(name: String, reason: String)]) {
        for (name, reason) in skipped.prefix(skippedLimit) {
            StandardError.write("options: skipped: '\(TerminalText.printable(name))' \(reason)")
        }
        let others = skipped.count - skippedLimit
        if others > 0 { StandardError.write("options: skipped: \(TerminalText.grouped(others)) more") }
    }

    private init(path: String?, content: RequestCutter.Content, isPacked: Bool, size: Int?, modified: Int) {
        self.path = path
        self.content = content
        self.isPacked = isPacked
        self.size = size
        self.modified = modified
    }

    private init(_ path: String, _ status: CLibrary.FileStatus) {
        let (content, _, isPacked) = Self.extensions(of: path)
        self.init(
            path: path, content: content ?? .lines, isPacked: isPacked,
            size: status.kind == .file ? status.size : nil, modified: status.modified)
    }

    /// The format and compression that a file's extensions denote.
    private static func extensions(
        of path: String
    ) -> (content: RequestCutter.Content?, isTable: Bool, isPacked: Bool) {
        var name = FilePath(path).lastComponent?.string.lowercased() ?? ""
        let isPacked = name.hasSuffix(".gz")
        if isPacked { name.removeLast(3) }
        if name.hasSuffix(".json") { return (.document, false, isPacked) }
        let isTable = name.hasSuffix(".csv")
        let isLines = isTable || name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl")
        return (isLines ? .lines : nil, isTable, isPacked)
    }
}
