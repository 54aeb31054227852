public import MarketData
public import MarketStore

/// A position and its value.
public struct PositionRow: Sendable {
    /// The position, as it was entered.
    public let position: StoredPosition
    /// The latest price; `nil` if it is unknown.
    public let price: Sourced<LatestPrice>?
    /// The splits since the position was entered, ascending.
    public let splits: [StockSplit]

    /// The value of the position; `nil` without a price.
    public var value: PositionValue? {
        price.map {
            PositionValue(
                PortfolioPosition(position.asset, quantity: position.quantity, cost: position.cost), at: $0.value)
        }
    }
}

/// The total value of all positions in dollars.
public struct PositionTotals: Sendable {
    /// The currency.
    public static let currency = "USD"

    /// The value of the positions that have a price in dollars; `nil` if there is none.
    public let value: PortfolioTotals?
    /// The positions with a price in another currency, which the value excludes, and their currencies.
    public let excluded: [(asset: Asset, currency: String)]
    /// The positions without a price, which the value excludes, ascending.
    public let unpriced: [Asset]

    /// Adds up positions.
    public init(_ rows: [PositionRow]) {
        let values = rows.filter { $0.price?.value.currency == Self.currency }.compactMap(\.value)
        value = values.isEmpty ? nil : PortfolioTotals(values)
        excluded = rows.compactMap { row in
            guard let currency = row.price?.value.currency, currency != Self.currency else { return nil }
            return (row.position.asset, currency)
        }
        unpriced = (rows.filter { $0.price == nil }.map(\.position.asset) + (value?.unpriced ?? [])).sorted()
    }
}

/// The positions of the user.
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
        let prices = await latestPrices(of: positions.map(\.asset), settings)
        var rows: [PositionRow] = []
        for position in positions {
            rows.append(
                PositionRow(
                    position: position, price: prices[position.asset],
                    splits: await self.prices.splits(of: position.asset, after: position.entered, settings)))
        }
        return rows
    }

    /// Returns the latest prices: cached ones that are at most `cacheDays` old, otherwise those of the sources,
    /// otherwise the last known ones, as stale.
    private func latestPrices(
        of assets: [Asset], _ settings: MarketSettings
    ) async -> [Asset: Sourced<LatestPrice>] {
        var known: [Asset: Sourced<LatestPrice>] = [:]
        var due = assets
        if !sources.answersEachSecond {
            let today = NewYorkTime.date(at: time.now())
            known = await prices.knownPrices(of: assets, settings)
            due = assets.filter { asset in
                known[asset].map { NewYorkTime.date(at: $0.asOf).days(to: today) > settings.cacheDays } ?? true
            }
        }
        let asked = due.isEmpty ? [] : (try? await prices.latestPrices(of: due))?.prices ?? []
        for asset in due { known[asset]?.isStale = true }
        for (asset, price) in asked { known[asset] = price }
        return known
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

    /// Returns the value in dollars that today's positions would have had on each day from one day through another.
    public func history(from first: CalendarDate, through last: CalendarDate) async throws -> [PortfolioDay] {
        var series: [PortfolioHistory.Series] = []
        for position in try await store.personal.positions() {
            // A close before the first day carries over: the exchange never closes for as long as this.
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
