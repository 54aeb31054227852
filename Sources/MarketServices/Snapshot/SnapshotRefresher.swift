public import Logging
public import MarketData
public import MarketStore
public import ServiceLifecycle
internal import Synchronization

/// The state of the snapshot of quotes at one moment.
public struct SnapshotStatus: Sendable {
    /// The last good snapshot; `nil` if there never was one.
    public var snapshot: QuotesSnapshot?
    /// The number of refreshes that failed since.
    public var failureCount = 0
    /// The reason why the last refresh failed.
    public var failure: String?
    /// Whether the source has been called since the start.
    public var wasAsked = false
    /// The instant of the next refresh.
    public var nextRefresh: Timestamp?

    /// Creates the status before the first refresh.
    public init() {}

    /// Whether two refreshes in a row have failed.
    public var isStale: Bool { failureCount >= 2 }
}

/// Refreshes the snapshot of all optionable underlyings periodically, and keeps the last good one.
public final class SnapshotRefresher: Service {
    private let source: any StockQuoteProvider
    private let tickers: [Ticker]
    private let seconds: Int
    private let store: SnapshotStore
    private let time: ServiceTime
    private let logger: Logger
    private let publish: @Sendable (SnapshotStatus) -> Void
    private let state = Mutex(State())
    /// The number of the last change that was published.
    private let published = Mutex(0)

    private struct State {
        /// Whether the last snapshot could not be stored.
        var isUnstored = false
        var status = SnapshotStatus()
        var changes = 0
    }

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - source: The source of the quotes.
    ///   - tickers: The underlyings.
    ///   - seconds: The time from one refresh to the next.
    ///   - store: Keeps the last good snapshot.
    ///   - time: The clock.
    ///   - logger: Receives failures.
    ///   - publish: Called with the status whenever it changes.
    public init(
        source: any StockQuoteProvider, tickers: [Ticker], seconds: Int, store: SnapshotStore, time: ServiceTime,
        logger: Logger, publish: @escaping @Sendable (SnapshotStatus) -> Void
    ) {
        self.source = source
        self.tickers = tickers
        self.seconds = seconds
        self.store = store
        self.time = time
        self.logger = logger
        self.publish = publish
    }

    /// The present status.
    public var status: SnapshotStatus { state.withLock { $0.status } }

    /// Publishes the stored snapshot of the last run. Does nothing if there is already one.
    public func restore() async {
        do throws(StoreError) {
            guard status.snapshot == nil, let snapshot = try await store.load() else { return }
            change { $0.snapshot = $0.snapshot ?? snapshot }
        } catch {
            logger.warning("the stored snapshot cannot be read", metadata: ["error": "\(error)"])
        }
    }

    /// Refreshes until the service stops.
    public func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            // Without it, the first refresh would seem to change the rows.
            await restore()
            var due = time.now()
            while !Task.isCancelled {
                let next = due.adding(seconds: seconds)
                await refresh(next: next)
                due = dueAfter(next)
                do { try await time.sleep(time.now().interval(to: due)) } catch { return }
            }
        }
    }

    /// Returns the instant of the next refresh: on a fixed schedule, however long refreshes take. Refreshes that were
    /// missed, while the machine slept or a refresh took too long, are skipped; a clock change does not delay the next
    /// one.
    private func dueAfter(_ planned: Timestamp) -> Timestamp {
        let now = time.now()
        let wait = now.interval(to: planned)
        if (0...Double(seconds)).contains(wait) { return planned }
        let due =
            wait < 0 ? planned.adding(seconds: (Int(-wait) / seconds + 1) * seconds) : now.adding(seconds: seconds)
        change { $0.nextRefresh = due }
        return due
    }

    /// Requests the quotes once.
    ///
    /// - Parameter next: The instant of the next refresh.
    func refresh(next: Timestamp) async {
        do throws(MarketDataError) {
            let quotes = try await source.quotes(for: tickers, priority: .background)
            let rows = quotes.compactMap { SnapshotRow($0) }
            guard !rows.isEmpty else { throw .broken(source.source, reason: "no quote of any underlying") }
            await keep(rows, next: next)
        } catch .cancelled {
            return
        } catch {
            logger.warning("the snapshot was not refreshed", metadata: ["error": "\(error)"])
            change { status in
                status.wasAsked = true
                status.failureCount += 1
                status.failure = error.sentence
                status.nextRefresh = next
            }
        }
    }

    private func keep(_ rows: [SnapshotRow], next: Timestamp) async {
        let now = time.now()
        let before = status.snapshot
        let snapshot =
            before?.refreshed(with: rows, source: source.source, at: now)
            ?? QuotesSnapshot(rows: rows, source: source.source, changed: now, refreshed: now)
        // The snapshot is stored before it is published, so that a published instant of change survives a restart.
        do throws(StoreError) {
            try await store.save(snapshot)
            state.withLock { $0.isUnstored = false }
        } catch {
            // Once, and not with every refresh.
            let isKnown = state.withLock { state in
                defer { state.isUnstored = true }
                return state.isUnstored
            }
            if !isKnown { logger.warning("the snapshot was not stored", metadata: ["error": "\(error.sentence)"]) }
        }
        change { status in
            status.snapshot = snapshot
            status.wasAsked = true
            status.failureCount = 0
            status.failure = nil
            status.nextRefresh = next
        }
    }

    private func change(_ body: (inout SnapshotStatus) -> Void) {
        let (status, number) = state.withLock { state in
            body(&state.status)
            state.changes += 1
            return (state.status, state.changes)
        }
        // Publishing takes long. It must not block readers of the status, nor end after the publishing of a later
        // change.
        published.withLock { published in
            guard number > published else { return }
            published = number
            publish(status)
        }
    }
}
