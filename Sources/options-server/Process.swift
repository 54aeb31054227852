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

    /// The text of the last error of the C library.
    static var errorText: String { unsafe String(cString: strerror(errno)) }

    /// Opens those of the standard descriptors that are closed, so that no connection gets their numbers, and with them the log.
    static func occupyStandardDescriptors() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is the closed one.
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    /// Whether a file can be read. Otherwise ``errorText`` tells the reason.
    static func canRead(_ path: String) -> Bool {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var byte: UInt8 = 0
        // SAFETY: the pointer is valid during the call.
        return unsafe read(file, &byte, 1) >= 0
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
        let bytes = Array((line + "\n").utf8)
        // SAFETY: the buffer is valid during the call.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    }

    /// Ends the process as after a signal.
    static func end() -> Never { exit(0) }

    /// Ends the process with a sentence on standard error.
    static func fail(_ message: String, status: Int32) -> Never {
        tell("options-server: \(message)")
        exit(status)
    }
}
