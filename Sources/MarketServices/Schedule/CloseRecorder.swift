internal import Logging
internal import MarketData
internal import MarketStore
public import ServiceLifecycle

/// Stores after each close what no source can be asked for later: the profit of the trades, and the volatilities at the
/// money of the shares that are watched, held or traded.
///
/// A close is recorded until the next session begins, so a server that starts in the evening records it as well.
public final class CloseRecorder: Service {
    private static let closeDelay = 15 * 60
    private static let secondsBetweenLooks = 30.0
    private static let secondsBetweenTries = 3600

    private let trades: TradeService
    private let volatilities: VolatilityService
    private let calendar: ExchangeCalendar
    private let time: ServiceTime
    private let logger: Logger

    init(
        trades: TradeService, volatilities: VolatilityService, calendar: ExchangeCalendar, time: ServiceTime,
        logger: Logger
    ) {
        self.trades = trades
        self.volatilities = volatilities
        self.calendar = calendar
        self.time = time
        self.logger = logger
    }

    /// Looks at the clock until the service stops.
    public func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            var memory = Memory()
            while !Task.isCancelled {
                await look(&memory)
                do { try await time.sleep(Self.secondsBetweenLooks) } catch { return }
            }
        }
    }

    /// What was recorded of a close.
    struct Memory {
        var session: CalendarDate?
        /// The trades whose profit was stored.
        var trades: [Trade]?
        /// The shares whose volatility is stored.
        var recorded: Set<Ticker> = []
        /// The instants of the next tries of what failed: the trades, and shares.
        var nextTrades: Timestamp?
        var next: [Ticker: Timestamp] = [:]
    }

    func look(_ memory: inout Memory) async {
        let now = time.now()
        guard let session = calendar.lastSession(endedBy: now.adding(seconds: -Self.closeDelay)),
            session == calendar.lastSession(beginningBy: now)
        else { return }
        if memory.session != session.date {
            memory = Memory()
            memory.session = session.date
        }
        do {
            try await recordTrades(session, now, &memory)
            try await recordVolatilities(session, now, &memory)
        } catch {
            logger.warning("a close was not recorded", metadata: ["error": "\(error)"])
        }
    }

    /// Stores the profit of the trades, again if they change.
    private func recordTrades(_ session: TradingSession, _ now: Timestamp, _ memory: inout Memory) async throws {
        guard trades.isStored else { return }
        let present = try await trades.stored()
        if present == memory.trades, memory.nextTrades.map({ now < $0 }) ?? true { return }
        let day = try await trades.record(present, on: session.date)
        memory.trades = present
        memory.nextTrades = day.map(\.unpriced.isEmpty) ?? true ? nil : now.adding(seconds: Self.secondsBetweenTries)
    }

    private func recordVolatilities(
        _ session: TradingSession, _ now: Timestamp, _ memory: inout Memory
    ) async throws {
        guard volatilities.isPossible else { return }
        for ticker in try await volatilities.tickers() where !memory.recorded.contains(ticker) {
            if let next = memory.next[ticker], now < next { continue }
            var isRecorded = false
            do {
                isRecorded = try await volatilities.record(ticker, at: session)
            } catch is CancellationError {
                return
            } catch let error as MarketDataError {
                logger.info(
                    "a volatility was not recorded", metadata: ["ticker": "\(ticker)", "reason": "\(error.sentence)"])
            }
            if isRecorded {
                memory.recorded.insert(ticker)
            } else {
                memory.next[ticker] = now.adding(seconds: Self.secondsBetweenTries)
            }
        }
    }
}
