import MarketData
import Testing

@testable import MarketProviders

@Suite struct PolygonQuotesTests {
    static func snapshot(_ members: String) -> String {
        #"{"status":"OK","count":1,"tickers":[{"ticker":"ZZCO"\#(members)}]}"#
    }

    @Test func aSnapshotHasTheLastTrade() async throws {
        let scene = QuotesScene(PolygonSamples.snapshot)
        let quotes = try await scene.polygon().snapshotQuotes.quotes(
            for: [Known.ticker("ZZCO"), Known.ticker("NOPE")], priority: .interactive)
        var expected = StockQuote(try Known.ticker("ZZCO"))
        expected.last = try Known.decimal("165.12")
        expected.previousClose = try Known.decimal("163.9")
        (expected.bid, expected.ask) = (try Known.decimal("165.1"), try Known.decimal("165.14"))
        (expected.open, expected.high) = (try Known.decimal("164"), try Known.decimal("166"))
        expected.low = try Known.decimal("163")
        expected.volume = 900_000
        expected.asOf = try Known.instant("2026-02-10T20:59:59.3106173Z")
        #expect(quotes == [expected])
        #expect(scene.paths == ["/v2/snapshot/locale/us/markets/stocks/tickers"])
        #expect(scene.query("tickers") == ["NOPE,ZZCO"])
    }

