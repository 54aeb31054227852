public import MarketData
public import MarketStore

/// A position and what it is worth.
public struct PositionRow: Sendable {
    /// The position, as it was entered.
    public let position: StoredPosition
    /// The latest price; `nil` if no source knows one.
    public let price: Sourced<LatestPrice>?
    /// The splits since the position was entered, ascending.
    public let splits: [StockSplit]

    /// What the position is worth; `nil` without a price.
    public var value: PositionValue? {
        price.map {
            PositionValue(
                PortfolioPosition(position.asset, quantity: position.quantity, cost: position.cost), at: $0.value)
        }
    }
}

/// What all positions in dollars are worth.
public struct PositionTotals: Sendable {
    /// The currency.
    public static let currency = "USD"

    /// The value of the positions that have a price in dollars; `nil` if there is none.
    public let value: PortfolioTotals?
    /// The positions that are not in the value, and their currencies.
    public let excluded: [(asset: Asset, currency: String)]

    /// Adds up positions.
    public init(_ rows: [PositionRow]) {
        let values = rows.filter { $0.price?.value.currency == Self.currency }.compactMap(\.value)
        value = values.isEmpty ? nil : PortfolioTotals(values)
        excluded = rows.compactMap { row in
            guard let currency = row.price?.value.currency, currency != Self.currency else { return nil }
            return (row.position.asset, currency)
        }
    }
}

/// What people hold.
public struct PositionService: Sendable {
    private let store: MarketDatabase
    private let prices: PriceService
    private let sources: MarketSources
    private let time: ServiceTime

    /// Creates the service.
    public init(
        _ sources: MarketSources, store: MarketDatabase, prices: PriceService, time: ServiceTime
    ) {
        self.sources = sources
        self.store = store
        self.prices = prices
        self.time = time
    }

    /// Returns the positions with their latest prices, ascending by asset.
    public func positions() async throws(StoreError) -> [PositionRow] {
        let settings = try await store.personal.settings()
        let positions = try await store.personal.positions()
        return await concurrently(positions) { position in await row(position, settings) }
    }

    private func row(_ position: StoredPosition, _ settings: MarketSettings) async -> PositionRow {
        let price = await price(of: position.asset, settings)
        return PositionRow(position: position, price: price, splits: await splits(of: position, settings))
    }

    /// The latest price: one that is known and at most `cacheDays` old, otherwise that of the sources, otherwise the last known one, as
    /// stale.
    private func price(of asset: Asset, _ settings: MarketSettings) async -> Sourced<LatestPrice>? {
        if sources.isSimulated { return try? await prices.latestPrice(of: asset, settings) }
        let known = await prices.knownPrice(of: asset, settings)
        let today = NewYorkTime.date(at: time.now())
        if let known, NewYorkTime.date(at: known.asOf).days(to: today) <= settings.cacheDays { return known }
        if let price = try? await prices.latestPrice(of: asset, settings) { return price }
        return known.map { Sourced($0.value, source: $0.source, asOf: $0.asOf, isStale: true) }
    }

    private func splits(of position: StoredPosition, _ settings: MarketSettings) async -> [StockSplit] {
        guard sources.isSimulated else {
            return (try? await store.prices.splits(of: position.asset, after: position.entered)) ?? []
        }
        let today = NewYorkTime.date(at: time.now())
        guard case .share? = AssetRoute(position.asset, overrides: settings.assets), position.entered < today,
            let provider = sources.shareHistory.first,
            let route = AssetRoute(position.asset, overrides: settings.assets)
        else { return [] }
        let history = try? await provider.history(
            of: route, from: position.entered, through: today, priority: .interactive)
        return (history?.splits ?? []).filter { $0.date > position.entered }
    }

    /// Stores a position, entered today.
    public func put(_ asset: Asset, quantity: ExactDecimal, cost: ExactDecimal) async throws(StoreError) {
        let today = NewYorkTime.date(at: time.now())
        try await store.personal.store(
            StoredPosition(asset: asset, quantity: quantity, cost: cost, entered: today))
    }

    /// Removes a position.
    ///
    /// - Returns: Whether there was one.
    public func remove(_ asset: Asset) async throws(StoreError) -> Bool {
        try await store.personal.removePosition(of: asset)
    }

    /// Returns what today's positions would have been worth from one day through another, in dollars.
    public func history(from first: CalendarDate, through last: CalendarDate) async throws -> [PortfolioDay] {
        var series: [PortfolioHistory.Series] = []
        for position in try await store.personal.positions() {
            // A close before the first day carries over: the longest pause of the exchange is shorter than this.
            let start = first.adding(days: -30) ?? first
            guard let found = try await prices.prices(of: position.asset, from: start, through: last),
                found.currency == PositionTotals.currency
            else { continue }
            let held = PortfolioPosition(position.asset, quantity: position.quantity, cost: position.cost)
            series.append(PortfolioHistory.Series(held, closes: found.prices))
        }
        return PortfolioHistory.days(of: series, from: first, through: last)
    }
}
