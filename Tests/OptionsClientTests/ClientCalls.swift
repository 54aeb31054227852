import Foundation
import OptionsClient

/// A call of the client, and the type of the answer to it. A new endpoint is a row of ``all``.
struct ClientCall: Sendable {
    /// Reads JSON as a value of a type, and writes it again.
    typealias Copy = @Sendable (Data) throws -> Data

    /// The operation, as the OpenAPI document names it.
    let operation: String
    let send: @Sendable (OptionsServerClient) async throws -> Void
    /// `nil` if the answer is not JSON.
    let copy: Copy?

    /// Creates a call that returns the answer.
    init<Value: Codable & SendableMetatype>(
        _ operation: String, _ call: @escaping @Sendable (OptionsServerClient) async throws -> Value
    ) {
        self.operation = operation
        send = { _ = try await call($0) }
        copy = Self.copy(Value.self)
    }

    /// Creates a call that returns something else, such as a stream of elements.
    init(
        _ operation: String, copy: Copy?, send: @escaping @Sendable (OptionsServerClient) async throws -> Void
    ) {
        self.operation = operation
        self.send = send
        self.copy = copy
    }

    static func copy<Value: Codable & SendableMetatype>(_: Value.Type) -> Copy {
        { try JSONEncoder().encode(try JSONDecoder().decode(Value.self, from: $0)) }
    }

    static let all: [ClientCall] = [
        ClientCall("calculateStrategy") { try await $0.calculate(CalculateRequest(currentPrice: 1, legs: [])) },
        ClientCall("calculateBatch", copy: copy(BatchResponse.self)) { _ = try await $0.batch([]) },
        ClientCall("calculateBatch", copy: nil) { for try await _ in $0.batchStream([]) {} },
        ClientCall("calculateBatch", copy: nil) { _ = try await $0.batchCSV([]) },
        ClientCall("priceOptions", copy: copy(PriceResponse.self)) { _ = try await $0.price([]) },
        ClientCall("impliedVolatilities", copy: copy(ImpliedVolatilityResponse.self)) {
            _ = try await $0.impliedVolatility([])
        },
        ClientCall("calculateScenarios") { try await $0.scenario(ScenarioRequest(currentPrice: 1, legs: [])) },
        ClientCall("recogniseStrategies") { try await $0.recognise(RecogniseRequest(legs: [])) },
        ClientCall("calculateRisk") { try await $0.risk(RiskRequest(underlyings: [])) },
        ClientCall("findStrategies") { try await $0.find(FindRequest(ticker: "A", expirationDates: [])) },
        ClientCall("findStrategies", copy: nil) {
            for try await _ in $0.findStream(FindRequest(ticker: "A", expirationDates: [])) {}
        },
        ClientCall("calculateMargin") {
            try await $0.margin(MarginRequest(.margin, valuationDate: "2026-01-02", currentPrice: 1, legs: []))
        },
        ClientCall("drawChart", copy: nil) { _ = try await $0.chart(CalculateRequest(currentPrice: 1, legs: [])) },
        ClientCall("stockPrice") { try await $0.stockPrice(of: "A") },
        ClientCall("stockDetails") { try await $0.stockDetails(of: "A") },
        ClientCall("stockDividends") { try await $0.stockDividends(of: "A") },
        ClientCall("searchStocks") { try await $0.searchStocks("A") },
        ClientCall("tickerStatus") { try await $0.tickerStatus() },
        ClientCall("optionExpirations") { try await $0.optionExpirations(of: "A") },
        ClientCall("optionStrikes") { try await $0.optionStrikes(of: "A", expirationDate: "2026-12-18") },
        ClientCall("optionChain") { try await $0.optionChain(of: "A", expirationDate: "2026-12-18") },
        ClientCall("optionQuote") {
            try await $0.optionQuote(
                underlyingTicker: "A", expirationDate: "2026-12-18", contractType: .call, strikePrice: 1)
        },
        ClientCall("quotesSnapshot") { try await $0.quotesSnapshot() },
        ClientCall("quotesSnapshot", copy: nil) { _ = try await $0.quotesSnapshot(ifNoneMatch: nil) },
        ClientCall("quotesLastUpdate") { try await $0.quotesLastUpdate() },
        ClientCall("quotesLastUpdate", copy: nil) { _ = try await $0.quotesLastUpdate(ifNoneMatch: nil) },
        ClientCall("priceCoverage") { try await $0.priceCoverage() },
        ClientCall("dailyPrices") { try await $0.dailyPrices(of: "A") },
        ClientCall("latestPrices") { try await $0.latestPrices(of: ["A"]) },
        ClientCall("startBackfill") { try await $0.startBackfill() }, ClientCall("jobs") { try await $0.jobs() },
        ClientCall("job") { try await $0.job("1") }, ClientCall("cancelJob") { try await $0.cancelJob("1") },
        ClientCall("jobEvents", copy: copy(PriceJob.self)) { for try await _ in $0.jobEvents("1") {} },
        ClientCall("marketStream", copy: nil) { for try await _ in $0.stream([.quotes()]) {} },
        ClientCall("quotesStream", copy: nil) { for try await _ in $0.quotesStream() {} },
        ClientCall("optionChainStream", copy: nil) {
            for try await _ in $0.optionChainStream(of: "A", expirationDate: "2026-12-18") {}
        },
        ClientCall("watchList") { try await $0.watchList() },
        ClientCall("replaceWatchList") { try await $0.replaceWatchList([]) },
        ClientCall("watchStock") { try await $0.watchStock("A") },
        ClientCall("unwatchStock") { try await $0.unwatchStock("A") },
        ClientCall("positions") { try await $0.positions() },
        ClientCall("putPosition") { try await $0.putPosition("A", quantity: 1, cost: 1) },
        ClientCall("removePosition") { try await $0.removePosition("A") },
        ClientCall("positionHistory") { try await $0.positionHistory() },
        ClientCall("settings") { try await $0.settings() },
        ClientCall("changeSettings") { try await $0.changeSettings(SettingsChange()) },
        ClientCall("trades") { try await $0.trades() }, ClientCall("trade") { try await $0.trade("a") },
        ClientCall("tradeHistory") { try await $0.tradeHistory() },
        ClientCall("enterTrade") {
            try await $0.enterTrade(TradeRequest(name: "A", underlying: "A", legs: []))
        },
        ClientCall("putTrade") { try await $0.putTrade("a", TradeRequest(name: "A", underlying: "A", legs: [])) },
        ClientCall("removeTrade") { try await $0.removeTrade("a") },
        ClientCall("personalData") { try await $0.personalData() },
        ClientCall("replacePersonalData") { try await $0.replacePersonalData(PersonalData()) },
        ClientCall("sources") { try await $0.sources() },
        ClientCall("checkSource") { try await $0.checkSource(.simulated) },
        ClientCall("coinMarkets") { try await $0.coinMarkets(["bitcoin"]) },
        ClientCall("isLive") { try await $0.live() }, ClientCall("isReady") { try await $0.ready() },
        ClientCall("metrics", copy: nil) { _ = try await $0.metrics() },
        ClientCall("openAPIDocument", copy: nil) { _ = try await $0.openAPIDocument() },
    ]
}
