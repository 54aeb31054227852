public import Logging
public import MarketData

/// The sources of real market data that a configuration names.
public struct LiveSources: Sendable {
    /// Polygon; `nil` without a key.
    public let polygon: PolygonSource?
    /// Tradier; `nil` without a token.
    public let tradier: TradierSource?
    /// Yahoo Finance.
    public let yahoo: YahooSource
    /// CoinGecko.
    public let coinGecko: CoinGeckoSource
    /// Alpha Vantage; `nil` without a key.
    public let alphaVantage: AlphaVantageSource?
    /// Twelve Data; `nil` without a key.
    public let twelveData: TwelveDataSource?
    /// Whether a source has a key.
    public let keyed: Set<MarketSource>
    /// The maximum number of seconds that a user waits for an answer.
    public let timeout: Int

    /// Creates the sources without calling them.
    ///
    /// - Parameters:
    ///   - configuration: Addresses, keys and limits.
    ///   - storage: Persists call counts across restarts.
    ///   - calendar: The sessions of the exchange.
    ///   - time: The clock.
    ///   - logger: Receives failures.
    public init(
        _ configuration: SourceConfiguration, storage: (any CallBudgetStorage)?, calendar: ExchangeCalendar = .newYork,
        time: ServiceTime, logger: Logger
    ) {
        let connections = HTTPConnections()
        timeout = configuration.timeout
        func make(
            _ source: MarketSource, _ access: SourceConfiguration.Access, fields: [SourceParameter] = [],
            query: [SourceParameter] = [], userAgent: String = "options-server"
        ) -> SourceClient {
            let transport = HTTPTransport(
                connections: connections, address: access.address, fields: fields, query: query, userAgent: userAgent,
                time: time)
            return SourceClient(
                source: source, transport: transport, limits: access.limits, timeout: configuration.timeout,
                storage: storage, time: time, logger: logger, secrets: access.key.map { [$0] } ?? [])
        }
        polygon = configuration.polygon.key.map { key in
            PolygonSource(
                client: make(
                    .polygon, configuration.polygon, fields: [SourceParameter("Authorization", "Bearer \(key)")]),
                calendar: calendar, time: time)
        }
        tradier = configuration.tradier.key.map { key in
            TradierSource(
                client: make(
                    .tradier, configuration.tradier, fields: [SourceParameter("Authorization", "Bearer \(key)")]),
                time: time)
        }
        yahoo = YahooSource(
            client: make(.yahoo, configuration.yahoo, userAgent: configuration.yahooUserAgent), calendar: calendar,
            time: time)
        var coins = configuration.coinGecko
        coins.callsPerMinute = coins.callsPerMinute ?? (coins.key == nil ? 10 : 30)
        let coinPlan = CoinGeckoPlan(hasKey: coins.key != nil, host: coins.address.host)
        coinGecko = CoinGeckoSource(
            client: make(
                .coinGecko, coins,
                fields: coins.key.map { [SourceParameter(coinPlan.keyField, $0)] } ?? []),
            plan: coinPlan, time: time)
        alphaVantage = configuration.alphaVantage.key.map { key in
            AlphaVantageSource(
                client: make(.alphaVantage, configuration.alphaVantage, query: [SourceParameter("apikey", key)]),
                calendar: calendar, time: time)
        }
        twelveData = configuration.twelveData.key.map { key in
            TwelveDataSource(
                client: make(
                    .twelveData, configuration.twelveData,
                    fields: [SourceParameter("Authorization", "apikey \(key)")]),
                calendar: calendar, time: time)
        }
        keyed = configuration.keyed
    }

    /// The sources that are configured.
    public var all: [any CheckableProvider] {
        let sources: [(any CheckableProvider)?] = [polygon, tradier, yahoo, coinGecko, alphaVantage, twelveData]
        return sources.compactMap { $0 }
    }
}
