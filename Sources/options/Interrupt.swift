internal import _OptionsMath

/// Removes files if a signal terminates the program.
enum Interrupt {
    // SAFETY: one thread sets them before the handler is installed, and clears them after the file has been renamed. The
    // memory is never freed.
    nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?
    nonisolated(unsafe) private static var otherPath: UnsafeMutablePointer<CChar>?

    /// Removes the file at `path`, and the one at `other` if any, on SIGINT, SIGTERM or SIGHUP, and then lets the signal
    /// end the program. A signal that the program was started to ignore stays ignored.
    static func remove(_ path: String, _ other: String?) {
        unsafe self.path = strdup(path)
        if let other { unsafe otherPath = strdup(other) }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // The handler calls only functions that POSIX declares async-signal-safe.
            let previous = signal(number) { number in
                if let path = unsafe Interrupt.path { unsafe _ = unlink(path) }
                if let path = unsafe Interrupt.otherPath { unsafe _ = unlink(path) }
                signal(number, SIG_DFL)
                raise(number)
            }
            if unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// Cancels the removal.
    static func keep() { unsafe (path, otherPath) = (nil, nil) }
}
