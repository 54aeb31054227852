public import MarketData

/// Expirations, contracts and chains, from the first source that has them.
public struct OptionService: Sendable {
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
    private let stocks: StockService
    private let time: ServiceTime
    private let lifetime: AnswerLifetime
    private let expirations: AnswerCache<ExpirationQuestion, [CalendarDate]>
    private let contracts: AnswerCache<ChainQuestion, [ListedContract]>
    private let chains: AnswerCache<ChainQuestion, KeptChain?>

    /// Creates the service.
    public init(_ sources: MarketSources, stocks: StockService, calendar: ExchangeCalendar, time: ServiceTime) {
        self.sources = sources
        self.stocks = stocks
        self.time = time
        lifetime = AnswerLifetime(isOneSecond: sources.answersEachSecond, calendar: calendar)
        expirations = AnswerCache(capacity: 5_000, time: time)
        contracts = AnswerCache(capacity: 5_000, time: time)
        // A chain may have thousands of contracts.
        chains = AnswerCache(capacity: 200, time: time)
    }

    /// Returns the expirations from today in New York on, ascending; empty for a known stock without options.
    ///
    /// - Throws: ``MarketData/MarketDataError/unknownSymbol(_:)`` if there is no such stock.
    public func expirations(
        of underlying: Ticker, kind: OptionKind, priority: CallPriority = .interactive
    ) async throws(MarketDataError) -> Sourced<[CalendarDate]> {
        let (time, lifetime) = (time, lifetime)
        let today = NewYorkTime.date(at: time.now())
        let answer = try await expirations.answer(
            ExpirationQuestion(underlying: underlying, kind: kind),
            trueUntil: { _, now in lifetime.slow(Self.contractSeconds, now: now) },
            ask: { () async throws(MarketDataError) in
                let answer = try await ask(underlying, isNothing: \.isEmpty) {
                    provider async throws(MarketDataError) in
                    try await provider.expirations(of: underlying, kind: kind, priority: priority)
                }
                return Sourced(answer.value, source: answer.provider.source, asOf: time.now())
            })
        // The answer may be from a day before.
        return answer.map { dates in dates.filter { $0 >= today } }
    }

    /// Returns the contracts that expire on a day, including adjusted ones; empty if the stock has no such expiration.
    public func contracts(
        of underlying: Ticker, expiration: CalendarDate
    ) async throws(MarketDataError) -> Sourced<[ListedContract]> {
        let (time, lifetime) = (time, lifetime)
        return try await contracts.answer(
            ChainQuestion(underlying: underlying, expiration: expiration),
            trueUntil: { _, now in lifetime.slow(Self.contractSeconds, now: now) },
            ask: { () async throws(MarketDataError) in
                let answer = try await ask(underlying, isNothing: \.isEmpty) {
                    provider async throws(MarketDataError) in
                    try await provider.contracts(of: underlying, expiration: expiration, priority: .interactive)
                }
                return Sourced(answer.value, source: answer.provider.source, asOf: time.now())
            })
    }

    /// Returns the chain of an expiration; `nil` if the stock has no such expiration.
    public func chain(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority = .interactive
    ) async throws(MarketDataError) -> Sourced<ChainSnapshot?> {
        try await keptChain(of: underlying, expiration: expiration, priority: priority).map { $0?.snapshot }
    }

    /// Returns the chain of an expiration, with its analyses so far.
    func keptChain(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> Sourced<KeptChain?> {
        let (time, lifetime) = (time, lifetime)
        return try await chains.answer(
            ChainQuestion(underlying: underlying, expiration: expiration),
            trueUntil: { _, now in lifetime.moving(Self.chainSeconds, now: now) },
            ask: { () async throws(MarketDataError) in
                let answer = try await ask(underlying, isNothing: { $0 == nil }) {
                    provider async throws(MarketDataError) in
                    try await provider.chain(of: underlying, expiration: expiration, priority: priority)
                }
                return Sourced(
                    answer.value.map { KeptChain($0) }, source: answer.provider.source,
                    asOf: answer.value?.asOf ?? time.now())
            })
    }

    /// The seconds after which a chain may have changed.
    var secondsToNextChain: Double { lifetime.secondsToNext(Self.chainSeconds, now: time.now()) }

    /// Asks the sources. A source without options of a stock may not know the stock.
    private func ask<Value>(
        _ underlying: Ticker, isNothing: (Value) -> Bool,
        _ ask: (any OptionProvider) async throws(MarketDataError) -> Value
    ) async throws(MarketDataError) -> ProviderAnswer<any OptionProvider, Value> {
        let answer = try await firstAnswer(
            of: sources.options, orReason: sources.sentence(missing: "option chains", .options),
            symbol: underlying.symbol, time: time
        ) { provider async throws(MarketDataError) -> Value? in .some(try await ask(provider)) }
        if isNothing(answer.value) {
            do throws(MarketDataError) {
                _ = try await stocks.quote(of: underlying)
            } catch .unknownSymbol(let symbol) {
                throw .unknownSymbol(symbol)
            } catch {
                // Whether there is such a stock is unknown.
            }
        }
        return answer
    }
}
