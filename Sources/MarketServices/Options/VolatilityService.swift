public import MarketData
internal import MarketStore

/// The volatilities at the money of about 30 days, which are stored after each close.
public struct VolatilityService: Sendable {
    /// The days among which the last volatility is ranked.
    private static let rankedDays = 365
    /// The days after which the last volatility is too old.
    private static let lastingDays = 7
    /// The sessions that are filled where the past can be computed.
    private static let filledSessions = 252

    private let sources: MarketSources
    private let store: MarketDatabase
    private let options: OptionService
    private let chains: ChainService
    private let calendar: ExchangeCalendar
    private let time: ServiceTime

    init(
        _ sources: MarketSources, store: MarketDatabase, options: OptionService, chains: ChainService,
        calendar: ExchangeCalendar, time: ServiceTime
    ) {
        self.sources = sources
        self.store = store
        self.options = options
        self.chains = chains
        self.calendar = calendar
        self.time = time
    }

    /// Returns the last volatilities of shares, ranked among those of a year. Shares without a recent one are omitted.
    public func volatilities(of tickers: [Ticker]) async throws -> [Ticker: MonthVolatility] {
        let today = NewYorkTime.date(at: time.now())
        guard let first = today.adding(days: -Self.rankedDays), let recent = today.adding(days: -Self.lastingDays)
        else {
            return [:]
        }
        return try await store.volatilities.volatilities(of: tickers, from: first, through: today)
            .compactMapValues { days in
                guard let last = days.last, last.date >= recent else { return nil }
                return MonthVolatility(days.map(\.volatility))
            }
    }

    /// The shares whose volatility is stored: watched, held or traded, ascending.
    func tickers() async throws(StoreError) -> [Ticker] {
        let settings = try await store.personal.settings()
        let held = try await store.personal.positions().compactMap { position -> Ticker? in
            guard case .share(let ticker)? = AssetRoute(position.asset, overrides: settings.assets) else { return nil }
            return ticker
        }
        let others = try await store.personal.watchlist() + store.personal.tradedUnderlyings()
        return Set(held + others).sorted()
    }

    /// Whether the sources have chains.
    var isPossible: Bool { !sources.options.isEmpty }

    /// Stores the volatility of a share at the close of a session, unless it is stored. Where the past of the market can
    /// be computed, also those of the sessions of a year before.
    ///
    /// - Returns: Whether that of the session is stored.
    func record(
        _ ticker: Ticker, at session: TradingSession, sessions: Int = filledSessions
    ) async throws -> Bool {
        let past = sources.past
        let first = past == nil ? session.date : session.date.adding(days: -Self.rankedDays) ?? session.date
        let stored = try await store.volatilities.volatilities(of: [ticker], from: first, through: session.date)
        let known = Set((stored[ticker] ?? []).map(\.date))
        var days: [DailyVolatility] = []
        var missing = calendar.sessions(from: first, through: session.date).suffix(sessions)
            .filter { !known.contains($0) }
        while let day = missing.popLast() {
            try Task.checkCancellation()
            guard let close = calendar.session(on: day)?.close else { continue }
            let then = past.map { past in
                TradeQuotes(
                    past(close), store: store, calendar: calendar, at: close, riskFreeRate: chains.riskFreeRate)
            }
            // A share that had no options on a day had none before.
            guard
                let volatility = try await measure(
                    ticker, on: day, then?.options ?? options, then?.chains ?? chains)
            else { break }
            days.append(DailyVolatility(date: day, volatility: volatility))
        }
        if !days.isEmpty { try await store.volatilities.store(days, of: ticker) }
        return known.contains(session.date) || days.first?.date == session.date
    }

    /// The volatility of a share by its chains, as they are answered; `nil` if there is none.
    private func measure(
        _ ticker: Ticker, on day: CalendarDate, _ options: OptionService, _ chains: ChainService
    ) async throws -> Double? {
        let listed = try await options.expirations(of: ticker, kind: .call, priority: .background).value
        var volatilities: [(years: Double, volatility: Double)] = []
        for expiration in MonthVolatility.expirations(listed, on: day) {
            let chain = try await chains.analysis(of: ticker, expiration: expiration, priority: .background).value
            if let analysis = chain?.analysis, let volatility = analysis.volatilityAtTheMoney {
                volatilities.append((analysis.timeToExpiration, volatility))
            }
        }
        return MonthVolatility.interpolated(volatilities)
    }
}
