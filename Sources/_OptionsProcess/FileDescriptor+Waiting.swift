package import SystemPackage
internal import _OptionsMath

extension FileDescriptor {
    /// The event that an operation on a descriptor waits for.
    package enum Readiness {
        case reading, writing
    }

    /// Runs `operation`. If the descriptor is non-blocking and would block, waits and tries again.
    package func when(ready readiness: Readiness, _ operation: () throws -> Int) throws -> Int {
        while true {
            do {
                return try operation()
            } catch Errno.wouldBlock {
                let events = readiness == .reading ? POLLIN : POLLOUT
                var request = pollfd(fd: rawValue, events: Int16(events), revents: 0)
                // A signal may end the wait early; the operation is then retried.
                _ = unsafe poll(&request, 1, -1)
            }
        }
    }

    /// Writes all `bytes`, waiting if the descriptor is non-blocking.
    package func writeWhole(_ bytes: UnsafeRawBufferPointer) throws {
        var written = 0
        while written < bytes.count {
            written += try when(ready: .writing) {
                try unsafe write(UnsafeRawBufferPointer(rebasing: bytes[written...]))
            }
        }
    }
}
