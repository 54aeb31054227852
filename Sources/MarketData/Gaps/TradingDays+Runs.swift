/// Runs of days.
extension TradingDays {
    /// Returns the union of runs, which may be in any order: ascending, without runs that touch or overlap.
    public func merged(_ runs: some Sequence<DayRun>) -> [DayRun] {
        var merged: [DayRun] = []
        for run in runs.sorted(by: { $0.first < $1.first }) {
            guard let last = merged.last, areConsecutive(last.last, run.first) else {
                merged.append(run)
                continue
            }
            merged[merged.count - 1] = DayRun(last.first, max(last.last, run.last))
        }
        return merged
    }

    /// Combines days, in any order, into runs. Days on which the asset has no price are included.
    public func runs(of days: some Sequence<CalendarDate>) -> [DayRun] {
        merged(days.map { DayRun($0, $0) })
    }

    /// Returns the number of days in runs that neither touch nor overlap.
    public func count(_ runs: some Sequence<DayRun>) -> Int {
        runs.reduce(0) { $0 + count(from: $1.first, through: $1.last) }
    }

    /// Whether no trading day lies between two days, the first of which is not later.
    public func areConsecutive(_ left: CalendarDate, _ right: CalendarDate) -> Bool {
        guard left < right, let after = left.adding(days: 1), let before = right.adding(days: -1) else { return true }
        return count(from: after, through: before) == 0
    }
}
