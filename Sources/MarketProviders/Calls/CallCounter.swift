internal import MarketData

/// Counts the calls of a window of time.
struct CallCounter: Hashable, Sendable {
    let limit: CallLimit
    /// The instant of the first call of the window; `nil` before the first call.
    private(set) var start: Timestamp?
    private(set) var calls = 0

    init(_ limit: CallLimit) { self.limit = limit }

    /// The end of the window; `nil` before the first call of all.
    var end: Timestamp? { start.map { limit.window.end(startingAt: $0) } }

    /// The count, to be remembered.
    var count: CallCount? { start.map { CallCount(window: limit.window, start: $0, calls: calls) } }

    /// Returns the calls of the window that lasts at an instant.
    func calls(at instant: Timestamp) -> Int { isOver(at: instant) ? 0 : calls }

    /// Returns the first instant at or after `instant` at which a call is allowed.
    func nextCall(from instant: Timestamp, _ priority: CallPriority) -> Timestamp {
        guard let end, calls(at: instant) >= limit.calls(for: priority) else { return instant }
        return end
    }

    /// Counts a call.
    mutating func count(at instant: Timestamp) {
        if isOver(at: instant) {
            start = instant
            calls = 0
        }
        calls += 1
    }

    /// Takes back a call that was counted and not made.
    mutating func giveBack() { calls = max(0, calls - 1) }

    /// Goes on with the count of an earlier run.
    mutating func restore(_ count: CallCount) {
        guard count.window == limit.window, count.calls > 0 else { return }
        start = count.start
        calls = count.calls
    }

    /// Adopts the window that the source reports.
    mutating func learn(available: Int, until end: Timestamp, now: Timestamp) {
        let sourceStart = min(now, end.adding(seconds: -60))
        // The source may have started a new window while ours still counts its first call. No first call is in flight
        // for as long as half a minute.
        let isNew = isOver(at: now) || start.map { $0.interval(to: sourceStart) > 30 } ?? true
        let used = limit.calls - min(max(available, 0), limit.calls)
        // Calls that are under way are not counted by the source yet.
        calls = isNew ? used : max(calls, used)
        start = sourceStart
    }

    /// Uses up the day's calls if the source accepts none until the end of the day, to within a minute.
    mutating func exhaust(until blockEnd: Timestamp, now: Timestamp) {
        guard limit.window == .day else { return }
        let dayEnd = limit.window.end(startingAt: now)
        if blockEnd.interval(to: dayEnd) > 60 { return }
        if isOver(at: now) { start = now }
        calls = max(calls, limit.calls)
    }

    /// Restarts the window now if the clock was set back to before its start.
    mutating func follow(_ now: Timestamp) {
        if let start, now < start { self.start = now }
    }

    private func isOver(at instant: Timestamp) -> Bool { end.map { $0 <= instant } ?? true }
}
