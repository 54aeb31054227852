internal import GRDB
internal import MarketData

/// An action on a damaged file at the opening of a database, for the log.
public enum StoreNotice: Hashable, Sendable {
    /// A damaged file was given another name.
    case setAside(path: String, newPath: String)
    /// A file was restored from its backup.
    case restored(path: String, backup: String)
}

/// Opens files that may be damaged.
struct StoreRecovery {
    let now: Timestamp
    private(set) var notices: [StoreNotice] = []

    init(now: Timestamp) { self.now = now }

    /// Opens the file with data of sources. A damaged one is set aside, and an empty one created.
    mutating func openMarket(_ path: String) throws(StoreError) -> StoreFile {
        do {
            return try StoreFile(path: path, schema: .market, durability: .normal)
        } catch .damaged {
            try setAside(path)
            return try StoreFile(path: path, schema: .market, durability: .normal)
        }
    }

    /// Opens the file with data of users. A damaged or missing one is restored from its backup.
    mutating func openPersonal(_ path: String, backup: String) throws(StoreError) -> StoreFile {
        if !FileSystem.exists(path), FileSystem.exists(backup) { try restore(path, from: backup) }
        do {
            return try StoreFile(path: path, schema: .personal, durability: .full)
        } catch .damaged {
            try setAside(path)
            if FileSystem.exists(backup) { try restore(path, from: backup) }
            return try StoreFile(path: path, schema: .personal, durability: .full)
        }
    }

    /// Copies the backup to the path of the file, atomically. A damaged backup is set aside.
    private mutating func restore(_ path: String, from backup: String) throws(StoreError) {
        do {
            try PersonalBackup.verify(backup)
            try PersonalBackup.copy(backup, to: path)
            notices.append(.restored(path: path, backup: backup))
        } catch .damaged {
            try setAside(backup)
        }
    }

    /// Gives a file and its log names with the instant.
    private mutating func setAside(_ path: String) throws(StoreError) {
        let time = now.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
        var newPath = "\(path).damaged-\(time)Z"
        var count = 1
        while FileSystem.exists(newPath) {
            count += 1
            newPath = "\(path).damaged-\(time)Z-\(count)"
        }
        // Log files first: a kill in between must not leave a log to a new database.
        for suffix in ["-wal", "-shm", ""] where FileSystem.exists(path + suffix) {
            try FileSystem.rename(path + suffix, to: newPath + suffix)
        }
        notices.append(.setAside(path: path, newPath: newPath))
    }
}
