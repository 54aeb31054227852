/// The days on which an asset has a price.
///
/// ```swift
/// let days = TradingDays.sessions(.newYork)
/// let gaps = days.gaps(from: first, through: last, stored: stored, marked: marked)
/// let requests = days.requests(for: gaps)
/// ```
public enum TradingDays: Sendable {
    /// The sessions of the exchange, for shares and funds.
    case sessions(ExchangeCalendar)
    /// All days in UTC, for coins.
    case everyDay

    /// The default delay, in seconds, after the close at which a session counts as complete.
    public static let closeDelay = 15 * 60
    /// The delay, in seconds, after midnight UTC at which the previous day counts as complete for coins.
    private static let coinDelay = 40 * 60

    /// Creates the days of a route.
    public init(_ route: AssetRoute, calendar: ExchangeCalendar = .newYork) {
        switch route {
        case .share: self = .sessions(calendar)
        case .coin: self = .everyDay
        }
    }

    /// Whether the asset has a price on a day.
    public func contains(_ date: CalendarDate) -> Bool {
        switch self {
        case .sessions(let calendar): calendar.isSession(date)
        case .everyDay: true
        }
    }

    /// Returns the number of trading days from one day through another; 0 if the first is later than the last.
    public func count(from first: CalendarDate, through last: CalendarDate) -> Int {
        switch self {
        case .sessions(let calendar): calendar.sessionCount(from: first, through: last)
        case .everyDay: max(first.days(to: last) + 1, 0)
        }
    }

    /// Returns the first trading day that is not before a day.
    public func day(onOrAfter date: CalendarDate) -> CalendarDate? {
        switch self {
        case .sessions(let calendar): calendar.sessionDate(onOrAfter: date)
        case .everyDay: date
        }
    }

    /// Returns the last trading day that is not after a day.
    public func day(onOrBefore date: CalendarDate) -> CalendarDate? {
        switch self {
        case .sessions(let calendar): calendar.sessionDate(onOrBefore: date)
        case .everyDay: date
        }
    }

    /// Returns the first trading day after a day.
    public func day(after date: CalendarDate) -> CalendarDate? {
        date.adding(days: 1).flatMap { day(onOrAfter: $0) }
    }

    /// Returns the last trading day before a day.
    public func day(before date: CalendarDate) -> CalendarDate? {
        date.adding(days: -1).flatMap { day(onOrBefore: $0) }
    }

    /// Returns the last day whose prices are final.
    ///
    /// By default, a session is complete 15 minutes after it closes: at 16:15 in New York, or at 13:15 after an early
    /// close. The day of a coin is complete at 00:40 UTC of the next day, when CoinGecko publishes its close.
    ///
    /// - Parameters:
    ///   - now: The instant.
    ///   - closeDelay: Seconds after the close of a session; ignored for coins.
    /// - Returns: The day; `nil` before the first day of the calendar.
    public func lastComplete(at now: Timestamp, closeDelay: Int = Self.closeDelay) -> CalendarDate? {
        switch self {
        case .sessions(let calendar): calendar.lastSession(endedBy: now.adding(seconds: -closeDelay))?.date
        case .everyDay: now.adding(seconds: -Self.coinDelay).date.adding(days: -1)
        }
    }
}
