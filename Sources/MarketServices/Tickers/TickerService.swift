public import Logging
public import MarketData
public import MarketStore
public import ServiceLifecycle
internal import Synchronization

/// The completeness of the list of tickers, and the last failure.
public struct TickerListStatus: Sendable {
    /// The number of tickers.
    public let count: Int
    /// Whether every page has been copied at least once.
    public let isComplete: Bool
    /// The instant of the last page.
    public let updated: Timestamp?
    /// The instant of the next copy.
    public let nextRefresh: Timestamp?
    /// A message for users.
    public let message: String?
}

/// The list of searchable tickers, copied page by page at start and every week.
public final class TickerService: Service {
    private static let secondsBetweenCopies = 7 * 86_400
    private static let secondsAfterFailure = 60
    private static let longestSleep = 600.0
    private static let brokenPagesBeforeRestart = 5
    private static let shipped = ShippedUnderlyings.optionable + ShippedUnderlyings.funds

    private struct State {
        var message: String?
        var nextRefresh: Timestamp?
        /// The number of pages in a row that could not be read.
        var brokenPages = 0
    }

    private let source: (any TickerProvider)?
    private let store: TickerStore
    private let time: ServiceTime
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - sources: The source of the tickers; without one, the built-in list is used.
    ///   - store: Stores the list and the progress of a copy.
    ///   - time: The clock.
    ///   - logger: Receives failures.
    public init(_ sources: MarketSources, store: TickerStore, time: ServiceTime, logger: Logger) {
        source = sources.tickers
        self.store = store
        self.time = time
        self.logger = logger
        if source == nil {
            let keys = MarketSources.alternatives(
                sources.descriptions.filter { $0.questions.contains(.tickers) }.requiredKeys)
            state.withLock { $0.message = "the list that ships is used; \(keys) would give all tickers" }
        }
    }

    /// Searches symbols and names.
    public func search(
        _ text: String, limit: Int
    ) async throws(StoreError) -> (tickers: [ListedTicker], status: TickerListStatus) {
        let found = try await store.search(text, limit: limit)
        return (found.tickers, listStatus(found.status))
    }

    /// Returns the entry of a ticker.
    public func ticker(_ ticker: Ticker) async throws(StoreError) -> ListedTicker? {
        try await store.ticker(ticker)
    }

    /// How complete the list is.
    public func status() async throws(StoreError) -> TickerListStatus {
        listStatus(try await store.status())
    }

    private func listStatus(_ stored: TickerStatus) -> TickerListStatus {
        let (message, next) = state.withLock { ($0.message, $0.nextRefresh) }
        return TickerListStatus(
            count: stored.count, isComplete: stored.isComplete, updated: stored.updated, nextRefresh: next,
            message: message)
    }

    /// Copies the list until the service stops.
    public func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                let wait = await step()
                let due = wait > 0 ? time.now().adding(seconds: wait) : nil
                state.withLock { $0.nextRefresh = due }
                guard let due else { continue }
                do { try await sleep(until: due, atMost: wait) } catch { return }
            }
        }
    }

    /// Waits until an instant of the wall clock, which may pass while the machine sleeps. Setting the clock back ends
    /// the wait.
    private func sleep(until due: Timestamp, atMost seconds: Int) async throws {
        while true {
            let left = time.now().interval(to: due)
            guard left > 0, left <= Double(seconds) else { return }
            try await time.sleep(min(left, Self.longestSleep))
        }
    }

    /// Copies a page if one is due.
    ///
    /// - Returns: The seconds until the next step.
    func step() async -> Int {
        do {
            guard let source else { return try await storeShippedList() }
            let status = try await store.status()
            if let wait = wait(status) { return wait }
            let place = status.isWalkUnderWay ? status.place : nil
            logger.debug("asked for tickers", metadata: ["place": "\(place ?? "start")"])
            let page = try await source.tickers(at: place)
            guard page.next == nil || page.next != place else {
                throw MarketDataError.broken(source.source, reason: "a page of tickers is followed by itself")
            }
            let after = try await store.store(page, at: time.now())
            state.withLock { state in
                state.message = nil
                state.brokenPages = 0
            }
            return after.isWalkUnderWay ? 0 : Self.secondsBetweenCopies
        } catch let error as MarketDataError {
            return await pause(error)
        } catch {
            logger.error("the list of tickers was not stored", metadata: ["error": "\(error)"])
            state.withLock { $0.message = (error as? StoreError)?.sentence }
            return Self.secondsAfterFailure
        }
    }

    /// The built-in list is complete at once, and replaces the list of a source.
    private func storeShippedList() async throws -> Int {
        if try await store.status().isWalkUnderWay { try await store.restartWalk() }
        try await store.store(TickerPage(tickers: Self.shipped, next: nil), at: time.now())
        return Self.secondsBetweenCopies
    }

    /// Returns the seconds until the next copy is due; `nil` if it is due now or running.
    private func wait(_ status: TickerStatus) -> Int? {
        guard !status.isWalkUnderWay, let completed = status.completed, status.count != Self.shipped.count else {
            return nil
        }
        let age = completed.seconds(to: time.now())
        // A copy of the far future was made by a clock that was wrong.
        guard (-86_400..<Self.secondsBetweenCopies).contains(age) else { return nil }
        return Self.secondsBetweenCopies - max(age, 0)
    }

    private func pause(_ error: MarketDataError) async -> Int {
        if error == .cancelled { return 1 }
        let isLost = state.withLock { state in
            state.message = error.sentence
            guard case .broken = error else { return false }
            state.brokenPages += 1
            return state.brokenPages % Self.brokenPagesBeforeRestart == 0
        }
        logger.notice("the list of tickers waits", metadata: ["reason": "\(error.sentence)"])
        // The source may no longer accept the place.
        if isLost { try? await store.restartWalk() }
        switch error {
        case .limitReached(_, let seconds), .leftAlone(_, let seconds): return max(1, seconds)
        case .keyRefused, .notInPlan: return 3600
        default: return Self.secondsAfterFailure
        }
    }
}
