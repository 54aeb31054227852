internal import SystemPackage

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What the system package has no name for.
enum CLibrary {
    /// Makes a reader that has gone show as a failed write, not as a signal.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }
}

extension FileDescriptor {
    /// Whether a person sits at the other end.
    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// What an operation on a descriptor may have to wait for.
    enum Readiness {
        case reading, writing
    }

    /// Runs `operation`, again after waiting as long as a descriptor that another process made non-blocking would block.
    func when(ready readiness: Readiness, _ operation: () throws -> Int) throws -> Int {
        while true {
            do {
                return try operation()
            } catch Errno.wouldBlock {
                let events = readiness == .reading ? POLLIN : POLLOUT
                var request = pollfd(fd: rawValue, events: Int16(events), revents: 0)
                // A signal ends the wait early; then the operation is tried again.
                _ = unsafe poll(&request, 1, -1)
            }
        }
    }
}
