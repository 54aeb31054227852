public import Logging
public import MarketData
internal import MarketProviders
public import MarketServices
internal import MarketStore
internal import SimulatedMarket

extension MarketSources {
    /// Creates the sources of the market that a configuration names, which ask nothing by themselves.
    ///
    /// - Parameters:
    ///   - configuration: What the process is told.
    ///   - storage: Remembers calls across a restart.
    ///   - time: The clock.
    ///   - logger: Gets failures.
    public init(
        _ configuration: ServerConfiguration, storage: (any CallBudgetStorage)? = nil, time: ServiceTime,
        logger: Logger
    ) {
        switch configuration.servedMarket {
        case .simulated:
            self.init(simulated: MarketSimulation(riskFreeRate: configuration.riskFreeRate, now: time.now))
            keyed = configuration.sources.keyed
        case .live:
            self.init(live: LiveSources(configuration.sources, storage: storage, time: time, logger: logger))
        }
    }
}
