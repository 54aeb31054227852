internal import GRDB
internal import Synchronization

/// Whether the last change of a file found no space on its disk.
final class DiskSpace: Sendable {
    private let flag = Atomic(false)

    var isFull: Bool {
        get { flag.load(ordering: .relaxed) }
        set { flag.store(newValue, ordering: .relaxed) }
    }
}

/// An open database file. Closures run on separate queues, so that no thread of Swift concurrency waits for a disk.
struct StoreFile: Sendable {
    let path: String
    let pool: DatabasePool
    let space = DiskSpace()

    /// Returns the result of a closure that reads one state of the database.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            pool.asyncRead { database in continuation.resume(returning: Result { try body(database.get()) }) }
        }
        return try unwrap(result)
    }

    /// Changes the database in one transaction, which a cancelled task does not interrupt.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await write(body, andThen: { _ in })
    }

    /// Changes the database in one transaction. If it is committed, calls a closure before the next one can begin.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        andThen completion: @escaping @Sendable (Database) -> Void
    ) async throws(StoreError) -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { database in
                let result = Result { try Self.transaction(body, in: database) }
                if case .success = result { completion(database) }
                continuation.resume(returning: result)
            }
        }
        do throws(StoreError) {
            let value = try unwrap(result)
            space.isFull = false
            return value
        } catch {
            if error == .full { space.isFull = true }
            throw error
        }
    }

    /// Moves the log into the file, and closes it.
    func close() throws(StoreError) {
        do {
            if !pool.configuration.readonly {
                // Entries that cannot be moved now, for lack of space or because of a reader elsewhere, stay in the
                // log.
                _ = try? pool.barrierWriteWithoutTransaction { database in try database.checkpoint(.truncate) }
            }
            try pool.close()
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private static func transaction<Value>(_ body: (Database) throws -> Value, in database: Database) throws -> Value {
        var value: Value?
        try database.inTransaction(.immediate) {
            value = try body(database)
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
    }

    private func unwrap<Value>(_ result: Result<Value, any Error>) throws(StoreError) -> Value {
        do { return try result.get() } catch { throw StoreError(error, path: path) }
    }
}
