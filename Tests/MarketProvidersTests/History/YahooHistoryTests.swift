import MarketData
import Testing

@testable import MarketProviders

@Suite("Daily prices of Yahoo")
struct YahooHistoryTests {
    /// After the session of 2026-02-10 is complete.
    static let evening = "2026-02-10T21:30:00Z"

    @Test("reads the chart")
    func chart() async throws {
        let fixture = HistoryFixture(at: Self.evening, HistorySample.yahoo)
        let history = try await fixture.yahoo.history(HistorySample.share, "2026-02-09", "2026-02-10")
        let expected = DailyPrice(
            date: HistorySample.day("2026-02-09"), close: HistorySample.decimal("165.12"),
            open: HistorySample.decimal("163.2"), high: HistorySample.decimal("166.4"),
            low: HistorySample.decimal("162.9"), volume: 1_200_345, adjustedClose: HistorySample.decimal("164.9"))
        #expect(history.prices == [expected])
        #expect(history.source == .yahoo)
        #expect(history.currency == "USD")
        #expect(history.kind == .stock)
        #expect(history.firstTradeDate == HistorySample.day("1980-12-12"))
        let split = StockSplit(date: HistorySample.day("2026-02-10"), numerator: 4, denominator: 1)
        #expect(history.splits == [split])
        let dividend = CashDividend(date: HistorySample.day("2026-02-09"), amount: HistorySample.decimal("0.2"))
        #expect(history.dividends == [dividend])
        #expect(history.isAdjustedForSplits)
    }

    @Test("requests a day more at both ends, and not beyond now")
    func request() async throws {
        let fixture = HistoryFixture(at: Self.evening, HistorySample.yahoo)
        _ = try await fixture.yahoo.history(HistorySample.share, "2026-02-03", "2026-02-05")
        _ = try await fixture.yahoo.history(HistorySample.share, "2026-02-10", "2026-02-10")
        let requests = fixture.transport.requests
        #expect(requests.map(\.path) == ["/v8/finance/chart/ZZCO", "/v8/finance/chart/ZZCO"])
        #expect(requests[0].value("period1") == "\(HistorySample.seconds("2026-02-02T00:00:00Z"))")
        #expect(requests[0].value("period2") == "\(HistorySample.seconds("2026-02-07T00:00:00Z"))")
        #expect(requests[1].value("period1") == "\(HistorySample.seconds("2026-02-09T00:00:00Z"))")
        #expect(requests[1].value("period2") == "\(HistorySample.seconds(Self.evening))")
        for request in requests {
            #expect(request.value("interval") == "1d")
            #expect(request.value("includePrePost") == "false")
            #expect(request.value("events") == "div,splits")
            #expect(request.value("range") == nil)
            #expect(request.form == nil)
        }
    }

