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
    /// Makes a reader that has gone, and a file that is too large, show as a failed write, not as a signal.
    static func ignoreSignalsOfWriting() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Takes the numbers of standard input, output and error where they are closed, so that no file that is opened gets
    /// them. They fail as closed ones do: the first cannot be read, the others cannot be written.
    static func occupyStandardDescriptors() {
        for number in 0...2 where fcntl(Int32(number), F_GETFD) < 0 {
            unsafe _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// What stands at a path.
    struct FileStatus {
        enum Kind { case file, folder, other }
        let kind: Kind
        /// In bytes, of a file.
        let size: Int
        /// When it was changed last, in nanoseconds; it may wrap around, and only tells times apart.
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

    /// - Throws: `Errno`, also when the path may not be read.
    static func status(ofReadable path: String) throws -> FileStatus {
        guard unsafe access(path, R_OK) == 0 else { throw Errno(rawValue: errno) }
        return try status(of: path)
    }

    /// The names in a folder, in any order.
    static func names(in folder: String) throws -> [String] {
        guard let stream = unsafe opendir(folder) else { throw Errno(rawValue: errno) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // SAFETY: a name ends with a zero byte, within the field.
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

    /// Whether no other process has the lock, which this one has then until it ends.
    static func lock(_ file: FileDescriptor) -> Bool { flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 }

    static func synchronize(_ file: FileDescriptor) throws {
        guard fsync(file.rawValue) == 0 else {
            let error = Errno(rawValue: errno)
            // What is not a file has nothing to synchronise.
            if error == .invalidArgument { return }
            throw error
        }
    }

    static func rename(_ source: String, to target: String) throws {
        #if canImport(Glibc)
            let status = unsafe Glibc.rename(source, target)
        #elseif canImport(Musl)
            let status = unsafe Musl.rename(source, target)
        #else
            let status = unsafe Darwin.rename(source, target)
        #endif
        guard status == 0 else { throw Errno(rawValue: errno) }
    }

    /// The path of what is there, behind symbolic links; `path` itself where nothing is.
    static func resolved(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    static func remove(_ path: String) { unsafe _ = unlink(path) }

    static func truncate(_ file: FileDescriptor, to length: Int) throws {
        guard ftruncate(file.rawValue, off_t(length)) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Makes room for a mebibyte in a pipe, where the system can: with the ordinary 64 KiB a pipe of answers takes half as
    /// long again.
    static func enlarge(pipe: FileDescriptor) {
        #if os(Linux)
            let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ, which glibc shows to GNU programs only
            _ = fcntl(pipe.rawValue, setPipeSize, 1 << 20)
        #endif
    }

    /// How many columns the terminal at `file` has.
    static func columns(of file: FileDescriptor) -> Int {
        var size = winsize()
        let status = unsafe ioctl(file.rawValue, UInt(TIOCGWINSZ), &size)
        return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
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
