internal import MarketData

/// A span of time that ends even if the clock is set back meanwhile.
struct TimeSpan: Hashable, Sendable {
    private(set) var start: Timestamp
    private(set) var end: Timestamp

    init(from start: Timestamp, to end: Timestamp) {
        self.start = start
        self.end = end
    }

    /// Moves the span back if the clock was set back to before its start.
    mutating func follow(_ now: Timestamp) {
        guard now < start else { return }
        end = now.adding(seconds: max(0, start.wholeSeconds(to: end)))
        start = now
    }
}

extension Timestamp {
    /// The seconds from this instant to `other`, rounded up; negative if `other` is earlier.
    func wholeSeconds(to other: Timestamp) -> Int { -other.seconds(to: self) }
}
