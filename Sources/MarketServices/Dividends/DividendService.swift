public import MarketData
public import MarketStore
internal import Synchronization

/// Dividends of shares and funds, from the first source that answers.
///
/// A listing of a source is stored, and kept for a day. The dividends that follow from it are those of the moment.
public final class DividendService: Sendable {
    /// The seconds for which a listing is not asked for again.
    private static let secondsTrue = 86_400
    /// The seconds for which sources are not asked again about a share after they failed.
    private static let secondsAfterFailure = 60
    /// The seconds for which a listing is kept whose splits are not known, or that is empty, because other sources failed.
    private static let secondsIncomplete = 3600
    /// The years that sources are asked for: those that are answered, and as many before, which decide types.
    private static let yearsAsked = 2 * DividendListing.yearsListed

    private let sources: MarketSources
    private let store: MarketDatabase
    private let stocks: StockService
    private let options: OptionService
    private let calendar: ExchangeCalendar
    private let time: ServiceTime
    private let lifetime: AnswerLifetime
    private let listings: AnswerCache<Ticker, DividendListing>
    private let failures = Mutex<[Ticker: (error: MarketDataError, at: Timestamp)]>([:])

    /// Creates the service.
    public init(
        _ sources: MarketSources, store: MarketDatabase, stocks: StockService, options: OptionService,
        calendar: ExchangeCalendar, time: ServiceTime
    ) {
        self.sources = sources
        self.store = store
        self.stocks = stocks
        self.options = options
        self.calendar = calendar
        self.time = time
        lifetime = AnswerLifetime(isOneSecond: sources.answersEachSecond, calendar: calendar)
        listings = AnswerCache(capacity: 5_000, time: time)
    }

    /// Returns the dividends of a share from five years ago through its last listed expiration, ascending; empty for a
    /// known share that pays none.
    ///
    /// Without a source of option chains, and for a share without options, none are estimated. If the expirations are
    /// not known because their source fails, none are estimated either, and the answer is stale.
    ///
    /// - Throws: ``MarketData/MarketDataError/unknownSymbol(_:)`` if there is no such share.
    public func dividends(of ticker: Ticker) async throws(MarketDataError) -> Sourced<[Dividend]> {
        var listing = try await listing(of: ticker, priority: .interactive)
        var last: CalendarDate?
        do throws(MarketDataError) {
            last = try await options.expirations(of: ticker, kind: .call).value.last
        } catch .noSource, .notInPlan, .unknownSymbol {
            // There are no chains for which dividends would be estimated.
        } catch {
            (listing.isStale, listing.failure) = (true, error)
        }
        return await dividends(listing, of: ticker, at: time.now(), through: last)
    }

    /// Returns the dividends of a share through an expiration, as they are seen from an instant, which may have passed: per share of that
    /// day, and ahead of it.
    func dividends(
        of ticker: Ticker, at instant: Timestamp, through expiration: CalendarDate, priority: CallPriority
    ) async throws(MarketDataError) -> Sourced<[Dividend]> {
        await dividends(
            try await listing(of: ticker, priority: priority), of: ticker, at: instant, through: expiration)
    }

    private func dividends(
        _ answer: Sourced<DividendListing>, of ticker: Ticker, at instant: Timestamp, through last: CalendarDate?
    ) async -> Sourced<[Dividend]> {
        let kind = try? await store.tickers.ticker(ticker)?.kind
        var listing = answer.value
        // A split may have become known since the listing.
        let splits = await storedSplits(of: ticker)
        let known = listing.splits ?? []
        listing.splits = known + splits.unknown(to: known)
        return answer.map { _ in
            listing.dividends(
                at: instant, through: last, isFund: kind == .etf || kind == .fund, calendar: calendar)
        }
    }

    /// The splits that imports of daily prices have found.
    private func storedSplits(of ticker: Ticker) async -> [StockSplit] {
        guard !sources.hasWholeHistory, let asset = Asset(ticker.symbol), let first = firstDay else { return [] }
        return (try? await store.prices.splits(of: asset, after: first)) ?? []
    }

    private var firstDay: CalendarDate? {
        NewYorkTime.date(at: time.now()).adding(days: -366 * Self.yearsAsked)
    }

    // MARK: Listings

    private static func secondsTrue(_ listing: DividendListing) -> Int {
        listing.splits == nil ? secondsIncomplete : secondsTrue
    }

    private func listing(
        of ticker: Ticker, priority: CallPriority
    ) async throws(MarketDataError) -> Sourced<DividendListing> {
        let lifetime = lifetime
        return try await listings.answer(
            ticker,
            trueUntil: { answer, now in
                let left = Self.secondsTrue(answer.value) - Int(answer.asOf.interval(to: now))
                return lifetime.slow(answer.isStale ? Self.secondsAfterFailure : left, now: now)
            },
            ask: { () async throws(MarketDataError) in try await self.keptListing(of: ticker, priority: priority) })
    }

