public import MarketData

/// Expirations, contracts and chains, from the first source that has them.
public struct OptionService: Sendable {
    static let reason = "option chains need POLYGON_API_KEY or TRADIER_TOKEN"
    private static let chainSeconds = 60
    private static let contractSeconds = 4 * 3600

    private struct ExpirationQuestion: Hashable, Sendable {
        let underlying: Ticker
        let kind: OptionKind
    }

    private struct ChainQuestion: Hashable, Sendable {
        let underlying: Ticker
        let expiration: CalendarDate
    }

    private let sources: MarketSources
    private let time: ServiceTime
    private let lifetime: AnswerLifetime
    private let expirations: AnswerCache<ExpirationQuestion, [CalendarDate]>
    private let contracts: AnswerCache<ChainQuestion, [ListedContract]>
    private let chains: AnswerCache<ChainQuestion, ChainSnapshot?>

    /// Creates the service.
    public init(_ sources: MarketSources, calendar: ExchangeCalendar, time: ServiceTime) {
        self.sources = sources
        self.time = time
        lifetime = AnswerLifetime(isSimulated: sources.isSimulated, calendar: calendar)
        expirations = AnswerCache(capacity: 5_000, time: time)
        contracts = AnswerCache(capacity: 5_000, time: time)
        // A chain may have thousands of contracts.
        chains = AnswerCache(capacity: 200, time: time)
    }

    /// Returns the expirations from today in New York on, ascending; none for a known stock without options.
    ///
    /// - Throws: ``MarketData/MarketDataError/unknownSymbol(_:)`` if there is no such stock.
    public func expirations(
        of underlying: Ticker, kind: OptionKind
    ) async throws(MarketDataError) -> Sourced<[CalendarDate]> {
        let (sources, time, lifetime) = (sources, time, lifetime)
        let today = NewYorkTime.date(at: time.now())
        let answer = try await expirations.answer(
            ExpirationQuestion(underlying: underlying, kind: kind),
            trueUntil: { _, now in lifetime.slow(Self.contractSeconds, now: now) },
            ask: { () async throws(MarketDataError) in
                let (dates, provider) = try await firstAnswer(
                    of: sources.options, orReason: Self.reason, symbol: underlying.symbol
                ) { provider async throws(MarketDataError) -> [CalendarDate]? in
                    try await provider.expirations(of: underlying, kind: kind, priority: .interactive)
                }
                return Sourced(dates, source: provider.source, asOf: time.now())
            })
        // The answer may be from a day before.
        return answer.map { dates in dates.filter { $0 >= today } }
    }

    /// Returns the contracts that expire on a day, standard ones wherever there are any; none if the stock has no such expiration.
    public func contracts(
        of underlying: Ticker, expiration: CalendarDate
    ) async throws(MarketDataError) -> Sourced<[ListedContract]> {
        let (sources, time, lifetime) = (sources, time, lifetime)
        return try await contracts.answer(
            ChainQuestion(underlying: underlying, expiration: expiration),
            trueUntil: { _, now in lifetime.slow(Self.contractSeconds, now: now) },
            ask: { () async throws(MarketDataError) in
                let (contracts, provider) = try await firstAnswer(
                    of: sources.options, orReason: Self.reason, symbol: underlying.symbol
                ) { provider async throws(MarketDataError) -> [ListedContract]? in
                    try await provider.contracts(of: underlying, expiration: expiration, priority: .interactive)
                }
                return Sourced(contracts, source: provider.source, asOf: time.now())
            })
    }

    /// Returns the chain of an expiration; `nil` if the stock has no such expiration.
    public func chain(
        of underlying: Ticker, expiration: CalendarDate
    ) async throws(MarketDataError) -> Sourced<ChainSnapshot?> {
        let (sources, time, lifetime) = (sources, time, lifetime)
        return try await chains.answer(
            ChainQuestion(underlying: underlying, expiration: expiration),
            trueUntil: { _, now in lifetime.moving(Self.chainSeconds, now: now) },
            ask: { () async throws(MarketDataError) in
                let (chain, provider) = try await firstAnswer(
                    of: sources.options, orReason: Self.reason, symbol: underlying.symbol
                ) { provider async throws(MarketDataError) -> ChainSnapshot?? in
                    .some(try await provider.chain(of: underlying, expiration: expiration, priority: .interactive))
                }
                return Sourced(chain, source: provider.source, asOf: chain?.asOf ?? time.now())
            })
    }
}
