internal import MarketData
internal import MarketStore

extension PriceService {
    private static let closesSeconds = 3600

    /// Returns the volatility of the last closes of an asset. Missing closes are requested once, and stored.
    ///
    /// - Returns: `nil` if the closes are unknown.
    func volatility(of asset: Asset, count: Int) async -> Double? {
        guard let settings = try? await store.personal.settings(),
            let service = priceSources.service(of: asset, settings)
        else { return nil }
        let lifetime = lifetime
        let closes = try? await closes.answer(
            service.route, trueUntil: { _, now in lifetime.slow(Self.closesSeconds, now: now) },
            ask: { () async throws(MarketDataError) in try await lastCloses(of: asset, service, count: count) })
        return closes.flatMap { RealizedVolatility.annualized($0.value.suffix(count)) }
    }

    private func lastCloses(
        of asset: Asset, _ service: PriceSources.Service, count: Int
    ) async throws(MarketDataError) -> Sourced<[Double]> {
        let now = time.now()
        guard let last = service.days.lastComplete(at: now), let first = last.adding(days: -2 * count) else {
            throw .unknownSymbol(asset.name)
        }
        if !isSimulated, let stored = await storedCloses(of: asset, service, from: first, through: last) {
            return stored
        }
        let answer = try await firstAnswer(
            of: service.history, orReason: PriceSources.reason(service.route), symbol: asset.name, time: time
        ) { provider async throws(MarketDataError) -> PriceHistory? in
            try await provider.history(of: service.route, from: first, through: last, priority: .interactive)
        }
        let history = answer.value
        if !isSimulated {
            let earliest = answer.provider.earliestDay(of: service.route, now: now)
            _ = try? await store.prices.store(
                history.within(DayRun(first, last)), of: asset,
                answered: service.days.settled(of: DayRun(first, last), lastComplete: last, notBefore: earliest),
                adjustedTo: service.days.adjustedTo(at: now) ?? last, days: service.days)
        }
        return Sourced(history.prices.map(\.close.doubleValue), source: history.source, asOf: now)
    }

    /// The closes that are stored; `nil` if a day is missing.
    private func storedCloses(
        of asset: Asset, _ service: PriceSources.Service, from first: CalendarDate, through last: CalendarDate
    ) async -> Sourced<[Double]>? {
        guard let coverage = try? await store.prices.coverage(of: asset), let source = coverage.source,
            let closes = try? await store.prices.closes(of: asset, from: first, through: last)
        else { return nil }
        guard service.days.gaps(from: first, through: last, stored: coverage.answeredRuns).isEmpty else { return nil }
        return Sourced(closes.map(\.close.doubleValue), source: source, asOf: service.days.end(of: last))
    }
}
