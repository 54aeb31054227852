internal import MarketData
internal import MarketStore
internal import StrategyContract

/// A change of the settings. Absent members change nothing.
struct SettingsChange: Sendable {
    private static let cacheDayRange = 1...3650
    private static let maximumAssets = 1000

    private var fetchesOnLaunch: Bool?
    private var fetchesDailyAtClose: Bool?
    private var fetchesHourlyInMarketHours: Bool?
    /// Whether the sources that the change names are switched on.
    private var sources: [MarketSource: Bool] = [:]
    private let cacheDays: Int?
    private let assets: [Asset: AssetRoute]?

    /// Parses a change.
    ///
    /// - Parameters:
    ///   - members: The members of the change.
    ///   - switches: The sources that can be switched on and off.
    /// - Throws: 400 if a member is unknown or violates its rule.
    init(_ members: JSONMembers, switches: [SourceDescription]) throws(ServerError) {
        try members.allow(["autoFetch", "sources", "cacheDays", "assets"])
        if let autoFetch = try members.object("autoFetch") {
            try autoFetch.allow(["onLaunch", "dailyAtClose", "hourlyInMarketHours"])
            fetchesOnLaunch = try autoFetch.bool("onLaunch")
            fetchesDailyAtClose = try autoFetch.bool("dailyAtClose")
            fetchesHourlyInMarketHours = try autoFetch.bool("hourlyInMarketHours")
        }
        if let sources = try members.object("sources") {
            let names = switches.map(\.source)
            try sources.allow(Set(names.map(\.rawValue)))
            for source in names { self.sources[source] = try sources.bool(source.rawValue) }
        }
        cacheDays = try members.integer("cacheDays", in: Self.cacheDayRange)
        assets = try members.object("assets").map { members throws(ServerError) in try Self.routes(members) }
    }

    /// Applies the change.
    func apply(to settings: inout MarketSettings) {
        settings.fetchesOnLaunch = fetchesOnLaunch ?? settings.fetchesOnLaunch
        settings.fetchesDailyAtClose = fetchesDailyAtClose ?? settings.fetchesDailyAtClose
        settings.fetchesHourlyInMarketHours = fetchesHourlyInMarketHours ?? settings.fetchesHourlyInMarketHours
        settings.sources.merge(sources) { _, new in new }
        settings.cacheDays = cacheDays ?? settings.cacheDays
        settings.assets = assets ?? settings.assets
    }

    /// Reads which source serves an asset, and under which name.
    private static func routes(_ members: JSONMembers) throws(ServerError) -> [Asset: AssetRoute] {
        guard members.count <= maximumAssets else {
            throw ServerError(
                .notAllowed, path: "assets", "must have at most \(maximumAssets) members, got \(members.count)")
        }
        var routes: [Asset: AssetRoute] = [:]
        for name in members.names {
            let asset = try RequestParameters.asset(name, name: "assets.\(name)")
            guard let route = try members.object(name) else { continue }
            try route.allow(["source", "id"])
            let path = "assets.\(name)."
            let sourceRule = #""yahoo" or "coinGecko""#
            let id = try route.string("id", "the name of the asset at its source")
            switch try route.string("source", sourceRule) {
            case "yahoo":
                routes[asset] = .share(try RequestParameters.ticker(id ?? asset.name, name: "\(path)id"))
            case "coinGecko":
                guard let id, let coin = Asset("coin:\(id)"), case .coin(let id)? = AssetRoute(coin) else {
                    throw ServerError(
                        .notAllowed, path: "\(path)id",
                        "must be the identifier of a coin, got \(RequestParameters.quoted(id ?? ""))")
                }
                routes[asset] = .coin(id: id)
            case nil: throw ServerError(.missing, path: "\(path)source", "is required: \(sourceRule)")
            case .some(let other):
                throw ServerError(
                    .notAllowed, path: "\(path)source", "must be \(sourceRule), got \(RequestParameters.quoted(other))")
            }
        }
        return routes
    }
}
