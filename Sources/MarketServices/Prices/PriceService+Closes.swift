internal import MarketData
internal import MarketStore

/// The question for the close of a share on a day.
struct CloseQuestion: Hashable, Sendable {
    let ticker: Ticker
    let day: CalendarDate
}

extension PriceService {
    private static let closeSeconds = 3600

    /// Returns the splits of an asset after a day, ascending.
    func splits(of asset: Asset, after day: CalendarDate, _ settings: MarketSettings) async -> [StockSplit] {
        guard hasWholeHistory else { return (try? await store.prices.splits(of: asset, after: day)) ?? [] }
        let today = NewYorkTime.date(at: time.now())
        guard day < today, case .share? = AssetRoute(asset, overrides: settings.assets),
            let service = priceSources.service(of: asset, settings), let provider = service.history.first
        else { return [] }
        let history = try? await provider.history(
            of: service.route, from: day, through: today, priority: .interactive)
        return (history?.splits ?? []).filter { $0.date > day }
    }

    /// Returns the close of a share on a day; `nil` if it is unknown or not final. A missing close is requested once,
    /// and stored.
    func close(of ticker: Ticker, on day: CalendarDate) async -> Sourced<ExactDecimal>? {
        guard let asset = Asset(ticker.symbol), let settings = try? await store.personal.settings(),
            let service = priceSources.service(of: asset, settings), service.route == .share(ticker),
            let last = service.days.lastComplete(at: time.now()), day <= last
        else { return nil }
        let lifetime = lifetime
        let answer = try? await dayCloses.answer(
            CloseQuestion(ticker: ticker, day: day),
            trueUntil: { _, now in lifetime.slow(Self.closeSeconds, now: now) },
            ask: { () async throws(MarketDataError) in
                try await closes(of: asset, service, from: day, through: day).map { $0.last?.close }
            })
        return answer.flatMap { answer in answer.value.map { close in answer.map { _ in close } } }
    }

    /// Returns the closes of an asset from one day through another, ascending: the stored ones, or, if a day is missing,
    /// those of a source, which are stored.
    func closes(
        of asset: Asset, _ service: PriceSources.Service, from first: CalendarDate, through last: CalendarDate
    ) async throws(MarketDataError) -> Sourced<[DailyClose]> {
        let now = time.now()
        if !hasWholeHistory, let stored = await storedCloses(of: asset, service, from: first, through: last) {
            return stored
        }
        let answer = try await firstAnswer(
            of: service.history, orReason: priceSources.reason(service.route), symbol: asset.name, time: time
        ) { provider async throws(MarketDataError) -> PriceHistory? in
            try await provider.history(of: service.route, from: first, through: last, priority: .interactive)
        }
        let history = answer.value
        if !hasWholeHistory, let complete = service.days.lastComplete(at: now) {
            let earliest = answer.provider.earliestDay(of: service.route, now: now)
            _ = try? await store.prices.store(
                history.within(DayRun(first, last)), of: asset,
                answered: service.days.settled(of: DayRun(first, last), lastComplete: complete, notBefore: earliest),
                adjustedTo: service.days.adjustedTo(at: now) ?? complete, days: service.days)
        }
        let closes = history.prices.map { DailyClose(date: $0.date, close: $0.close) }
        return Sourced(closes, source: history.source, asOf: now)
    }

    /// The closes that are stored; `nil` if a day is missing.
    private func storedCloses(
        of asset: Asset, _ service: PriceSources.Service, from first: CalendarDate, through last: CalendarDate
    ) async -> Sourced<[DailyClose]>? {
        guard let coverage = try? await store.prices.coverage(of: asset), let source = coverage.source,
            let closes = try? await store.prices.closes(of: asset, from: first, through: last)
        else { return nil }
        guard service.days.gaps(from: first, through: last, stored: coverage.answeredRuns).isEmpty else { return nil }
        return Sourced(closes, source: source, asOf: service.days.end(of: last))
    }
}
