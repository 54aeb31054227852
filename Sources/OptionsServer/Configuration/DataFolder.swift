internal import SystemPackage
internal import _OptionsMath
internal import _OptionsProcess

/// The folder of the databases, which belongs to one process.
public struct DataFolder: Sendable {
    private let file: FileDescriptor

    /// Creates the folder if necessary, and locks it.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - advice: The end of the error message if another process uses the folder.
    /// - Throws: An error that names the folder and the reason.
    public init(_ path: String, advice: String = "") throws(ConfigurationError) {
        do {
            try Self.create(path)
            file = try Self.lock(path)
        } catch Errno.resourceTemporarilyUnavailable {
            throw ConfigurationError("the data folder '\(path)' is used by another process\(advice)")
        } catch {
            throw ConfigurationError("the data folder '\(path)' cannot be used: \(error)")
        }
    }

    /// Unlocks the folder.
    public func unlock() { try? file.close() }

    private static func create(_ path: String) throws(Errno) {
        var parent = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            parent += part + "/"
            // Only the owner may read data that users entered.
            if unsafe mkdir(parent, 0o700) == 0 { continue }
            let failure = Errno(rawValue: errno)
            if unsafe access(parent, X_OK) == 0 { continue }
            throw failure == .fileExists ? Errno(rawValue: errno) : failure
        }
    }

    private static func lock(_ path: String) throws -> FileDescriptor {
        let file = try FileDescriptor.open(
            FilePath(path + "/lock"), .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        do {
            try file.lock()
        } catch {
            try? file.close()
            throw error
        }
        return file
    }
}
