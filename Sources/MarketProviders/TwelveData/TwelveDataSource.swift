public import MarketData

/// Twelve Data: daily prices of shares, adjusted for splits. It requires a key.
///
/// > Source: Twelve Data, "Are the prices adjusted?", support article 5179064: daily prices are adjusted for splits.
public struct TwelveDataSource: Sendable {
    /// The rows of an answer at most, and so the days of a question.
    private static let rows = 5000

    let client: SourceClient
    let calendar: ExchangeCalendar
    let time: ServiceTime

    init(client: SourceClient, calendar: ExchangeCalendar, time: ServiceTime) {
        self.client = client
        self.calendar = calendar
        self.time = time
    }

    private func series(
        of ticker: Ticker, _ span: [SourceParameter], priority: CallPriority
    ) async throws(MarketDataError) -> TwelveDataSeries {
        // The source spells indices and currencies differently, and every call counts.
        guard !ticker.symbol.contains(where: { "^=".contains($0) }) else { throw .unknownSymbol(ticker.symbol) }
        let request = SourceRequest(
            "daily", path: "/time_series",
            query: [SourceParameter("symbol", ticker.symbol), SourceParameter("interval", "1day")] + span)
        let now = time.now()
        return try await client.answer(request, priority: priority) { reply throws(SourceFailure) in
            try reply.twelveDataSeries(of: ticker, now: now)
        }
    }
}

extension TwelveDataSource: MarketProvider {
    /// ``MarketData/MarketSource/twelveData``.
    public var source: MarketSource { .twelveData }
}

extension TwelveDataSource: HistoryProvider {
    /// Returns `nil`: there is no earliest day.
    public func earliestDay(of route: AssetRoute, now: Timestamp) -> CalendarDate? { nil }

    /// Returns the complete daily prices from one day through another, with one call per 5,000 days.
    ///
    /// - Throws: ``MarketData/MarketDataError``; ``MarketData/MarketDataError/unknownSymbol(_:)`` for a coin.
    public func history(
        of route: AssetRoute, from: CalendarDate, through: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> PriceHistory {
        guard let ticker = route.ticker else { throw .unknownSymbol(route.symbol) }
        let last = TradingDays.sessions(calendar).lastComplete(at: time.now()).map { min($0, through) }
        var answers: [TwelveDataSeries] = []
        var next = from
        while let last, next <= last {
            // A longer response would lack its earliest rows. The range ends on the day after the last row.
            let end = min(next.adding(days: Self.rows) ?? last, last.adding(days: 1) ?? last)
            answers.append(
                try await series(
                    of: ticker,
                    [
                        SourceParameter("start_date", "\(next)"), SourceParameter("end_date", "\(end)"),
                        SourceParameter("outputsize", "\(Self.rows)"),
                    ], priority: priority))
            guard end > next else { break }
            next = end
        }
        let prices = answers.flatMap(\.prices).filter { price in
            last.map { from <= price.date && price.date <= $0 } ?? false
        }
        return PriceHistory(
            source: .twelveData, currency: answers.compactMap(\.currency).last ?? "USD",
            kind: answers.compactMap(\.kind).last, prices: prices.ascending())
    }
}

extension TwelveDataSource: LatestPriceProvider {
    /// Returns the last daily prices of shares, with one call for each. Unknown shares and coins are omitted.
    public func latestPrices(
        of routes: [AssetRoute], priority: CallPriority
    ) async throws(MarketDataError) -> [AssetRoute: LatestPrice] {
        try await LatestPrice.each(of: routes) { ticker async throws(MarketDataError) in
            let series = try await series(of: ticker, [SourceParameter("outputsize", "1")], priority: priority)
            return series.prices.last.map {
                LatestPrice(
                    $0, currency: series.currency ?? "USD", source: source, calendar: calendar, now: time.now())
            }
        }
    }
}

extension TwelveDataSource: CheckableProvider {
    private static let probe = Ticker("SPY").map { AssetRoute.share($0) }

    /// Returns the status after the last calls.
    public func status() async -> SourceStatus { await client.status() }

    /// Asks for the last daily price of a large fund.
    public func check() async -> SourceStatus {
        if let probe = Self.probe { _ = try? await latestPrices(of: [probe], priority: .interactive) }
        return await client.status()
    }
}
