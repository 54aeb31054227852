import Foundation
import Testing

/// A run of `options-server` that has ended.
struct CommandRun {
    let status: Int32
    let output: String
    let error: String

    /// The part of a command line that waits until the reader of its output has left: only then a write fails.
    static let waitForReaderToLeave = "(trap '' PIPE; while echo; do :; done) 2> /dev/null; "

    /// Runs `options-server`.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let live = try LiveCommand(arguments, environment: environment)
        (output, (status, error)) = (live.output(), live.ended())
    }

    /// Runs a shell command line in which `options-server` is the executable, and `$DATA` the folder.
    init(shell line: String, _ data: DataFolder) throws {
        let script = "server() { '\(LiveCommand.executable.path)' \"$@\"; }; \(line)"
        let live = try LiveCommand(
            ["-c", script], environment: ["DATA": data.path], executable: URL(filePath: "/bin/sh"))
        (output, (status, error)) = (live.output(), live.ended())
    }
}

/// A data folder that is removed with the last reference to it.
final class DataFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "options-command-\(UUID().uuidString)").path

    var flags: [String] { ["--data", path] }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Runs a command on this folder.
    func run(_ arguments: String...) throws -> CommandRun { try CommandRun(arguments + flags) }
}

/// `options-server` while it runs.
final class LiveCommand {
    private let process = Process()
    private let outputPipe = Pipe()
    private let errorHandle: FileHandle
    private let errorPipe: Pipe?

    /// The program, built together with the tests.
    static let executable = Bundle(for: LiveCommand.self).bundleURL.appending(path: "options-server")

    /// Starts a program, without the variables of this process that the server reads.
    init(
        _ arguments: [String], environment: [String: String] = [:], executable: URL = LiveCommand.executable,
        error: FileHandle? = nil
    ) throws {
        process.executableURL = executable
        process.arguments = arguments
        let isForeign = { (name: String) in
            ["OPTIONS_", "POLYGON_", "TRADIER_"].contains { name.hasPrefix($0) }
        }
        process.environment = ProcessInfo.processInfo.environment.filter { !isForeign($0.key) }
            .merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = outputPipe
        errorPipe = error == nil ? Pipe() : nil
        if let errorPipe { process.standardError = errorPipe } else { process.standardError = error }
        errorHandle = error ?? errorPipe?.fileHandleForReading ?? .nullDevice
        // The threads of tests block signals, which a program inherits.
        var (none, blocked) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { unsafe _ = pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try process.run()
    }

    deinit {
        if process.isRunning { signal(SIGKILL) }
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// The available bytes of standard output as text; empty at its end.
    func some() -> String { String(decoding: Self.some(of: outputPipe.fileHandleForReading), as: UTF8.self) }

    /// Available bytes; empty at the end. (`availableData` ends the process if a signal interrupts it.)
    private static func some(of handle: FileHandle) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            while true {
                let read = unsafe read(handle.fileDescriptor, buffer.baseAddress, buffer.count)
                if read < 0, errno == EINTR { continue }
                count = max(0, read)
                return
            }
        }
    }

    /// Standard output to its end.
    func output() -> String {
        String(decoding: outputPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// Reads standard error until it has a text.
    func waitForError(_ text: String) {
        var all = ""
        while !all.contains(text) {
            let more = Self.some(of: errorHandle)
            if more.isEmpty { return }
            all += String(decoding: more, as: UTF8.self)
        }
    }

    /// Waits for the end. Returns the exit status (128 plus the signal, if any) and the rest of standard error.
    func ended() -> (status: Int32, error: String) {
        let text = errorPipe.map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
        process.waitUntilExit()
        let status = process.terminationStatus
        return (process.terminationReason == .exit ? status : 128 + status, text ?? "")
    }
}
