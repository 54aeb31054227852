internal import MarketData

/// How many calls a source allows in a span of time.
struct CallLimit: Hashable, Sendable {
    let window: CallWindow
    let calls: Int

    /// The number of calls allowed to callers of a priority.
    ///
    /// If a minute has five or more calls, two are reserved for users: a job that uses up every minute would otherwise
    /// make each user wait for the next. Two, because users request expirations and then strikes. No daily calls are
    /// reserved, since they might never be used.
    func calls(for priority: CallPriority) -> Int {
        priority == .background && window == .minute && calls >= 5 ? calls - 2 : max(calls, 1)
    }
}

extension CallWindow {
    /// Returns the end of a window that starts with a call at an instant.
    ///
    /// A minute window lasts one second longer: the source's window starts when the call arrives, after it was sent. A
    /// day window ends with the day in UTC.
    func end(startingAt start: Timestamp) -> Timestamp {
        switch self {
        case .minute: start.adding(seconds: 61)
        case .day: start.date.adding(days: 1).map { Timestamp($0) } ?? start.adding(seconds: 86_400)
        }
    }
}
