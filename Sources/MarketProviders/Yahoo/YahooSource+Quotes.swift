public import MarketData

extension YahooSource: LatestPriceProvider {
    /// Returns the latest prices of shares, with one call for each. Unknown shares, shares without a price and coins
    /// are omitted.
    public func latestPrices(
        of routes: [AssetRoute], priority: CallPriority
    ) async throws(MarketDataError) -> [AssetRoute: LatestPrice] {
        try await LatestPrice.each(of: routes) { ticker async throws(MarketDataError) in
            guard let meta = try await latest(ticker, priority)?.meta, let price = meta.price else { return nil }
            return LatestPrice(
                price: price, currency: meta.currency ?? "USD", asOf: meta.priceTime ?? time.now(), source: .yahoo)
        }
    }

    /// Returns the chart of the current day; `nil` if there is no such symbol.
    private func latest(_ ticker: Ticker, _ priority: CallPriority) async throws(MarketDataError) -> YahooChart? {
        do throws(MarketDataError) {
            return try await chart(ticker, [SourceParameter("range", "1d")], priority: priority) { $0 }
        } catch .unknownSymbol {
            return nil
        }
    }
}

extension YahooSource: StockQuoteProvider {
    /// One call for each ticker.
    public func callCount(quotes count: Int) -> Int { max(count, 0) }

    /// Returns the quotes of shares, without bids and asks. Unknown tickers are omitted.
    public func quotes(for tickers: [Ticker], priority: CallPriority) async throws(MarketDataError) -> [StockQuote] {
        var quotes: [StockQuote] = []
        for ticker in tickers {
            guard let latest = try await latest(ticker, priority) else { continue }
            quotes.append(latest.stockQuote(of: ticker))
        }
        return quotes
    }
}

extension YahooChart {
    /// Returns the quote of the present day.
    fileprivate func stockQuote(of ticker: Ticker) -> StockQuote {
        var quote = StockQuote(ticker)
        quote.name = meta.name
        quote.exchange = meta.exchange
        quote.kind = meta.kind
        quote.last = meta.price
        quote.high = meta.dayHigh
        quote.low = meta.dayLow
        quote.volume = meta.dayVolume
        quote.previousClose = meta.previousClose
        quote.yearHigh = meta.yearHigh
        quote.yearLow = meta.yearLow
        quote.asOf = meta.priceTime
        // The chart of one day has one row.
        if let count = timestamps?.count, count == 1 { quote.open = ExactDecimal(yahoo: self.quote?.open?[0]) }
        return quote
    }
}
