#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The few file operations that the database library does not provide. All of them block.
enum FileSystem {
    /// Whether there is a file.
    static func exists(_ path: String) -> Bool {
        // SAFETY: The path is a string that lives for the whole call, here and below.
        unsafe access(path, F_OK) == 0
    }

    /// Returns the number of bytes of a file; `nil` if it cannot be determined.
    static func size(_ path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Creates a folder and those above it, readable by the owner only.
    static func createFolder(_ path: String) throws(StoreError) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            folder += part + "/"
            if unsafe mkdir(folder, 0o700) == 0 { continue }
            let failure = errno
            if unsafe access(folder, X_OK) == 0 { continue }
            throw error(failure == EEXIST ? errno : failure)
        }
    }

    /// Renames a file atomically and durably, replacing an existing one.
    static func rename(_ path: String, to newPath: String) throws(StoreError) {
        #if canImport(Glibc)
            let result = unsafe Glibc.rename(path, newPath)
        #elseif canImport(Musl)
            let result = unsafe Musl.rename(path, newPath)
        #else
            let result = unsafe Darwin.rename(path, newPath)
        #endif
        guard result == 0 else { throw lastError }
        try synchronize(folder(of: newPath))
    }

    /// Removes a file if there is one.
    static func remove(_ path: String) throws(StoreError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw lastError }
    }

    /// Waits until the content of a file, or the entries of a folder, are on disk.
    static func synchronize(_ path: String) throws(StoreError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw lastError }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw lastError }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    private static var lastError: StoreError { error(errno) }

    private static func error(_ number: CInt) -> StoreError {
        if number == ENOSPC || number == EDQUOT { return .full }
        // SAFETY: The C library returns a string that ends with a zero.
        return .unwritable(reason: unsafe String(cString: strerror(number)))
    }
}
