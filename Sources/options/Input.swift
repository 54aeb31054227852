internal import ArgumentParser
internal import StrategyContract
internal import SystemPackage
internal import _OptionsProcess

/// The input of a command: a file, or standard input.
///
/// If it cannot be read, the methods write a message to standard error and throw exit status 66.
struct Input: ~Copyable {
    private let file: String?
    private let descriptor: FileDescriptor
    private var block: [UInt8]

    /// - Parameters:
    ///   - file: The path. Standard input if it is `nil` or `-`.
    ///   - hint: The message to write to standard error if standard input is a terminal.
    ///   - blockBytes: The maximum number of bytes per read.
    /// - Throws: Exit status 66 if the file cannot be opened.
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

    /// Returns the bytes of `file`, at most `limit` + 1. The additional byte tells the caller that the limit is
    /// exceeded.
    static func read(_ file: String?, limit: Int) throws -> [UInt8] {
        var input = try Input(file, hint: "Reading a request from the terminal; end it with Ctrl-D.")
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let block = try input.readBlock()
            if block.isEmpty { break }
            bytes.append(contentsOf: block.prefix(limit + 1 - bytes.count))
        }
        try requireJSON(bytes, input.file)
        return bytes
    }

    /// Throws exit status 66, after a message with the command to use, if an input is not JSON.
    private static func requireJSON(_ bytes: [UInt8], _ file: String?) throws {
        switch InputFormat.of(bytes, isWhole: true) {
        case .json, nil: return
        case .parquet: throw parquet(file)
        case .csv(let header):
            let command = TableColumns.command(of: header)
            throw refuse(
                "\(name(file)) is CSV, and this command answers one request in JSON; use: "
                    + "options \(command) \(file ?? "FILE.csv")")
        }
    }

    /// Waits for bytes and returns the available ones, or none at the end of the input.
    mutating func readBlock() throws -> ArraySlice<UInt8> {
        let descriptor = descriptor
        let count = try Self.reporting(file) {
            try descriptor.when(ready: .reading) {
                // SAFETY: the buffer is the storage of `block`, valid for the duration of the call.
                try unsafe block.withUnsafeMutableBytes { try unsafe descriptor.read(into: $0) }
            }
        }
        return block[..<count]
    }

    /// Runs `body`. If it cannot read `file`, writes a message to standard error and throws exit status 66.
    static func reporting<Result>(_ file: String?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error where !(error is ExitCode) {
            throw refuse("cannot read \(name(file)): \(TerminalText.printable("\(error)"))")
        }
    }

    /// Writes why Parquet is not read, with a command that converts it. Returns exit status 66.
    static func parquet(_ file: String?) -> ExitCode {
        let path = file ?? "FILE.parquet"
        let csv = (path.hasSuffix(".parquet") ? String(path.dropLast(8)) : path) + ".csv"
        return refuse(
            "\(name(file)) is Parquet, which is not read; convert it with: "
                + "python3 -c \"import pandas; pandas.read_parquet('\(path)').to_csv('\(csv)', index=False)\"")
    }

    /// Returns exit status 66 after a message on standard error.
    private static func refuse(_ message: String) -> ExitCode {
        StandardError.write("options: \(TerminalText.printable(message))")
        return ExitStatus.noInput
    }

    private static func name(_ file: String?) -> String {
        file.map { "'\(TerminalText.printable($0))'" } ?? "standard input"
    }
}
