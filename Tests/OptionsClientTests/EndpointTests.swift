import Foundation
import OptionsClient
import Testing

@Suite("Endpoints")
struct EndpointTests {
    /// One call of every method, by the methods' names.
    private static let calls: [@Sendable (OptionsServerClient) async throws -> Void] = [
        { _ = try await $0.calculate(CalculateRequest(currentPrice: 1, legs: [])) }, { _ = try await $0.batch([]) },
        { for try await _ in $0.batchStream([]) {} }, { _ = try await $0.batchCSV([]) }, { _ = try await $0.price([]) },
        { _ = try await $0.impliedVolatility([]) },
        { _ = try await $0.scenario(ScenarioRequest(currentPrice: 1, legs: [])) },
        { _ = try await $0.recognise(RecogniseRequest(legs: [])) },
        { _ = try await $0.risk(RiskRequest(underlyings: [])) },
        { _ = try await $0.find(FindRequest(ticker: "A", expirationDates: [])) },
        { for try await _ in $0.findStream(FindRequest(ticker: "A", expirationDates: [])) {} },
        { _ = try await $0.margin(MarginRequest(.margin, valuationDate: "2026-01-02", currentPrice: 1, legs: [])) },
        { _ = try await $0.chart(CalculateRequest(currentPrice: 1, legs: [])) },
        { _ = try await $0.stockPrice(of: "A") }, { _ = try await $0.stockDetails(of: "A") },
        { _ = try await $0.stockDividends(of: "A") },
        { _ = try await $0.searchStocks("A") }, { _ = try await $0.tickerStatus() },
        { _ = try await $0.optionExpirations(of: "A") },
        { _ = try await $0.optionStrikes(of: "A", expirationDate: "2026-12-18") },
        { _ = try await $0.optionChain(of: "A", expirationDate: "2026-12-18") },
        {
            _ = try await $0.optionQuote(
                underlyingTicker: "A", expirationDate: "2026-12-18", contractType: .call, strikePrice: 1)
        },
        { _ = try await $0.quotesSnapshot() }, { _ = try await $0.quotesSnapshot(ifNoneMatch: nil) },
        { _ = try await $0.quotesLastUpdate() }, { _ = try await $0.quotesLastUpdate(ifNoneMatch: nil) },
        { _ = try await $0.priceCoverage() }, { _ = try await $0.dailyPrices(of: "A") },
        { _ = try await $0.latestPrices(of: ["A"]) }, { _ = try await $0.startBackfill() }, { _ = try await $0.jobs() },
        { _ = try await $0.job("1") }, { try await $0.cancelJob("1") }, { for try await _ in $0.jobEvents("1") {} },
        { for try await _ in $0.stream([.quotes()]) {} }, { for try await _ in $0.quotesStream() {} },
        { for try await _ in $0.optionChainStream(of: "A", expirationDate: "2026-12-18") {} },
        { _ = try await $0.watchList() }, { try await $0.replaceWatchList([]) }, { try await $0.watchStock("A") },
        { try await $0.unwatchStock("A") }, { _ = try await $0.positions() },
        { try await $0.putPosition("A", quantity: 1, cost: 1) }, { try await $0.removePosition("A") },
        { _ = try await $0.positionHistory() }, { _ = try await $0.settings() },
        { _ = try await $0.trades() }, { _ = try await $0.trade("a") }, { _ = try await $0.tradeHistory() },
        { try await $0.enterTrade(TradeRequest(name: "A", underlying: "A", legs: [])) },
        { try await $0.putTrade("a", TradeRequest(name: "A", underlying: "A", legs: [])) },
        { try await $0.removeTrade("a") }, { _ = try await $0.personalData() },
        { try await $0.replacePersonalData(PersonalData()) },
        { try await $0.changeSettings(SettingsChange()) }, { _ = try await $0.sources() },
        { _ = try await $0.checkSource(.simulated) }, { _ = try await $0.coinMarkets(["bitcoin"]) },
        { _ = try await $0.live() }, { _ = try await $0.ready() }, { _ = try await $0.metrics() },
        { _ = try await $0.openAPIDocument() },
    ]

    @Test("there is a method for every endpoint of the OpenAPI document, and errors name it; each sends one request")
    func all() async throws {
        let transport = ScriptedTransport(503, ["Retry-After": "1"], #"{"error":"busy"}"#)
        let client = OptionsServerClient(transport)
        var endpoints: Set<String> = []
        for call in Self.calls {
            let error = try #require(await failure { try await call(client) })
            #expect(error.status == 503 && error.retryAfter == 1)
            endpoints.insert(error.endpoint)
        }
        #expect(await transport.requests.count == Self.calls.count)
        let file = URL(filePath: #filePath).appending(path: "../../../Sources/COptionsServer/openapi.json").standardized
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        var documented: Set<String> = []
        for case let (path, operations as [String: Any]) in document?["paths"] as? [String: Any] ?? [:] {
            for method in operations.keys where method != "parameters" {
                documented.insert("\(method.uppercased()) \(path)")
            }
        }
        #expect(endpoints == documented)
    }
}
