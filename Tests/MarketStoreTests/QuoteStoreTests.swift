import MarketData
import MarketStore
import Testing

@Suite("Snapshot and last answers")
struct QuoteStoreTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func snapshot(_ symbols: [String], changed: String, refreshed: String? = nil) throws -> QuotesSnapshot {
        QuotesSnapshot(
            rows: try symbols.map {
                SnapshotRow(
                    symbol: $0, name: "\($0) \"Inc.\"", last: try decimal("671.25"), bid: .zero,
                    ask: try decimal("671.3"), volume: 45_000_000_000)
            }, source: .tradier, changed: try instant(changed), refreshed: try instant(refreshed ?? changed))
    }

    @Test("the snapshot is replaced as a whole, and kept across a restart")
    func replaces() async throws {
        var database = try folder.open()
        #expect(try await database.snapshot.load() == nil)
        let first = try snapshot(["AAPL", "COIN", "SPY"], changed: "2026-11-20T21:15:30.123456Z")
        let second = try snapshot(["AAPL", "VOO"], changed: "2026-11-20T21:16:31.123456Z")
        try await database.snapshot.save(first)
        try await database.snapshot.save(second)
        try database.close()
        database = try folder.open()
        #expect(try await database.snapshot.load() == second)
        // A refresh without a change keeps the instant of the change.
        let later = second.refreshed(with: second.rows, source: .tradier, at: try instant("2026-11-21"))
        try await database.snapshot.save(later)
        #expect(try await database.snapshot.load() == later)
        #expect(later.changed == second.changed)
    }

    @Test("a later answer to a question replaces the earlier one")
    func answers() async throws {
        let answers = try folder.open().answers
        let now = try instant("2026-11-20T10:00:00Z")
        #expect(try await answers.answer(to: "chain COIN") == nil)
        try await answers.store(["chain COIN": StoredAnswer(asOf: now, source: .polygon, body: [0, 1, 255])])
        try await answers.store(["chain COIN": StoredAnswer(asOf: now, source: .tradier, body: [])])
        #expect(try await answers.answer(to: "chain COIN") == StoredAnswer(asOf: now, source: .tradier, body: []))
    }

    @Test("the oldest answers are removed")
    func forgets() async throws {
        let answers = try folder.open().answers
        let now = try instant("2026-11-20T10:00:00Z")
        let small = StoredAnswer(asOf: now, source: .polygon, body: [1])
        try await answers.store(["first": small])
        let many = Dictionary(uniqueKeysWithValues: (1..<AnswerStore.countLimit).map { ("\($0)", small) })
        try await answers.store(many)
        #expect(try await answers.answer(to: "first") != nil)
        try await answers.store(["last": small])
        #expect(try await answers.answer(to: "first") == nil)
        #expect(try await answers.answer(to: "1") != nil)

        let large = StoredAnswer(asOf: now, source: .polygon, body: Array(repeating: 0, count: 30 << 20))
        for key in ["a", "b", "c"] { try await answers.store([key: large]) }
        #expect(try await answers.answer(to: "last") == nil)
        #expect(try await answers.answer(to: "a") == nil)
        #expect(try await answers.answer(to: "b") != nil)
        #expect(try await answers.answer(to: "c") != nil)
    }
}
