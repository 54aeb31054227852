package import MarketData
package import MarketStore

/// The sources of an asset's prices, as the settings switch them.
struct PriceSources: Sendable {
    let sources: MarketSources
    let calendar: ExchangeCalendar

    /// How an asset is served.
    struct Service: Sendable {
        let route: AssetRoute
        let history: [any HistoryProvider]
        let latest: [any LatestPriceProvider]
        let days: TradingDays
    }

    /// Returns the sources of an asset; `nil` if its name has no route.
    func service(of asset: Asset, _ settings: MarketSettings) -> Service? {
        guard let route = AssetRoute(asset, overrides: settings.assets) else { return nil }
        let (history, latest) =
            switch route {
            case .share: (sources.shareHistory, sources.latestShares)
            case .coin: (sources.coinHistory, sources.latestCoins)
            }
        return Service(
            route: route, history: history.filter { settings.isOn($0.source) },
            latest: latest.filter { settings.isOn($0.source) },
            days: TradingDays(route, calendar: calendar))
    }

    /// The reason why no source serves an asset.
    static func reason(_ route: AssetRoute) -> String {
        switch route {
        case .share: "prices of shares need a source that is switched on in the settings"
        case .coin: "prices of coins need coinGecko to be switched on in the settings"
        }
    }
}

extension MarketSettings {
    /// Whether the settings enable a source.
    package func isOn(_ source: MarketSource) -> Bool { !Self.switchable.contains(source) || sources.contains(source) }
}

extension PersonalStore {
    /// Whether the settings enable a source. If they cannot be read, all sources are enabled.
    func isOn(_ source: MarketSource) async -> Bool { (try? await settings())?.isOn(source) ?? true }
}
