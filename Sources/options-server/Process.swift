internal import SystemPackage
internal import _OptionsMath
internal import _OptionsProcess

/// The operating system interface of the command.
enum Process {
    /// The variables of the environment.
    static var environment: [String: String] {
        var variables: [String: String] = [:]
        var next = unsafe environ
        // SAFETY: the array ends with a null pointer, and is not changed while the process starts.
        while let entry = unsafe next.pointee {
            let text = unsafe String(cString: entry)
            if let end = text.firstIndex(of: "=") {
                variables[String(text[..<end])] = String(text[text.index(after: end)...])
            }
            unsafe next += 1
        }
        return variables
    }

    /// Returns the text of a file.
    ///
    /// - Throws: `Errno` if it cannot be read.
    static func text(of path: String) throws -> String {
        let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec])
        defer { try? file.close() }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            // SAFETY: the buffer is valid during the call.
            let count = try unsafe block.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += block[..<count]
        }
    }

    /// Raises the limit of open files to the allowed maximum, and returns it.
    static func raiseFileLimit() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        // SAFETY: the pointer is valid during the calls.
        guard unsafe getrlimit(files, &limit) == 0 else { return 1024 }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(files, &limit)
        return Int(min(limit.rlim_max, 1 << 30))
    }

    /// Writes a line to standard error.
    static func tell(_ line: String) { tell(unterminated: line + "\n") }

    /// Writes text without a line end to standard error.
    static func tell(unterminated text: String) {
        // SAFETY: the buffer is valid for the duration of the call.
        try? unsafe Array(text.utf8).withUnsafeBytes { try unsafe FileDescriptor.standardError.writeWhole($0) }
    }

    /// Ends the process as after a signal.
    static func end() -> Never { exit(0) }

    /// Ends the process with a sentence on standard error.
    static func fail(_ message: String, status: Int32) -> Never {
        tell("options-server: \(TerminalText.printable(message))")
        exit(status)
    }
}
