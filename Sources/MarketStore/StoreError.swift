/// The reason why a database could not be opened, read or changed.
public enum StoreError: Error, Hashable, Sendable {
    /// The file was written by a newer version of the program.
    case newerVersion(path: String)
    /// The file was written by an older version of the program, and is open for reading only.
    case olderVersion(path: String)
    /// There is no such file to read.
    case missing(path: String)
    /// The file is not a database, or its content contradicts itself.
    case damaged(path: String)
    /// The disk has no space left. Nothing was changed; reads continue.
    case full
    /// The file cannot be changed. Nothing was changed; reads continue.
    case unwritable(reason: String)
    /// The file cannot be read.
    case unreadable(reason: String)
    /// Another process kept the file locked for longer than the time-out.
    case busy(path: String)
    /// Any other error of SQLite, with its extended result code.
    case failed(code: Int, reason: String)
}
