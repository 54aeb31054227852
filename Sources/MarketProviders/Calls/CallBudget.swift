internal import MarketData

/// The call budget of a source: its limits, the calls made, and the limits that its replies report.
struct CallBudget: Sendable {
    private var counters: [CallCounter]
    /// The time during which the source accepts no calls.
    private var block: TimeSpan?

    init(_ limits: [CallLimit]) { counters = limits.map { CallCounter($0) } }

    /// The counts, to be remembered.
    var counts: [CallCount] { counters.compactMap(\.count) }

    /// Goes on with the counts of an earlier run.
    mutating func restore(_ counts: [CallCount]) {
        for index in counters.indices {
            for count in counts { counters[index].restore(count) }
        }
    }

    /// Prevents windows from lasting forever after the clock is set back.
    mutating func follow(_ now: Timestamp) {
        for index in counters.indices { counters[index].follow(now) }
        block?.follow(now)
    }

    /// Returns the first instant at or after `instant` at which a call is allowed.
    func nextCall(from instant: Timestamp, _ priority: CallPriority) -> Timestamp {
        var next = max(instant, block?.end ?? instant)
        while true {
            let later = counters.map { $0.nextCall(from: next, priority) }.max() ?? next
            // Each window ends only once.
            if later <= next { return next }
            next = later
        }
    }

    /// Counts a call.
    mutating func count(at instant: Timestamp) {
        for index in counters.indices { counters[index].count(at: instant) }
    }

    /// Takes back a call that was counted and not made.
    mutating func giveBack() {
        for index in counters.indices { counters[index].giveBack() }
    }

    /// Allows no call until an instant, a day at most.
    mutating func block(until end: Timestamp, now: Timestamp) {
        let end = min(end, now.adding(seconds: 86_400))
        if end > max(now, block?.end ?? now) { block = TimeSpan(from: now, to: end) }
        // Counts are remembered across a restart, blocks are not.
        for index in counters.indices { counters[index].exhaust(until: end, now: now) }
    }

    /// Adopts the number of remaining calls that a source reports for its one-minute window.
    mutating func learn(available: Int, until end: Timestamp, now: Timestamp) {
        let end = min(end, now.adding(seconds: 60))
        // A reply from an expired window does not apply to the present one.
        guard end > now else { return }
        if let index = counters.firstIndex(where: { $0.limit.window == .minute }) {
            counters[index].learn(available: available, until: end, now: now)
        } else if available <= 0 {
            block(until: end, now: now)
        }
    }

    /// Returns the end of the present minute window; a minute from now if there is none.
    func minuteEnd(now: Timestamp) -> Timestamp {
        let end = counters.first { $0.limit.window == .minute }?.end ?? now
        return end > now ? end : now.adding(seconds: 60)
    }

    /// Returns the remaining calls of the tightest limit, and the instant at which all are allowed again.
    func left(now: Timestamp) -> (calls: Int?, resetsAt: Timestamp?) {
        if let block, block.end > now { return (0, max(block.end, nextCall(from: now, .interactive))) }
        let rows = counters.map { counter in
            let calls = counter.calls(at: now)
            return (left: max(0, counter.limit.calls - calls), resetsAt: calls > 0 ? counter.end : nil)
        }
        // Of limits with as many calls the one that lasts longer counts.
        let tightest = rows.min { one, other in
            one.left == other.left
                ? (one.resetsAt ?? .unixEpoch) > (other.resetsAt ?? .unixEpoch) : one.left < other.left
        }
        return (tightest?.left, tightest?.resetsAt)
    }
}
