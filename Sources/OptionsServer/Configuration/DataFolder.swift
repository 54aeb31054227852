internal import _OptionsMath

/// The folder of the databases, which belongs to one process.
public struct DataFolder: Sendable {
    private let lock: Int32

    /// Creates the folder if necessary, and locks it.
    ///
    /// - Throws: A sentence that names the folder and the reason.
    public init(_ path: String) throws(ConfigurationError) {
        var parent = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            parent += part
            // Only the owner reads what people entered.
            if !parent.isEmpty, unsafe mkdir(parent, 0o700) != 0, unsafe access(parent, X_OK) != 0 {
                throw Self.error(path)
            }
            parent += "/"
        }
        lock = unsafe open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw Self.error(path) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let isTaken = errno == EWOULDBLOCK
            let error = Self.error(path)
            close(lock)
            throw isTaken ? ConfigurationError("the data folder '\(path)' is used by another process") : error
        }
    }

    /// Unlocks the folder.
    public func unlock() { close(lock) }

    private static func error(_ path: String) -> ConfigurationError {
        ConfigurationError("the data folder '\(path)' cannot be used: \(unsafe String(cString: strerror(errno)))")
    }
}
