import MarketData
import Testing

@testable import MarketProviders

@Suite("Prices of CoinGecko")
struct CoinGeckoPriceTests {
    static let now = "2026-02-10T21:00:30Z"

    @Test("returns coins of the market")
    func coins() async throws {
        let fixture = HistoryFixture(at: Self.now, HistorySample.markets)
        let coins = try await fixture.coinGecko().coins(["bitcoin", "gone", "bitcoin"], priority: .interactive)
        #expect(
            coins == [
                CoinQuote(
                    id: "bitcoin", symbol: "btc", name: "Bitcoin", price: HistorySample.decimal("77326.1"),
                    changePercent24Hours: HistorySample.decimal("-1.15"),
                    lastUpdated: HistorySample.instant("2026-02-10T21:00:00Z"))
            ])
        let request = try #require(fixture.transport.requests.first)
        #expect(fixture.transport.requests.count == 1)
        #expect(request.path == "/coins/markets")
        #expect(request.value("vs_currency") == "usd")
        #expect(request.value("ids") == "bitcoin,gone")
        #expect(request.value("per_page") == "250")
        #expect(request.value("page") == "1")
        #expect(request.value("price_change_percentage") == "24h")
    }

    @Test("tolerates absent members and unreadable rows")
    func gaps() async throws {
        let body = #"""
            [{"id":"a","symbol":null,"name":"","current_price":2,"price_change_percentage_24h":null,"last_updated":null},
            {"id":"b","symbol":"b","name":"B","current_price":null,"price_change_percentage_24h":1,"last_updated":"x"},
            {"id":"c","current_price":"0.00000853","price_change_percentage_24h_in_currency":-2},null,7,{"id":null},
            {"id":"d","current_price":0},{"id":"e","current_price":-1},{"id":"other","current_price":1}]
            """#
        let fixture = HistoryFixture(at: Self.now, body)
        let coins = try await fixture.coinGecko().coins(["a", "b", "c", "d", "e"], priority: .interactive)
        #expect(
            coins == [
                CoinQuote(
                    id: "a", symbol: "a", name: "a", price: HistorySample.decimal("2"), changePercent24Hours: nil,
                    lastUpdated: .unixEpoch),
                CoinQuote(
                    id: "c", symbol: "c", name: "c", price: HistorySample.decimal("0.00000853"),
                    changePercent24Hours: HistorySample.decimal("-2"), lastUpdated: .unixEpoch),
            ])
    }

    @Test("requests at most 250 coins per call")
    func chunks() async throws {
        let ids = (0..<501).map { "coin-\($0)" }
        let fixture = HistoryFixture(at: Self.now, "[]")
        #expect(try await fixture.coinGecko().coins(ids, priority: .interactive).isEmpty)
        let asked = fixture.transport.requests.compactMap { $0.value("ids")?.split(separator: ",").map(String.init) }
        #expect(asked.map(\.count) == [250, 250, 1])
        #expect(asked.flatMap { $0 } == ids)
    }

    @Test("limits the length of addresses, and omits invalid identifiers")
    func odd() {
        let long = (0..<250).map { String(repeating: "x", count: 60) + "\($0)" }
        let chunks = CoinGeckoSource.chunks(long)
        #expect(chunks.allSatisfy { $0.joined(separator: ",").utf8.count <= 6000 })
        #expect(chunks.flatMap { $0 } == long)
        #expect(CoinGeckoSource.chunks(["", "a,b", "a b", "é", "ok"]) == [["ok"]])
        #expect(CoinGeckoSource.chunks([]).isEmpty)
    }

    @Test("returns latest prices")
    func latestPrices() async throws {
        let fixture = HistoryFixture(at: Self.now, HistorySample.prices)
        let routes: [AssetRoute] = [
            .coin(id: "bitcoin"), HistorySample.share, .coin(id: "gone"), .coin(id: "ethereum"),
        ]
        let prices = try await fixture.coinGecko().latestPrices(of: routes, priority: .interactive)
        #expect(
            prices == [
                routes[0]: LatestPrice(
                    price: HistorySample.decimal("77326.1"), asOf: HistorySample.instant("2026-02-10T20:59:59Z"),
                    source: .coinGecko),
                routes[3]: LatestPrice(price: HistorySample.decimal("2000"), asOf: .unixEpoch, source: .coinGecko),
            ])
        let request = try #require(fixture.transport.requests.first)
        #expect(fixture.transport.requests.count == 1)
        #expect(request.path == "/simple/price")
        #expect(request.value("ids") == "bitcoin,gone,ethereum")
        #expect(request.value("vs_currencies") == "usd")
        #expect(request.value("precision") == "full")
        #expect(request.value("include_last_updated_at") == "true")
    }

    @Test(
        "leaves out coins without a price",
        arguments: [
            "{}", #"{"bitcoin":{}}"#, #"{"bitcoin":null}"#, #"{"bitcoin":{"usd":null}}"#, #"{"bitcoin":{"usd":0}}"#,
            #"{"bitcoin":7}"#, #"{"Bitcoin":{"usd":1}}"#,
        ])
    func withoutPrice(_ body: String) async throws {
        let fixture = HistoryFixture(at: Self.now, body)
        let prices = try await fixture.coinGecko().latestPrices(of: [.coin(id: "bitcoin")], priority: .interactive)
        #expect(prices.isEmpty)
    }

    @Test("does not mistake the coins status and error for errors")
    func coinsNamedAsErrors() async throws {
        let body = #"{"status":{"usd":0.0123,"last_updated_at":1770757199},"error":{"usd":5}}"#
        let fixture = HistoryFixture(at: Self.now, body)
        let routes: [AssetRoute] = [.coin(id: "status"), .coin(id: "error")]
        let prices = try await fixture.coinGecko().latestPrices(of: routes, priority: .interactive)
        #expect(
            prices.mapValues(\.price) == [
                routes[0]: HistorySample.decimal("0.0123"), routes[1]: HistorySample.decimal("5"),
            ])
    }

    @Test("returns the number of calls", arguments: [(-1, 0), (0, 0), (1, 1), (250, 1), (251, 2), (501, 3)])
    func callCount(_ coins: Int, _ calls: Int) {
        #expect(HistoryFixture(at: Self.now, "").coinGecko().callCount(latestPrices: coins) == calls)
    }

    @Test("makes no call without coins")
    func nothing() async throws {
        let fixture = HistoryFixture(at: Self.now, "")
        #expect(try await fixture.coinGecko().coins([], priority: .interactive).isEmpty)
        #expect(try await fixture.coinGecko().latestPrices(of: [HistorySample.share], priority: .interactive).isEmpty)
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test("its check requests the price of bitcoin")
    func check() async {
        let fixture = HistoryFixture(at: Self.now, HistorySample.prices)
        #expect(await fixture.coinGecko().check().state == .ok)
        #expect(fixture.transport.requests.map(\.path) == ["/simple/price"])
        #expect(fixture.transport.requests.first?.value("ids") == "bitcoin")
    }

    @Test(
        "finds the plan of a key",
        arguments: [
            (false, "api.coingecko.com", CoinGeckoPlan.keyless, "x-cg-demo-api-key"),
            (true, "api.coingecko.com", .demo, "x-cg-demo-api-key"),
            (true, "pro-api.coingecko.com", .pro, "x-cg-pro-api-key"), (true, "127.0.0.1", .demo, "x-cg-demo-api-key"),
        ])
    func plan(_ hasKey: Bool, _ host: String, _ plan: CoinGeckoPlan, _ field: String) {
        #expect(CoinGeckoPlan(hasKey: hasKey, host: host) == plan)
        #expect(plan.keyField == field)
    }
}
