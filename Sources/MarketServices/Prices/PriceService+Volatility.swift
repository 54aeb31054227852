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
        guard let last = service.days.lastComplete(at: time.now()), let first = last.adding(days: -2 * count) else {
            throw .unknownSymbol(asset.name)
        }
        return try await closes(of: asset, service, from: first, through: last)
            .map { closes in closes.map(\.close.doubleValue) }
    }
}
