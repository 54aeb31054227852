internal import MarketData

/// How many calls a source allows in a span of time.
struct CallLimit: Hashable, Sendable {
    let window: CallWindow
    let calls: Int

    /// The calls that are allowed to callers of a priority.
    ///
    /// Two calls of a minute are kept for people if there are five or more: a job that uses up every minute would
    /// otherwise let each of them wait for the next. Two, because people ask for expirations and then for strikes. No call of a
    /// day is kept, since nobody may ask for it.
    func calls(for priority: CallPriority) -> Int {
        priority == .background && window == .minute && calls >= 5 ? calls - 2 : max(calls, 1)
    }
}

extension CallWindow {
    /// Returns the end of a window that starts with a call at an instant.
    ///
    /// A minute has a second more: the window of the source starts when the call arrives there, later than it was sent.
    /// A day ends with the day in UTC.
    func end(startingAt start: Timestamp) -> Timestamp {
        switch self {
        case .minute: start.adding(seconds: 61)
        case .day: start.date.adding(days: 1).map { Timestamp($0) } ?? start.adding(seconds: 86_400)
        }
    }
}
