#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that must not stay when a person or the system ends the program.
enum Interrupt {
    // SAFETY: set before the handler is installed and emptied when the file has its name, by one thread; what it points to is
    // never freed.
    nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?

    /// Removes the file at `path` when SIGINT, SIGTERM or SIGHUP comes, unless the program was started to ignore it; then
    /// the program ends as it would have.
    static func remove(_ path: String) {
        unsafe self.path = strdup(path)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // Only what POSIX allows in a handler.
            let previous = signal(number) { number in
                if let path = unsafe Interrupt.path { unsafe _ = unlink(path) }
                signal(number, SIG_DFL)
                raise(number)
            }
            if unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// Lets the file stay.
    static func keep() { unsafe path = nil }
}
