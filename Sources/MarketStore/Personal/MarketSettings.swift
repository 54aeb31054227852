public import MarketData

/// The user's settings for fetching prices.
public struct MarketSettings: Hashable, Sendable {
    /// Whether missing days are fetched when the program starts.
    public var fetchesOnLaunch = true
    /// Whether the day is fetched after the exchange has closed.
    public var fetchesDailyAtClose = true
    /// Whether latest prices are fetched every hour while the exchange is open.
    public var fetchesHourlyInMarketHours = false
    /// The sources that were switched on or off. Others are as ``SourceDescription/isOnByDefault`` says.
    public var sources: [MarketSource: Bool] = [:]
    /// The age in days after which the latest price of a held asset is fetched when positions are shown.
    public var cacheDays = 7
    /// Assets with a route other than that of their name.
    public var assets: [Asset: AssetRoute] = [:]

    /// Creates the settings before anyone changes them.
    public init() {}

    /// Whether a source is on. A source without a switch is.
    public func isOn(_ source: SourceDescription) -> Bool {
        source.isOnByDefault.map { sources[source.source] ?? $0 } ?? true
    }
}

extension MarketSettings {
    /// The settings by keys, as they are stored.
    var values: [String: String] {
        var values = [
            "autoFetch.onLaunch": "\(fetchesOnLaunch)",
            "autoFetch.dailyAtClose": "\(fetchesDailyAtClose)",
            "autoFetch.hourlyInMarketHours": "\(fetchesHourlyInMarketHours)",
            "cacheDays": "\(cacheDays)",
        ]
        for (source, isOn) in sources { values["sources.\(source.rawValue)"] = "\(isOn)" }
        for (asset, route) in assets {
            switch route {
            case .share(let ticker): values["assets.\(asset)"] = "yahoo:\(ticker)"
            case .coin(let id): values["assets.\(asset)"] = "coinGecko:\(id)"
            }
        }
        return values
    }

    /// Creates settings from values by keys. Unknown keys and values, such as those of another version, are ignored.
    init(values: [String: String]) {
        self.init()
        for (key, value) in values {
            let flag = Bool(value)
            switch key {
            case "autoFetch.onLaunch": fetchesOnLaunch = flag ?? fetchesOnLaunch
            case "autoFetch.dailyAtClose": fetchesDailyAtClose = flag ?? fetchesDailyAtClose
            case "autoFetch.hourlyInMarketHours": fetchesHourlyInMarketHours = flag ?? fetchesHourlyInMarketHours
            case "cacheDays": cacheDays = Int(value) ?? cacheDays
            default:
                if key.hasPrefix("sources."), let source = MarketSource(rawValue: String(key.dropFirst(8))) {
                    sources[source] = flag
                } else if key.hasPrefix("assets."), let asset = Asset(key.dropFirst(7)), let route = Self.route(value) {
                    assets[asset] = route
                }
            }
        }
    }

    private static func route(_ value: String) -> AssetRoute? {
        let parts = value.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "yahoo": return Ticker(parts[1]).map { .share($0) }
        case "coinGecko": return .coin(id: String(parts[1]))
        default: return nil
        }
    }
}
