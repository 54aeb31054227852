import MarketData
import MarketStore
import Testing

@Suite("Tickers")
struct TickerStoreTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func page(_ tickers: [(String, String)], next: String?) throws -> TickerPage {
        TickerPage(
            tickers: try tickers.map { ListedTicker(try ticker($0.0), name: $0.1, exchange: "XNAS", kind: .stock) },
            next: next)
    }

    @Test("are copied page by page, from the stored place")
    func walks() async throws {
        var database = try folder.open()
        #expect(
            try await database.tickers.status()
                == TickerStatus(
                    count: 0, isComplete: false, updated: nil, completed: nil, isWalkUnderWay: false, place: nil))
        let (first, second) = (try instant("2026-11-20T10:00:00Z"), try instant("2026-11-20T10:00:12Z"))
        try await database.tickers.store(page([("A", "Agilent"), ("AA", "Alcoa")], next: "2"), at: first)
        try database.close()
        database = try folder.open()
        var status = try await database.tickers.status()
        #expect(
            status
                == TickerStatus(
                    count: 2, isComplete: false, updated: first, completed: nil, isWalkUnderWay: true, place: "2"))
        status = try await database.tickers.store(page([("B", "Barnes")], next: nil), at: second)
        #expect(
            status
                == TickerStatus(
                    count: 3, isComplete: true, updated: second, completed: second, isWalkUnderWay: false, place: nil))
    }

    @Test("are removed when the next copy is complete without them; names change at once")
    func forgetsVanished() async throws {
        let tickers = try folder.open().tickers
        let now = try instant("2026-11-20T10:00:00Z")
        try await tickers.store(
            page([("A", "Agilent"), ("FB", "Facebook"), ("T", "American Telephone")], next: nil), at: now)
        var status = try await tickers.store(page([("A", "Agilent"), ("META", "Meta Platforms")], next: "2"), at: now)
        #expect(status.isComplete)
        #expect(status.isWalkUnderWay)
        #expect(try await tickers.search("facebook").tickers.map(\.ticker.symbol) == ["FB"])
        #expect(try await tickers.search("platforms").tickers.map(\.ticker.symbol) == ["META"])
        status = try await tickers.store(page([("T", "Ma Bell")], next: nil), at: now)
        #expect(status.count == 3)
        #expect(try await tickers.search("facebook").tickers == [])
        #expect(try await tickers.search("telephone").tickers == [])
        #expect(try await tickers.search("bell").tickers.map(\.ticker.symbol) == ["T"])
        #expect(try await tickers.search("ell").tickers.map(\.ticker.symbol) == ["T"])
        #expect(try await tickers.ticker(ticker("FB")) == nil)
        #expect(
            try await tickers.ticker(ticker("META"))
                == ListedTicker(ticker("META"), name: "Meta Platforms", exchange: "XNAS", kind: .stock))
    }

    @Test("are copied from the start, without loss, if the place is no longer accepted")
    func restarts() async throws {
        let tickers = try folder.open().tickers
        let now = try instant("2026-11-20T10:00:00Z")
        try await tickers.store(page([("A", "Agilent")], next: "2"), at: now)
        try await tickers.restartWalk()
        let status = try await tickers.status()
        #expect(!status.isWalkUnderWay)
        #expect(status.place == nil)
        #expect(status.count == 1)
        try await tickers.store(page([("B", "Barnes")], next: nil), at: now)
        #expect(try await tickers.search("agilent").tickers == [])
        #expect(try await tickers.status().count == 1)
    }

    @Test("with long symbols that begin alike are all kept, in order")
    func longSymbols() async throws {
        let tickers = try folder.open().tickers
        let symbols = (0..<40).map { "ABCDEFGHIJK" + ($0 == 0 ? "" : $0 < 10 ? "0\($0)" : "\($0)") }
        for _ in 1...2 {
            try await tickers.store(
                page(symbols.reversed().map { ($0, "Long company") }, next: nil), at: instant("2026-11-20"))
        }
        #expect(try await tickers.search("ABCDEFGHIJK", limit: 100).tickers.map(\.ticker.symbol) == symbols)
        #expect(try await tickers.search("long", limit: 100).tickers.map(\.ticker.symbol) == symbols)
        #expect(try await tickers.status().count == 40)
    }
}
