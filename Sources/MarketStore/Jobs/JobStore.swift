internal import GRDB
internal import MarketData

/// The jobs: all that are running, and the last that ended.
public struct JobStore: Sendable {
    /// The number of ended jobs that are kept.
    public static let finishedLimit = 100

    let file: StoreFile

    /// Returns all jobs, in the order of their creation.
    public func jobs() async throws(StoreError) -> [StoredJob] {
        try await file.read { database in try Self.jobs("", [], in: database) }
    }

    /// Returns the unfinished jobs, in the order of their creation.
    public func unfinished() async throws(StoreError) -> [StoredJob] {
        try await file.read { database in
            try Self.jobs("WHERE state = ?", [JobState.running.rawValue], in: database)
        }
    }

    /// Returns the job with an identifier; `nil` if there is none.
    public func job(_ id: String) async throws(StoreError) -> StoredJob? {
        try await file.read { database in try Self.jobs("WHERE id = ?", [id], in: database).first }
    }

    /// Stores a job with all its assets, and removes the oldest finished jobs if there are too many.
    public func store(_ job: StoredJob) async throws(StoreError) {
        try await file.write { database in
            let sql = """
                INSERT INTO jobs (id, kind, state, created, updated, finished, first, last, message)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET state = excluded.state, updated = excluded.updated,
                    finished = excluded.finished, message = excluded.message
                RETURNING sequence
                """
            let sequence = try Int.fetchOne(
                database, sql: sql,
                arguments: [
                    job.id, job.kind.rawValue, job.state.rawValue, job.created.databaseValue,
                    job.updated.databaseValue, job.finished.column(\.databaseValue), job.first.databaseValue,
                    job.last.databaseValue, job.message,
                ])
            guard let sequence else { throw DatabaseError.malformed(job.id) }
            try database.execute(sql: "DELETE FROM jobAssets WHERE job = ?", arguments: [sequence])
            for (position, asset) in job.assets.enumerated() {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO jobAssets VALUES (?, ?, ?, ?, ?, ?)",
                    arguments: [
                        sequence, position, asset.asset, asset.daysImported, asset.daysToGo, asset.message,
                    ])
            }
            try Self.forget(database)
        }
    }

    /// Stores the progress of a job with one asset.
    public func store(_ progress: JobProgress) async throws(StoreError) {
        try await file.write { database in try Self.store(progress, in: database) }
    }

    /// Stores the progress of a job. Does nothing if the job is missing or has ended.
    static func store(_ progress: JobProgress, in database: Database) throws {
        let sequence = try Int.fetchOne(
            database, sql: "UPDATE jobs SET updated = ? WHERE id = ? AND state = ? RETURNING sequence",
            arguments: [progress.updated.databaseValue, progress.job, JobState.running.rawValue])
        guard let sequence else { return }
        let asset = progress.asset
        try database.execute(
            sql: "UPDATE jobAssets SET daysImported = ?, daysToGo = ?, message = ? WHERE job = ? AND asset = ?",
            arguments: [asset.daysImported, asset.daysToGo, asset.message, sequence, asset.asset])
    }

    private static func forget(_ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM jobs WHERE sequence IN (
                    SELECT sequence FROM jobs WHERE state <> ?
                    ORDER BY finished DESC, sequence DESC LIMIT -1 OFFSET ?)
                """, arguments: [JobState.running.rawValue, finishedLimit])
    }

    private static func jobs(
        _ filter: String, _ arguments: StatementArguments, in database: Database
    ) throws -> [StoredJob] {
        let sql = """
            SELECT sequence, id, kind, state, created, updated, finished, first, last, message
            FROM jobs \(filter) ORDER BY sequence
            """
        return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row throws in
            let assets = try Row.fetchAll(
                database,
                sql: "SELECT asset, daysImported, daysToGo, message FROM jobAssets WHERE job = ? ORDER BY position",
                arguments: [row[0] as Int])
            var job = StoredJob(
                id: row[1], kind: try row.required(2) { JobKind(rawValue: $0) }, created: try row.instant(4),
                first: try row.date(7), last: try row.date(8),
                assets: assets.map {
                    JobAsset(asset: $0[0], daysImported: $0[1], daysToGo: $0[2], message: $0[3])
                })
            job.state = try row.required(3) { JobState(rawValue: $0) }
            job.updated = try row.instant(5)
            job.finished = try row.optionalInstant(6)
            job.message = row[9]
            return job
        }
    }
}
