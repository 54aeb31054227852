internal import ArgumentParser
internal import SystemPackage
internal import _OptionsProcess

/// Writes results to standard output.
enum StandardOutput {
    /// Writes `bytes` and a line end.
    ///
    /// - Throws: Exit status 74 if they cannot be written, silently if the reader has closed the pipe.
    static func write(_ bytes: [UInt8]) throws {
        try write(lines: bytes + [UInt8(ascii: "\n")])
    }

    /// Writes `lines`, which include their line ends. Throws like ``write(_:)``.
    static func write(lines: [UInt8]) throws {
        // SAFETY: the buffer is valid for the duration of the call.
        try unsafe lines.withUnsafeBytes { try unsafe write($0) }
    }

    /// Writes `bytes` without a line end. Throws like ``write(_:)``.
    static func write(_ bytes: UnsafeRawBufferPointer) throws {
        do {
            try unsafe FileDescriptor.standardOutput.writeWhole(bytes)
        } catch let error as Errno {
            if error != .brokenPipe { StandardError.write("options: cannot write the output: \(error)") }
            throw ExitStatus.outputFailed
        }
    }
}

/// Writes messages and error objects to standard error.
enum StandardError {
    /// Writes `bytes` and a line end. Ignores errors.
    static func write(_ bytes: [UInt8]) {
        write(unterminated: bytes + [UInt8(ascii: "\n")])
    }

    /// Writes `bytes` without a line end. Ignores errors.
    static func write(unterminated bytes: [UInt8]) {
        // SAFETY: the buffer is valid for the duration of the call.
        try? unsafe bytes.withUnsafeBytes { try unsafe FileDescriptor.standardError.writeWhole($0) }
    }

    static func write(_ line: String) {
        write(Array(line.utf8))
    }
}

/// Exit statuses other than success (0), a refused request (1) and incorrect usage (64), numbered as in `sysexits.h`.
enum ExitStatus {
    /// An input file cannot be read.
    static let noInput = ExitCode(66)
    /// Output could not be written.
    static let outputFailed = ExitCode(74)
}
