internal import ArgumentParser
internal import SystemPackage
internal import _OptionsMath
internal import _OptionsProcess

/// Writes results to standard output.
enum StandardOutput {
    /// Writes text as it is.
    ///
    /// - Throws: Exit status 74 if it cannot be written, silently if the reader has closed the pipe.
    static func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes bytes as they are. Throws like ``write(_:)-(String)``.
    static func write(_ bytes: [UInt8]) throws {
        do {
            // SAFETY: the buffer is valid for the duration of the call.
            try unsafe bytes.withUnsafeBytes { try unsafe FileDescriptor.standardOutput.writeWhole($0) }
        } catch let error as Errno {
            if error != .brokenPipe { Process.tell("options-server: cannot write the output: \(error)") }
            throw ExitCode(EX_IOERR)
        }
    }
}
