internal import MarketData
internal import Synchronization

/// The most recently used paths, and their shared data. An evicted path is computed again, with the same result.
final class PathCache: Sendable {
    /// The years before the current one on which quotes, chains and their strikes depend.
    private static let yearsBefore = 3

    fileprivate struct Shared: Sendable {
        let exchange: SessionTable
        let always: SessionTable
        let exchangeFactors: PricePath.Factors
        let coinFactors: PricePath.Factors
    }

    fileprivate struct State: Sendable {
        var shared: Shared?
        /// Of some years: about 20 KB each.
        var recent = PathEntries(capacity: 1024)
        /// Of all years: about 100 KB each.
        var whole = PathEntries(capacity: 16)
    }

    private let calendar: ExchangeCalendar
    private let state = Mutex(State())

    init(calendar: ExchangeCalendar) { self.calendar = calendar }

    /// Returns the path of an asset with the sessions of a year and of the three before it.
    func path(_ instrument: Instrument, year: Int) -> PricePath {
        let year = min(max(year, SessionTable.firstYear), SessionTable.lastYear)
        let years = (year - Self.yearsBefore)...year
        if let path = state.withLock({ $0.recent.path(instrument.key, years) }) { return path }
        let path = computed(instrument, year).cut(to: years)
        state.withLock { $0.recent.keep(path, years) }
        return path
    }

    /// Returns the path of an asset with all sessions, up to at least three years after a year.
    func wholePath(_ instrument: Instrument, year: Int) -> PricePath {
        let years = SessionTable.firstYear...Self.horizon(year)
        if let path = state.withLock({ $0.whole.path(instrument.key, years) }) { return path }
        let path = computed(instrument, year)
        state.withLock { $0.whole.keep(path, years) }
        return path
    }

    private func computed(_ instrument: Instrument, _ year: Int) -> PricePath {
        let shared = shared(Self.horizon(year))
        return instrument.schedule == .always
            ? PricePath(instrument, shared.always, shared.coinFactors)
            : PricePath(instrument, shared.exchange, shared.exchangeFactors)
    }

    /// The last year of a table: a multiple of five, so that tables are seldom recomputed.
    private static func horizon(_ year: Int) -> Int {
        min(max(2030, (year + 3 + 4) / 5 * 5), SessionTable.lastYear)
    }

    private func shared(_ horizon: Int) -> Shared {
        if let shared = state.withLock(\.shared), shared.exchange.lastYear >= horizon { return shared }
        let exchange = SessionTable(.exchange, calendar: calendar, lastYear: horizon)
        let always = SessionTable(.always, calendar: calendar, lastYear: horizon)
        let coin = FactorReturns(
            HashedRandom(symbol: "coin:" + StockMarket.leadingCoin), always, volatility: StockMarket.coinVolatility,
            process: .asset)
        let none = FactorReturns(
            HashedRandom(symbol: ""), always, volatility: 0, process: .market)
        let market = FactorReturns(
            HashedRandom(symbol: "the stock market"), exchange, volatility: StockMarket.volatility, process: .market)
        let shared = Shared(
            exchange: exchange, always: always,
            exchangeFactors: PricePath.Factors(market: market, coin: FactorReturns(coin, of: always, in: exchange)),
            coinFactors: PricePath.Factors(market: none, coin: coin))
        state.withLock { state in
            if (state.shared?.exchange.lastYear ?? 0) < horizon { state.shared = shared }
        }
        return shared
    }
}
