public import MarketData

/// Quotes of shares, from the first source that has them.
public struct StockService: Sendable {
    /// The names of the variables that would give a source.
    static let reason = "stock prices need POLYGON_API_KEY or TRADIER_TOKEN"
    private static let secondsTrue = 5

    private let sources: MarketSources
    private let lifetime: AnswerLifetime
    private let cache: AnswerCache<Ticker, StockQuote>

    /// Creates the service.
    public init(_ sources: MarketSources, calendar: ExchangeCalendar, time: ServiceTime) {
        self.sources = sources
        self.time = time
        lifetime = AnswerLifetime(isSimulated: sources.isSimulated, calendar: calendar)
        cache = AnswerCache(capacity: 20_000, time: time)
    }

    private let time: ServiceTime

    /// Returns the quote of a share, which has a price.
    ///
    /// - Throws: ``MarketData/MarketDataError/unknownSymbol(_:)`` if there is no such share.
    public func quote(
        of ticker: Ticker, priority: CallPriority = .interactive
    ) async throws(MarketDataError) -> Sourced<StockQuote> {
        let (sources, lifetime, time) = (sources, lifetime, time)
        return try await cache.answer(
            ticker, trueUntil: { _, now in lifetime.moving(Self.secondsTrue, now: now) },
            ask: { () async throws(MarketDataError) in
                let (quote, provider) = try await firstAnswer(
                    of: sources.quotes, orReason: Self.reason, symbol: ticker.symbol
                ) { provider async throws(MarketDataError) -> StockQuote? in
                    try await provider.quotes(for: [ticker], priority: priority).first {
                        $0.ticker == ticker && $0.price != nil
                    }
                }
                return Sourced(quote, source: provider.source, asOf: quote.asOf ?? time.now())
            })
    }
}
