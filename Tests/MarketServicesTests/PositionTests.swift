import MarketData
import MarketStore
import SimulatedMarket
import Testing

@testable import MarketServices

@Suite struct PositionTests {
    let market: TestMarket

    init() throws { market = try TestMarket() }

    /// Stores a close of an asset, and holds the asset.
    private func hold(
        _ name: String, closeOf date: String?, source: MarketSource = .twelveData, currency: String = "EUR"
    ) async throws {
        if let date {
            let price = DailyPrice(date: try day(date), close: try decimal("100"))
            try await market.store.prices.store(
                PriceHistory(source: source, currency: currency, prices: [price]), of: asset(name), answered: nil,
                adjustedTo: day(date))
        }
        try await market.positions().put(asset(name), quantity: decimal("2"), cost: decimal("150"))
    }

    private func latest(_ price: String, asOf: String) throws {
        let price = LatestPrice(price: try decimal(price), asOf: try instant(asOf), source: .yahoo)
        market.source.script { $0.latest = { _ throws(MarketDataError) in price } }
    }

    private func fail() {
        market.source.script { $0.latest = { _ throws(MarketDataError) in throw .timedOut(.yahoo) } }
    }

    @Test(arguments: [("2026-02-25", false), ("2026-02-24", true)])
    func priceOlderThanTheSettingIsFetched(date: String, isFetched: Bool) async throws {
        try await hold("SPY", closeOf: date)
        try latest("110", asOf: "2026-03-04T21:00:00Z")
        let row = try #require(await market.positions().positions().first)
        #expect(market.source.latestCount == (isFetched ? 1 : 0))
        #expect(row.price?.value.price == (try decimal(isFetched ? "110" : "100")))
        #expect(row.price?.isStale == false)
    }

    @Test func settingDecidesWhatIsOld() async throws {
        var settings = MarketSettings()
        settings.cacheDays = 30
        try await market.store.personal.store(settings)
        try await hold("SPY", closeOf: "2026-02-10")
        _ = try await market.positions().positions()
        #expect(market.source.latestCount == 0)
    }

    @Test func storedCloseHasItsOwnSourceCurrencyAndInstant() async throws {
        try await hold("SPY", closeOf: "2025-11-28")
        try await hold("BTC", closeOf: "2025-11-28", source: .coinGecko, currency: "USD")
        fail()
        let rows = try await market.positions().positions()
        #expect(rows.map(\.position.asset.name) == ["BTC", "SPY"])
        #expect(rows.map { $0.price?.source } == [.coinGecko, .twelveData])
        #expect(rows.map { $0.price?.value.currency } == ["USD", "EUR"])
        // The session closed early.
        #expect(
            rows.map { $0.price?.asOf } == [try instant("2025-11-29T00:00:00Z"), try instant("2025-11-28T18:00:00Z")])
        #expect(rows.allSatisfy { $0.price?.isStale == true })
        // Positions in other currencies are excluded from the totals and listed.
        let totals = PositionTotals(rows)
        #expect(totals.excluded.map(\.currency) == ["EUR"])
        #expect(totals.unpriced == [])
        #expect(totals.value?.marketValue == (try decimal("200")))
    }

    @Test func assetWithoutAnyPriceIsARow() async throws {
        try await hold("SPY", closeOf: nil)
        fail()
        let rows = try await market.positions().positions()
        let row = try #require(rows.first)
        #expect(row.price == nil && row.value == nil)
        // The position is excluded from the totals and listed.
        let totals = PositionTotals(rows)
        #expect(totals.value == nil && totals.excluded.isEmpty)
        #expect(totals.unpriced.map(\.name) == ["SPY"])
    }

    @Test func fetchedPriceIsUsedWhileItIsNotOld() async throws {
        try await hold("SPY", closeOf: "2026-02-10")
        try latest("110", asOf: "2026-03-04T21:00:00Z")
        let positions = market.positions()
        _ = try await positions.positions()
        market.clock.advance(3 * 86_400)
        fail()
        let row = try #require(await positions.positions().first)
        #expect(row.price?.value.price == (try decimal("110")))
        #expect(market.source.latestCount == 1)
        // A week later, the price is requested again, and the known one is stale.
        market.clock.advance(7 * 86_400)
        let later = try #require(await positions.positions().first)
        #expect(later.price?.isStale == true)
        #expect(later.price?.asOf == (try instant("2026-03-04T21:00:00Z")))
    }

    @Test func splitIsToldUntilTheQuantityIsPutAgain() async throws {
        try await hold("SPY", closeOf: "2026-03-04", currency: "USD")
        market.clock.advance(2 * 86_400)
        let split = StockSplit(date: try day("2026-03-06"), numerator: 4, denominator: 1)
        let entry = StockSplit(date: try day("2026-03-04"), numerator: 2, denominator: 1)
        try await market.store.prices.store(
            PriceHistory(source: .yahoo, prices: [], splits: [entry, split]), of: asset("SPY"), answered: nil,
            adjustedTo: day("2026-03-06"))
        // The quantity was entered on the day of the first split, so it includes that split.
        #expect(try await market.positions().positions().first?.splits == [split])
        try await hold("SPY", closeOf: nil)
        #expect(try await market.positions().positions().first?.splits == [])
    }

    @Test func simulatedPositionsAreNeverStale() async throws {
        let market = try TestMarket(market: .simulated)
        let clock = market.clock
        let simulation = MarketSimulation(now: { clock.now })
        let sources = MarketSources(simulated: simulation)
        let prices = PriceService(sources, store: market.store, calendar: .newYork, time: clock.time)
        let positions = PositionService(sources, store: market.store, prices: prices, time: clock.time)
        try await positions.put(asset("SPY"), quantity: decimal("1"), cost: decimal("1"))
        try await positions.put(asset("BTC"), quantity: decimal("1"), cost: decimal("1"))
        try await positions.put(asset("ZZZZZZZ"), quantity: decimal("1"), cost: decimal("1"))
        let rows = try await positions.positions()
        #expect(rows.map { $0.price?.source } == [.simulated, .simulated, nil])
        #expect(rows.compactMap(\.price).allSatisfy { !$0.isStale })
        // A held asset without data has an empty history; an unknown asset has none.
        #expect(try await prices.prices(of: asset("ZZZZZZZ"), from: nil, through: nil)?.prices.isEmpty == true)
        #expect(try await prices.prices(of: asset("YYYYYYY"), from: nil, through: nil) == nil)
    }
}
