internal import SystemPackage
internal import _OptionsMath

/// What the command needs of the system.
enum Process {
    /// The variables of the environment.
    static var environment: [String: String] {
        var variables: [String: String] = [:]
        var next = unsafe environ
        // SAFETY: the array ends with a null pointer, and nothing changes it while the process starts.
        while let entry = unsafe next.pointee {
            let text = unsafe String(cString: entry)
            if let end = text.firstIndex(of: "=") {
                variables[String(text[..<end])] = String(text[text.index(after: end)...])
            }
            unsafe next += 1
        }
        return variables
    }

    /// - Throws: `Errno` if a file cannot be read.
    static func checkReadable(_ path: String) throws {
        let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec])
        defer { try? file.close() }
        var byte: UInt8 = 0
        // SAFETY: the buffer is valid during the call.
        _ = try unsafe withUnsafeMutableBytes(of: &byte) { try unsafe file.read(into: $0) }
    }

    /// Raises the limit of open files to what the system allows, and returns it.
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
    static func tell(_ line: String) {
        _ = try? FileDescriptor.standardError.writeAll((line + "\n").utf8)
    }

    /// Ends the process as after a signal.
    static func end() -> Never { exit(0) }

    /// Ends the process with a sentence on standard error.
    static func fail(_ message: String, status: Int32) -> Never {
        tell("options-server: \(message)")
        exit(status)
    }
}
