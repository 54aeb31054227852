internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import MarketStore

/// The endpoints of the settings.
struct SettingsRoutes {
    private static let path = "/api/rest/settings"
    private static let cacheDays = 1...3650
    private static let maximumAssets = 1000

    let personal: PersonalStore

    var routes: [Route] {
        let personal = personal
        return [
            .reading(Self.path, "The settings.") { _ in Self.answer(try await personal.settings()) },
            .changing(.put, Self.path, "Changes settings. Absent members stay as they are.", takesBody: true) {
                request in
                var settings = try await personal.settings()
                try Self.apply(try request.members(), to: &settings)
                try await personal.store(settings)
                return Response(json: Self.answer(settings))
            },
        ]
    }

    static func apply(_ members: JSONMembers, to settings: inout MarketSettings) throws(ServerError) {
        try members.allow(["autoFetch", "sources", "cacheDays", "assets"])
        if let autoFetch = try members.object("autoFetch") {
            try autoFetch.allow(["onLaunch", "dailyAtClose", "hourlyInMarketHours"])
            settings.fetchesOnLaunch = try autoFetch.bool("onLaunch") ?? settings.fetchesOnLaunch
            settings.fetchesDailyAtClose = try autoFetch.bool("dailyAtClose") ?? settings.fetchesDailyAtClose
            settings.fetchesHourlyInMarketHours =
                try autoFetch.bool("hourlyInMarketHours") ?? settings.fetchesHourlyInMarketHours
        }
        if let sources = try members.object("sources") {
            try sources.allow(Set(MarketSettings.switchable.map(\.rawValue)))
            for source in MarketSettings.switchable {
                guard let isOn = try sources.bool(source.rawValue) else { continue }
                if isOn { settings.sources.insert(source) } else { settings.sources.remove(source) }
            }
        }
        settings.cacheDays = try members.integer("cacheDays", in: cacheDays) ?? settings.cacheDays
        if let assets = try members.object("assets") { settings.assets = try routes(assets) }
    }

    /// Reads which source serves an asset, and under which name.
    private static func routes(_ members: JSONMembers) throws(ServerError) -> [Asset: AssetRoute] {
        guard members.names.count <= maximumAssets else {
            throw ServerError(400, "assets must have at most \(maximumAssets) members, got \(members.names.count)")
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
                        400, "\(path)id must be the identifier of a coin, got \(RequestParameters.quoted(id ?? ""))")
                }
                routes[asset] = .coin(id: id)
            case nil: throw ServerError(400, "\(path)source is required: \(sourceRule)")
            case .some(let other):
                throw ServerError(400, "\(path)source must be \(sourceRule), got \(RequestParameters.quoted(other))")
            }
        }
        return routes
    }

    private static func answer(_ settings: MarketSettings) -> JSONText {
        var json = JSONText()
        json.object { json in
            json.member("autoFetch") { json in
                json.object { json in
                    json.member("onLaunch", settings.fetchesOnLaunch)
                    json.member("dailyAtClose", settings.fetchesDailyAtClose)
                    json.member("hourlyInMarketHours", settings.fetchesHourlyInMarketHours)
                }
            }
            json.member("sources") { json in
                json.object { json in
                    for source in MarketSettings.switchable {
                        json.member(named: source.rawValue, settings.sources.contains(source))
                    }
                }
            }
            json.member("cacheDays", settings.cacheDays)
            json.member("assets") { json in
                json.object { json in
                    for (asset, route) in settings.assets.sorted(by: { $0.key < $1.key }) {
                        json.member(named: asset.name) { $0.append(route) }
                    }
                }
            }
        }
        return json
    }
}

extension JSONText {
    fileprivate mutating func append(_ route: AssetRoute) {
        object { json in
            switch route {
            case .share(let ticker):
                json.member("source", MarketSource.yahoo)
                json.member("id", ticker.symbol)
            case .coin(let id):
                json.member("source", MarketSource.coinGecko)
                json.member("id", id)
            }
        }
    }
}
