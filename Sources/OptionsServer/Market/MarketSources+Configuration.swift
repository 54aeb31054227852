public import Logging
public import MarketData
internal import MarketProviders
internal import MarketStore
internal import SimulatedMarket

extension MarketSources {
    /// Creates the sources of the configured market, without calling them.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the process.
    ///   - storage: Persists call counts across restarts.
    ///   - time: The clock.
    ///   - logger: Receives failures.
    public init(
        _ configuration: ServerConfiguration, storage: (any CallBudgetStorage)? = nil, time: ServiceTime,
        logger: Logger
    ) {
        switch configuration.servedMarket {
        case .simulated:
            let market = MarketSimulation(riskFreeRate: configuration.riskFreeRate, now: time.now)
            self.init(simulated: market, others: SourceDescription.live)
            keyed = configuration.sources.keyed
        case .live:
            self.init(
                live: configuration.sources, others: [.simulation], storage: storage, time: time, logger: logger)
        }
    }
}
