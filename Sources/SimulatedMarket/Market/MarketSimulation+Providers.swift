public import MarketData

extension MarketSimulation: MarketProvider {
    /// ``MarketData/MarketSource/simulated``.
    public var source: MarketSource { .simulated }
}

extension MarketSimulation: CheckableProvider {
    /// The simulation always answers.
    public func status() async -> SourceStatus { SourceStatus(state: .ok) }

    /// The simulation always answers.
    public func check() async -> SourceStatus { await status() }
}

extension MarketSimulation: StockQuoteProvider {
    /// One call for any number of tickers.
    public func callCount(quotes count: Int) -> Int { count > 0 ? 1 : 0 }

    /// Returns the quotes at the instant of the clock, in the order of the tickers. Unknown tickers are omitted.
    public func quotes(for tickers: [Ticker], priority: CallPriority) async throws(MarketDataError) -> [StockQuote] {
        let instant = now()
        return tickers.compactMap { quote(of: $0, at: instant) }
    }
}

extension MarketSimulation: TickerProvider {
    /// The number of tickers of a page.
    public static let pageLength = 1000

    /// Returns a page of ``listedTickers``.
    ///
    /// - Throws: ``MarketDataError/broken(_:reason:)`` if there is no such page.
    public func tickers(at place: String?) async throws(MarketDataError) -> TickerPage {
        let listed = Self.listedTickers
        guard let start = place.map(Int.init) ?? 0, (0..<listed.count).contains(start) else {
            throw .broken(.simulated, reason: "there is no page of tickers at this place")
        }
        let end = min(start + Self.pageLength, listed.count)
        return TickerPage(tickers: Array(listed[start..<end]), next: end < listed.count ? "\(end)" : nil)
    }
}

extension MarketSimulation: OptionProvider {
    /// Returns the expirations at the instant of the clock, which have both calls and puts.
    ///
    /// - Throws: ``MarketDataError/unknownSymbol(_:)``.
    public func expirations(
        of underlying: Ticker, kind: OptionKind, priority: CallPriority
    ) async throws(MarketDataError) -> [CalendarDate] {
        guard let expirations = expirations(of: underlying, at: now()) else { throw .unknownSymbol(underlying.symbol) }
        return expirations
    }

    /// Returns the contracts of an expiration at the instant of the clock.
    ///
    /// - Throws: ``MarketDataError/unknownSymbol(_:)``.
    public func contracts(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> [ListedContract] {
        guard let contracts = contracts(of: underlying, expiration: expiration, at: now()) else {
            throw .unknownSymbol(underlying.symbol)
        }
        return contracts
    }

    /// Returns the chain of an expiration at the instant of the clock.
    ///
    /// - Throws: ``MarketDataError/unknownSymbol(_:)``.
    public func chain(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> ChainSnapshot? {
        guard Instruments.share(underlying) != nil else { throw .unknownSymbol(underlying.symbol) }
        return chain(of: underlying, expiration: expiration, at: now())
    }
}

extension MarketSimulation: HistoryProvider {
    /// The first day of the simulated market, for all assets.
    public func earliestDay(of route: AssetRoute, now: Timestamp) -> CalendarDate? { Self.firstDay }

    /// Returns the daily prices that are complete at the instant of the clock.
    ///
    /// - Throws: ``MarketDataError/unknownSymbol(_:)``.
    public func history(
        of route: AssetRoute, from: CalendarDate, through: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> PriceHistory {
        try history(of: route, from: from, through: through, at: now())
    }
}

extension MarketSimulation: LatestPriceProvider {
    /// Returns the latest prices at the instant of the clock. Unknown assets are omitted.
    public func latestPrices(
        of routes: [AssetRoute], priority: CallPriority
    ) async throws(MarketDataError) -> [AssetRoute: LatestPrice] {
        let instant = now()
        var prices: [AssetRoute: LatestPrice] = [:]
        for route in routes { prices[route] = latestPrice(of: route, at: instant) }
        return prices
    }
}

extension MarketSimulation: CoinProvider {
    /// Returns the coins at the instant of the clock, in the order requested. Unknown coins are omitted.
    public func coins(_ ids: [String], priority: CallPriority) async throws(MarketDataError) -> [CoinQuote] {
        let instant = now()
        return ids.compactMap { coin($0, at: instant) }
    }
}
