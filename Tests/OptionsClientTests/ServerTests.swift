import Foundation
import OptionsClient
import Testing
import _PrintedDocuments

/// Calls every endpoint of a real server with the simulated market.
@Suite("Endpoints of a server", .timeLimit(.minutes(5)))
struct ServerTests {
    private let leg = StrategyLeg(type: .call, position: .long, strikePrice: 165, premium: 9.25)

    private func firstExpirations(_ client: OptionsServerClient) async throws -> [String] {
        try await client.optionExpirations(of: "COIN").expirationDates
    }

    @Test("calculate, with and without further results")
    func calculate() async throws {
        let client = try await RunningServer.readyClient()
        var request = CalculateRequest(currentPrice: 165.12, legs: [leg])
        let response = try await client.calculate(request)
        #expect(response.metrics.netCost == 925 && response.metrics.maxProfit == nil)
        #expect(response.metrics.breakEvenPoints == [174.25])
        #expect(response.curve?.isEmpty == false && response.conventions == nil)
        request.include = CalculateRequest.Inclusion.allCases
        request.timeToExpiration = 0.25
        request.volatility = 0.4
        request.valueDates = [.years(0), .years(0.125)]
        request.priceLevels = [150]
        request.profitLevels = [100]
        request.touchLevels = [180]
        request.standardDeviations = [2]
        request.scenarioGrid = ScenarioGrid(spotShifts: [-0.1, 0.1], volatilityShifts: [0], dates: [.years(0)])
        let full = try await client.calculate(request)
        #expect(full.greeks?.legs.count == 1 && full.greeks?.legs.first?.lambda != nil)
        #expect(full.probability?.ofPriceBelow?.count == 1 && full.probability?.expectedMoves?.count == 1)
        #expect(full.valueCurves?.map(\.date) == [.years(0), .years(0.125)])
        #expect(full.curveDetails?.density.count == full.curve?.count)
        #expect(full.scenarios?.profitLoss.count == 2 && full.strategyName?.name == "long call")
        #expect(full.value?.legs.count == 1 && full.conventions?.greekUnits?["delta"] != nil)
    }

    @Test("batch: a refused line does not affect the others; all at once, one by one, and as CSV")
    func batch() async throws {
        let client = try await RunningServer.readyClient()
        let strategy = CalculateRequest(currentPrice: 165.12, legs: [leg])
        let requests: [BatchRequest] = [
            BatchRequest(id: "one", strategy), BatchRequest(id: 2, CalculateRequest(currentPrice: -1, legs: [leg])),
            BatchRequest(strategy),
        ]
        let results = try await client.batch(requests)
        #expect(try results[0].get().id == "one" && results[0].get().curve?.isEmpty == false)
        let refusal = #expect(throws: LineRefusal.self) { try results[1].get() }
        #expect(refusal?.id == 2 && refusal?.error == "currentPrice must be greater than 0, got -1")
        #expect(try results[2].get().id == nil && results[2].get().metrics.netCost == 925)
        let metrics = try await client.batch(requests, metricsOnly: true)
        #expect(try metrics[0].get().curve == nil)
        var streamed: [Result<BatchResponse, LineRefusal>] = []
        for try await result in client.batchStream(requests, metricsOnly: true) { streamed.append(result) }
        #expect(streamed == metrics)
        let table = try await client.batchCSV(requests).split(separator: "\n")
        #expect(table.count == 4 && table[1] == "one,925,,-925,174.25,")
        #expect(try await client.batch([]).isEmpty)
    }

    @Test("price and implied volatility are inverse to each other")
    func singleOptions() async throws {
        let client = try await RunningServer.readyClient()
        var option = PriceRequest(
            type: .call, currentPrice: 100, strikePrice: 105, timeToExpiration: 0.5, volatility: 0.2)
        option.id = "a"
        var wrong = option
        wrong.volatility = -1
        let prices = try await client.price([option, wrong], allGreeks: true, marketUnits: true)
        let price = try prices[0].get()
        #expect(price.id == "a" && price.delta != nil && price.ultima != nil)
        #expect(throws: LineRefusal.self) { try prices[1].get() }
        let question = ImpliedVolatilityRequest(
            type: .call, currentPrice: 100, strikePrice: 105, timeToExpiration: 0.5, price: price.price)
        let plain = try await client.impliedVolatility([question])[0].get()
        #expect(plain.status == .ok && abs((plain.impliedVolatility ?? 0) - 0.2) < 1e-12 && plain.delta == nil)
        let greeks = try await client.impliedVolatility([question], greeks: true, allGreeks: true, marketUnits: true)
        #expect(try greeks[0].get().ultima != nil)
    }

