internal import SystemPackage
internal import _OptionsMath

/// Functions of the C library that swift-system does not provide.
enum CLibrary {
    /// Ignores SIGPIPE and SIGXFSZ, so a closed pipe or a too large file is reported as a failed write.
    static func ignoreSignalsOfWriting() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// The metadata of a file.
    struct FileStatus {
        enum Kind { case file, folder, other }
        let kind: Kind
        /// The size in bytes, for a regular file.
        let size: Int
        /// The modification time in nanoseconds. It may wrap around, so it only distinguishes times.
        let modified: Int
        let permissions: FilePermissions
        let device, number: UInt64

        init(_ status: stat) {
            kind =
                switch status.st_mode & S_IFMT {
                case S_IFREG: .file
                case S_IFDIR: .folder
                default: .other
                }
            size = Int(status.st_size)
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            modified = Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
            permissions = FilePermissions(rawValue: CInterop.Mode(status.st_mode & 0o7777))
            (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }

    /// - Throws: `Errno`.
    static func status(of path: String) throws -> FileStatus {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw Errno(rawValue: errno) }
        return FileStatus(status)
    }

    /// - Throws: `Errno`.
    static func status(of file: FileDescriptor) throws -> FileStatus {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        return FileStatus(status)
    }

    static func setPermissions(_ permissions: FilePermissions, of file: FileDescriptor) {
        _ = fchmod(file.rawValue, mode_t(permissions.rawValue))
    }

    /// - Throws: `Errno`, including when the path is not readable.
    static func status(ofReadable path: String) throws -> FileStatus {
        guard unsafe access(path, R_OK) == 0 else { throw Errno(rawValue: errno) }
        return try status(of: path)
    }

    /// Returns the names in a folder, in no particular order.
    static func names(in folder: String) throws -> [String] {
        guard let stream = unsafe opendir(folder) else { throw Errno(rawValue: errno) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // SAFETY: `d_name` is null-terminated.
            unsafe names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    unsafe name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                        unsafe String(cString: $0)
                    }
                })
        }
        return names
    }

    static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    static func synchronize(_ file: FileDescriptor) throws {
        guard fsync(file.rawValue) == 0 else {
            let error = Errno(rawValue: errno)
            // Only regular files can be synchronised.
            if error == .invalidArgument { return }
            throw error
        }
    }

    static func move(_ source: String, to target: String) throws {
        guard unsafe rename(source, target) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Returns the path with symbolic links resolved, or `path` itself if it does not exist.
    static func resolved(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    static func remove(_ path: String) { unsafe _ = unlink(path) }

    static func truncate(_ file: FileDescriptor, to length: Int) throws {
        guard ftruncate(file.rawValue, off_t(length)) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Enlarges the buffer of a pipe to 1 MiB, if the system supports it. With the default of 64 KiB, writing responses
    /// to a pipe takes 50 % longer.
    static func enlarge(pipe: FileDescriptor) {
        #if os(Linux)
            let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ, which glibc defines only with _GNU_SOURCE
            _ = fcntl(pipe.rawValue, setPipeSize, 1 << 20)
        #endif
    }
}
