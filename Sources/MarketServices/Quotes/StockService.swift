public import MarketData

/// Quotes of shares, from the first source that has them.
public struct StockService: Sendable {
    private static let secondsTrue = 5
    private static let profileSeconds = 3600

    private let sources: MarketSources
    private let lifetime: AnswerLifetime
    private let time: ServiceTime
    private let cache: AnswerCache<Ticker, StockQuote>
    private let profiles: AnswerCache<Ticker, StockQuote>

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
        cache = AnswerCache(capacity: 20_000, time: time)
        profiles = AnswerCache(capacity: 20_000, time: time)
    }

    /// Returns the quote of a share. The quote has a price.
    ///
    /// - Throws: ``MarketData/MarketDataError/unknownSymbol(_:)`` if there is no such share.
    public func quote(
        of ticker: Ticker, priority: CallPriority = .interactive
    ) async throws(MarketDataError) -> Sourced<StockQuote> {
        guard let quote = await quotes(of: [ticker], priority: priority)[ticker] else { throw .cancelled }
        return try quote.get()
    }

    /// Returns the quotes of shares, with the fewest calls that their sources allow.
    ///
    /// - Parameters:
    ///   - tickers: Distinct tickers.
    ///   - priority: Whether a user is waiting.
    /// - Returns: For each ticker a quote with a price, or ``MarketData/MarketDataError/unknownSymbol(_:)`` if there is
    ///   no such share,
    ///   or the reason why no source answered.
    public func quotes(
        of tickers: [Ticker], priority: CallPriority = .interactive
    ) async -> [Ticker: Result<Sourced<StockQuote>, MarketDataError>] {
        let lifetime = lifetime
        return await cache.answers(
            tickers, trueUntil: { _, now in lifetime.moving(Self.secondsTrue, now: now) },
            ask: { tickers in await ask(sources.quotes, for: tickers, priority) })
    }

    /// Returns the quotes of ``quotes(of:priority:)``, with names, kinds and yearly ranges from further sources.
    public func details(of tickers: [Ticker]) async -> [Ticker: Result<Sourced<StockQuote>, MarketDataError>] {
        var details = await quotes(of: tickers)
        let quotes = details.compactMap { try? $1.get() }
        let incomplete = quotes.filter { !$0.value.hasProfile }.map(\.value.ticker)
        let answered = Set(quotes.map(\.source))
        // Sources that have already given all their data are not called again. Many calls for rarely changing data
        // would use up those for prices.
        let providers = sources.profiles.filter {
            answered != [$0.source]
                && (incomplete.count == 1 || $0.callCount(quotes: incomplete.count) < incomplete.count)
        }
        if incomplete.isEmpty || providers.isEmpty { return details }
        let lifetime = lifetime
        let found = await profiles.answers(
            incomplete, trueUntil: { _, now in lifetime.slow(Self.profileSeconds, now: now) },
            ask: { tickers in await ask(providers, for: tickers, .interactive) })
        for (ticker, profile) in found {
            guard var quote = try? details[ticker]?.get(), let profile = try? profile.get() else { continue }
            quote.value.complete(from: profile.value)
            details[ticker] = .success(quote)
        }
        return details
    }

    private func ask(
        _ providers: [any StockQuoteProvider], for tickers: [Ticker], _ priority: CallPriority
    ) async -> [Ticker: Result<Sourced<StockQuote>, MarketDataError>] {
        var enabled: [any StockQuoteProvider] = []
        for provider in providers where await sources.isOn(provider.source) { enabled.append(provider) }
        let results = await firstAnswers(
            to: tickers, of: enabled, orReason: sources.sentence(missing: "stock prices", .quotes), symbol: \.symbol,
            time: time
        ) { provider, tickers in
            await answers(to: tickers, callCount: provider.callCount(quotes:)) {
                tickers async throws(MarketDataError) in
                let quotes = try await provider.quotes(for: tickers, priority: priority).filter { $0.price != nil }
                return Dictionary(quotes.map { ($0.ticker, $0) }, uniquingKeysWith: { first, _ in first })
            }
        }
        return results.mapValues { answer in
            answer.map { found in
                Sourced(found.value, source: found.provider.source, asOf: found.value.asOf ?? time.now())
            }
        }
    }
}

extension StockQuote {
    fileprivate var hasProfile: Bool {
        name != nil && exchange != nil && kind != nil && yearLow != nil && yearHigh != nil
    }

    /// Fills in missing members that do not change from second to second.
    fileprivate mutating func complete(from other: StockQuote) {
        name = name ?? other.name
        exchange = exchange ?? other.exchange
        kind = kind ?? other.kind
        yearLow = yearLow ?? other.yearLow
        yearHigh = yearHigh ?? other.yearHigh
    }
}
