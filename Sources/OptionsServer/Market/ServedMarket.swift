public import Logging
public import MarketData
public import MarketServices
public import MarketStore
internal import SimulatedMarket
internal import Synchronization

/// The market that a server serves: its services, and the snapshot as the bytes of its answers.
public struct ServedMarket: Sendable {
    /// The services.
    public let backend: MarketBackend
    let board: SnapshotBoard

    /// Creates the services of a market, which do nothing by themselves until a server runs.
    ///
    /// - Parameters:
    ///   - configuration: What the server is told.
    ///   - store: The database of the market.
    ///   - underlyings: The underlyings of the snapshot.
    ///   - time: The clock.
    ///   - logger: Gets failures.
    public init(
        _ configuration: ServerConfiguration, store: MarketDatabase, underlyings: [Ticker], time: ServiceTime,
        logger: Logger
    ) {
        let board = SnapshotBoard()
        self.board = board
        backend = MarketBackend(
            sources: MarketSources(configuration, time: time), store: store, underlyings: underlyings,
            snapshotInterval: configuration.snapshotInterval, riskFreeRate: configuration.riskFreeRate, time: time,
            logger: logger,
            makeIdentifier: { Self.makeIdentifier() }, publish: board.publish)
    }

    /// Returns an identifier of a job: 16 hexadecimal digits.
    private static func makeIdentifier() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// The endpoints of market data.
    var routes: [Route] {
        let time = backend.time
        let snapshot = SnapshotRoutes(
            board: board, missing: backend.snapshot == nil ? "quotes need TRADIER_TOKEN" : nil, now: time.now)
        return snapshot.routes + TickerRoutes(tickers: backend.tickers).routes
            + StockRoutes(stocks: backend.stocks).routes
            + OptionRoutes(options: backend.options, chains: backend.chains).routes
            + PriceRoutes(prices: backend.prices).routes
            + JobRoutes(backfill: backend.backfill, prices: backend.prices, time: time).routes
            + PositionRoutes(positions: backend.positions, time: time).routes
            + SettingsRoutes(personal: backend.store.personal).routes
            + WatchListRoutes(watchList: backend.watchList).routes
            + CoinRoutes(coins: backend.coins).routes
            + SourceRoutes(sources: backend.sourceList).routes
    }

    /// Why the server cannot answer every request yet; `nil` if it can.
    var hindrance: String? {
        if let snapshot = backend.snapshot, !snapshot.status.wasAsked { return "the snapshot of quotes is on its way" }
        return backend.store.isDiskFull ? "the disk is full: changes are refused" : nil
    }
}
