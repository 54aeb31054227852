public import Logging
public import MarketData
public import MarketStore
public import ServiceLifecycle

/// All services of a market, over one database.
public struct MarketBackend: Sendable {
    /// The sources.
    public let sources: MarketSources
    /// The database.
    public let store: MarketDatabase
    /// The sessions of the exchange.
    public let calendar: ExchangeCalendar
    /// The clock.
    public let time: ServiceTime
    /// The risk-free rate of computed greeks: a decimal per year.
    public let riskFreeRate: Double
    /// Quotes of shares.
    public let stocks: StockService
    /// Expirations and chains.
    public let options: OptionService
    /// Dividends.
    public let dividends: DividendService
    /// Analysed chains.
    public let chains: ChainService
    /// Coins.
    public let coins: CoinService
    /// Daily and latest prices.
    public let prices: PriceService
    /// Which sources there are.
    public let sourceList: SourceService
    /// The positions.
    public let positions: PositionService
    /// The trades.
    public let trades: TradeService
    /// The volatilities at the money.
    public let volatilities: VolatilityService
    /// The watch list.
    public let watchList: WatchListService
    /// The tickers that can be searched for.
    public let tickers: TickerService
    /// The import of daily prices.
    public let backfill: BackfillService
    /// The snapshot of quotes; `nil` without a source.
    public let snapshot: SnapshotRefresher?
    private let schedule: UpdateSchedule
    private let recorder: CloseRecorder

    /// Creates the services. They do nothing until ``services`` run.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - store: The database.
    ///   - underlyings: The underlyings of the snapshot.
    ///   - snapshotInterval: The seconds from one snapshot to the next.
    ///   - riskFreeRate: A decimal per year.
    ///   - calendar: The sessions of the exchange.
    ///   - time: The clock.
    ///   - logger: Receives failures.
    ///   - makeIdentifier: Creates the identifiers of jobs.
    ///   - publish: Called with each new snapshot.
    public init(
        sources: MarketSources, store: MarketDatabase, underlyings: [Ticker], snapshotInterval: Int,
        riskFreeRate: Double, calendar: ExchangeCalendar = .newYork, time: ServiceTime, logger: Logger,
        makeIdentifier: @escaping @Sendable () -> String, publish: @escaping @Sendable (SnapshotStatus) -> Void
    ) {
        // If the settings cannot be read, all sources are enabled.
        let isOn: @Sendable (MarketSource) async -> Bool = { source in
            guard let settings = try? await store.personal.settings() else { return true }
            return sources.isOn(source, settings)
        }
        var sources = sources
        sources.isOn = isOn
        self.sources = sources
        self.store = store
        self.calendar = calendar
        self.time = time
        self.riskFreeRate = riskFreeRate
        stocks = StockService(sources, calendar: calendar, time: time)
        options = OptionService(sources, stocks: stocks, calendar: calendar, time: time)
        dividends = DividendService(
            sources, store: store, stocks: stocks, options: options, calendar: calendar, time: time)
        coins = CoinService(sources, calendar: calendar, time: time)
        prices = PriceService(sources, store: store, calendar: calendar, time: time)
        chains = ChainService(
            options: options, stocks: stocks, prices: prices, dividends: dividends, calendar: calendar, time: time,
            riskFreeRate: riskFreeRate)
        positions = PositionService(sources, store: store, prices: prices, time: time)
        trades = TradeService(
            sources, store: store,
            quotes: TradeQuotes(stocks: stocks, options: options, chains: chains, prices: prices),
            calendar: calendar, time: time, riskFreeRate: riskFreeRate)
        volatilities = VolatilityService(
            sources, store: store, options: options, chains: chains, calendar: calendar, time: time)
        recorder = CloseRecorder(
            trades: trades, volatilities: volatilities, calendar: calendar, time: time, logger: logger)
        sourceList = SourceService(sources)
        watchList = WatchListService(sources, store: store, stocks: stocks, time: time, logger: logger)
        tickers = TickerService(sources, store: store.tickers, time: time, logger: logger)
        backfill = BackfillService(
            sources, store: store, calendar: calendar, time: time, logger: logger, makeIdentifier: makeIdentifier)
        snapshot = sources.snapshot.map { source in
            SnapshotRefresher(
                source: source, tickers: underlyings, seconds: snapshotInterval, store: store.snapshot, time: time,
                logger: logger, publish: publish)
        }
        schedule = UpdateSchedule(
            store: store, backfill: backfill, prices: prices, calendar: calendar, time: time, logger: logger)
    }

    /// The background services, in the order in which they start.
    public var services: [any Service] {
        [backfill, tickers] + (snapshot.map { [$0] } ?? []) + [schedule, recorder]
    }
}
