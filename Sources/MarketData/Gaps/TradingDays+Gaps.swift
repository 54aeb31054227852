/// Finds missing days, the ranges to request, and the days not to request again.
extension TradingDays {
    /// The number of complete days that must follow an empty day before it is marked as "requested, no price".
    private static let daysBeforeMark = 5

    /// Finds the days that are neither stored nor marked as "requested, no price".
    ///
    /// - Parameters:
    ///   - first: The earliest day that may be missing: the first stored day, or the `from` of a job.
    ///   - last: The latest: usually ``lastComplete(at:closeDelay:)``.
    ///   - stored: The days stored, ascending.
    ///   - marked: The days marked, ascending.
    /// - Returns: The gaps, ascending. Between two of them lies at least one stored or marked day.
    /// - Complexity: O(*n*) for *n* runs; days are not visited.
    public func gaps(
        from first: CalendarDate, through last: CalendarDate, stored: [DayRun], marked: [DayRun] = []
    ) -> [DayGap] {
        var gaps: [DayGap] = []
        // The first day that no run so far covers.
        var next = day(onOrAfter: first)
        func close(before end: CalendarDate?) {
            guard let begin = next, let end, let day = day(onOrBefore: min(end, last)), begin <= day else { return }
            gaps.append(DayGap(run: DayRun(begin, day), years: counts(from: begin, through: day)))
        }
        var (storedIndex, markedIndex) = (0, 0)
        while let begin = next, begin <= last {
            let run: DayRun
            if storedIndex < stored.count,
                markedIndex >= marked.count || stored[storedIndex].first <= marked[markedIndex].first
            {
                run = stored[storedIndex]
                storedIndex += 1
            } else if markedIndex < marked.count {
                run = marked[markedIndex]
                markedIndex += 1
            } else {
                close(before: last)
                break
            }
            guard run.last >= begin else { continue }
            close(before: run.first.adding(days: -1))
            next = day(after: run.last)
        }
        return gaps
    }

    /// Returns the number of trading days of each year, from one day through another.
    private func counts(from first: CalendarDate, through last: CalendarDate) -> [DayGap.YearDays] {
        (first.year...last.year).compactMap { year in
            let begin = CalendarDate(year: year, month: 1, day: 1).map { max($0, first) } ?? first
            let end = CalendarDate(year: year, month: 12, day: 31).map { min($0, last) } ?? last
            let days = count(from: begin, through: end)
            return days > 0 ? DayGap.YearDays(year: year, days: days) : nil
        }
    }

    /// Combines gaps into ranges to request from a source.
    ///
    /// - Parameters:
    ///   - gaps: Ascending.
    ///   - distance: The maximum number of sessions (or days) from the end of one gap to the start of the next at which
    ///     both become one range.
    ///   - earliest: The earliest day that the source serves; days before it are omitted.
    /// - Returns: The ranges, ascending. They contain stored days between gaps.
    public func requests(
        for gaps: [DayGap], within distance: Int = 5, notBefore earliest: CalendarDate? = nil
    ) -> [DayRun] {
        var requests: [DayRun] = []
        for gap in gaps {
            var run = gap.run
            if let earliest, run.first < earliest {
                guard let first = day(onOrAfter: earliest), first <= run.last else { continue }
                run = DayRun(first, run.last)
            }
            // Both ends count, so two days that follow each other are a distance of 1.
            if let previous = requests.last, count(from: previous.last, through: run.first) - 1 <= distance {
                requests[requests.count - 1] = DayRun(previous.first, run.last)
            } else {
                requests.append(run)
            }
        }
        return requests
    }

    /// Finds the days to mark as "requested, no price" after a source answered.
    ///
    /// A recent day is not marked, because its price may come late: five further sessions (or days) must be complete.
    /// Days before the source's earliest day are never marked.
    ///
    /// - Parameters:
    ///   - request: The days that were requested.
    ///   - answered: The days with a price in the answer, in any order.
    ///   - lastComplete: The last complete day.
    ///   - earliest: The earliest day that the source serves; `nil` if there is none.
    /// - Returns: The runs to add to the marked ones, ascending.
    public func marks(
        for request: DayRun, answered: some Sequence<CalendarDate>, lastComplete: CalendarDate,
        notBefore earliest: CalendarDate? = nil
    ) -> [DayRun] {
        guard let settled = settled(of: request, lastComplete: lastComplete, notBefore: earliest) else { return [] }
        return gaps(from: settled.lowerBound, through: settled.upperBound, stored: runs(of: answered)).map(\.run)
    }

    /// Returns the days of a request that need not be requested again, whether they have a price or not: from the
    /// source's earliest day, without recent days, whose prices may come late.
    ///
    /// - Parameters: As those of ``marks(for:answered:lastComplete:notBefore:)``.
    /// - Returns: The days; `nil` if there are none.
    public func settled(
        of request: DayRun, lastComplete: CalendarDate, notBefore earliest: CalendarDate? = nil
    ) -> ClosedRange<CalendarDate>? {
        var limit = day(onOrBefore: lastComplete)
        for _ in 0..<Self.daysBeforeMark { limit = limit.flatMap { day(before: $0) } }
        guard let limit else { return nil }
        let first = earliest.map { max($0, request.first) } ?? request.first
        let last = min(limit, request.last)
        return first <= last ? first...last : nil
    }
}