    @Test("does not request future days")
    func future() async throws {
        let fixture = HistoryFixture(at: Self.evening, HistorySample.yahoo)
        for (from, through) in [("2026-02-12", "2026-02-13"), ("2026-02-10", "2026-02-09")] {
            #expect(try await fixture.yahoo.history(HistorySample.share, from, through).prices.isEmpty)
        }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test("has no earliest day")
    func earliestDay() {
        let fixture = HistoryFixture(at: Self.evening, "")
        #expect(fixture.yahoo.earliestDay(of: HistorySample.share, now: fixture.clock.now) == nil)
    }

    @Test(
        "spells symbols as Yahoo does",
        arguments: [
            ("BRK.B", "BRK-B"), ("^GSPC", "%5EGSPC"), ("EURUSD=X", "EURUSD%3DX"), ("VOD.L", "VOD.L"),
            ("APS.AX", "APS.AX"),
            ("BRK-B", "BRK-B"), ("BTC-USD", "BTC-USD"), (".B", ".B"),
        ])
    func spelling(_ symbol: String, _ segment: String) async throws {
        let fixture = HistoryFixture(at: Self.evening, HistorySample.yahoo)
        _ = try await fixture.yahoo.history(.share(HistorySample.ticker(symbol)), "2026-02-09", "2026-02-09")
        #expect(fixture.transport.requests.map(\.path) == ["/v8/finance/chart/\(segment)"])
    }

    @Test(
        "serves no coins and no paths",
        arguments: [
            AssetRoute.coin(id: "bitcoin"), .share(HistorySample.ticker("..")), .share(HistorySample.ticker("-")),
        ])
    func others(_ route: AssetRoute) async {
        let fixture = HistoryFixture(at: Self.evening, HistorySample.yahoo)
        await #expect(throws: MarketDataError.unknownSymbol(route.symbol)) {
            try await fixture.yahoo.history(route, "2026-02-09", "2026-02-09")
        }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test("omits rows without a close, and days that were not requested")
    func rows() async throws {
        let rows = [
            ("2026-02-04T14:30:00Z", "1"), ("2026-02-05T14:30:00Z", "0"), ("2026-02-06T14:30:00Z", "-3"),
            ("2026-02-09T14:30:00Z", "4"), ("2026-02-10T14:30:00Z", "\"5\""),
        ]
        let fixture = HistoryFixture(at: "2026-02-12T12:00:00Z", HistorySample.yahoo(rows))
        let history = try await fixture.yahoo.history(HistorySample.share, "2026-02-05", "2026-02-11")
        #expect(history.closes == ["2026-02-09 4"])
        #expect(history.prices.first?.adjustedClose == nil)
        #expect(history.prices.first?.volume == nil)
    }

    @Test(
        "a fund without a column of adjusted closes has its close as the adjusted one; a share has none",
        arguments: [("MUTUALFUND", "165.12"), ("EQUITY", nil), ("ETF", nil)] as [(String, String?)])
    func withoutAdjustedCloses(_ type: String, _ adjusted: String?) async throws {
        for column in ["", #","adjclose":[]"#, #","adjclose":[{}]"#] {
            let body = HistorySample.yahoo.replacing("EQUITY", with: type)
                .replacing(#","adjclose":[{"adjclose":[164.9,null]}]"#, with: column)
            let fixture = HistoryFixture(at: Self.evening, body)
            let prices = try await fixture.yahoo.history(HistorySample.share, "2026-02-09", "2026-02-10").prices
            #expect(prices.map(\.adjustedClose) == [adjusted.map(HistorySample.decimal)])
        }
        // A column that is there is used.
        let body = HistorySample.yahoo.replacing("EQUITY", with: "MUTUALFUND")
        let prices = try await HistoryFixture(at: Self.evening, body).yahoo
            .history(HistorySample.share, "2026-02-09", "2026-02-10").prices
        #expect(prices.map(\.adjustedClose) == [HistorySample.decimal("164.9")])
    }

    @Test("reads columns of unequal length")
    func unequalLengths() async throws {
        let body = HistorySample.yahoo.replacing("[163.2,null]", with: "[]").replacing("[166.4,null]", with: "[166.4]")
            .replacing("[162.9,null]", with: "[162.9,1,2,3]").replacing("{\"adjclose\":[164.9,null]}", with: "{}")
            .replacing("[165.12001037597656,null]", with: "[165.12001037597656,166.5,167]")
        let fixture = HistoryFixture(at: Self.evening, body)
        let prices = try await fixture.yahoo.history(HistorySample.share, "2026-02-09", "2026-02-10").prices
        #expect(prices.map(\.close) == ["165.12", "166.5"].map(HistorySample.decimal))
        #expect(prices.map(\.open) == [nil, nil])
        #expect(prices.map(\.high) == [HistorySample.decimal("166.4"), nil])
        #expect(prices.map(\.low) == ["162.9", "1"].map(HistorySample.decimal))
        #expect(prices.map(\.adjustedClose) == [nil, nil])
    }

    @Test(
        "returns the kind of the asset",
        arguments: [
            ("EQUITY", AssetKind.stock), ("ETF", .etf), ("MUTUALFUND", .fund), ("CRYPTOCURRENCY", .coin),
            ("INDEX", nil),
        ])
    func kind(_ text: String, _ kind: AssetKind?) async throws {
        let fixture = HistoryFixture(
            at: Self.evening, HistorySample.yahoo.replacing("\"EQUITY\"", with: "\"\(text)\""))
        #expect(try await fixture.yahoo.history(HistorySample.share, "2026-02-09", "2026-02-09").kind == kind)
    }

    @Test("reads a fund, whose last row has no price yet")
    func fund() async throws {
        let rows = [("2026-02-09T14:30:00Z", "245.30999755859375"), ("2026-02-10T14:30:00Z", "null")]
        let meta = #","instrumentType":"MUTUALFUND","firstTradeDate":null"#
        let fixture = HistoryFixture(at: Self.evening, HistorySample.yahoo(rows, meta: meta))
        let history = try await fixture.yahoo.history(HistorySample.share, "2026-02-09", "2026-02-10")
        #expect(history.closes == ["2026-02-09 245.31"])
        #expect(history.firstTradeDate == nil)
    }

    @Test("reads an answer without rows", arguments: ["", #""timestamp":null,"#, #""timestamp":[],"#])
    func empty(_ timestamps: String) async throws {
        let body = HistorySample.yahooEmpty.replacing("\"indicators\"", with: "\(timestamps)\"indicators\"")
        let fixture = HistoryFixture(at: Self.evening, body)
        let history = try await fixture.yahoo.history(HistorySample.share, "2026-02-07", "2026-02-08")
        #expect(history.prices.isEmpty)
        #expect(history.kind == .etf)
        #expect(history.firstTradeDate == HistorySample.day("1980-12-12"))
    }

    @Test("reads splits of any shape")
    func splits() async throws {
        let splits = #"""
            {"a":{"date":1770647400,"numerator":3,"denominator":2},"b":{"date":1770733800,"numerator":1.5,"denominator":1},
            "c":{"date":1770733800,"numerator":1,"denominator":1},"d":{"date":1770733800,"numerator":0,"denominator":1},
            "e":{"numerator":2,"denominator":1},"f":{"date":1769000000,"numerator":2,"denominator":1},"g":null,
            "h":{"date":1770733800,"numerator":1e300,"denominator":1},"i":{"date":1e300,"numerator":2,"denominator":1}}
            """#
        let original = #"{"1770733800":{"date":1770733800,"numerator":4,"denominator":1,"splitRatio":"4:1"}}"#
        let fixture = HistoryFixture(at: Self.evening, HistorySample.yahoo.replacing(original, with: splits))
        let history = try await fixture.yahoo.history(HistorySample.share, "2026-02-09", "2026-02-10")
        #expect(
            history.splits == [
                StockSplit(date: HistorySample.day("2026-02-09"), numerator: 3, denominator: 2),
                StockSplit(date: HistorySample.day("2026-02-10"), numerator: 15, denominator: 10),
            ])
        #expect(history.closes == ["2026-02-09 165.12"])
    }

    @Test(
        "removes the noise of single precision from prices",
        arguments: [
            (75.0875015258789, "75.0875"), (165.12001037597656, "165.12"), (0.1283479928970337, "0.128348"),
            (0.00000853, "0.00000853"), (8.5299998318078e-06, "0.00000853"), (5000.1201171875, "5000.12"),
            (38123.4609375, "38123.46"), (745123.45, "745123.45"), (745123.5, "745123.5"), (163.2, "163.2"),
            (161, "161"),
            (12.3456, "12.3456"), (1.23456789, "1.2346"),
        ])
    func rounding(_ value: Double, _ text: String) {
        #expect(ExactDecimal(yahoo: value) == HistorySample.decimal(text))
    }

    @Test(
        "accepts no invalid price", arguments: [0, -1, .nan, .infinity, 1e300, 1e-300, nil] as [Double?])
    func noPrice(_ value: Double?) {
        #expect(ExactDecimal(yahoo: value) == nil)
    }
}
