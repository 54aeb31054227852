internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import MarketStore

/// The endpoints of the settings.
struct SettingsRoutes {
    private static let path = "/api/rest/settings"

    let personal: PersonalStore

    var routes: [Route] {
        let personal = personal
        return [
            .reading(Self.path, "The settings.") { _ in Self.answer(try await personal.settings()) },
            .changing(.put, Self.path, "Changes settings. Absent members stay as they are.", takesBody: true) {
                request in
                let change = try SettingsChange(try request.members())
                let settings = try await personal.changeSettings { change.apply(to: &$0) }
                return Response(json: Self.answer(settings))
            },
        ]
    }

    private static func answer(_ settings: MarketSettings) -> JSONText {
        var json = JSONText()
        json.append(settings)
        return json
    }
}

extension JSONText {
    /// Writes the settings.
    mutating func append(_ settings: MarketSettings) {
        object { json in
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
    }

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
