public import MarketData
public import MarketStore

/// The stored days of an asset, and its missing days.
public struct AssetHolding: Sendable {
    /// The asset.
    public let asset: Asset
    /// The kind of the asset.
    public let kind: AssetKind
    /// The source of the last import, otherwise the preferred one.
    public let source: MarketSource?
    /// The number of days with prices.
    public let days: Int
    /// The first day with prices.
    public let first: CalendarDate?
    /// The last day with prices.
    public let last: CalendarDate?
    /// The missing days.
    public let missing: [DayGap]
}

/// The daily prices of an asset.
public struct AssetPrices: Sendable {
    /// The asset.
    public let asset: Asset
    /// The currency.
    public let currency: String
    /// The source; `nil` without prices.
    public let source: MarketSource?
    /// The days, ascending.
    public let prices: [DailyPrice]
}

/// The stored daily prices, and the latest prices of assets.
public struct PriceService: Sendable {
    private static let latestSeconds = 60

    let store: MarketDatabase
    let priceSources: PriceSources
    let time: ServiceTime
    let lifetime: AnswerLifetime
    /// The last closes of assets, for their volatilities.
    let closes: AnswerCache<AssetRoute, [Double]>
    /// The closes of single days.
    let dayCloses: AnswerCache<CloseQuestion, ExactDecimal?>
    private let latest: AnswerCache<AssetRoute, LatestPrice>

    /// Creates the service.
    public init(
        _ sources: MarketSources, store: MarketDatabase, calendar: ExchangeCalendar, time: ServiceTime
    ) {
        self.store = store
        self.time = time
        priceSources = PriceSources(sources: sources, calendar: calendar)
        lifetime = AnswerLifetime(isOneSecond: sources.answersEachSecond, calendar: calendar)
        closes = AnswerCache(capacity: 2_000, time: time)
        dayCloses = AnswerCache(capacity: 2_000, time: time)
        latest = AnswerCache(capacity: 20_000, time: time)
    }

    /// Whether any day is answered without being stored.
    public var hasWholeHistory: Bool { priceSources.sources.hasWholeHistory }

    /// Returns the stored days of every known asset: imported, held, watched or traded.
    public func coverage() async throws(StoreError) -> [AssetHolding] {
        let settings = try await store.personal.settings()
        let stored = try await store.prices.coverage()
        let byAsset = Dictionary(stored.map { ($0.asset, $0) }, uniquingKeysWith: { first, _ in first })
        let assets = Set(stored.map(\.asset)).union(try await assetsInUse())
        let now = time.now()
        var holdings: [AssetHolding] = []
        for asset in assets.sorted() {
            guard let service = priceSources.service(of: asset, settings) else { continue }
            var kind = byAsset[asset]?.kind ?? service.route.kind
            // Before an import, the list of tickers has the kind of a share.
            if byAsset[asset]?.kind == nil, case .share(let ticker) = service.route {
                kind = try await store.tickers.ticker(ticker)?.kind ?? kind
            }
            holdings.append(holding(asset, kind, byAsset[asset], service, now))
        }
        return holdings
    }

    private func holding(
        _ asset: Asset, _ kind: AssetKind, _ coverage: AssetCoverage?, _ service: PriceSources.Service, _ now: Timestamp
    ) -> AssetHolding {
        var gaps: [DayGap] = []
        if let coverage, let first = coverage.first, let last = service.days.lastComplete(at: now) {
            gaps = service.days.gaps(from: first, through: last, stored: coverage.answeredRuns)
        }
        return AssetHolding(
            asset: asset, kind: kind,
            source: coverage?.source ?? service.history.first?.source, days: coverage?.days ?? 0,
            first: coverage?.first, last: coverage?.last, missing: gaps)
    }

    /// Returns the assets that are held, watched or traded, ascending.
    public func assetsInUse() async throws(StoreError) -> [Asset] {
        let held = try await store.personal.positions().map(\.asset)
        let tickers = try await store.personal.watchlist() + store.personal.tradedUnderlyings()
        return Set(held + tickers.compactMap { Asset($0.symbol) }).sorted()
    }

