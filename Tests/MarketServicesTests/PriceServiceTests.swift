import MarketData
import MarketStore
import Testing

@testable import MarketServices

@Suite struct PriceServiceTests {
    let market: TestMarket

    init() throws { market = try TestMarket() }

    private func store(_ name: String, _ first: String, _ last: String) async throws {
        let route = try #require(AssetRoute(asset(name)))
        try await market.store.prices.store(
            FakeSource.history(route, try day(first), try day(last)), of: asset(name), answered: nil,
            adjustedTo: day(last))
    }

    @Test func coverageListsWhatIsStoredHeldAndWatched() async throws {
        try await store("SPY", "2026-02-02", "2026-02-06")
        try await store("SPY", "2026-02-24", "2026-03-02")
        try await market.store.personal.watch(ticker("COIN"))
        try await market.positions().put(asset("BTC"), quantity: decimal("1"), cost: decimal("1"))
        let holdings = try await market.prices().coverage()
        #expect(holdings.map(\.asset.name) == ["BTC", "COIN", "SPY"])
        #expect(holdings.map(\.kind) == [.coin, .stock, .stock])
        for holding in holdings.prefix(2) {
            #expect(holding.days == 0 && holding.first == nil && holding.last == nil && holding.missing.isEmpty)
        }
        // Runs of sessions: 2026-02-16 was a holiday, and 2026-03-04 is complete.
        #expect(holdings[2].days == 10)
        #expect(holdings[2].missing.map(\.run.description) == ["2026-02-09 to 2026-02-23", "2026-03-03 to 2026-03-04"])
        #expect(holdings[2].missing.map(\.days) == [10, 2])
    }

    @Test func assetWithoutDataThatIsWatchedHasNoPrices() async throws {
        try await market.store.personal.watch(ticker("COIN"))
        let prices = market.prices()
        #expect(try await prices.prices(of: asset("COIN"), from: nil, through: nil)?.prices.isEmpty == true)
        #expect(try await prices.prices(of: asset("AAPL"), from: nil, through: nil) == nil)
        try await store("AAPL", "2026-02-02", "2026-02-06")
        let found = try #require(await prices.prices(of: asset("AAPL"), from: day("2026-02-04"), through: nil))
        #expect(found.prices.map(\.date.description) == ["2026-02-04", "2026-02-05", "2026-02-06"])
        #expect(found.source == .yahoo)
    }

    @Test func lastCloseAnswersWhenTheSourceDoesNot() async throws {
        try await store("SPY", "2026-02-02", "2026-02-06")
        market.source.script { $0.latest = { _ throws(MarketDataError) in throw .limitReached(.yahoo, retryAfter: 5) } }
        let (prices, unknown) = try await market.prices().latestPrices(of: [asset("SPY"), asset("VOO")])
        #expect(prices.map(\.0.name) == ["SPY"])
        #expect(prices.first?.1.isStale == true)
        #expect(prices.first?.1.asOf == (try instant("2026-02-06T21:00:00Z")))
        #expect(unknown.map(\.name) == ["VOO"])
        await #expect(throws: MarketDataError.limitReached(.yahoo, retryAfter: 5)) {
            try await market.prices().latestPrices(of: [asset("VOO")])
        }
    }

    @Test func unknownAssetsAreNamed() async throws {
        let price = LatestPrice(price: try decimal("1"), asOf: market.clock.now, source: .yahoo)
        market.source.script { script in
            script.latest = { route throws(MarketDataError) in
                if case .coin = route { return price }
                return nil
            }
        }
        let (prices, unknown) = try await market.prices().latestPrices(of: ["XX", "BTC", "YY"].map(asset))
        #expect(prices.map(\.0.name) == ["BTC"])
        #expect(unknown.map(\.name) == ["XX", "YY"])
    }

    @Test func latestPriceFollowsTheRouteOfTheSettings() async throws {
        let now = market.clock.now
        market.source.script { script in
            script.latest = { route throws(MarketDataError) in
                var price = ExactDecimal(significand: 1, exponent: 0)
                if case .coin = route { price = ExactDecimal(significand: 2, exponent: 0) }
                return LatestPrice(price: price, asOf: now, source: .yahoo)
            }
        }
        let prices = market.prices()
        func latestPrice() async throws -> ExactDecimal? {
            let (found, unknown) = try await prices.latestPrices(of: [asset("BTC")])
            #expect(try found.map(\.0) == [asset("BTC")] && unknown.isEmpty)
            return found.first?.1.value.price
        }
        #expect(try await latestPrice() == (try decimal("2")))
        var settings = MarketSettings()
        settings.assets[try asset("BTC")] = .share(try ticker("BTC"))
        try await market.store.personal.store(settings)
        #expect(try await latestPrice() == (try decimal("1")))
    }

    @Test func closesOfAVolatilityAreFetchedOnce() async throws {
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                let prices = FakeSource.history(route, first, last).prices.enumerated().map { index, price in
                    DailyPrice(date: price.date, close: ExactDecimal(significand: 100 + Int64(index % 2), exponent: 0))
                }
                return PriceHistory(source: .yahoo, prices: prices)
            }
        }
        let prices = market.prices()
        let volatility = try #require(await prices.volatility(of: asset("SPY"), count: 60))
        #expect((0.1...0.3).contains(volatility))
        for _ in 0..<3 { #expect(await prices.volatility(of: try asset("SPY"), count: 60) == volatility) }
        #expect(market.source.questions.count == 1)
        // The closes are stored, so they are available after a restart.
        let later = try TestMarket(restarting: market)
        #expect(await later.prices().volatility(of: try asset("SPY"), count: 60) == volatility)
        #expect(later.source.questions.isEmpty)
    }
}