    @Test("scenarios of a strategy and of a book, and a chart")
    func scenario() async throws {
        let client = try await RunningServer.readyClient()
        let grid = ScenarioGrid(spotShifts: [-0.1, 0, 0.1], volatilityShifts: [0, 0.05], dates: [.years(0)])
        var strategy = ScenarioRequest(currentPrice: 165.12, legs: [leg], scenarioGrid: grid)
        strategy.timeToExpiration = 0.25
        #expect(try await client.scenario(strategy).scenarios.profitLoss.count == 3)
        var book = ScenarioRequest(
            currentPrice: 165.12, positions: [BookPosition(id: "a", legs: [leg])], scenarioGrid: grid)
        book.timeToExpiration = 0.25
        #expect(try await client.scenario(book).positions?.map(\.id) == ["a"])
        let chart = try await client.chart(CalculateRequest(currentPrice: 165.12, legs: [leg]))
        #expect(chart.contains("<svg"))
    }

    @Test("an account is split into strategies")
    func recognise() async throws {
        let client = try await RunningServer.readyClient()
        var request = RecogniseRequest(legs: [
            StrategyLeg(type: .stock, position: .long, premium: nil, quantity: 300),
            StrategyLeg(type: .call, position: .short, strikePrice: 105, premium: nil, quantity: 2),
        ])
        request.id = "A"
        let response = try await client.recognise(request)
        #expect(response.id == "A" && response.optimal)
        #expect(response.strategies.map(\.name) == ["covered call", "long stock"])
        #expect(response.strategies[0].legs.map(\.quantity) == [200, 2])
        #expect(response.strategies[0].legs.map(\.role) == ["long stock", "short call"])
    }

    @Test("the risk of positions on two underlyings")
    func risk() async throws {
        let client = try await RunningServer.readyClient()
        let shares = StrategyLeg(type: .stock, position: .long, premium: nil, quantity: 100)
        var request = RiskRequest(
            underlyings: [0.2, 0.3].map { volatility in
                PortfolioUnderlying(
                    id: "A", currentPrice: 100, volatility: volatility, positions: [BookPosition(id: 1, legs: [shares])]
                )
            }, horizonDays: 10, correlations: [[1, 0.5], [0.5, 1]])
        request.scenarios = 1_000
        request.include = ["normals"]
        let response = try await client.risk(request)
        #expect(response.value == 20_000 && response.valueAtRisk.map(\.level) == [0.95, 0.99])
        #expect(response.underlyings.map(\.id) == ["A", "A"] && response.normals?.map(\.count) == [1_000, 1_000])
    }

    @Test("the margin of an uncovered put, by rules and by risk")
    func margin() async throws {
        let client = try await RunningServer.readyClient()
        let put = MarginLeg(
            type: .put, position: .short, strikePrice: 80, premium: 2, expirationDate: "2026-03-20")
        var request = MarginRequest(.margin, valuationDate: "2026-01-02", currentPrice: 95, legs: [put])
        request.id = 7
        request.include = ["certificate"]
        guard case .strategy(let margin) = try await client.margin(request) else {
            Issue.record("not by rules")
            return
        }
        // 10 % of the strike and the premium; the deposit is less the premium.
        #expect(margin.initial.requirement == 1000 && margin.initialDeposit == 800 && margin.id == 7)
        #expect(margin.initial.proof == "exhaustive" && margin.initial.certificate?.bound == 1000)
        request.method = .portfolio
        request.include = nil
        guard case .portfolio(let risk) = try await client.margin(request) else {
            Issue.record("not by risk")
            return
        }
        #expect(risk.scenarios.count == 10 && risk.requirement >= risk.minimum && risk.minimum == 37.5)
    }

