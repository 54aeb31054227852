internal import MarketData
internal import Synchronization

/// The paths of the assets asked for last, and what they share. A path that is missing is computed again, with the same result.
final class PathCache: Sendable {
    /// The number of paths that are kept, of about 100 KB each.
    static let capacity = 1024

    fileprivate struct Shared: Sendable {
        let exchange: SessionTable
        let always: SessionTable
        let exchangeFactors: PricePath.Factors
        let coinFactors: PricePath.Factors
    }

    fileprivate struct Entry: Sendable {
        let path: PricePath
        var lastUse: UInt64
    }

    fileprivate struct State: Sendable {
        var shared: Shared?
        var entries: [String: Entry] = [:]
        var uses: UInt64 = 0
    }

    private let calendar: ExchangeCalendar
    private let state = Mutex(State())

    init(calendar: ExchangeCalendar) { self.calendar = calendar }

    /// Returns the path of an asset, which reaches at least three years beyond a year.
    func path(_ instrument: Instrument, year: Int) -> PricePath {
        let horizon = Self.horizon(year)
        if let path = cached(instrument.key, horizon) { return path }
        let shared = shared(horizon)
        let path =
            instrument.schedule == .always
            ? PricePath(instrument, shared.always, shared.coinFactors)
            : PricePath(instrument, shared.exchange, shared.exchangeFactors)
        state.withLock { state in
            state.uses += 1
            state.entries[instrument.key] = Entry(path: path, lastUse: state.uses)
            if state.entries.count > Self.capacity { state.removeOldest() }
        }
        return path
    }

    /// The last year of a table: a multiple of five, so that tables are seldom computed again.
    private static func horizon(_ year: Int) -> Int {
        min(max(2030, (year + 3 + 4) / 5 * 5), SessionTable.lastYear)
    }

    private func cached(_ key: String, _ horizon: Int) -> PricePath? {
        state.withLock { state in
            guard var entry = state.entries[key], entry.path.table.lastYear >= horizon else { return nil }
            state.uses += 1
            entry.lastUse = state.uses
            state.entries[key] = entry
            return entry.path
        }
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

extension PathCache.State {
    /// Removes the eighth of the entries that was used longest ago.
    fileprivate mutating func removeOldest() {
        let uses = entries.values.map(\.lastUse).sorted()
        let limit = uses[uses.count / 8]
        entries = entries.filter { $0.value.lastUse > limit }
    }
}
