import MarketData
import Testing

@testable import MarketProviders

@Suite struct PolygonTickersTests {
    @Test func aPageHasItsTickersAndTheNextPlace() async throws {
        let scene = QuotesScene(PolygonSamples.tickers)
        let page = try await scene.polygon().tickers(at: nil)
        let zed = ListedTicker(
            try Known.ticker("ZZCO"), name: "Zed Co. Class A Common Stock", exchange: "XNAS", kind: .stock)
        #expect(page == TickerPage(tickers: [zed], next: "/v3/reference/tickers?cursor=YWN0"))
        let request = try #require(scene.transport.requests.first)
        #expect(request.path == "/v3/reference/tickers")
        #expect(
            request.query == [
                SourceParameter("market", "stocks"), SourceParameter("active", "true"), SourceParameter("order", "asc"),
                SourceParameter("sort", "ticker"), SourceParameter("limit", "1000"),
            ])
    }

    @Test func theNextPageIsAskedByItsCursorAlone() async throws {
        let scene = QuotesScene(#"{"results":[],"status":"OK","count":0}"#)
        let page = try await scene.polygon().tickers(at: "/v3/reference/tickers?cursor=YWN0")
        #expect(page == TickerPage(tickers: [], next: nil))
        #expect(scene.paths == ["/v3/reference/tickers"])
        #expect(scene.transport.requests.first?.query == [SourceParameter("cursor", "YWN0")])
    }

    @Test func aPlaceThatIsNoneIsNotAsked() async throws {
        let scene = QuotesScene(PolygonSamples.tickers)
        await #expect(throws: MarketDataError.self) { try await scene.polygon().tickers(at: "@evil.example/x") }
        #expect(scene.transport.requests.isEmpty)
    }

    @Test func badRowsAreSkipped() async throws {
        let scene = QuotesScene(
            #"{"status":"DELAYED","results":[{"ticker":5},{"name":"no ticker"},"text",null,"#
                + #"{"ticker":"ABCr","name":"Rights"},"#
                + #"{"ticker":"TpC","name":"T Preferred","type":"PFD"},{"ticker":"QQ"}]}"#)
        let page = try await scene.polygon().tickers(at: nil)
        #expect(page.tickers.map(\.ticker.symbol) == ["T-PC", "QQ"])
        #expect(page.tickers.map(\.name) == ["T Preferred", "QQ"])
        #expect(page.tickers.map(\.kind) == [.stock, nil])
    }

    @Test(
        arguments: [
            ("CS", .stock), ("ADRC", .stock), ("PFD", .stock), ("ETF", .etf), ("ETV", .etf), ("ETN", .etf),
            ("ETS", .etf),
            ("FUND", .fund), ("WARRANT", nil), ("", nil),
        ] as [(String, AssetKind?)])
    func kinds(type: String, kind: AssetKind?) {
        #expect(PolygonTickerRow.kind(type) == kind)
    }

    /// A partial list must not be taken for the complete one.
    @Test(
        arguments: [
            #"{"results":[{"ticker":"A"}],"status":"OK","next_url":"nowhere"}"#,
            #"{"results":[{"ticker":1},{"ticker":2}],"status":"OK"}"#, #"{"results":"rows","status":"OK"}"#, "{}", "[]",
            "null", "", "<html></html>",
        ])
    func answersThatAreNoneAreBroken(body: String) async throws {
        let scene = QuotesScene(body)
        let error = await #expect(throws: MarketDataError.self) { try await scene.polygon().tickers(at: nil) }
        guard case .broken(.polygon, let reason) = error else {
            Issue.record("not broken: \(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("tickers"))
    }
}