    /// Returns the daily prices of an asset, ascending: the stored ones, or those that are computed.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - first: The first day; `nil` for all.
    ///   - last: The last day; `nil` for all.
    /// - Returns: The prices; `nil` if the asset is unknown.
    /// - Throws: The reason why they cannot be read.
    public func prices(
        of asset: Asset, from first: CalendarDate?, through last: CalendarDate?
    ) async throws -> AssetPrices? {
        let settings = try await store.personal.settings()
        guard let service = priceSources.service(of: asset, settings) else { return nil }
        if hasWholeHistory,
            let found = try await Self.computedPrices(of: asset, service, from: first, through: last, time: time)
        {
            return found
        }
        guard let coverage = try await store.prices.coverage(of: asset) else {
            guard try await assetsInUse().contains(asset) else { return nil }
            return AssetPrices(asset: asset, currency: "USD", source: nil, prices: [])
        }
        guard let first = first ?? coverage.first, let last = last ?? coverage.last, first <= last else {
            return AssetPrices(asset: asset, currency: coverage.currency, source: coverage.source, prices: [])
        }
        let prices = try await store.prices.prices(of: asset, from: first, through: last)
        return AssetPrices(asset: asset, currency: coverage.currency, source: coverage.source, prices: prices)
    }

    static func computedPrices(
        of asset: Asset, _ service: PriceSources.Service, from first: CalendarDate?, through last: CalendarDate?,
        time: ServiceTime
    ) async throws(MarketDataError) -> AssetPrices? {
        guard let provider = service.history.first, let complete = service.days.lastComplete(at: time.now()) else {
            return nil
        }
        let earliest = CalendarDate(year: 1990, month: 1, day: 1) ?? complete
        let (first, last) = (max(first ?? earliest, earliest), min(last ?? complete, complete))
        do throws(MarketDataError) {
            let history = try await provider.history(
                of: service.route, from: min(first, complete), through: max(last, min(first, complete)),
                priority: .interactive)
            let prices = history.prices.filter { $0.date >= first && $0.date <= last }
            return AssetPrices(asset: asset, currency: history.currency, source: history.source, prices: prices)
        } catch .unknownSymbol {
            return nil
        }
    }

    /// Returns the latest prices of assets in their order, with the fewest calls that the sources allow.
    private func latestAnswers(
        of assets: [Asset], _ settings: MarketSettings, _ priority: CallPriority
    ) async -> [Result<Sourced<LatestPrice>, MarketDataError>] {
        let services = assets.map { priceSources.service(of: $0, settings) }
        var seen: Set<AssetRoute> = []
        let distinct = services.compactMap { $0 }.filter { seen.insert($0.route).inserted }
        // Shares and coins have sources of their own.
        let groups = [distinct.filter { !$0.days.isEveryDay }, distinct.filter { $0.days.isEveryDay }]
        let asked = await concurrently(groups) { group in await askedPrices(of: group, priority) }
            .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        var failures: [Asset: MarketDataError] = [:]
        var answers = zip(assets, services).map { asset, service in
            let answer = service.flatMap { asked[$0.route] } ?? .failure(.unknownSymbol(asset.name))
            switch answer {
            case .success, .failure(.unknownSymbol): break
            case .failure(let error): failures[asset] = error
            }
            return answer
        }
        let stored = await storedPrices(of: Array(failures.keys), settings)
        for (index, asset) in assets.enumerated() {
            guard let failure = failures[asset], var close = stored[asset] else { continue }
            (close.isStale, close.failure) = (true, failure)
            answers[index] = .success(close)
        }
        return answers
    }

    /// Returns the latest prices that are known without a call: cached answers, or the last stored closes. They are not
    /// marked as stale. Assets without one are omitted.
    func knownPrices(of assets: [Asset], _ settings: MarketSettings) async -> [Asset: Sourced<LatestPrice>] {
        var known = await storedPrices(of: assets, settings)
        for asset in assets {
            guard let service = priceSources.service(of: asset, settings), let kept = await latest.known(service.route)
            else { continue }
            if let stored = known[asset], stored.asOf >= kept.asOf { continue }
            known[asset] = kept
        }
        return known
    }

