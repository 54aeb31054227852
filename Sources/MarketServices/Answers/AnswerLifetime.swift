internal import MarketData

/// How long answers are true.
struct AnswerLifetime: Sendable {
    /// Whether every answer expires with its second.
    let isOneSecond: Bool
    let calendar: ExchangeCalendar

    /// Returns the expiration of an answer that changes with the market: after `seconds`, or at the next open if the
    /// exchange is closed.
    func moving(_ seconds: Int, now: Timestamp) -> Timestamp {
        if isOneSecond { return nextSecond(now) }
        guard !calendar.isOpen(at: now), let open = calendar.nextSession(after: now)?.open else {
            return now.adding(seconds: seconds)
        }
        // The last prices of a session come late.
        let settled = calendar.lastSession(endedBy: now)?.close.adding(seconds: 30 * 60) ?? now
        return now < settled ? now.adding(seconds: seconds) : open
    }

    /// Returns the end of an answer that changes now and then.
    func slow(_ seconds: Int, now: Timestamp) -> Timestamp {
        isOneSecond ? nextSecond(now) : now.adding(seconds: seconds)
    }

    /// Returns the seconds after which a question is asked again while somebody follows its answers, which expire as
    /// ``moving(_:now:)`` says. They are at most `seconds`, since a clock may be set.
    func secondsToNext(_ seconds: Int, now: Timestamp) -> Double {
        max(0, min(Double(seconds), now.interval(to: moving(seconds, now: now))))
    }

    private func nextSecond(_ now: Timestamp) -> Timestamp {
        Timestamp(secondsSince1970: now.secondsSince1970 + 1) ?? now
    }
}
