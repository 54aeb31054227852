internal import Hummingbird
internal import MarketData
internal import MarketServices
internal import MarketStore

/// The endpoints of the settings.
struct SettingsRoutes {
    private static let path = "/api/rest/settings"

    let personal: PersonalStore
    /// The sources that can be switched on and off.
    let switches: [SourceDescription]

    var routes: [Route] {
        let (personal, switches) = (personal, switches)
        return [
            .reading(Self.path, "The settings.") { _ in
                Self.answer(try await personal.settings(), switches)
            },
            .changing(.put, Self.path, "Changes settings. Absent members stay as they are.", takesBody: true) {
                request in
                let change = try SettingsChange(try request.members(), switches: switches)
                let settings = try await personal.changeSettings { change.apply(to: &$0) }
                return Response(json: Self.answer(settings, switches))
            },
        ]
    }

    private static func answer(_ settings: MarketSettings, _ switches: [SourceDescription]) -> JSONText {
        var json = JSONText()
        json.append(settings, switches)
        return json
    }
}

extension JSONText {
    /// Writes the settings.
    mutating func append(_ settings: MarketSettings, _ switches: [SourceDescription]) {
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
                    for source in switches { json.member(named: source.source.rawValue, settings.isOn(source)) }
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
