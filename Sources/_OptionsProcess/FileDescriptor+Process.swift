package import SystemPackage
internal import _OptionsMath

extension FileDescriptor {
    /// Opens closed standard descriptors, so that no other file gets their numbers. Operations on them still fail: the
    /// input cannot be read, and the outputs cannot be written.
    package static func occupyStandardDescriptors() {
        // The lowest free number is the closed one.
        for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
            _ = try? open(FilePath("/dev/null"), number == 0 ? .writeOnly : .readOnly)
        }
    }

    /// Locks the file until it is closed.
    ///
    /// - Throws: `Errno.resourceTemporarilyUnavailable` if another process holds the lock.
    package func lock() throws(Errno) {
        guard flock(rawValue, LOCK_EX | LOCK_NB) == 0 else { throw Errno(rawValue: errno) }
    }
}
