internal import MarketData

extension Sequence<DailyPrice> {
    /// Returns the prices ascending by day. If a day repeats, the last price is kept.
    func ascending() -> [DailyPrice] {
        Dictionary(map { ($0.date, $0) }, uniquingKeysWith: { _, last in last }).values.sorted { $0.date < $1.date }
    }
}

extension Timestamp {
    /// The seconds until the next midnight in UTC, when daily quotas reset.
    var secondsToMidnight: Int { 86_400 - nanosecondOfDay / 1_000_000_000 }
}
