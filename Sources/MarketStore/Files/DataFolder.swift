internal import SystemPackage
internal import _OptionsProcess

/// The folder of the databases, which belongs to one process.
public struct DataFolder: Sendable {
    private let file: FileDescriptor

    /// Creates the folder if necessary, and locks it.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``StoreError/busy(path:)`` if another process uses the folder; ``StoreError/unwritable(reason:)`` or ``StoreError/full``
    ///   if it cannot be created or locked.
    public init(_ path: String) throws(StoreError) {
        try FileSystem.createFolder(path)
        do {
            file = try Self.lock(FilePath(path + "/lock"))
        } catch Errno.resourceTemporarilyUnavailable {
            throw .busy(path: path)
        } catch Errno.noSpace {
            throw .full
        } catch {
            throw .unwritable(reason: "\(error)")
        }
    }

    private static func lock(_ path: FilePath) throws -> FileDescriptor {
        let file = try FileDescriptor.open(
            path, .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        do {
            try file.lock()
        } catch {
            try? file.close()
            throw error
        }
        return file
    }

    /// Unlocks the folder.
    public func unlock() { try? file.close() }
}
