public import MarketData

/// Coins and their prices.
public struct CoinService: Sendable {
    private static let secondsTrue = 60

    private let sources: MarketSources
    private let lifetime: AnswerLifetime
    private let cache: AnswerCache<[String], [CoinQuote]>
    private let time: ServiceTime

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - calendar: The sessions of the exchange.
    ///   - time: The clock.
    public init(_ sources: MarketSources, calendar: ExchangeCalendar, time: ServiceTime) {
        self.sources = sources
        self.time = time
        lifetime = AnswerLifetime(isSimulated: sources.isSimulated, calendar: calendar)
        cache = AnswerCache(capacity: 200, time: time)
    }

    /// Returns coins in the order of their identifiers, without duplicates. Unknown coins and coins without a price are
    /// omitted.
    public func coins(_ ids: [String]) async throws(MarketDataError) -> Sourced<[CoinQuote]> {
        guard let provider = sources.coins, await sources.isOn(provider.source) else {
            throw .noSource(reason: "coins need coinGecko to be switched on in the settings")
        }
        var seen: Set<String> = []
        let ids = ids.filter { seen.insert($0).inserted }
        let (lifetime, time) = (lifetime, time)
        return try await cache.answer(
            ids, trueUntil: { _, now in lifetime.slow(Self.secondsTrue, now: now) },
            ask: { () async throws(MarketDataError) in
                let coins = try await provider.coins(ids, priority: .interactive)
                let byIdentifier = Dictionary(coins.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
                return Sourced(ids.compactMap { byIdentifier[$0] }, source: provider.source, asOf: time.now())
            })
    }
}
