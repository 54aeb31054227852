internal import GRDB

extension StoreError {
    /// Translates an error of a database.
    ///
    /// - Parameters:
    ///   - error: Any error that a closure on a database throws.
    ///   - path: The file.
    init(_ error: any Error, path: String) {
        if let error = error as? StoreError {
            self = error
            return
        }
        guard let error = error as? DatabaseError else {
            self = .failed(code: Int(ResultCode.SQLITE_ERROR.rawValue), reason: "\(error)")
            return
        }
        let reason = error.message ?? error.resultCode.description
        switch error.resultCode {
        case .SQLITE_FULL: self = .full
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .unwritable(reason: reason)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        case .SQLITE_IOERR:
            switch error.extendedResultCode {
            case .SQLITE_IOERR_SHORT_READ: self = .damaged(path: path)
            case .SQLITE_IOERR_READ: self = .unreadable(reason: reason)
            default: self = .unwritable(reason: reason)
            }
        default: self = .failed(code: Int(error.extendedResultCode.rawValue), reason: reason)
        }
    }
}

extension DatabaseError {
    /// The error of a column whose content violates the schema.
    static func malformed(_ value: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "malformed value '\(value)'")
    }
}
