public import MarketData

extension YahooSource: DividendProvider {
    /// Returns the dividends of a share through today, per share of today, without types, and its splits.
    public func dividends(
        of ticker: Ticker, since day: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> DividendListing {
        let now = time.now()
        let span = [
            SourceParameter("period1", "\(Timestamp(day).secondsSince1970)"),
            SourceParameter("period2", "\(now.secondsSince1970)"),
        ]
        return try await chart(ticker, span, priority: priority) { chart throws(SourceFailure) in
            try chart?.dividendListing(at: now)
                ?? DividendListing(source: .yahoo, asOf: now, rows: [], isAdjustedForSplits: true, splits: [])
        }
    }
}

extension YahooChart {
    /// Returns the dividends and splits of the chart.
    fileprivate func dividendListing(at now: Timestamp) throws(SourceFailure) -> DividendListing {
        let zone = try zone()
        let currency = meta.currency ?? "USD"
        return DividendListing(
            source: .yahoo, asOf: now,
            rows: dividends.compactMap { dividend in
                ExactDecimal(yahoo: dividend.amount).map {
                    ListedDividend(exDate: zone.day(ofRow: dividend.date), amount: $0, currency: currency)
                }
            },
            isAdjustedForSplits: true, priceCurrency: currency,
            splits: splits.compactMap { StockSplit($0, zone) }.sorted { $0.date < $1.date })
    }
}
