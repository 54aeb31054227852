/// The sessions of the New York Stock Exchange.
///
/// Sessions follow the rules of the exchange and a list of exceptional closings. They are exact for 1990 to 2030 as far
/// as closings have been announced; early closes are exact from 1993. Pass later announcements as overrides.
///
/// ```swift
/// let calendar = ExchangeCalendar.newYork
/// calendar.session(on: CalendarDate("2026-11-27")!)?.isEarlyClose     // true
/// ```
public struct ExchangeCalendar: Sendable {
    /// A change to the rules on one day.
    public enum Override: Hashable, Sendable {
        /// No session.
        case closed
        /// A session that ends at 13:00.
        case earlyClose
        /// A session of the usual length.
        case open
    }

    /// The calendar without overrides.
    public static let newYork = ExchangeCalendar()

    let overrides: [CalendarDate: Override]
    private let table: SessionTable

    /// Creates a calendar.
    ///
    /// - Parameter overrides: Days that differ from the rules.
    public init(overrides: [CalendarDate: Override] = [:]) {
        self.overrides = overrides
        table = SessionTable(overrides: overrides)
    }

    /// Returns the session on a day; `nil` if the exchange is closed.
    public func session(on date: CalendarDate) -> TradingSession? {
        guard isSession(date) else { return nil }
        let isEarlyClose = overrides[date].map { $0 == .earlyClose } ?? NYSERules.isEarlyClose(date)
        return TradingSession(date: date, isEarlyClose: isEarlyClose)
    }

    /// Whether the exchange has a session on a day.
    ///
    /// - Complexity: O(1)
    public func isSession(_ date: CalendarDate) -> Bool {
        if let number = table.number(of: date) { return table.isOpen(number) }
        return overrides[date].map { $0 != .closed } ?? NYSERules.isOpen(date, Weekday(date))
    }

    /// Whether the exchange is open at an instant.
    public func isOpen(at instant: Timestamp) -> Bool {
        session(on: NewYorkTime.date(at: instant)).map { $0.open <= instant && instant < $0.close } ?? false
    }

    /// Returns the last session that begins at an instant or before.
    public func lastSession(beginningBy instant: Timestamp) -> TradingSession? {
        last(onOrBefore: NewYorkTime.date(at: instant)) { $0.open <= instant }
    }

    /// Returns the last session that has ended at an instant.
    public func lastSession(endedBy instant: Timestamp) -> TradingSession? {
        last(onOrBefore: NewYorkTime.date(at: instant)) { $0.close <= instant }
    }

    /// Returns the first session that begins after an instant.
    public func nextSession(after instant: Timestamp) -> TradingSession? {
        let today = NewYorkTime.date(at: instant)
        if let session = session(on: today), session.open > instant { return session }
        return today.adding(days: 1).flatMap { sessionDate(onOrAfter: $0) }.flatMap { session(on: $0) }
    }

    private func last(onOrBefore day: CalendarDate, where isMet: (TradingSession) -> Bool) -> TradingSession? {
        if let session = session(on: day), isMet(session) { return session }
        return day.adding(days: -1).flatMap { sessionDate(onOrBefore: $0) }.flatMap { session(on: $0) }
    }
}

/// Sessions as days.
extension ExchangeCalendar {
    /// Returns the days with a session from one day through another, ascending.
    public func sessions(from first: CalendarDate, through last: CalendarDate) -> [CalendarDate] {
        var days: [CalendarDate] = []
        var next = sessionDate(onOrAfter: first)
        while let day = next, day <= last {
            days.append(day)
            next = day.adding(days: 1).flatMap { sessionDate(onOrAfter: $0) }
        }
        return days
    }

    /// Returns the number of days with a session from one day through another; 0 if the first is later than the last.
    ///
    /// - Complexity: O(1) from 1990 through 2100; linear in the days outside of these years.
    public func sessionCount(from first: CalendarDate, through last: CalendarDate) -> Int {
        guard first <= last else { return 0 }
        if let low = table.number(of: first), let high = table.number(of: last) {
            return table.sessions(before: high + 1) - table.sessions(before: low)
        }
        return sessions(from: first, through: last).count
    }

    /// Returns the first day with a session that is not before a day; `nil` if there is none.
    public func sessionDate(onOrAfter date: CalendarDate) -> CalendarDate? {
        if let number = table.number(of: date), let session = table.session(onOrAfter: number) {
            return SessionTable.first.adding(days: session)
        }
        return nearest(date, step: 1)
    }

    /// Returns the last day with a session that is not after a day; `nil` if there is none.
    public func sessionDate(onOrBefore date: CalendarDate) -> CalendarDate? {
        if let number = table.number(of: date), let session = table.session(onOrBefore: number) {
            return SessionTable.first.adding(days: session)
        }
        return nearest(date, step: -1)
    }

    /// Returns the nearest session by stepping day by day, for days at the edges of the table and outside it.
    private func nearest(_ date: CalendarDate, step: Int) -> CalendarDate? {
        var next: CalendarDate? = date
        while let day = next {
            if isSession(day) { return day }
            next = day.adding(days: step)
        }
        return nil
    }
}

/// A session of the exchange: 09:30 to 16:00 in New York, or to 13:00.
public struct TradingSession: Hashable, Sendable {
    /// The day.
    public let date: CalendarDate
    /// Whether it ends at 13:00.
    public let isEarlyClose: Bool

    /// The first instant.
    public var open: Timestamp { NewYorkTime.instant(date, hour: 9, minute: 30) }
    /// The instant after the last.
    public var close: Timestamp { NewYorkTime.instant(date, hour: isEarlyClose ? 13 : 16) }
}
