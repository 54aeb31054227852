import MarketData
import Synchronization

/// A gate at which a source waits until a test opens it. If a waiting task is cancelled, the gate throws an error.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
        var arrived = 0
    }

    private let state = Mutex(State())

    /// The number of tasks that have arrived.
    var arrived: Int { state.withLock { $0.arrived } }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    func pass() async throws(MarketDataError) {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let passes = state.withLock { state in
                    state.arrived += 1
                    if state.isOpen || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if passes { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
        if Task.isCancelled { throw .cancelled }
    }
}

/// A question for daily prices.
struct HistoryQuestion: Hashable, Sendable {
    let route: AssetRoute
    let days: DayRun
}

/// A source with scripted answers, which records its requests.
final class FakeSource: Sendable {
    typealias HistoryAnswer =
        @Sendable (AssetRoute, CalendarDate, CalendarDate) async throws(MarketDataError) -> PriceHistory
    typealias Quotes = @Sendable ([Ticker]) async throws(MarketDataError) -> [StockQuote]
    typealias Page = @Sendable (String?) async throws(MarketDataError) -> TickerPage
    typealias Chain = @Sendable (CalendarDate) async throws(MarketDataError) -> ChainSnapshot?
    typealias Dividends = @Sendable (Ticker) async throws(MarketDataError) -> DividendListing
    typealias Latest = @Sendable (AssetRoute) async throws(MarketDataError) -> LatestPrice?

    struct State {
        var history: HistoryAnswer = { route, first, last throws(MarketDataError) in
            FakeSource.history(route, first, last)
        }
        var quotes: Quotes = { _ throws(MarketDataError) in [] }
        var page: Page = { _ throws(MarketDataError) in TickerPage(tickers: [], next: nil) }
        var latest: Latest = { _ throws(MarketDataError) in nil }
        var expirations: [CalendarDate] = []
        var chain: Chain = { _ throws(MarketDataError) in nil }
        var dividends: Dividends = { _ throws(MarketDataError) in throw .timedOut(.yahoo) }
        var earliest: CalendarDate?
        var questions: [HistoryQuestion] = []
        var places: [String?] = []
        var quoteCount = 0
        var dividendCount = 0
        var latestCount = 0
    }

    let source: MarketSource
    private let state = Mutex(State())

    init(_ source: MarketSource = .yahoo) { self.source = source }

    func script(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// The requests for daily prices.
    var questions: [HistoryQuestion] { state.withLock { $0.questions } }
    /// The requested places of tickers.
    var places: [String?] { state.withLock { $0.places } }
    var dividendCount: Int { state.withLock { $0.dividendCount } }
    var quoteCount: Int { state.withLock { $0.quoteCount } }
    var latestCount: Int { state.withLock { $0.latestCount } }

    /// A close of 100 on each session, or on each day of a coin.
    static func history(
        _ route: AssetRoute, _ first: CalendarDate, _ last: CalendarDate, source: MarketSource = .yahoo,
        close: ExactDecimal = ExactDecimal(significand: 100, exponent: 0)
    ) -> PriceHistory {
        let days = TradingDays(route)
        var prices: [DailyPrice] = []
        var next = days.day(onOrAfter: first)
        while let day = next, day <= last {
            prices.append(DailyPrice(date: day, close: close))
            next = days.day(after: day)
        }
        return PriceHistory(source: source, prices: prices)
    }
}

extension FakeSource: HistoryProvider {
    func earliestDay(of route: AssetRoute, now: Timestamp) -> CalendarDate? { state.withLock { $0.earliest } }

    func history(
        of route: AssetRoute, from: CalendarDate, through: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> PriceHistory {
        let answer = state.withLock { state in
            state.questions.append(HistoryQuestion(route: route, days: DayRun(from, through)))
            return state.history
        }
        return try await answer(route, from, through)
    }
}

extension FakeSource: StockQuoteProvider {
    func callCount(quotes count: Int) -> Int { 1 }

    func quotes(for tickers: [Ticker], priority: CallPriority) async throws(MarketDataError) -> [StockQuote] {
        let answer = state.withLock { state in
            state.quoteCount += 1
            return state.quotes
        }
        return try await answer(tickers)
    }
}

extension FakeSource: TickerProvider {
    func tickers(at place: String?) async throws(MarketDataError) -> TickerPage {
        let answer = state.withLock { state in
            state.places.append(place)
            return state.page
        }
        return try await answer(place)
    }
}

extension FakeSource: LatestPriceProvider {
    func latestPrices(
        of routes: [AssetRoute], priority: CallPriority
    ) async throws(MarketDataError) -> [AssetRoute: LatestPrice] {
        let answer = state.withLock { state in
            state.latestCount += 1
            return state.latest
        }
        var prices: [AssetRoute: LatestPrice] = [:]
        for route in routes { prices[route] = try await answer(route) }
        return prices
    }
}

extension FakeSource: OptionProvider {
    func expirations(
        of underlying: Ticker, kind: OptionKind, priority: CallPriority
    ) async throws(MarketDataError) -> [CalendarDate] { state.withLock { $0.expirations } }

    func contracts(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> [ListedContract] { [] }

    func chain(
        of underlying: Ticker, expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> ChainSnapshot? {
        let answer = state.withLock { $0.chain }
        return try await answer(expiration)
    }
}

extension FakeSource: DividendProvider {
    var listsSplits: Bool { source == .yahoo }

    func dividends(
        of ticker: Ticker, since day: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> DividendListing {
        let answer = state.withLock { state in
            state.dividendCount += 1
            return state.dividends
        }
        return try await answer(ticker)
    }
}
