public import MarketServices
internal import MarketStore
internal import SimulatedMarket

extension MarketSources {
    /// Creates the sources of the market that a configuration names.
    ///
    /// - Parameters:
    ///   - configuration: What the process is told.
    ///   - time: The clock.
    public init(_ configuration: ServerConfiguration, time: ServiceTime) {
        switch configuration.servedMarket {
        case .simulated:
            self.init(simulated: MarketSimulation(riskFreeRate: configuration.riskFreeRate, now: time.now))
        case .live:
            self.init(isSimulated: false)
        }
    }
}
