internal import CoreMetrics
public import Logging
public import MarketData
public import MarketServices
public import MarketStore
internal import SimulatedMarket
internal import Synchronization

/// The market that a server serves: its services, and the rendered snapshot.
public struct ServedMarket: Sendable {
    /// The services.
    public let backend: MarketBackend
    let board: SnapshotBoard
    private let streams: StreamHub
    private let metrics: MarketMetrics

    /// Creates the services of a market. They do nothing until a server runs.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the server.
    ///   - store: The database of the market.
    ///   - underlyings: The underlyings of the snapshot.
    ///   - time: The clock.
    ///   - logger: Receives failures.
    public init(
        _ configuration: ServerConfiguration, store: MarketDatabase, underlyings: [Ticker], time: ServiceTime,
        logger: Logger
    ) {
        let generations = Generations()
        let board = SnapshotBoard(generations)
        self.board = board
        metrics = MarketMetrics(files: store.fileSizes.keys.sorted())
        backend = withMetricsFactory(metrics.registry) {
            MarketBackend(
                sources: MarketSources(configuration, storage: store.budgets, time: time, logger: logger), store: store,
                underlyings: underlyings, snapshotInterval: configuration.snapshotInterval,
                riskFreeRate: configuration.riskFreeRate, time: time, logger: logger,
                makeIdentifier: Self.makeIdentifier, publish: board.publish)
        }
        streams = StreamHub(backend, quotes: board.table, generations)
        store.personal.reportBackups { error in
            if let error {
                logger.error("the backup of what people entered failed", metadata: ["reason": "\(error.sentence)"])
            } else {
                logger.notice("the backup of what people entered is up to date again")
            }
        }
    }

    /// The market data endpoints. Each waits for sources no longer than a user would.
    var routes: [Route] {
        let (time, timeout) = (backend.time, backend.sources.timeout)
        return endpoints.map { route in
            guard let respond = route.respond else { return route }
            return route.replacingRespond { request, context in
                let deadline = time.now().adding(seconds: timeout)
                return try await QuestionDeadline.$current.withValue(deadline) { try await respond(request, context) }
            }
        }
    }

    /// Returns an identifier of a job or a trade: 16 hexadecimal digits.
    private static func makeIdentifier() -> String { UInt64.random(in: .min ... .max).sixteenDigits }

    private var endpoints: [Route] {
        let time = backend.time
        let snapshot = SnapshotRoutes(
            board: board, missing: backend.snapshot == nil ? "quotes need TRADIER_TOKEN" : nil, now: time.now)
        return snapshot.routes + TickerRoutes(tickers: backend.tickers).routes
            + StockRoutes(
                stocks: backend.stocks, tickers: backend.tickers, volatilities: backend.volatilities,
                dividends: backend.dividends
            ).routes
            + OptionRoutes(options: backend.options, chains: backend.chains).routes
            + PriceRoutes(prices: backend.prices).routes
            + StreamRoutes(hub: streams, snapshot: snapshot).routes
            + JobRoutes(backfill: backend.backfill, prices: backend.prices, time: time).routes
            + PositionRoutes(positions: backend.positions, time: time).routes
            + TradeRoutes(trades: backend.trades, time: time, makeIdentifier: Self.makeIdentifier).routes
            + SettingsRoutes(personal: backend.store.personal, switches: backend.sources.switches).routes
            + PersonalRoutes(personal: backend.store.personal, time: time, switches: backend.sources.switches).routes
            + WatchListRoutes(watchList: backend.watchList, volatilities: backend.volatilities).routes
            + CoinRoutes(coins: backend.coins).routes
            + SourceRoutes(sources: backend.sourceList).routes
    }

    /// The metrics of the market, for Prometheus.
    var metricsText: String { metrics.text(of: backend, streams) }

    /// The reason why the backup of what people entered is not up to date; `nil` if it is.
    var backupError: String? { backend.store.personal.backupError?.sentence }

    /// The reason why the server cannot answer every request yet; `nil` if it can.
    var hindrance: String? {
        if let snapshot = backend.snapshot, !snapshot.status.wasAsked { return "the snapshot of quotes is on its way" }
        return backend.store.isDiskFull ? "the disk is full: changes are refused" : nil
    }
}