    /// Returns the last stored closes of assets, as prices at the ends of their days.
    private func storedPrices(of assets: [Asset], _ settings: MarketSettings) async -> [Asset: Sourced<LatestPrice>] {
        guard !hasWholeHistory, !assets.isEmpty,
            let closes = try? await store.prices.lastCloses(of: assets, onOrBefore: time.now().date)
        else { return [:] }
        var prices: [Asset: Sourced<LatestPrice>] = [:]
        for (asset, last) in closes {
            guard let service = priceSources.service(of: asset, settings) else { continue }
            let end = service.days.end(of: last.close.date)
            let price = LatestPrice(price: last.close.close, currency: last.currency, asOf: end, source: last.source)
            prices[asset] = Sourced(price, source: last.source, asOf: end)
        }
        return prices
    }

    /// Asks the sources that several assets share.
    private func askedPrices(
        of services: [PriceSources.Service], _ priority: CallPriority
    ) async -> [AssetRoute: Result<Sourced<LatestPrice>, MarketDataError>] {
        guard let first = services.first else { return [:] }
        let (lifetime, time, isCoin) = (lifetime, time, first.days.isEveryDay)
        let reason = priceSources.reason(first.route)
        return await latest.answers(
            services.map(\.route),
            trueUntil: { _, now in
                isCoin
                    ? lifetime.slow(Self.latestSeconds, now: now) : lifetime.moving(Self.latestSeconds, now: now)
            },
            ask: { routes in
                let answers = await firstAnswers(
                    to: routes, of: first.latest, orReason: reason, symbol: \.name,
                    time: time
                ) { provider, routes in
                    await MarketServices.answers(to: routes, callCount: provider.callCount(latestPrices:)) {
                        routes async throws(MarketDataError) in
                        try await provider.latestPrices(of: routes, priority: priority)
                    }
                }
                return answers.mapValues { answer in
                    answer.map { Sourced($0.value, source: $0.value.source, asOf: $0.value.asOf) }
                }
            })
    }

    /// Returns the latest prices of assets, and the assets without one: no source has them, or none answers and nothing
    /// is stored.
    ///
    /// - Throws: The first error, if there is no price at all.
    public func latestPrices(
        of assets: [Asset], priority: CallPriority = .interactive
    ) async throws -> (prices: [(Asset, Sourced<LatestPrice>)], unknown: [Asset]) {
        let settings = try await store.personal.settings()
        let answers = await latestAnswers(of: assets, settings, priority)
        var (prices, unknown): ([(Asset, Sourced<LatestPrice>)], [Asset]) = ([], [])
        var failure: MarketDataError?
        for (asset, answer) in zip(assets, answers) {
            switch answer {
            case .success(let price): prices.append((asset, price))
            case .failure(.unknownSymbol): unknown.append(asset)
            case .failure(let error):
                failure = failure ?? error
                unknown.append(asset)
            }
        }
        if prices.isEmpty, let failure { throw failure }
        return (prices, unknown)
    }
}

extension PriceService {
    /// The seconds after which latest prices may have changed.
    public var secondsToNextPrices: Double { lifetime.secondsToNext(Self.latestSeconds, now: time.now()) }
}

extension AssetRoute {
    /// The asset's name in messages.
    var name: String {
        switch self {
        case .share(let ticker): ticker.symbol
        case .coin(let id): id
        }
    }

    /// The kind of the asset if no source gives it.
    var kind: AssetKind {
        switch self {
        case .share: .stock
        case .coin: .coin
        }
    }
}

extension TradingDays {
    var isEveryDay: Bool {
        if case .everyDay = self { true } else { false }
    }

    /// The instant of the last price of a day.
    func end(of date: CalendarDate) -> Timestamp {
        switch self {
        case .sessions(let calendar): calendar.session(on: date)?.close ?? Timestamp(date)
        case .everyDay: Timestamp(date.adding(days: 1) ?? date)
        }
    }
}
