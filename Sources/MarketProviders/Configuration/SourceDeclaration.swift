internal import Logging
internal import MarketData

/// A source of the live market, declared in its folder. Settings, lists and the order of questions follow from it.
struct SourceDeclaration: Sendable {
    /// Adds a source to the sources, or to the last resorts.
    typealias Adding =
        @Sendable (SourceSetup, _ sources: inout MarketSources, _ lastResorts: inout MarketSources) -> Void

    /// Every source of the live market, in the order of the documentation, in which they are also asked.
    static let all: [SourceDeclaration] = [.polygon, .tradier, .yahoo, .coinGecko, .alphaVantage, .twelveData]

    let description: SourceDescription
    /// How the source is reached if no variable says otherwise.
    let access: SourceConfiguration.Access
    /// The environment variables, in the order of the documentation.
    let settings: [SourceSetting]
    /// Adds the source to those that are asked in their order, or to the last resorts, which are asked after all others.
    let add: Adding

    /// Declares a source.
    ///
    /// - Parameters:
    ///   - description: The name, the key, the switch and the data of the source.
    ///   - variables: The beginning of the names of its variables: `POLYGON` gives `POLYGON_BASE_URL`.
    ///   - access: The address and the limits unless a variable says otherwise. A limit that is `nil` has no variable.
    ///   - add: Adds the source. It is not called if a required key is missing.
    init(
        _ description: SourceDescription, variables: String, access: SourceConfiguration.Access,
        add: @escaping Adding
    ) {
        self.description = description
        self.access = access
        settings = SourceSetting.settings(of: description, named: variables, access)
        self.add = add
    }

    /// Returns whether the source can be asked.
    func isConfigured(_ access: SourceConfiguration.Access) -> Bool {
        access.key != nil || description.key?.isRequired != true
    }
}

/// The access, the connections and the clock with which a declaration creates its source.
struct SourceSetup {
    let source: MarketSource
    let access: SourceConfiguration.Access
    let connections: HTTPConnections
    /// The maximum number of seconds that a user waits for an answer.
    let timeout: Int
    let storage: (any CallBudgetStorage)?
    let calendar: ExchangeCalendar
    let time: ServiceTime
    let logger: Logger

    /// The key; empty without one.
    var key: String { access.key ?? "" }

    /// Returns a client with the limits of the source.
    ///
    /// - Parameters:
    ///   - fields: Header fields of each request.
    ///   - query: Parameters of each request.
    /// - Returns: The client.
    func client(fields: [SourceParameter] = [], query: [SourceParameter] = []) -> SourceClient {
        let transport = HTTPTransport(
            connections: connections, address: access.address, fields: fields, query: query,
            userAgent: access.userAgent ?? "options-server", time: time)
        return SourceClient(
            source: source, transport: transport, limits: access.limits, timeout: timeout, storage: storage, time: time,
            logger: logger, secrets: access.key.map { [$0] } ?? [])
    }
}
