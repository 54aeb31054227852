public import Logging
public import MarketData
public import MarketStore
public import ServiceLifecycle

/// Fetches prices on a schedule that the settings define: at launch, after the close of the exchange, and every hour
/// while it is open.
///
/// The schedule follows the wall clock: an update that was due while the machine slept or the server was stopped runs
/// as soon as possible.
public final class UpdateSchedule: Service {
    private static let closeDelay = 15 * 60
    private static let secondsBetweenLooks = 30.0

    private let store: MarketDatabase
    private let backfill: BackfillService
    private let prices: PriceService
    private let calendar: ExchangeCalendar
    private let time: ServiceTime
    private let logger: Logger

    /// Creates the service.
    public init(
        store: MarketDatabase, backfill: BackfillService, prices: PriceService, calendar: ExchangeCalendar,
        time: ServiceTime, logger: Logger
    ) {
        self.store = store
        self.backfill = backfill
        self.prices = prices
        self.calendar = calendar
        self.time = time
        self.logger = logger
    }

    /// Looks at the clock until the service stops.
    public func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            var memory = Memory()
            await launch(&memory)
            while !Task.isCancelled {
                do { try await time.sleep(Self.secondsBetweenLooks) } catch { return }
                await look(&memory)
            }
        }
    }

    /// The updates that the schedule has run.
    struct Memory {
        /// The day whose close the last daily update covered.
        var updated: CalendarDate?
        /// The hour of the last hourly update, counted from 1970.
        var hour: Int?
        /// Whether an update waits for the end of another one, which may have begun before the close.
        var isPending = false
    }

    func launch(_ memory: inout Memory) async {
        memory.hour = hour
        do {
            let settings = try await store.personal.settings()
            let due = dueClose
            var isDue = settings.fetchesOnLaunch
            if !isDue, settings.fetchesDailyAtClose { isDue = try await wasMissed(due) }
            if isDue { memory.isPending = try await !update() }
            memory.updated = due
        } catch {
            logger.warning("prices were not updated at launch", metadata: ["error": "\(error)"])
            memory.isPending = true
        }
    }

    func look(_ memory: inout Memory) async {
        do {
            let settings = try await store.personal.settings()
            if let due = dueClose, due != memory.updated {
                // A clock that was set back makes no day due again.
                let isLater = memory.updated.map { $0 < due } ?? true
                if isLater, settings.fetchesDailyAtClose { memory.isPending = true }
                memory.updated = due
            }
            if memory.isPending { memory.isPending = try await !update() }
            if memory.hour != hour {
                memory.hour = hour
                if settings.fetchesHourlyInMarketHours, calendar.isOpen(at: time.now()) {
                    _ = try await prices.latestPrices(of: prices.assetsInUse(), priority: .background)
                }
            }
        } catch {
            logger.warning("prices were not updated", metadata: ["error": "\(error)"])
        }
    }

    private var hour: Int { time.now().secondsSince1970 / 3600 }

    /// The last day whose daily update is due.
    private var dueClose: CalendarDate? {
        calendar.lastSession(endedBy: time.now().adding(seconds: -Self.closeDelay))?.date
    }

    /// Whether no update began after a close.
    private func wasMissed(_ due: CalendarDate?) async throws -> Bool {
        guard let due, let close = calendar.session(on: due)?.close else { return false }
        let last = try await store.jobs.jobs().filter { $0.kind == .update }.map(\.created).max()
        return last.map { $0 < close.adding(seconds: Self.closeDelay) } ?? true
    }

    /// Starts a job for all assets that are held, watched, traded or stored. Stored ones are imported from their first day on.
    ///
    /// - Returns: `false` if another update is running.
    private func update() async throws(StoreError) -> Bool {
        if try await store.jobs.unfinished().contains(where: { $0.kind == .update }) { return false }
        let stored = try await store.prices.coverage().map(\.asset)
        let assets = Set(stored).union(try await prices.assetsInUse()).sorted()
        guard !assets.isEmpty else { return true }
        let (first, last) = BackfillService.days(from: nil, through: nil, now: time.now())
        _ = try await backfill.start(assets: assets, from: first, through: last, kind: .update)
        return true
    }
}
