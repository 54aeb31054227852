internal import ArgumentParser
internal import SystemPackage

/// Results, and nothing else.
enum StandardOutput {
    /// Writes `bytes` and a line end.
    ///
    /// - Throws: Exit status 74 when they cannot be written; without a word when the reader has gone.
    static func write(_ bytes: [UInt8]) throws {
        try write(lines: bytes + [UInt8(ascii: "\n")])
    }

    /// Writes `lines`, which have their line ends, under the same conditions.
    static func write(lines: [UInt8]) throws {
        // SAFETY: the bytes are there for the time of the call.
        try unsafe lines.withUnsafeBytes { try unsafe write($0) }
    }

    /// Writes `bytes` under the same conditions.
    static func write(_ bytes: UnsafeRawBufferPointer) throws {
        do {
            try unsafe FileDescriptor.standardOutput.writeWhole(bytes)
        } catch let error as Errno {
            if error != .brokenPipe { StandardError.write("options: cannot write the output: \(error)") }
            throw ExitStatus.outputFailed
        }
    }
}

/// What is meant for people, and error objects.
enum StandardError {
    /// Writes `bytes` and a line end. Where standard error is closed there is nobody to tell.
    static func write(_ bytes: [UInt8]) {
        write(unterminated: bytes + [UInt8(ascii: "\n")])
    }

    /// Writes `bytes` under the same conditions, and no line end.
    static func write(unterminated bytes: [UInt8]) {
        // SAFETY: the bytes are there for the time of the call.
        try? unsafe bytes.withUnsafeBytes { try unsafe FileDescriptor.standardError.writeWhole($0) }
    }

    static func write(_ line: String) {
        write(Array(line.utf8))
    }
}

extension FileDescriptor {
    func writeWhole(_ bytes: UnsafeRawBufferPointer) throws {
        var written = 0
        while written < bytes.count {
            written += try when(ready: .writing) {
                try unsafe write(UnsafeRawBufferPointer(rebasing: bytes[written...]))
            }
        }
    }
}

/// Exit statuses beside success (0), a refused request (1) and wrong usage (64), numbered as in `sysexits.h`.
enum ExitStatus {
    /// An input file cannot be read.
    static let noInput = ExitCode(66)
    /// Output could not be written.
    static let outputFailed = ExitCode(74)
}
