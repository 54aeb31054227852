import MarketData
import Testing

@testable import MarketProviders

@Suite struct TradierQuotesTests {
    @Test(
        arguments: [
            ("COIN", "COIN"), ("brk.b", "BRK/B"), ("^SPX", "SPX"), ("^GSPC", "SPX"), ("I:SPX", "SPX"), ("SPX", "SPX"),
            ("T-PC", "T-PC"),
        ])
    func names(ours: String, name: String) throws {
        #expect(try TradierSymbols.name(Known.ticker(ours)) == name)
    }

    @Test func aQuote() async throws {
        let scene = QuotesScene(TradierSamples.quotes)
        let quotes = try await scene.tradier().quotes(
            for: [Known.ticker("ZZCO"), Known.ticker("NOPE1"), Known.ticker("NOPE2")], priority: .interactive)
        var expected = StockQuote(try Known.ticker("ZZCO"))
        (expected.name, expected.exchange, expected.kind) = ("Zed Co", "Q", .stock)
        (expected.last, expected.previousClose) = (try Known.decimal("165.12"), try Known.decimal("164.64"))
        (expected.bid, expected.ask) = (try Known.decimal("165.1"), try Known.decimal("165.14"))
        (expected.open, expected.high) = (try Known.decimal("164"), try Known.decimal("166.7"))
        (expected.low, expected.volume) = (try Known.decimal("163.4"), 6_674_105)
        (expected.yearLow, expected.yearHigh) = (try Known.decimal("131.6"), try Known.decimal("199.6"))
        expected.asOf = try Known.instant("2026-02-10T20:59:59.914Z")
        #expect(quotes == [expected])
        let request = try #require(scene.transport.requests.first)
        #expect(request.path == "/markets/quotes")
        #expect(
            request.query == [SourceParameter("symbols", "NOPE1,NOPE2,ZZCO"), SourceParameter("greeks", "false")])
        #expect(request.form == nil)
    }

    /// The number of quotes in each shape of JSON that is converted from XML.
    @Test(
        arguments: [
            (#"{"quotes":{"quote":\#(TradierSamples.quote)}}"#, 1),
            (#"{"quotes":{"quote":[\#(TradierSamples.quote)]}}"#, 1),
            (#"{"quotes":{"quote":[\#(TradierSamples.quote),{"symbol":null},{},5,null]}}"#, 1),
            (#"{"quotes":{"unmatched_symbols":{"symbol":"NOPE"}}}"#, 0),
            (#"{"quotes":{"quote":null,"unmatched_symbols":{"symbol":["A","B"]}}}"#, 0),
            (#"{"quotes":{"quote":"null"}}"#, 0), (#"{"quotes":{"quote":[]}}"#, 0),
            (#"{"quotes":null}"#, 0), (#"{"quotes":"null"}"#, 0),
            (#"{"quotes":{"quote":\#(TradierSamples.quote)},"errors":{"error":"x"}}"#, 1),
        ])
    func shapes(body: String, count: Int) async throws {
        let quotes = try await QuotesScene(body).tradier().quotes(for: [Known.ticker("ZZCO")], priority: .interactive)
        #expect(quotes.count == count)
    }

    @Test func beforeTheSessionMostIsNull() async throws {
        let scene = QuotesScene(
            #"{"quotes":{"quote":{"symbol":"ZZCO","description":null,"exch":null,"type":"etf","last":0,"volume":0,"#
                + #""open":null,"high":null,"low":null,"close":null,"bid":null,"ask":0,"#
                + #""trade_date":0,"prevclose":164.64,"week_52_high":0.0}}}"#
        )
        let quotes = try await scene.tradier().quotes(for: [Known.ticker("ZZCO")], priority: .interactive)
        var expected = StockQuote(try Known.ticker("ZZCO"))
        (expected.kind, expected.volume, expected.previousClose) = (.etf, 0, try Known.decimal("164.64"))
        #expect(quotes == [expected])
        #expect(try quotes.first?.price == Known.decimal("164.64"))
    }

    @Test(
        arguments: [("stock", .stock), ("etf", .etf), ("mutual_fund", .fund), ("index", nil)] as [(String, AssetKind?)])
    func kinds(type: String, kind: AssetKind?) {
        #expect(TradierQuoteRow.kind(type) == kind)
    }

    @Test func tickersAreTranslatedBothWays() async throws {
        let scene = QuotesScene(
            #"{"quotes":{"quote":[{"symbol":"SPX","type":"index","last":6901.5},{"symbol":"BRK/B","last":490},"#
                + #"{"symbol":"ELSE","last":1}]}}"#
        )
        let asked = try ["BRK.B", "^SPX", "SPX"].map(Known.ticker)
        let quotes = try await scene.tradier().quotes(for: asked, priority: .interactive)
        #expect(quotes.map(\.ticker.symbol).sorted() == ["BRK.B", "SPX", "^SPX"])
        #expect(scene.query("symbols") == ["BRK/B,SPX"])
    }

    static func echo() -> QuotesScene {
        QuotesScene { request, _ in
            let symbols = (request.form ?? request.query).first?.value.split(separator: ",") ?? []
            let rows = symbols.reversed().map { #"{"symbol":"\#($0)","last":2.5}"# }
            return .init(#"{"quotes":{"quote":[\#(rows.joined(separator: ","))]}}"#)
        }
    }

    @Test func longListsArePosted() async throws {
        let scene = Self.echo()
        let tickers = try (0..<1201).map { try Known.ticker("T\($0)") }
        let quotes = try await scene.tradier().quotes(for: tickers, priority: .background)
        #expect(Set(quotes.map(\.ticker)) == Set(tickers))
        let requests = scene.transport.requests
        #expect(requests.allSatisfy { $0.path == "/markets/quotes" && $0.query.isEmpty })
        #expect(requests.allSatisfy { $0.form?.last == SourceParameter("greeks", "false") })
        let counts = requests.map { $0.form?.first?.value.split(separator: ",").count ?? 0 }
        #expect(counts.sorted() == [201, 500, 500])
        #expect([0, 1, 500, 501, 1201].map(scene.tradier().callCount) == [0, 1, 1, 2, 3])
    }

    @Test(arguments: [(100, false), (101, true)])
    func upTo100SymbolsAreInTheAddress(count: Int, isPosted: Bool) async throws {
        let scene = Self.echo()
        let tickers = try (0..<count).map { try Known.ticker("T\($0)") }
        #expect(try await scene.tradier().quotes(for: tickers, priority: .background).count == count)
        #expect(scene.transport.requests.map { $0.form != nil } == [isPosted])
    }

    @Test func nothingIsAskedForNoTickers() async throws {
        let scene = Self.echo()
        #expect(try await scene.tradier().quotes(for: [], priority: .background).isEmpty)
        #expect(scene.transport.requests.isEmpty)
    }

    @Test func oneChunkThatFailsFailsAll() async throws {
        let tickers = try (0..<2600).map { try Known.ticker("T\($0)") }
        let scene = QuotesScene { request, _ in
            request.form?.first?.value.contains("T999") == true
                ? .init(TradierSamples.invalidToken, status: 401) : .init(#"{"quotes":null}"#)
        }
        await #expect(throws: MarketDataError.keyRefused(.tradier)) {
            try await scene.tradier().quotes(for: tickers, priority: .background)
        }
    }
}
