public import Logging
public import MarketData
public import MarketStore
internal import Synchronization

/// A row of the watch list.
public struct WatchListRow: Sendable {
    /// The ticker.
    public let ticker: Ticker
    /// Its name, from the list of tickers.
    public let listed: ListedTicker?
    /// The quote; `nil` if none has been known.
    public let quote: Sourced<StockQuote>?
}

/// The watch list.
public final class WatchListService: Sendable {
    /// The minimum seconds between two writes of a share's last known quote.
    private static let secondsBetweenWrites = 60

    private let store: MarketDatabase
    private let stocks: StockService
    private let time: ServiceTime
    private let logger: Logger
    /// Whether quotes are stored, for the time in which no source answers.
    private let keepsQuotes: Bool
    /// The instants at which quotes were stored, and those that were.
    private let stored = Mutex<[Ticker: (quote: Sourced<StockQuote>, at: Timestamp)]>([:])

    /// Creates the service.
    public init(
        _ sources: MarketSources, store: MarketDatabase, stocks: StockService, time: ServiceTime, logger: Logger
    ) {
        self.store = store
        self.stocks = stocks
        self.time = time
        self.logger = logger
        keepsQuotes = !sources.answersEachSecond
    }

    /// Returns the watch list in its order, with the last known quotes, including those of an earlier run.
    public func rows() async throws(StoreError) -> [WatchListRow] {
        let tickers = try await store.personal.watchlist()
        let quotes = await stocks.details(of: tickers).compactMapValues { try? $0.get() }
        if keepsQuotes { await keep(quotes) }
        let listed = try await store.tickers.tickers(tickers)
        let known = keepsQuotes ? await lastKnown(tickers.filter { quotes[$0] == nil }) : [:]
        return tickers.map { WatchListRow(ticker: $0, listed: listed[$0], quote: quotes[$0] ?? known[$0]) }
    }

    private func lastKnown(_ tickers: [Ticker]) async -> [Ticker: Sourced<StockQuote>] {
        guard !tickers.isEmpty, let answers = try? await store.answers.answers(to: tickers.map(StoredQuote.key)) else {
            return [:]
        }
        let quotes = tickers.compactMap { ticker in
            answers[StoredQuote.key(ticker)].map { (ticker, StoredQuote.quote(of: ticker, $0)) }
        }
        return Dictionary(quotes, uniquingKeysWith: { first, _ in first })
    }

    /// Stores new quotes in one transaction, each share seldom.
    private func keep(_ quotes: [Ticker: Sourced<StockQuote>]) async {
        let now = time.now()
        let changed = stored.withLock { stored in
            // Only watched shares are kept.
            stored = stored.filter { quotes[$0.key] != nil }
            return quotes.filter { ticker, quote in
                guard !quote.isStale else { return false }
                if let last = stored[ticker] {
                    let age = last.at.interval(to: now)
                    if last.quote == quote || (0..<Double(Self.secondsBetweenWrites)).contains(age) { return false }
                }
                stored[ticker] = (quote, now)
                return true
            }
        }
        guard !changed.isEmpty else { return }
        let answers = changed.map { (StoredQuote.key($0.key), StoredQuote.answer($0.value)) }
        do throws(StoreError) {
            try await store.answers.store(Dictionary(answers, uniquingKeysWith: { first, _ in first }))
        } catch {
            logger.warning("the last known quotes were not stored", metadata: ["error": "\(error)"])
            stored.withLock { stored in for ticker in changed.keys { stored[ticker] = nil } }
        }
    }

    /// Returns the first ticker that may not be watched; `nil` if all may. While the list of tickers is incomplete, any may.
    public func firstUnknown(of tickers: [Ticker]) async throws(StoreError) -> Ticker? {
        let listed = try await store.tickers.tickers(tickers)
        guard let unknown = tickers.first(where: { listed[$0] == nil }) else { return nil }
        return try await store.tickers.status().isComplete ? unknown : nil
    }

    /// Adds a ticker at the end, unless it is in the list.
    public func add(_ ticker: Ticker) async throws(StoreError) {
        try await store.personal.watch(ticker)
    }

    /// Removes a ticker.
    ///
    /// - Returns: Whether it was in the list.
    public func remove(_ ticker: Ticker) async throws(StoreError) -> Bool {
        try await store.personal.unwatch(ticker)
    }

    /// Replaces the list.
    public func replace(with tickers: [Ticker]) async throws(StoreError) {
        try await store.personal.replaceWatchlist(with: tickers)
    }
}
