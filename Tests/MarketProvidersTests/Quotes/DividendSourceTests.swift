import MarketData
import Testing

@testable import MarketProviders

@Suite("Dividends of the sources")
struct DividendSourceTests {
    private static let since = "2021-02-10"

    private func listing(_ provider: any DividendProvider, _ ticker: String = "ZZCO") async throws -> DividendListing {
        try await provider.dividends(of: Known.ticker(ticker), since: Known.day(Self.since), priority: .interactive)
    }

    private func row(
        _ exDate: String, pay: String? = nil, _ amount: String, _ currency: String = "USD", type: String? = nil
    ) throws -> ListedDividend {
        ListedDividend(
            exDate: try Known.day(exDate), payDate: try pay.map { try Known.day($0) },
            amount: try Known.decimal(amount), currency: currency, vendorType: type)
    }

    // MARK: Polygon

    static let polygon = #"""
        {"results":[{"cash_amount":0.2525,"currency":"USD","declaration_date":"2026-01-21","dividend_type":"CD",
         "ex_dividend_date":"2026-03-24","frequency":4,"id":"E8e","pay_date":"2026-03-30","record_date":"2026-03-24",
         "ticker":"ZZCO"}],"next_url":null,"status":"OK","request_id":"r1"}
        """#

    @Test("reads the rows of Polygon, with one call")
    func polygonRows() async throws {
        let rows = [
            #"{"cash_amount":3,"currency":"CAD","dividend_type":"SC","ex_dividend_date":"2025-12-12","ticker":"ZZCO"}"#,
            #"{"cash_amount":0.5,"ex_dividend_date":"2025-11-12","pay_date":null}"#,
            #"{"cash_amount":9,"ex_dividend_date":"2025-10-12","ticker":"OTHER"}"#, #"{"cash_amount":9}"#,
            #"{"ex_dividend_date":"2025-09-12"}"#, #"{"cash_amount":1,"ex_dividend_date":"2025-13-12"}"#, "7",
        ]
        let body = Self.polygon.replacing(#"],"next_url":null"#, with: "," + rows.joined(separator: ",") + "]")
        let scene = QuotesScene(body)
        let listing = try await listing(scene.polygon())
        #expect(
            try listing
                == DividendListing(
                    source: .polygon, asOf: QuotesScene.start,
                    rows: [
                        row("2026-03-24", pay: "2026-03-30", "0.2525", type: "CD"),
                        row("2025-12-12", "3", "CAD", type: "SC"), row("2025-11-12", "0.5"),
                    ]))
        #expect(scene.paths == ["/v3/reference/dividends"])
        #expect(
            scene.transport.requests.first?.query == [
                SourceParameter("ticker", "ZZCO"), SourceParameter("ex_dividend_date.gte", Self.since),
                SourceParameter("sort", "ex_dividend_date"), SourceParameter("order", "desc"),
                SourceParameter("limit", "1000"),
            ])
    }

    @Test(
        "Polygon lists none for unknown tickers",
        arguments: [#"{"results":[],"status":"OK"}"#, #"{"status":"OK","request_id":"r"}"#])
    func polygonNone(body: String) async throws {
        #expect(try await listing(QuotesScene(body).polygon()).rows.isEmpty)
        // An index pays none, and is not asked for.
        let scene = QuotesScene(body)
        #expect(try await listing(scene.polygon(), "^SPX").rows.isEmpty)
        #expect(scene.paths.isEmpty)
    }

    // MARK: Tradier

    static let tradierRow = #"""
        {"dividend_type":"CD","ex_date":"2026-02-09","cash_amount":0.24,"currency_i_d":"USD",
         "declaration_date":"2026-01-29","frequency":4,"pay_date":"2026-02-12","record_date":"2026-02-09"}
        """#

    static func tradier(_ results: String, name: String = "ZZCO") -> String {
        #"[{"request":"\#(name)","type":"Symbol","results":\#(results)}]"#
    }

    static func tables(_ dividends: String, type: String = "Stock") -> String {
        #"{"type":"\#(type)","id":"0P1","tables":{"corporate_calendars":null,"cash_dividends":\#(dividends)}}"#
    }

    @Test(
        "reads the dividends of Tradier from any of several objects: an array, one row, or null",
        arguments: [
            (tradier("[\(tables("[\(tradierRow)]"))]"), 1), (tradier("[\(tables(tradierRow))]"), 1),
            (tradier(tables(tradierRow)), 1),
            (tradier("[\(tables("null", type: "Company")),\(tables("[\(tradierRow)]"))]"), 1),
            (tradier("[\(tables("[\(tradierRow)]", type: "Company")),\(tables("null"))]"), 1),
            (tradier(#"[{"type":"Company","id":"0C"},\#(tables("[\(tradierRow),{},7]"))]"#), 1),
            (tradier(#"[{"type":"Company","tables":null},\#(tables(tradierRow))]"#), 1),
            (tradier(#"[{"type":"Company","tables":{}},\#(tables("\"null\""))]"#), 0),
            (tradier("[\(tables("null")),\(tables("[]"))]"), 0), (tradier(#"{"type":"Stock","tables":null}"#), 0),
        ])
    func tradierRows(body: String, count: Int) async throws {
        let scene = QuotesScene(body)
        let listing = try await listing(scene.tradier())
        let expected = try row("2026-02-09", pay: "2026-02-12", "0.24", type: "CD")
        #expect(
            listing
                == DividendListing(
                    source: .tradier, asOf: QuotesScene.start, rows: Array(repeating: expected, count: count)))
        #expect(scene.paths == ["/beta/markets/fundamentals/dividends"])
        #expect(scene.transport.requests.first?.isWholePath == true)
        #expect(scene.transport.requests.first?.query == [SourceParameter("symbols", "ZZCO")])
    }

    @Test("Tradier lists more years than asked for, and spells classes its own way")
    func tradierSince() async throws {
        let old = Self.tradierRow.replacing("2026-02-09", with: "2021-02-09")
        let scene = QuotesScene(Self.tradier(Self.tables("[\(Self.tradierRow),\(old)]"), name: "brk/b"))
        #expect(try await listing(scene.tradier(), "BRK.B").rows.count == 1)
        #expect(scene.query("symbols") == ["BRK/B"])
    }

    @Test(
        "Tradier has no results for unknown symbols",
        arguments: [
            "[]", #"[{"request":"ZZCO","type":"Symbol"}]"#, tradier("null"), tradier("[]"),
            tradier(tables(tradierRow), name: "OTHER"),
        ])
    func tradierUnknown(body: String) async throws {
        await #expect(throws: MarketDataError.unknownSymbol("ZZCO")) { try await listing(QuotesScene(body).tradier()) }
    }

    @Test(
        "a token without the interface does not open the circuit",
        arguments: [403, 404], ["", "<html>", #"{"fault":{"faultstring":"Not found"}}"#])
    func tradierNotInPlan(status: Int, body: String) async throws {
        let scene = QuotesScene(body, status: status)
        let tradier = scene.tradier()
        for count in 1...6 {
            await #expect(
                throws: MarketDataError.notInPlan(
                    .tradier,
                    reason: "the token of TRADIER_TOKEN has no dividends: they are beta, and not in the sandbox")
            ) { try await listing(tradier) }
            // No failure is retried, and none of them keeps the next one away.
            #expect(scene.paths.count == count)
        }
        #expect(await tradier.status().state == .ok)
    }

    @Test(
        "other failures of Tradier are those of its other answers, and are not retried",
        arguments: [
            (401, TradierSamples.invalidToken, MarketDataError.keyRefused(.tradier)),
            (200, TradierSamples.invalidToken, .keyRefused(.tradier)),
            (200, #"{"errors":{"error":"x"}}"#, .broken(.tradier, reason: "dividends: request cannot be read")),
            (200, "<html>", .broken(.tradier, reason: "dividends: the answer is markup instead of JSON")),
            (502, "<html>", .broken(.tradier, reason: "dividends: HTTP 502")),
            (
                200, tradier(tables(#"[{},{"ex_date":"2026-02-09"}]"#)),
                .broken(.tradier, reason: "dividends: none of 2 rows can be read")
            ),
            (
                200, tradier(tables("7")), .broken(.tradier, reason: "dividends: none of 1 rows can be read")
            ),
        ])
    func tradierFailures(status: Int, body: String, error: MarketDataError) async throws {
        let scene = QuotesScene(body, status: status)
        await #expect(throws: error) { try await listing(scene.tradier()) }
        #expect(scene.paths.count == 1)
    }

    @Test(
        "/beta stands for the version of the address",
        arguments: [
            ("https://api.tradier.com/v1", "/beta"), ("https://proxy.example/tradier/v1/", "/tradier/beta"),
            ("http://127.0.0.1:8000/tradier", "/tradier/beta"), ("http://127.0.0.1:8000", "/beta"),
        ])
    func betaPath(address: String, path: String) throws {
        #expect(TradierSource.betaPath(of: try #require(SourceAddress(address))) == path)
    }

    // MARK: Yahoo

    @Test("reads the dividends of Yahoo's events, per share of today, with the splits")
    func yahooRows() async throws {
        let fixture = HistoryFixture(at: "2026-02-10T21:05:00Z", HistorySample.yahoo)
        let listing = try await listing(fixture.yahoo)
        #expect(
            try listing
                == DividendListing(
                    source: .yahoo, asOf: QuotesScene.start, rows: [row("2026-02-09", "0.2")],
                    isAdjustedForSplits: true,
                    splits: [StockSplit(date: Known.day("2026-02-10"), numerator: 4, denominator: 1)]))
        let request = try #require(fixture.transport.requests.first)
        #expect(request.value("period1") == "\(HistorySample.seconds("2021-02-10T00:00:00Z"))")
        #expect(request.value("period2") == "\(HistorySample.seconds("2026-02-10T21:05:00Z"))")
        #expect(request.value("events") == "div,splits")
    }

    @Test("Yahoo tells the currency of the price, and unknown symbols")
    func yahooOthers() async throws {
        let pounds = HistorySample.yahoo.replacing(#""currency":"USD""#, with: #""currency":"GBP""#)
        let foreign = try await listing(HistoryFixture(at: "2026-02-10T21:05:00Z", pounds).yahoo)
        #expect(foreign.priceCurrency == "GBP" && foreign.rows.map(\.currency) == ["GBP"])
        let none = try await listing(HistoryFixture(at: "2026-02-10T21:05:00Z", HistorySample.yahooEmpty).yahoo)
        #expect(none.rows.isEmpty && none.splits == [])
        await #expect(throws: MarketDataError.unknownSymbol("ZZCO")) {
            try await listing(
                HistoryFixture(at: "2026-02-10T21:05:00Z", HistorySample.yahooUnknown, status: 404).yahoo)
        }
    }
}
