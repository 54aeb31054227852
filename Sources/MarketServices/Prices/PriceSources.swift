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
            route: route, history: history.filter { sources.isOn($0.source, settings) },
            latest: latest.filter { sources.isOn($0.source, settings) },
            days: TradingDays(route, calendar: calendar))
    }

    /// The reason why no source serves an asset.
    func reason(_ route: AssetRoute) -> String {
        switch route {
        case .share: sources.sentence(missing: "prices of shares", .sharePrices)
        case .coin: sources.sentence(missing: "prices of coins", .coinPrices)
        }
    }
}

extension MarketSources {
    /// Whether the settings enable a source.
    package func isOn(_ source: MarketSource, _ settings: MarketSettings) -> Bool {
        descriptions.first { $0.source == source }.map(settings.isOn) ?? true
    }
}
