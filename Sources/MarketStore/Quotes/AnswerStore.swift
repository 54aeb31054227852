internal import Foundation
internal import GRDB
public import MarketData

/// The last answer to a question. Only the code that stored it reads its format.
public struct StoredAnswer: Hashable, Sendable {
    /// The instant of the data.
    public let asOf: Timestamp
    /// The source.
    public let source: MarketSource
    /// The answer.
    public let body: [UInt8]

    /// Creates an answer.
    public init(asOf: Timestamp, source: MarketSource, body: [UInt8]) {
        self.asOf = asOf
        self.source = source
        self.body = body
    }
}

/// The last answers of sources, for use when these fail. The oldest are removed.
public struct AnswerStore: Sendable {
    /// The greatest number of answers.
    public static let countLimit = 10_000
    /// The greatest number of bytes of all answers.
    public static let sizeLimit = 64 << 20

    let file: StoreFile

    /// Returns the last answer to a question; `nil` if there is none or it was removed.
    public func answer(to key: String) async throws(StoreError) -> StoredAnswer? { try await answers(to: [key])[key] }

    /// Returns the last answers to questions, in one query. Those without one are omitted.
    public func answers(to keys: [String]) async throws(StoreError) -> [String: StoredAnswer] {
        try await file.read { database in try Self.answers(to: keys, database) }
    }

    static func answers(to keys: [String], _ database: Database) throws -> [String: StoredAnswer] {
        let sql = "SELECT key, asOf, source, body FROM answers WHERE key IN (SELECT value FROM json_each(?))"
        let rows = try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [keys.jsonArgument])
        let answers = try rows.map { row throws -> (String, StoredAnswer) in
            let body = [UInt8](row[3] as Data)
            return (row[0], StoredAnswer(asOf: try row.instant(1), source: try row.source(2), body: body))
        }
        return Dictionary(answers, uniquingKeysWith: { first, _ in first })
    }

    /// Stores answers in one transaction, and removes the oldest ones if there are too many.
    public func store(_ answers: [String: StoredAnswer]) async throws(StoreError) {
        try await file.write { database in
            let insert = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO answers (key, asOf, source, body, bytes) VALUES (?, ?, ?, ?, ?)")
            for (key, answer) in answers {
                try insert.execute(arguments: [
                    key, answer.asOf.databaseValue, answer.source.rawValue, Data(answer.body), answer.body.count,
                ])
            }
            try Self.forget(database)
        }
    }

    private static func forget(_ database: Database) throws {
        let sql = "SELECT count(*), coalesce(sum(bytes), 0) FROM answers"
        guard let row = try Row.fetchOne(database.cachedStatement(sql: sql)) else { return }
        var (count, size): (Int, Int) = (row[0], row[1])
        guard count > countLimit || size > sizeLimit else { return }
        let rows = try Row.fetchCursor(database, sql: "SELECT id, bytes FROM answers ORDER BY id")
        var last = 0
        while count > countLimit || size > sizeLimit, let row = try rows.next() {
            last = row[0]
            count -= 1
            size -= row[1]
        }
        try database.execute(sql: "DELETE FROM answers WHERE id <= ?", arguments: [last])
    }
}
