public import MarketData

/// Coins and their prices.
public struct CoinService: Sendable {
    private static let secondsTrue = 60

    private let sources: MarketSources
    private let lifetime: AnswerLifetime
    private let cache: AnswerCache<String, CoinQuote>
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
        lifetime = AnswerLifetime(isOneSecond: sources.answersEachSecond, calendar: calendar)
        cache = AnswerCache(capacity: 5_000, time: time)
    }

    /// Returns coins in the order of their identifiers, without duplicates. Unknown coins and coins without a price are
    /// omitted. One question asks for all coins that are not cached.
    ///
    /// - Throws: The first error, if there is no coin at all.
    public func coins(_ ids: [String]) async throws(MarketDataError) -> [Sourced<CoinQuote>] {
        guard let provider = sources.coins, await sources.isOn(provider.source) else {
            throw .noSource(reason: sources.sentence(missing: "coins", .coins))
        }
        var seen: Set<String> = []
        let ids = ids.filter { seen.insert($0).inserted }
        let (lifetime, time) = (lifetime, time)
        let answers = await cache.answers(
            ids, trueUntil: { _, now in lifetime.slow(Self.secondsTrue, now: now) },
            ask: { ids in
                do throws(MarketDataError) {
                    let coins = try await provider.coins(ids, priority: .interactive)
                    let answers = coins.map { ($0.id, Sourced($0, source: provider.source, asOf: time.now())) }
                    return Dictionary(answers, uniquingKeysWith: { first, _ in first }).mapValues { .success($0) }
                } catch {
                    return Dictionary(uniqueKeysWithValues: ids.map { ($0, .failure(error)) })
                }
            })
        var coins: [Sourced<CoinQuote>] = []
        var failure: MarketDataError?
        for id in ids {
            switch answers[id] {
            case .success(let coin): coins.append(coin)
            case .failure(.unknownSymbol), nil: break
            case .failure(let error): failure = failure ?? error
            }
        }
        if coins.isEmpty, let failure { throw failure }
        return coins
    }
}
