internal import MarketData
internal import MarketStore

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

    /// Returns the sources of an asset; `nil` if its name stands for nothing.
    func service(of asset: Asset, _ settings: MarketSettings) -> Service? {
        guard let route = AssetRoute(asset, overrides: settings.assets) else { return nil }
        func isOn(_ source: MarketSource) -> Bool {
            !MarketSettings.switchable.contains(source) || settings.sources.contains(source)
        }
        let (history, latest) =
            switch route {
            case .share: (sources.shareHistory, sources.latestShares)
            case .coin: (sources.coinHistory, sources.latestCoins)
            }
        return Service(
            route: route, history: history.filter { isOn($0.source) }, latest: latest.filter { isOn($0.source) },
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

extension TradingDays {
    /// The number of days that must follow an empty one before it is marked as "asked, and there is none".
    private static let daysBeforeMark = 5

    /// Returns the days of a request that need not be asked for again after an answer: from the earliest that the source answers, without
    /// recent days, whose prices may come late.
    func settled(
        of request: DayRun, lastComplete: CalendarDate, notBefore earliest: CalendarDate?
    ) -> ClosedRange<CalendarDate>? {
        var limit = day(onOrBefore: lastComplete)
        for _ in 0..<Self.daysBeforeMark { limit = limit.flatMap { day(before: $0) } }
        guard let limit else { return nil }
        let first = earliest.map { max($0, request.first) } ?? request.first
        let last = min(limit, request.last)
        return first <= last ? first...last : nil
    }
}
