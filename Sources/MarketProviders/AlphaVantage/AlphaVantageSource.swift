public import MarketData

/// Alpha Vantage: the last hundred daily prices of shares, as traded. It requires a key.
public struct AlphaVantageSource: Sendable {
    /// The sessions of a response, less today's, which may be among them.
    private static let sessions = 99

    let client: SourceClient
    let calendar: ExchangeCalendar
    let time: ServiceTime

    init(client: SourceClient, calendar: ExchangeCalendar, time: ServiceTime) {
        self.client = client
        self.calendar = calendar
        self.time = time
    }

    /// Requests the last hundred days, including the current one.
    private func prices(of ticker: Ticker, priority: CallPriority) async throws(MarketDataError) -> [DailyPrice] {
        let request = SourceRequest(
            "daily", path: "/query",
            query: [
                SourceParameter("function", "TIME_SERIES_DAILY"), SourceParameter("symbol", Self.spelling(ticker)),
                SourceParameter("outputsize", "compact"),
            ])
        // The source serves neither indices nor currencies through this endpoint, and every call counts.
        guard !ticker.symbol.contains(where: { "^=:".contains($0) }) else { throw .unknownSymbol(ticker.symbol) }
        let now = time.now()
        return try await client.answer(request, priority: priority) { reply throws(SourceFailure) in
            try reply.alphaVantagePrices(of: ticker, now: now)
        }
    }

    /// The class of a share follows a hyphen.
    private static func spelling(_ ticker: Ticker) -> String {
        let parts = ticker.symbol.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[1].utf8.count == 1 ? parts.joined(separator: "-") : ticker.symbol
    }
}

extension AlphaVantageSource: MarketProvider {
    /// ``MarketData/MarketSource/alphaVantage``.
    public var source: MarketSource { .alphaVantage }
}

extension AlphaVantageSource: HistoryProvider {
    /// The first of the last 99 complete sessions.
    public func earliestDay(of route: AssetRoute, now: Timestamp) -> CalendarDate? {
        guard let last = TradingDays.sessions(calendar).lastComplete(at: now), let first = last.adding(days: -200)
        else {
            return nil
        }
        return calendar.sessions(from: first, through: last).suffix(Self.sessions).first
    }

    /// Returns the complete daily prices from one day through another, as traded: not adjusted for splits.
    ///
    /// - Throws: ``MarketData/MarketDataError``; ``MarketData/MarketDataError/notInPlan(_:reason:)`` if all days are
    ///   before the earliest; ``MarketData/MarketDataError/unknownSymbol(_:)`` for a coin.
    public func history(
        of route: AssetRoute, from: CalendarDate, through: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> PriceHistory {
        guard let ticker = route.ticker else { throw .unknownSymbol(route.symbol) }
        let now = time.now()
        guard from <= through, let complete = TradingDays.sessions(calendar).lastComplete(at: now), from <= complete
        else { return PriceHistory(source: .alphaVantage, prices: [], isAdjustedForSplits: false) }
        if let earliest = earliestDay(of: route, now: now), through < earliest {
            throw .notInPlan(.alphaVantage, reason: "the plan includes the last 100 sessions only")
        }
        let asked = from...min(through, complete)
        let prices = try await prices(of: ticker, priority: priority).filter { asked.contains($0.date) }
        return PriceHistory(source: .alphaVantage, prices: prices, isAdjustedForSplits: false)
    }
}

extension AlphaVantageSource: LatestPriceProvider {
    /// Returns the last daily prices of shares, with one call for each. Unknown shares and coins are omitted.
    public func latestPrices(
        of routes: [AssetRoute], priority: CallPriority
    ) async throws(MarketDataError) -> [AssetRoute: LatestPrice] {
        try await LatestPrice.each(of: routes) { ticker async throws(MarketDataError) in
            let last = try await prices(of: ticker, priority: priority).last
            return last.map { LatestPrice($0, source: source, calendar: calendar, now: time.now()) }
        }
    }
}

extension AlphaVantageSource: CheckableProvider {
    private static let probe = Ticker("SPY")

    /// Returns the status after the last calls.
    public func status() async -> SourceStatus { await client.status() }

    /// Asks for the daily prices of a large fund.
    public func check() async -> SourceStatus {
        if let probe = Self.probe { _ = try? await prices(of: probe, priority: .interactive) }
        return await client.status()
    }
}
