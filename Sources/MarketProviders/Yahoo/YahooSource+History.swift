public import MarketData

extension YahooSource: HistoryProvider {
    /// Returns `nil`: there is no earliest day.
    public func earliestDay(of route: AssetRoute, now: Timestamp) -> CalendarDate? { nil }

    /// Returns the complete daily prices from one day through another, adjusted for splits.
    ///
    /// A day of New York is complete 15 minutes after its session closes. Future days are not requested.
    ///
    /// - Throws: ``MarketData/MarketDataError``; ``MarketData/MarketDataError/unknownSymbol(_:)`` for a coin.
    public func history(
        of route: AssetRoute, from: CalendarDate, through: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> PriceHistory {
        guard let ticker = route.ticker else { throw .unknownSymbol(route.symbol) }
        let now = time.now()
        // A day more at both ends holds the days of all time zones.
        let (first, last) = (from.adding(days: -1) ?? from, through.adding(days: 2) ?? through)
        let (start, end) = (Timestamp(first).secondsSince1970, min(Timestamp(last), now).secondsSince1970)
        let empty = PriceHistory(source: .yahoo, prices: [])
        guard from <= through, start < end else { return empty }
        let span = [SourceParameter("period1", "\(start)"), SourceParameter("period2", "\(end)")]
        let (calendar, limit) = (calendar, Timestamp(secondsSince1970: end) ?? now)
        return try await chart(ticker, span, priority: priority) { chart throws(SourceFailure) in
            try chart?.history(from: from, through: through, before: limit, calendar: calendar, now: now) ?? empty
        }
    }
}

extension AssetRoute {
    /// The ticker of a share.
    var ticker: Ticker? {
        if case .share(let ticker) = self { ticker } else { nil }
    }

    /// The identifier of a coin.
    var coin: String? {
        if case .coin(let id) = self { id } else { nil }
    }

    /// The name of the asset in requests.
    var symbol: String { ticker?.symbol ?? coin ?? "" }
}
