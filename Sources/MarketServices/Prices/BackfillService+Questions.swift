internal import Logging
internal import MarketData
internal import MarketStore

/// The requests of a job to its sources.
extension BackfillService {
    /// The maximum wait in seconds: a job waits for a limit per minute, not for one per day.
    private static let longestWait = 120
    private static let secondsAfterFailure = 5
    private static let mostFailures = 3
    private static let mostWaits = 60

    /// Requests daily prices until a source answers. Waits for a source that is rate limited or paused, unless the wait
    /// is too long.
    func history(_ plan: BackfillPlan, _ request: DayRun, _ job: StoredJob) async throws(FetchError) -> PriceHistory {
        let logger = logger
        var waits = 0
        while true {
            do throws(MarketDataError) {
                let history = try await firstAnswer(
                    of: plan.service.history, orReason: priceSources.reason(plan.service.route),
                    symbol: plan.asset.name, time: time
                ) { provider async throws(MarketDataError) -> PriceHistory? in
                    logger.debug(
                        "asked for daily prices",
                        metadata: [
                            "asset": "\(plan.asset)", "from": "\(request.first)", "to": "\(request.last)",
                            "source": "\(provider.source.rawValue)",
                        ])
                    return try await provider.history(
                        of: plan.service.route, from: request.first, through: request.last, priority: .background)
                }.value
                update(job) { $0.failures = 0 }
                return history
            } catch .cancelled {
                throw .cancelled
            } catch {
                waits += 1
                guard waits <= Self.mostWaits, let seconds = wait(after: error, job) else { throw .source(error) }
                do { try await time.sleep(Double(seconds)) } catch { throw .cancelled }
            }
        }
    }

    /// Returns the seconds after which a source may answer; `nil` if a job should not wait for it.
    private func wait(after error: MarketDataError, _ job: StoredJob) -> Int? {
        let seconds: Int
        switch error {
        case .limitReached(_, let retryAfter): return retryAfter <= Self.longestWait ? max(1, retryAfter) : nil
        case .leftAlone(_, let retryAfter): seconds = max(1, retryAfter)
        case .timedOut, .broken: seconds = Self.secondsAfterFailure
        default: return nil
        }
        // Where a source stays broken, not every asset waits for it.
        var failures = 0
        update(job) { running in
            running.failures += 1
            failures = running.failures
        }
        return (1...Self.mostFailures).contains(failures) ? seconds : nil
    }

    /// Returns the new splits of an answer, if earlier days are stored.
    ///
    /// A source may apply a split late. If stored prices are said to include a split that was unknown when they were
    /// fetched, one of them is requested again.
    func newSplits(
        in history: PriceHistory, _ plan: BackfillPlan, _ job: StoredJob
    ) async throws(FetchError) -> [StockSplit] {
        if history.splits.isEmpty { return [] }
        let new = try await store { () async throws(StoreError) -> [StockSplit] in
            guard let first = try await store.prices.coverage(of: plan.asset)?.first else { return [] }
            let known = try await store.prices.splits(of: plan.asset, after: first)
            return history.splits.filter { $0.date > first }.unknown(to: known)
        }
        for split in new {
            let stored = try await store { () async throws(StoreError) in
                try await store.prices.closeSaidToContain(split, of: plan.asset)
            }
            guard let stored else { continue }
            let answer = try await self.history(plan, DayRun(stored.date, stored.date), job)
            guard let asked = answer.prices.first(where: { $0.date == stored.date }),
                Self.isBefore(split, stored: stored.close, asked: asked.close)
            else { continue }
            try await store { () async throws(StoreError) in
                try await store.prices.markAsBefore(split, of: plan.asset)
            }
        }
        return new
    }

    /// Whether a stored close is in shares before a split, and the current close of the source in shares after it.
    private static func isBefore(_ split: StockSplit, stored: ExactDecimal, asked: ExactDecimal) -> Bool {
        guard let ratio = stored.divided(by: asked)?.doubleValue else { return false }
        let expected = Double(split.numerator) / Double(split.denominator)
        return abs(ratio - expected) < abs(ratio - 1)
    }
}