    /// Returns the stored listing, or a new one. If the sources fail, the stored one is stale.
    private func keptListing(
        of ticker: Ticker, priority: CallPriority
    ) async throws(MarketDataError) -> Sourced<DividendListing> {
        let stored = sources.hasWholeHistory ? nil : try? await store.dividends.listing(of: ticker)
        if let stored, (0..<Double(Self.secondsTrue(stored))).contains(stored.asOf.interval(to: time.now())) {
            return Sourced(stored, source: stored.source, asOf: stored.asOf)
        }
        do throws(MarketDataError) {
            if let failure = recentFailure(of: ticker) { throw failure }
            let listing = try await newListing(of: ticker, splits: stored?.splits, priority: priority)
            if !sources.hasWholeHistory { try? await store.dividends.store(listing, of: ticker) }
            return Sourced(listing, source: listing.source, asOf: listing.asOf)
        } catch .unknownSymbol(let symbol) {
            throw .unknownSymbol(symbol)
        } catch {
            guard let stored else { throw error }
            return Sourced(stored, source: stored.source, asOf: stored.asOf, isStale: true, failure: error)
        }
    }

    /// Asks the sources, and remembers that they failed.
    private func newListing(
        of ticker: Ticker, splits: [StockSplit]?, priority: CallPriority
    ) async throws(MarketDataError) -> DividendListing {
        do throws(MarketDataError) {
            return try await ask(ticker, splits: splits, priority: priority)
        } catch {
            switch error {
            case .unknownSymbol, .cancelled: break
            default:
                let now = time.now()
                failures.withLock { failures in
                    failures = failures.filter { Self.isRecent($0.value.at, now) }
                    failures[ticker] = failures[ticker] ?? (error, now)
                }
            }
            throw error
        }
    }

    private func recentFailure(of ticker: Ticker) -> MarketDataError? {
        let now = time.now()
        return failures.withLock { $0[ticker] }.flatMap { Self.isRecent($0.at, now) ? $0.error : nil }
    }

    private static func isRecent(_ failure: Timestamp, _ now: Timestamp) -> Bool {
        (0..<Double(secondsAfterFailure)).contains(failure.interval(to: now))
    }

    private func ask(
        _ ticker: Ticker, splits: [StockSplit]?, priority: CallPriority
    ) async throws(MarketDataError) -> DividendListing {
        guard let day = firstDay else { throw .unknownSymbol(ticker.symbol) }
        var providers: [any DividendProvider] = []
        for provider in sources.dividends where await sources.isOn(provider.source) { providers.append(provider) }
        var listing = try await firstListing(of: ticker, since: day, providers, priority: priority)
        if listing.rows.isEmpty {
            try await requireStock(ticker, priority: priority)
        } else if listing.splits == nil {
            var hasFailed = false
            for provider in providers where provider.listsSplits && listing.splits == nil {
                do {
                    listing.splits = try await provider.dividends(of: ticker, since: day, priority: priority).splits
                } catch {
                    hasFailed = true
                }
            }
            // Sources that know no splits now may have known some.
            listing.splits = listing.splits ?? splits ?? (hasFailed ? nil : [])
        }
        return listing
    }

    /// Returns the first listing with dividends; an empty one if every source that answers has none.
    ///
    /// A source of one country lists nothing for a share of another, and does not say that it is unknown. So an empty listing is final only
    /// for the tickers of the stored list. If other sources fail, its splits stay unknown.
    private func firstListing(
        of ticker: Ticker, since day: CalendarDate, _ providers: [any DividendProvider], priority: CallPriority
    ) async throws(MarketDataError) -> DividendListing {
        let isListed = (try? await store.tickers.ticker(ticker)) != nil
        var empty: DividendListing?
        do throws(MarketDataError) {
            return try await firstAnswer(
                of: providers, orReason: sources.sentence(missing: "dividends", .dividends), symbol: ticker.symbol,
                time: time
            ) { provider async throws(MarketDataError) -> DividendListing? in
                var listing = try await provider.dividends(of: ticker, since: day, priority: priority)
                guard listing.rows.isEmpty else { return listing }
                listing.splits = listing.splits ?? []
                if isListed || sources.hasWholeHistory { return listing }
                empty = empty ?? listing
                return nil
            }.value
        } catch {
            guard var listing = empty, error != .cancelled else { throw error }
            if error.mayPass { listing.splits = nil }
            return listing
        }
    }

    /// Throws an error if there is no such stock: not every source knows the stocks that pay no dividends.
    private func requireStock(_ ticker: Ticker, priority: CallPriority) async throws(MarketDataError) {
        do throws(MarketDataError) {
            _ = try await stocks.quote(of: ticker, priority: priority)
        } catch .unknownSymbol(let symbol) {
            throw .unknownSymbol(symbol)
        } catch {
            // Whether there is such a stock is unknown.
        }
    }
}