    /// The price, and its instant.
    @Test(
        arguments: [
            (
                #","lastTrade":{"p":0},"min":{"c":165.1,"t":1770757140000},"day":{"c":165}"#, "165.1",
                "2026-02-10T20:59:00Z"
            ),
            (
                #","lastTrade":{},"min":{},"day":{"c":165.0},"updated":1770757199000000000"#, "165",
                "2026-02-10T20:59:59Z"
            ),
            (#","day":{"c":0,"o":0},"prevDay":{"c":163.9},"updated":0"#, "163.9", "2026-02-10T21:00:00Z"),
            (#","day":null,"prevDay":{"c":"163.9"}"#, "163.9", "2026-02-10T21:00:00Z"),
        ])
    func thePriceIsTheNewestThatIsKnown(members: String, price: String, asOf: String) async throws {
        let scene = QuotesScene(Self.snapshot(members))
        let quotes = try await scene.polygon().snapshotQuotes.quotes(
            for: [Known.ticker("ZZCO")], priority: .interactive)
        #expect(try quotes.map(\.price) == [Known.decimal(price)])
        #expect(try quotes.map(\.asOf) == [Known.instant(asOf)])
    }

    @Test func zerosOfAClearedDayAreNoPrices() async throws {
        let scene = QuotesScene(
            Self.snapshot(#","day":{"o":0,"h":0,"l":0,"c":0,"v":0},"prevDay":{"c":163.9},"lastQuote":{"p":0,"P":0}"#))
        let quote = try #require(
            try await scene.polygon().snapshotQuotes.quotes(for: [Known.ticker("ZZCO")], priority: .interactive).first)
        #expect(quote.last == nil && quote.open == nil && quote.high == nil && quote.low == nil && quote.volume == nil)
        #expect(quote.bid == nil && quote.ask == nil)
        #expect(try quote.previousClose == Known.decimal("163.9"))
    }

    @Test func chunksHave250Tickers() async throws {
        let tickers = try (0..<502).map { try Known.ticker("T\($0)") }
        let scene = QuotesScene { request, _ in
            let names = request.query.first?.value.split(separator: ",") ?? []
            let rows = names.map { #"{"ticker":"\#($0)","lastTrade":{"p":1.5}}"# }
            return .init(#"{"status":"OK","tickers":[\#(rows.joined(separator: ","))]}"#)
        }
        let provider = scene.polygon().snapshotQuotes
        let quotes = try await provider.quotes(for: tickers + tickers, priority: .background)
        #expect(Set(quotes.map(\.ticker)) == Set(tickers))
        #expect(quotes.count == 502)
        let counts = scene.query("tickers").map { $0?.split(separator: ",").count ?? 0 }
        #expect(counts.sorted() == [2, 250, 250])
        #expect([0, 1, 250, 251].map(provider.callCount) == [0, 1, 1, 2])
    }

    @Test func oneTickerHasAnAddressOfItsOwn() async throws {
        let scene = QuotesScene(#"{"status":"OK","ticker":{"ticker":"ZZCO","lastTrade":{"p":165.12}}}"#)
        let quotes = try await scene.polygon().snapshotQuotes.quotes(
            for: [Known.ticker("ZZCO")], priority: .interactive)
        #expect(try quotes.map(\.last) == [Known.decimal("165.12")])
        #expect(scene.paths == ["/v2/snapshot/locale/us/markets/stocks/tickers/ZZCO"])
    }

    @Test func oneChunkThatFailsFailsAll() async throws {
        let tickers = try (0..<600).map { try Known.ticker("T\($0)") }
        let scene = QuotesScene { request, _ in
            request.query.first?.value.contains("T599") == true
                ? .init("", status: 401) : .init(#"{"status":"OK","tickers":[]}"#)
        }
        await #expect(throws: MarketDataError.keyRefused(.polygon)) {
            try await scene.polygon().snapshotQuotes.quotes(for: tickers, priority: .background)
        }
    }

    @Test func indicesAreNotInTheSnapshot() async throws {
        let scene = QuotesScene(PolygonSamples.snapshot)
        let quotes = try await scene.polygon().snapshotQuotes.quotes(
            for: [Known.ticker("^SPX")], priority: .interactive)
        #expect(quotes.isEmpty)
        #expect(scene.transport.requests.isEmpty)
    }

    @Test func thePreviousCloseIsThePriceOfItsSession() async throws {
        let scene = QuotesScene { request, _ in
            .init(request.path.contains("ZZCO") ? PolygonSamples.previous : PolygonSamples.noPrevious)
        }
        let provider = scene.polygon().previousCloses
        let quotes = try await provider.quotes(
            for: [Known.ticker("NOPE"), Known.ticker("ZZCO")], priority: .interactive)
        var expected = StockQuote(try Known.ticker("ZZCO"))
        expected.last = try Known.decimal("165.12")
        (expected.open, expected.high) = (try Known.decimal("163.2"), try Known.decimal("166.4"))
        (expected.low, expected.volume) = (try Known.decimal("162.9"), 1_200_345)
        expected.asOf = try Known.instant("2026-02-10T21:00:00Z")
        #expect(quotes == [expected])
        #expect(scene.paths.sorted() == ["/v2/aggs/ticker/NOPE/prev", "/v2/aggs/ticker/ZZCO/prev"])
        #expect(scene.query("adjusted") == ["true", "true"])
        #expect(provider.callCount(quotes: 3) == 3)
    }

    /// The instant of the bar in milliseconds, and the end of its session: at midnight, in summer, and on a day with an
    /// early close, 2026-11-27.
    @Test(
        arguments: [
            (1_770_699_600_000, "2026-02-10T21:00:00Z"), (1_781_553_600_000, "2026-06-15T20:00:00Z"),
            (1_795_813_200_000, "2026-11-27T18:00:00Z"),
        ])
    func theInstantIsTheEndOfTheSession(milliseconds: Int, end: String) async throws {
        let scene = QuotesScene(#"{"status":"OK","results":[{"c":1,"t":\#(milliseconds)}]}"#)
        let quotes = try await scene.polygon().previousCloses.quotes(
            for: [Known.ticker("ZZCO")], priority: .interactive)
        #expect(try quotes.map(\.asOf) == [Known.instant(end)])
    }

    @Test(
        arguments: [
            (200, #"{"status":"OK","results":[]}"#), (200, #"{"status":"OK","results":null}"#),
            (404, #"{"status":"NOT_FOUND","request_id":"r","message":"Data not found."}"#),
            (404, #"{"status":"NOT_FOUND"}"#),
            (404, ""),
        ])
    func aTickerWithoutDataIsLeftOut(status: Int, body: String) async throws {
        let scene = QuotesScene(body, status: status)
        let quotes = try await scene.polygon().previousCloses.quotes(
            for: [Known.ticker("NOPE")], priority: .interactive)
        #expect(quotes.isEmpty)
        #expect(scene.transport.requests.count == 1)
    }

    @Test func anIndexHasItsOwnName() async throws {
        let scene = QuotesScene(PolygonSamples.previous)
        let quotes = try await scene.polygon().previousCloses.quotes(
            for: [Known.ticker("^SPX")], priority: .interactive)
        #expect(scene.paths == ["/v2/aggs/ticker/I:SPX/prev"])
        #expect(quotes.map(\.ticker.symbol) == ["^SPX"])
    }
}
