import Foundation
import Logging
import MarketData
import MarketStore
import Testing

@testable import MarketServices

/// A live market over a new database, with one scripted source and its own clock.
final class TestMarket: Sendable {
    let clock: TestClock
    let source = FakeSource()
    let store: MarketDatabase
    let sources: MarketSources
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let folder: String
    private let ownsFolder: Bool

    /// Creates a market at an instant.
    init(at now: String = "2026-03-04T22:00:00Z", market: MarketKind = .live) throws {
        clock = TestClock(try instant(now))
        folder = FileManager.default.temporaryDirectory.appending(path: "market-services-\(UUID().uuidString)").path
        ownsFolder = true
        store = try MarketDatabase(folder: folder, market: market, now: clock.now)
        sources = Self.sources(source, market)
    }

    /// Creates the market after a kill, from the files of another one.
    init(restarting other: TestMarket, market: MarketKind = .live) throws {
        clock = TestClock(other.clock.now)
        folder = other.folder
        ownsFolder = false
        try other.store.close()
        store = try MarketDatabase(folder: folder, market: market, now: clock.now)
        sources = Self.sources(source, market)
    }

    deinit {
        try? store.close()
        if ownsFolder { try? FileManager.default.removeItem(atPath: folder) }
    }

    private static let descriptions = [
        SourceDescription(
            .polygon, title: "Polygon", key: .required("POLYGON_API_KEY"), questions: [.quotes, .tickers, .options]),
        SourceDescription(.yahoo, title: "Yahoo Finance", isOnByDefault: true, questions: [.sharePrices]),
        SourceDescription(
            .twelveData, title: "Twelve Data", key: .required("TWELVE_DATA_API_KEY"), isOnByDefault: false,
            questions: [.sharePrices]),
        SourceDescription(.coinGecko, title: "CoinGecko", isOnByDefault: true, questions: [.coins, .coinPrices]),
    ]

    private static func sources(_ source: FakeSource, _ market: MarketKind) -> MarketSources {
        var sources = MarketSources(market, descriptions: descriptions)
        (sources.answersEachSecond, sources.hasWholeHistory) = (market == .simulated, market == .simulated)
        sources.quotes = [source]
        sources.snapshot = source
        sources.tickers = source
        sources.options = [source]
        (sources.shareHistory, sources.coinHistory) = ([source], [source])
        (sources.latestShares, sources.latestCoins) = ([source], [source])
        return sources
    }

    func backfill(_ sources: MarketSources? = nil) -> BackfillService {
        BackfillService(
            sources ?? self.sources, store: store, calendar: .newYork, time: clock.time, logger: logger,
            makeIdentifier: { UUID().uuidString })
    }

    func prices() -> PriceService {
        PriceService(sources, store: store, calendar: .newYork, time: clock.time)
    }

    func backend(_ sources: MarketSources? = nil, at now: Timestamp? = nil) -> MarketBackend {
        let time = now.map { now in ServiceTime(now: { now }, sleep: { _ in }) } ?? clock.time
        return MarketBackend(
            sources: sources ?? self.sources, store: store, underlyings: [], snapshotInterval: 61, riskFreeRate: 0.04,
            time: time, logger: logger, makeIdentifier: { UUID().uuidString }, publish: { _ in })
    }

    func trades(_ sources: MarketSources? = nil, at now: Timestamp? = nil) -> TradeService {
        backend(sources, at: now).trades
    }

    func positions() -> PositionService {
        PositionService(sources, store: store, prices: prices(), time: clock.time)
    }

    func tickers(_ source: (any TickerProvider)?) -> TickerService {
        var sources = sources
        sources.tickers = source
        return TickerService(sources, store: store.tickers, time: clock.time, logger: logger)
    }

    func watchList() -> WatchListService {
        WatchListService(
            sources, store: store, stocks: StockService(sources, calendar: .newYork, time: clock.time),
            time: clock.time, logger: logger)
    }
}

func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

func asset(_ name: String) throws -> Asset { try #require(Asset(name)) }

func ticker(_ symbol: String) throws -> Ticker { try #require(Ticker(symbol)) }

func decimal(_ text: String) throws -> ExactDecimal { try #require(ExactDecimal(text)) }

/// Waits until other tasks have made a condition true. Ten minutes are no limit of the code under test, but of a wait for
/// what never happens.
func until(_ what: Comment, _ condition: @Sendable () async throws -> Bool) async throws {
    for _ in 0..<1_200_000 {
        if try await condition() { return }
        try await Task.sleep(for: .microseconds(500))
    }
    Issue.record(what)
}
