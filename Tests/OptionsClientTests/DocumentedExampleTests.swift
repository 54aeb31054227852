import Foundation
import OptionsClient
import Testing

@Suite("Examples of the REST documentation")
struct DocumentedExampleTests {
    func read<Value: Decodable>(_ json: String, as: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }

    @Test("stocks")
    func stocks() throws {
        let price: StockPriceResponse = try read(DocumentedJSON.price)
        #expect(price.ticker == "COIN" && price.price == 165.12)
        #expect(price.asOf == nil && price.source == nil && price.stale == nil)
        let search: StockSearchResponse = try read(DocumentedJSON.search)
        #expect(search.results.map(\.symbol) == ["COIN", "AAPL"] && search.results[1].name == "Apple Inc.")
        #expect(search.universe == nil)
    }

    @Test("options")
    func options() throws {
        let expirations: OptionExpirationsResponse = try read(DocumentedJSON.expirations)
        #expect(expirations.expirationDates == ["2026-02-13", "2026-02-20", "2026-02-27", "2026-03-06"])
        let strikes: OptionStrikesResponse = try read(DocumentedJSON.strikes)
        #expect(strikes.strikePrices.map(\.strikePrice) == [165, 170])
        #expect(strikes.strikePrices.map(\.ticker) == ["O:COIN260213C00165000", "O:COIN260213C00170000"])
        #expect(strikes.strikePrices.map(\.delta) == [0.544, 0.453])
        let quote: OptionQuoteResponse = try read(DocumentedJSON.quote)
        #expect(quote.found && quote.midpoint == 9.25 && quote.openInterest == 2406)
        #expect(quote.impliedVolatility == 1.046529127121816)
        #expect(quote.greeks?.delta == 0.544 && quote.greeks?.vega == 0.15 && quote.greeks?.rho == nil)
        let absent: OptionQuoteResponse = try read(DocumentedJSON.notFound)
        #expect(!absent.found && absent.bid == nil && absent.greeks == nil)
    }

    @Test("strategies: the request is written as documented")
    func strategy() throws {
        let leg = StrategyLeg(
            type: .call, position: .long, strikePrice: 165, premium: 9.25, quantity: 1, sharesPerContract: 100)
        let request = CalculateRequest(currentPrice: 165.12, legs: [leg])
        #expect(try read(DocumentedJSON.calculateRequest) == request)
        let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(request)) as? NSDictionary
        let printed = try JSONSerialization.jsonObject(with: Data(DocumentedJSON.calculateRequest.utf8))
        #expect(written == printed as? NSDictionary)
        let response: CalculateResponse = try read(DocumentedJSON.calculateResponse)
        #expect(response.curve?.map(\.stockPrice) == [115, 125, 165, 175])
        #expect(response.curve?.last?.profitLoss == 75)
        #expect(response.metrics.netCost == 925 && response.metrics.maxProfit == nil)
        #expect(response.metrics.maxLoss == -925 && response.metrics.breakEvenPoints == [174.25])
    }

    @Test("the snapshot")
    func snapshot() throws {
        let snapshot: QuotesSnapshotResponse = try read(DocumentedJSON.snapshot)
        #expect(snapshot.lastUpdate == "2024-01-15T10:30:45.123456" && snapshot.count == 150)
        #expect(snapshot.results.map(\.symbol) == ["AAPL", "MSFT"] && snapshot.source == nil)
        let quote = Quote(
            symbol: "AAPL", description: "Apple Inc.", last: 150.25, bid: 150.2, ask: 150.3, volume: 50_000_000)
        #expect(snapshot.results[0] == quote)
        let lastUpdate: LastUpdateResponse = try read(DocumentedJSON.lastUpdate)
        #expect(lastUpdate.lastUpdate == snapshot.lastUpdate && lastUpdate.count == 150)
        #expect(lastUpdate.refreshed == nil && lastUpdate.stale == nil)
        #expect(lastUpdate.lastUpdateDate == snapshot.lastUpdateDate)
        #expect(abs((snapshot.lastUpdateDate?.timeIntervalSince1970 ?? 0) - 1_705_314_645.123456) < 1e-6)
    }

    @Test("coins, with exact decimals")
    func coins() throws {
        let coins: [CoinMarketData] = try read(DocumentedJSON.coins)
        #expect(coins.map(\.id) == ["bitcoin", "ethereum"] && coins[0].symbol == "btc")
        #expect(coins[0].currentPrice == Decimal(string: "45000.5"))
        #expect(coins[1].currentPrice == Decimal(string: "3200.75"))
        #expect(coins.map(\.priceChange24h) == [Decimal(string: "2.5"), Decimal(string: "-1.2")])
        #expect(coins[0].lastUpdated == "2025-12-11T10:30:00.000Z" && coins[0].source == nil)
    }

    @Test("errors: both members are read")
    func errors() async {
        let unknown = await failure {
            try await OptionsServerClient(ScriptedTransport(404, [:], DocumentedJSON.priceError)).stockPrice(of: "X")
        }
        #expect(unknown?.status == 404 && unknown?.message == "Stock not found" && unknown?.retryAfter == nil)
        #expect(unknown?.endpoint == "GET /api/rest/stocks/{ticker}/price")
        let failed = await failure {
            try await OptionsServerClient(ScriptedTransport(500, [:], DocumentedJSON.failure)).quotesSnapshot()
        }
        #expect(failed?.status == 500)
        #expect(failed?.message == "Failed to retrieve quotes snapshot: [error message]")
    }

    @Test(
        "instants with and without a zone",
        arguments: [
            ("2026-11-20T21:00:00Z", 1_795_208_400), ("2026-11-23T03:23:25.954857Z", 1_795_404_205.954857),
            ("2024-01-15T10:30:45.123456", 1_705_314_645.123456), ("2025-12-11T10:30:00.000Z", 1_765_449_000),
            ("", nil), ("2026-11-20", nil), ("2026-13-20T21:00:00Z", nil), ("2026-02-30T21:00:00Z", nil),
            ("2026-11-20T21:00:00+01:00", nil), ("2026-11-20T21:00:00.Z", nil), ("2026-11-20T21:0a:00Z", nil),
        ] as [(String, Double?)])
    func instants(text: String, seconds: Double?) {
        let date = Date(marketInstant: text)
        #expect((date == nil) == (seconds == nil))
        if let date, let seconds { #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6) }
    }
}
