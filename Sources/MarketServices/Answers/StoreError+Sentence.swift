public import MarketStore

extension StoreError {
    /// The reason in a sentence.
    public var sentence: String {
        switch self {
        case .newerVersion(let path): "the file '\(path)' was written by a newer version"
        case .olderVersion(let path): "the file '\(path)' was written by an older version; start the server once"
        case .missing(let path): "there is no file '\(path)'; start the server once"
        case .damaged(let path): "the file '\(path)' is damaged"
        case .full: "the disk is full"
        case .unwritable(let reason): "the database cannot be changed: \(reason)"
        case .unreadable(let reason): "the database cannot be read: \(reason)"
        case .busy(let path): "the file '\(path)' is locked by another process"
        case .failed(let code, let reason): "the database failed (\(code)): \(reason)"
        }
    }
}

extension StoreNotice {
    /// A sentence that describes the error.
    public var sentence: String {
        switch self {
        case .setAside(let path, let newPath): "the file '\(path)' is damaged; it is now '\(newPath)'"
        case .restored(let path, let backup): "the file '\(path)' was restored from '\(backup)'"
        }
    }
}
