import MarketData
import Testing

@testable import MarketProviders

@Suite("Quotes of Yahoo")
struct YahooQuoteTests {
    /// Returns the sample for all symbols except those that begin with `NO`.
    private static func fixture(_ body: String = HistorySample.yahoo) -> HistoryFixture {
        HistoryFixture(at: YahooHistoryTests.evening) { request, _ in
            request.path.hasPrefix("/v8/finance/chart/NO")
                ? .text(HistorySample.yahooUnknown, status: 404) : .text(body)
        }
    }

    @Test("returns the price of the last trade, with one call for each symbol")
    func latestPrices() async throws {
        let fixture = Self.fixture()
        let routes: [AssetRoute] = [
            HistorySample.share, .share(HistorySample.ticker("NONE")), .coin(id: "bitcoin"),
            .share(HistorySample.ticker("BRK.B")), HistorySample.share,
        ]
        let prices = try await fixture.yahoo.latestPrices(of: routes, priority: .interactive)
        let expected = LatestPrice(
            price: HistorySample.decimal("165.12"), currency: "USD",
            asOf: HistorySample.instant("2026-02-10T21:00:01Z"), source: .yahoo)
        #expect(prices == [routes[0]: expected, routes[3]: expected])
        #expect(
            fixture.transport.requests.map(\.path)
                == ["ZZCO", "NONE", "BRK-B"].map { "/v8/finance/chart/\($0)" })
        for request in fixture.transport.requests {
            #expect(request.value("range") == "1d")
            #expect(request.value("interval") == "1d")
            #expect(request.value("period1") == nil)
        }
    }

    @Test("omits assets without a price")
    func noPrice() async throws {
        let body = HistorySample.yahoo.replacing(#""regularMarketPrice":165.12"#, with: #""regularMarketPrice":null"#)
        let prices = try await Self.fixture(body).yahoo.latestPrices(of: [HistorySample.share], priority: .interactive)
        #expect(prices.isEmpty)
    }

    @Test("returns quotes")
    func quotes() async throws {
        let body = HistorySample.yahoo
            .replacing("[1770647400,1770733800]", with: "[1770733800]")
            .replacing(
                #""priceHint":2"#,
                with: #""longName":"Zz Company","shortName":"Zz","fiftyTwoWeekHigh":200.5,"fiftyTwoWeekLow":99.25"#)
        let fixture = Self.fixture(body)
        let ticker = HistorySample.ticker("ZZCO")
        let quotes = try await fixture.yahoo.quotes(
            for: [ticker, HistorySample.ticker("NONE")], priority: .interactive)
        var expected = StockQuote(ticker)
        expected.name = "Zz Company"
        expected.exchange = "NasdaqGS"
        expected.kind = .stock
        expected.last = HistorySample.decimal("165.12")
        expected.open = HistorySample.decimal("163.2")
        expected.high = HistorySample.decimal("166.4")
        expected.low = HistorySample.decimal("162.9")
        expected.previousClose = HistorySample.decimal("161")
        expected.volume = 1_200_345
        expected.yearHigh = HistorySample.decimal("200.5")
        expected.yearLow = HistorySample.decimal("99.25")
        expected.asOf = HistorySample.instant("2026-02-10T21:00:01Z")
        #expect(quotes == [expected])
        #expect(fixture.yahoo.callCount(quotes: 2) == 2)
        #expect(fixture.yahoo.callCount(quotes: 0) == 0)
    }

    @Test("prefers the previous close to that of the chart, and uses the short name if there is no long one")
    func fallbacks() async throws {
        let body = HistorySample.yahoo.replacing(#""priceHint":2"#, with: #""previousClose":160.5,"shortName":"Zz""#)
            .replacing(#""fullExchangeName":"NasdaqGS","#, with: "")
        let quotes = try await Self.fixture(body).yahoo.quotes(
            for: [HistorySample.ticker("ZZCO")], priority: .interactive)
        #expect(quotes.first?.previousClose == HistorySample.decimal("160.5"))
        #expect(quotes.first?.name == "Zz")
        #expect(quotes.first?.exchange == "NMS")
    }

    @Test("its check requests one chart")
    func check() async {
        let fixture = Self.fixture()
        let yahoo = fixture.yahoo
        #expect(await yahoo.status().state == .unknown)
        #expect(await yahoo.check().state == .ok)
        #expect(fixture.transport.requests.count == 1)
        #expect(fixture.transport.requests.last?.path == "/v8/finance/chart/SPY")
        #expect(fixture.transport.requests.last?.value("range") == "1d")
    }
}