    @Test("stocks: price, details, search, the list of tickers; an unknown one is 404")
    func stocks() async throws {
        let client = try await RunningServer.readyClient()
        let price = try await client.stockPrice(of: "coin")
        #expect(price.ticker == "COIN" && price.price > 0 && price.source == .simulated && price.stale == false)
        #expect(price.asOf.flatMap(Date.init(marketInstant:)) != nil)
        #expect(try await client.stockPrice(of: "BRK.B").ticker == "BRK.B")
        let details = try await client.stockDetails(of: "coin")
        #expect(details.name?.hasPrefix("Coinbase") == true && details.type == .stock)
        let search = try await client.searchStocks("coin & base+%", limit: 3)
        #expect(search.results.count <= 3)
        #expect(try await client.searchStocks("coin").results.first?.symbol == "COIN")
        #expect(try await client.tickerStatus().count > 150)
        let unknown = await failure {
            try await client.stockPrice(of: "ZZZZZZZ")
        }
        #expect(unknown?.status == 404 && unknown?.message == "Stock not found")
        if case .refused(_, let refusal) = unknown { #expect(refusal.requestIdentifier?.isEmpty == false) }
        let slash = await failure { try await client.stockPrice(of: "A/B?c#d") }
        #expect(slash?.status == 400)
    }

    @Test("options: expirations, strikes, quote, chain")
    func options() async throws {
        let client = try await RunningServer.readyClient()
        let expirations = try await client.optionExpirations(of: "COIN", contractType: .put)
        #expect(expirations.source == .simulated)
        let date = try #require(expirations.expirationDates.dropFirst(3).first)
        let strikes = try await client.optionStrikes(of: "COIN", expirationDate: date, contractType: .put)
        let strike = try #require(strikes.strikePrices.dropFirst(strikes.strikePrices.count / 2).first)
        #expect(strike.ticker.hasPrefix("O:COIN") && (strike.delta ?? 1) < 0)
        let quote = try await client.optionQuote(
            underlyingTicker: "COIN", expirationDate: date, contractType: .put, strikePrice: strike.strikePrice)
        #expect(quote.found && quote.ticker == strike.ticker && quote.greeks?.gamma != nil)
        let absent = try await client.optionQuote(
            underlyingTicker: "COIN", expirationDate: date, contractType: .call, strikePrice: 0.123)
        #expect(!absent.found && absent.bid == nil)
        let chain = try await client.optionChain(of: "COIN", expirationDate: date)
        #expect(chain.strikes.map(\.strikePrice) == strikes.strikePrices.map(\.strikePrice))
        #expect(chain.smile != nil && chain.arbitrage.isEmpty)
        #expect(chain.strikes.contains { $0.put?.impliedVolatilityStatus == .ok })
        #expect(try await client.optionStrikes(of: "COIN", expirationDate: "2031-01-01").strikePrices.isEmpty)
    }

    @Test("the snapshot, whole, filtered and confirmed")
    func snapshot() async throws {
        let client = try await RunningServer.readyClient()
        let all = try await client.quotesSnapshot()
        #expect(all.count == all.results.count && all.count >= 150 && all.source == .simulated)
        let some = try await client.quotesSnapshot(of: ["aapl", "MSFT", "NOPE"])
        #expect(some.results.map(\.symbol) == ["AAPL", "MSFT"])
        let lastUpdate = try await client.quotesLastUpdate()
        #expect(lastUpdate.count == all.count && lastUpdate.stale == false && lastUpdate.lastUpdateDate != nil)
        let first = try await client.quotesSnapshot(of: ["AAPL"], ifNoneMatch: nil)
        #expect(first.value != nil && first.maxAge != nil)
        let second = try await client.quotesSnapshot(of: ["AAPL"], ifNoneMatch: first.entityTag)
        // The shared server may have refreshed in between.
        if second.entityTag == first.entityTag { #expect(second.value == nil) }
        let check = try await client.quotesLastUpdate(ifNoneMatch: nil)
        let again = try await client.quotesLastUpdate(ifNoneMatch: check.entityTag)
        if again.entityTag == check.entityTag { #expect(again.value == nil) }
    }

    @Test("daily and latest prices, a job with its events, and its cancellation")
    func prices() async throws {
        let client = try await RunningServer.readyClient()
        let daily = try await client.dailyPrices(of: "spy", from: "2025-01-02", to: "2025-01-10")
        #expect(daily.prices.count == 6 && daily.asset == "SPY" && daily.currency == "USD")
        #expect(try await client.dailyPrices(of: "coin:solana", from: "2026-11-01", to: "2026-11-02").prices.count == 2)
        let latest = try await client.latestPrices(of: ["SPY", "BTC", "ZZZZZZZ"])
        #expect(latest.prices.map(\.asset) == ["SPY", "BTC"] && latest.unknown == ["ZZZZZZZ"])
        let id = try await client.startBackfill(of: ["QQQ", "ETH"], from: "2024-01-02", to: "2025-12-31").job
        var states: [PriceJob] = []
        for try await job in client.jobEvents(id) { states.append(job) }
        let last = try #require(states.last)
        #expect(last.state == .done && last.secondsLeft == 0 && last.assets.map(\.asset) == ["QQQ", "ETH"])
        #expect(try await client.job(id) == last)
        #expect(try await client.jobs().jobs.contains(last))
        #expect(try await client.cancelJob(id).state == .done)
        #expect(try await client.priceCoverage().assets.contains { $0.asset == "QQQ" && $0.days == 502 })
        let long = try await client.startBackfill(of: ["IBM", "AAPL", "MSFT", "KO", "GE"], from: "2017-01-03").job
        let cancelled = try await client.cancelJob(long)
        #expect([.cancelled, .running, .done].contains(cancelled.state))
        for try await job in client.jobEvents(long) { states.append(job) }
        #expect(states.last?.state == .cancelled || states.last?.state == .done)
        await #expect(throws: OptionsClientError.self) {
            for try await _ in client.jobEvents("0000000000000000") {}
        }
    }

    @Test("watch list, positions and settings")
    func personal() async throws {
        let server = try RunningServer(token: "secret")
        let client = server.client
        #expect(try await client.watchStock("coin").watchlist.map(\.ticker) == ["COIN"])
        #expect(try await client.replaceWatchList(["msft", "COIN"]).watchlist.map(\.ticker) == ["MSFT", "COIN"])
        #expect(try await client.unwatchStock("MSFT").watchlist.map(\.ticker) == ["COIN"])
        #expect(try await client.watchList().watchlist.first?.price != nil)
        let positions = try await client.putPosition("spy", quantity: 222, cost: 118_000)
        #expect(positions.positions.map(\.asset) == ["SPY"] && positions.totals.cost == 118_000)
        try await client.putPosition("BTC", quantity: 0.5, cost: 20_000)
        #expect(try await client.positions().positions.map(\.asset) == ["BTC", "SPY"])
        #expect(try await client.positionHistory(from: "2026-01-02", to: "2026-01-09").days.isEmpty == false)
        #expect(try await client.removePosition("BTC").positions.count == 1)
        let settings = try await client.settings()
        var change = SettingsChange(autoFetch: .init(hourlyInMarketHours: true), cacheDays: 9)
        change.assets = ["FBTC": AssetSource(source: .coinGecko, id: "bitcoin")]
        let changed = try await client.changeSettings(change)
        #expect(changed.cacheDays == 9 && changed.autoFetch.hourlyInMarketHours)
        #expect(changed.autoFetch.onLaunch == settings.autoFetch.onLaunch && changed.assets["FBTC"]?.id == "bitcoin")
        let refused = await failure {
            try await client.changeSettings(SettingsChange(cacheDays: 0))
        }
        #expect(refused?.status == 400 && refused?.message.contains("cacheDays") == true)
        let stranger = OptionsServerClient(baseAddress: server.address)
        let unauthorised = await failure { try await stranger.settings() }
        #expect(unauthorised?.status == 401)
        #expect(try await stranger.live().status == "live")
    }

    @Test("trades, their history, and all that was entered")
    func trades() async throws {
        let server = try RunningServer()
        let client = server.client
        let chain = try await client.optionExpirations(of: "COIN").expirationDates
        let expiration = try #require(chain.last)
        let strike = try #require(await client.optionStrikes(of: "COIN", expirationDate: expiration).strikePrices.first)
        let leg = TradeRequest.Leg(
            type: .call, position: .long, strikePrice: strike.strikePrice, quantity: 2, expirationDate: expiration,
            opened: TradeOpening(date: "2025-12-01", price: 9.25, fee: 1.3))
        let trade = try await client.enterTrade(TradeRequest(name: "A", underlying: "coin", legs: [leg]))
        #expect(trade.status == .open && trade.underlying == "COIN" && trade.legs.first?.priceSource == .mid)
        #expect(try await client.trade(trade.id).legs.first?.sharesPerContract == 100)
        var change = TradeRequest(trade)
        change.legs[0].closes = [TradeClose(date: "2025-12-02", quantity: 2, price: 10, fee: 0.7)]
        let closed = try await client.putTrade(trade.id, change)
        // 2 × 100 × (10 − 9.25), less 1.30 and 0.70
        #expect(closed.status == .closed && closed.realised == 150 && closed.profitLoss == 148)
        #expect(try await client.trades(underlying: "coin").trades == [closed])
        #expect(try await client.trades(open: true).trades.isEmpty)
        let days = try await client.tradeHistory(from: "2025-12-02", to: "2025-12-03").days
        #expect(days.map(\.profitLoss) == [148, 148] && days.map(\.date) == ["2025-12-02", "2025-12-03"])
        let data = try await client.personalData()
        #expect(data.trades?.map(\.id) == [trade.id])
        #expect(try await client.removeTrade(trade.id).trades.isEmpty)
        #expect(try await client.replacePersonalData(data) == data)
        #expect(try await client.trades().trades == [closed])
        let refused = await failure {
            try await client.replacePersonalData(PersonalData(watchlist: [], positions: [], trades: [change]))
        }
        #expect(refused?.status == 400 && refused?.message.hasPrefix("trades[0].id is required") == true)
    }

    @Test("sources, coins, health, metrics and the OpenAPI document")
    func server() async throws {
        let client = try await RunningServer.readyClient()
        #expect(try await client.sources().sources.first?.source == .simulated)
        #expect(try await client.checkSource(.simulated).state == .ok)
        let coins = try await client.coinMarkets(["ethereum", "bitcoin", "nope"])
        #expect(coins.map(\.id) == ["ethereum", "bitcoin"] && coins[0].source == .simulated)
        #expect(try await client.live().status == "live")
        #expect(try await client.ready().status == "ready")
        #expect(try await client.metrics().contains("# TYPE"))
        #expect(try await client.openAPIDocument().starts(with: Data("{".utf8)))
    }

    @Test("the types of the documents decode the server's responses: QuotesSnapshotService, as printed")
    func printedService() async throws {
        let client = try await RunningServer.readyClient()
        let address = client.baseAddress.absoluteString
        let all = try await PrintedCalls.snapshot(baseURL: address)
        let lastUpdate = try await PrintedCalls.lastUpdate(baseURL: address)
        #expect(all.count == all.rows.count && lastUpdate.count == all.count)
        let some = try await PrintedCalls.snapshot(baseURL: address, symbols: ["MSFT", "aapl", "NOPE"])
        #expect(some.rows.map(\.symbol) == ["AAPL", "MSFT"])
        await #expect {
            _ = try await PrintedCalls.lastUpdate(baseURL: address + "/nowhere")
        } throws: {
            PrintedCalls.status(of: $0) == 404
        }
    }

    @Test("a store on a real server")
    func store() async throws {
        let store = QuotesSnapshotStore(client: try await RunningServer.readyClient(), symbols: ["AAPL"])
        for await update in await store.updates() {
            #expect(update.snapshot?.results.map(\.symbol) == ["AAPL"])
            #expect(update.failure == nil && !update.isStale)
            break
        }
        #expect(try await store.current().count == 1)
        #expect(try await store.refresh().count == 1)
    }
}
