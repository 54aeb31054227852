public import Logging
public import MarketData

extension SourceDescription {
    /// The sources of the live market, in the order of the documentation.
    public static let live: [SourceDescription] = SourceDeclaration.all.map(\.description)
}

extension MarketSources {
    /// Creates the sources of the live market that are configured, without calling them.
    ///
    /// - Parameters:
    ///   - configuration: Addresses, keys and limits.
    ///   - others: The sources of the simulated market, which are listed and not asked.
    ///   - storage: Persists call counts across restarts.
    ///   - calendar: The sessions of the exchange.
    ///   - time: The clock.
    ///   - logger: Receives failures.
    public init(
        live configuration: SourceConfiguration, others: [SourceDescription] = [],
        storage: (any CallBudgetStorage)?, calendar: ExchangeCalendar = .newYork, time: ServiceTime, logger: Logger
    ) {
        self.init(.live, descriptions: others + SourceDescription.live)
        let connections = HTTPConnections()
        var lastResorts = MarketSources(.live)
        for declaration in SourceDeclaration.all {
            let source = declaration.description.source
            guard let access = configuration[source], declaration.isConfigured(access) else { continue }
            let setup = SourceSetup(
                source: source, access: access, connections: connections, timeout: configuration.timeout,
                storage: storage, calendar: calendar, time: time, logger: logger)
            declaration.add(setup, &self, &lastResorts)
        }
        quotes += lastResorts.quotes
        shareHistory += lastResorts.shareHistory
        latestShares += lastResorts.latestShares
        keyed = configuration.keyed
        timeout = configuration.timeout
    }
}
