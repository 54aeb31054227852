internal import MarketData
internal import MarketStore

/// The days of an asset that a job requests.
struct BackfillPlan: Sendable {
    private static let daysAnswerMayBeLate = 5

    let asset: Asset
    let service: PriceSources.Service
    /// The missing days that the first source can serve.
    let gaps: [DayGap]
    /// The questions.
    let requests: [DayRun]
    /// The days that need not be requested, ascending.
    private let answered: [DayRun]
    /// The last day whose prices are final. Later ones are not stored.
    let lastComplete: CalendarDate
    /// The last day whose splits are reflected in the prices of an answer: that of the last session that has begun.
    let adjustedTo: CalendarDate

    /// Finds the missing days of an asset; `nil` if no day is complete yet.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - service: Its sources.
    ///   - job: The job. A scheduled one imports days after the first stored day only.
    ///   - coverage: The stored data of the asset.
    ///   - now: The present instant.
    init?(
        _ asset: Asset, _ service: PriceSources.Service, _ job: StoredJob, _ coverage: AssetCoverage?, now: Timestamp
    ) {
        guard let lastComplete = service.days.lastComplete(at: now) else { return nil }
        var first = job.first
        if job.kind == .update, let stored = coverage?.first { first = stored }
        if let earliest = service.history.first?.earliestDay(of: service.route, now: now) {
            first = max(first, earliest)
        }
        answered = coverage?.answeredRuns ?? []
        self.asset = asset
        self.service = service
        self.lastComplete = lastComplete
        gaps = service.days.gaps(
            from: first, through: min(job.last, lastComplete), stored: answered)
        requests = service.days.requests(for: gaps)
        adjustedTo = service.days.adjustedTo(at: now) ?? lastComplete
    }

    /// Returns the days to request, extended back to the stored day before them, so that the answer includes splits in
    /// between.
    func question(for request: DayRun) -> DayRun {
        guard case .share = service.route, let before = answered.last(where: { $0.last < request.first })?.last,
            !service.days.areConsecutive(before, request.first)
        else { return request }
        return DayRun(before, request.last)
    }

    /// The number of missing days.
    var daysToGo: Int { gaps.reduce(0) { $0 + $1.days } }

    /// The number of missing days in a request.
    func days(in request: DayRun) -> Int {
        gaps.reduce(0) { request.contains($1.run.first) ? $0 + $1.days : $0 }
    }

    /// Returns the days of a request that an answer covers, whether they have a price or not; `nil` if there are none.
    ///
    /// An answer may be incomplete. If more than five days are missing at its beginning, although the source has
    /// earlier prices, or at its end, or everywhere, they are requested again.
    func settled(
        _ history: PriceHistory, _ request: DayRun, notBefore earliest: CalendarDate?
    ) -> ClosedRange<CalendarDate>? {
        let begin = beginning(of: history, request)
        guard
            let settled = service.days.settled(
                of: request, lastComplete: lastComplete, notBefore: [earliest, begin].compactMap { $0 }.max())
        else { return nil }
        let last = history.prices.last?.date
        let isUnknown = last == nil && history.firstTradeDate == nil
        let from = last ?? settled.lowerBound
        let missing = service.days.count(from: from, through: settled.upperBound) - (last == nil ? 0 : 1)
        guard missing > Self.daysAnswerMayBeLate, last != nil || isUnknown else { return settled }
        return last.flatMap { $0 >= settled.lowerBound ? settled.lowerBound...$0 : nil }
    }

    /// Returns the first day that an answer covers if it begins more than five days late although the source has earlier
    /// prices; otherwise `nil`. The days before are requested again rather than marked as days without a price.
    private func beginning(of history: PriceHistory, _ request: DayRun) -> CalendarDate? {
        guard let firstTrade = history.firstTradeDate else { return nil }
        let expected = max(firstTrade, request.first)
        let begin = history.prices.first?.date ?? request.last.adding(days: 1) ?? request.last
        return service.days.count(from: expected, through: begin) > Self.daysAnswerMayBeLate + 1 ? begin : nil
    }

    /// Whether a day is missing.
    func isMissing(_ date: CalendarDate) -> Bool {
        // The first gap that ends on the day or after.
        var (low, high) = (0, gaps.count)
        while low < high {
            let middle = (low + high) / 2
            if gaps[middle].run.last < date { low = middle + 1 } else { high = middle }
        }
        return low < gaps.count && gaps[low].run.contains(date)
    }
}

extension TradingDays {
    /// Returns the last day whose splits are reflected in the prices of a source at an instant.
    ///
    /// Sources apply a split when the new shares begin to trade, before that session is complete.
    func adjustedTo(at now: Timestamp) -> CalendarDate? {
        switch self {
        case .sessions(let calendar): calendar.lastSession(beginningBy: now)?.date
        case .everyDay: lastComplete(at: now)
        }
    }
}

extension PriceHistory {
    /// Returns the history limited to the requested days.
    func within(_ request: DayRun) -> PriceHistory {
        if prices.allSatisfy({ request.contains($0.date) }) { return self }
        return PriceHistory(
            source: source, currency: currency, kind: kind, firstTradeDate: firstTradeDate,
            prices: prices.filter { request.contains($0.date) }, splits: splits, dividends: dividends,
            isAdjustedForSplits: isAdjustedForSplits)
    }
}
