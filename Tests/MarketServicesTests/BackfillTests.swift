import MarketData
import MarketStore
import Synchronization
import Testing
import _TestSupport

@testable import MarketServices

@Suite struct BackfillTests {
    let market: TestMarket

    init() throws { market = try TestMarket() }

    private func run(
        _ names: [String], from first: String = "2026-02-02", through last: String = "2026-03-04",
        kind: JobKind = .backfill, in market: TestMarket? = nil
    ) async throws -> JobView {
        let backfill = (market ?? self.market).backfill()
        let job = try await backfill.start(
            assets: names.map(asset), from: day(first), through: day(last), kind: kind)
        await backfill.finish(job.job.id)
        return try #require(await backfill.job(job.job.id))
    }

    @Test func missingDaysAreImportedOnce() async throws {
        let view = try await run(["SPY"])
        // 2026-02-16 was a holiday.
        #expect(view.job.state == .done)
        #expect(view.job.assets == [JobAsset(asset: "SPY", daysImported: 22)])
        #expect(view.secondsLeft == 0)
        #expect(market.source.questions.map(\.days) == [DayRun(try day("2026-02-02"), try day("2026-03-04"))])
        let again = try await run(["SPY"])
        #expect(again.job.state == .done)
        #expect(again.job.assets == [JobAsset(asset: "SPY")])
        #expect(market.source.questions.count == 1)
    }

    @Test func jobWithoutAssetsIsDone() async throws {
        #expect(try await run([]).job.state == .done)
    }

    @Test func equalAssetsAreOne() async throws {
        let view = try await run(["SPY", "spy", "VOO", "SPY"])
        #expect(view.job.assets.map(\.asset) == ["SPY", "VOO"])
        #expect(market.source.questions.count == 2)
    }

    @Test(arguments: [
        (["XX"], JobState.failed), (["XX", "SPY"], .done), (["SPY", "XX"], .done), (["XX", "YY"], .failed),
    ])
    func unknownAssetIsMessage(names: [String], state: JobState) async throws {
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                guard case .share(let ticker) = route, ticker.symbol == "SPY" else { throw .unknownSymbol("it") }
                return FakeSource.history(route, first, last)
            }
        }
        let view = try await run(names)
        #expect(view.job.state == state)
        for asset in view.job.assets {
            #expect(asset.message == (asset.asset == "SPY" ? nil : "\(asset.asset) is unknown"))
            #expect(asset.daysImported == (asset.asset == "SPY" ? 22 : 0))
        }
    }

    @Test func assetWithoutSourceSaysWhatWouldChangeIt() async throws {
        var settings = MarketSettings()
        settings.sources = [.yahoo: false, .coinGecko: false]
        try await market.store.personal.store(settings)
        let view = try await run(["SPY"])
        #expect(view.job.state == .failed)
        #expect(view.job.assets[0].message == "prices of shares need a source that is switched on in the settings")
        #expect(market.source.questions.isEmpty)
    }

    @Test(arguments: [(["2026-02-09", "2026-02-12"], 1), (["2026-02-09", "2026-02-18"], 2)])
    func gapsFiveSessionsApartAreOneQuestion(holes: [String], count: Int) async throws {
        let missing = try holes.map(day)
        let all = FakeSource.history(.share(try ticker("SPY")), try day("2026-02-02"), try day("2026-03-04"))
        try await market.store.prices.store(
            PriceHistory(source: .yahoo, prices: all.prices.filter { !missing.contains($0.date) }), of: asset("SPY"),
            answered: nil, adjustedTo: day("2026-03-04"))
        let view = try await run(["SPY"])
        #expect(market.source.questions.count == count)
        // Days that were already stored do not count as imported.
        #expect(view.job.assets == [JobAsset(asset: "SPY", daysImported: missing.count)])
    }

    @Test func sourceIsNotAskedBeforeItsFirstDay() async throws {
        let earliest = try day("2026-02-20")
        market.source.script { $0.earliest = earliest }
        let view = try await run(["BTC"])
        // The day before is complete at 00:40 UTC of the next.
        #expect(market.source.questions.map(\.days) == [DayRun(earliest, try day("2026-03-03"))])
        #expect(view.job.assets == [JobAsset(asset: "BTC", daysImported: 12)])
        let coverage = try #require(await market.store.prices.coverage(of: asset("BTC")))
        #expect(!coverage.isAnswered(try day("2026-02-19")))
        #expect(coverage.answered == [earliest...(try day("2026-03-03"))])
    }

    @Test(arguments: [
        ("2026-03-04T20:59:00Z", "2026-03-03"), ("2026-03-04T21:14:59Z", "2026-03-03"),
        ("2026-03-04T21:15:00Z", "2026-03-04"), ("2025-11-28T18:14:59Z", "2025-11-26"),
        ("2025-11-28T18:15:00Z", "2025-11-28"), ("2026-03-08T12:00:00Z", "2026-03-06"),
    ])
    func dayIsNotStoredBeforeItIsFinal(now: String, last: String) async throws {
        let market = try TestMarket(at: now)
        market.source.script { script in
            // A source that also returns days that are not complete.
            script.history = { route, first, last throws(MarketDataError) in
                FakeSource.history(route, first, last.adding(days: 5) ?? last)
            }
        }
        _ = try await run(["SPY"], from: "2025-11-03", through: "2026-12-31", in: market)
        let coverage = try #require(await market.store.prices.coverage(of: asset("SPY")))
        #expect(coverage.last == (try day(last)))
    }

    @Test func emptyDaysAreMarkedAfterFiveSessions() async throws {
        market.source.script { script in
            script.history = { _, first, _ throws(MarketDataError) in
                PriceHistory(source: .yahoo, firstTradeDate: first.adding(days: 200), prices: [])
            }
        }
        let view = try await run(["SPY"])
        #expect(view.job.state == .done)
        let coverage = try #require(await market.store.prices.coverage(of: asset("SPY")))
        // 2026-03-04 is the last complete day, and 2026-02-25 the fifth before it.
        #expect(coverage.answered == [(try day("2026-02-02"))...(try day("2026-02-25"))])
        _ = try await run(["SPY"])
        #expect(market.source.questions.map(\.days.first) == [try day("2026-02-02"), try day("2026-02-26")])
    }

    @Test func settledDaysAreThoseWithPricesAndTheMarkedOnes() throws {
        var random = SeededGenerator(seed: 14)
        var (settledDays, openDays) = (0, 0)
        for _ in 0..<2_000 {
            let days: TradingDays = Bool.random(using: &random) ? .sessions(.newYork) : .everyDay
            let lastComplete = try #require(
                days.day(
                    onOrBefore: day("2026-03-04").adding(days: .random(in: -9...9, using: &random)) ?? day("2026-03-04")
                ))
            let last = try #require(lastComplete.adding(days: .random(in: -12...0, using: &random)))
            let request = DayRun(try #require(last.adding(days: .random(in: -30...0, using: &random))), last)
            let earliest =
                Bool.random(using: &random) ? request.first.adding(days: .random(in: -3...20, using: &random)) : nil
            let answered = (0...30).compactMap { request.first.adding(days: $0) }
                .filter { request.contains($0) && days.contains($0) && Bool.random(using: &random) }
            let marks = days.marks(for: request, answered: answered, lastComplete: lastComplete, notBefore: earliest)
            let settled = days.settled(of: request, lastComplete: lastComplete, notBefore: earliest)
            for offset in 0...30 {
                let date = try #require(request.first.adding(days: offset))
                guard request.contains(date), days.contains(date), !answered.contains(date) else { continue }
                let isSettled = settled?.contains(date) ?? false
                #expect(marks.contains { $0.contains(date) } == isSettled)
                if isSettled { settledDays += 1 } else { openDays += 1 }
            }
        }
        #expect(settledDays >= 2_000 && openDays >= 2_000)
    }

    @Test func updatesBeginWithTheFirstStoredDay() async throws {
        _ = try await run(["SPY"], from: "2026-02-23", through: "2026-02-25")
        let view = try await run(["SPY", "VOO"], kind: .update)
        #expect(view.job.assets.map(\.daysImported) == [5, 22])
        #expect(market.source.questions.map(\.days.first.description) == ["2026-02-23", "2026-02-26", "2026-02-02"])
    }

    @Test func splitIsAppliedOnceToWhatWasStoredDuringItsSession() async throws {
        // Sources return prices per new share as soon as the new shares trade.
        let split = StockSplit(date: try day("2026-03-03"), numerator: 10, denominator: 1)
        let market = try TestMarket(at: "2026-03-03T15:00:00Z")
        let (old, new) = (try decimal("1000"), try decimal("100"))
        let answer: FakeSource.HistoryAnswer = { route, first, last throws(MarketDataError) in
            let isSplit = market.clock.now >= NewYorkTime.instant(split.date, hour: 9, minute: 30)
            let prices = FakeSource.history(route, first, last, close: isSplit ? new : old).prices
            return PriceHistory(source: .yahoo, prices: prices, splits: last >= split.date ? [split] : [])
        }
        market.source.script { $0.history = answer }
        market.clock.set(try instant("2026-03-02T22:00:00Z"))
        _ = try await run(["VOO"], in: market)
        market.clock.set(try instant("2026-03-03T15:00:00Z"))
        _ = try await run(["SPY", "VOO"], in: market)
        market.clock.set(try instant("2026-03-03T22:00:00Z"))
        _ = try await run(["SPY", "VOO"], in: market)
        for name in ["SPY", "VOO"] {
            let prices = try await market.store.prices.prices(
                of: asset(name), from: day("2026-02-02"), through: day("2026-03-03"))
            #expect(prices.count == 21)
            #expect(prices.allSatisfy { $0.close == new })
        }
    }

    @Test func brokenSourceIsMessageAndWhatCameStays() async throws {
        let stored = FakeSource.history(.share(try ticker("SPY")), try day("2026-02-11"), try day("2026-02-18"))
        try await market.store.prices.store(stored, of: asset("SPY"), answered: nil, adjustedTo: day("2026-03-04"))
        let later = try day("2026-02-19")
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                if first >= later { throw .timedOut(.yahoo) }
                return FakeSource.history(route, first, last)
            }
        }
        let view = try await passingTime { try await run(["SPY", "VOO"]) }
        #expect(view.job.state == .done)
        #expect(market.clock.sleeps == [5, 5, 5])
        #expect(
            view.job.assets[0]
                == JobAsset(asset: "SPY", daysImported: 7, daysToGo: 10, message: "yahoo did not answer in time"))
        #expect(view.job.assets[1].message == nil)
    }

    @Test func limitOfCallsIsWaitedForUnlessItTakesLong() async throws {
        let failures = Mutex([30, 60, 7200])
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                let seconds = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                if let seconds { throw .limitReached(.yahoo, retryAfter: seconds) }
                return FakeSource.history(route, first, last)
            }
        }
        let view = try await passingTime { try await run(["SPY", "VOO"]) }
        #expect(market.clock.sleeps == [30, 60])
        #expect(
            view.job.assets.map(\.message) == [
                "the limit of calls to yahoo is reached; try again in 7200 s", nil,
            ])
    }

    @Test func answerThatBeginsLateIsAskedForAgain() async throws {
        let (firstTrade, late) = (try day("1993-01-29"), try day("2026-02-18"))
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                let history = FakeSource.history(route, max(first, late), last)
                return PriceHistory(source: .yahoo, firstTradeDate: firstTrade, prices: history.prices)
            }
        }
        _ = try await run(["SPY"])
        let spy = try #require(try await market.store.prices.coverage(of: asset("SPY")))
        let before = try day("2026-02-17")
        #expect(spy.first == late && !spy.isAnswered(before))
        // Without a first trading day from the source, its answer counts for the whole range.
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                FakeSource.history(route, max(first, late), last)
            }
        }
        _ = try await run(["VOO"])
        #expect(try await market.store.prices.coverage(of: asset("VOO"))?.isAnswered(before) == true)
    }

    @Test func answerThatEndsEarlyIsAskedForAgain() async throws {
        let early = try day("2026-02-11")
        let isCut = Mutex(true)
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                FakeSource.history(route, first, isCut.withLock { $0 } ? min(last, early) : last)
            }
        }
        _ = try await run(["SPY"])
        #expect(try await market.store.prices.coverage(of: asset("SPY"))?.last == early)
        isCut.withLock { $0 = false }
        _ = try await run(["SPY"])
        #expect(market.source.questions.map(\.days.first) == [try day("2026-02-02"), try day("2026-02-12")])
        #expect(try await market.store.prices.coverage(of: asset("SPY"))?.last == day("2026-03-04"))
    }

    @Test func splitBetweenStoredDaysAndThoseAskedForIsFound() async throws {
        let split = StockSplit(date: try day("2026-02-17"), numerator: 4, denominator: 1)
        let isSplit = Mutex(false)
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                guard isSplit.withLock({ $0 }) else { return FakeSource.history(route, first, last) }
                let prices = FakeSource.history(route, first, last, close: ExactDecimal(significand: 25, exponent: 0))
                let splits = (first...last).contains(split.date) ? [split] : []
                return PriceHistory(source: .yahoo, prices: prices.prices, splits: splits)
            }
        }
        _ = try await run(["SPY"], through: "2026-02-06")
        isSplit.withLock { $0 = true }
        _ = try await run(["SPY"], from: "2026-02-23")
        let stored = try await market.store.prices.prices(
            of: asset("SPY"), from: day("2026-02-01"), through: day("2026-03-04"))
        #expect(!stored.isEmpty && stored.allSatisfy { $0.close == ExactDecimal(significand: 25, exponent: 0) })
        // Only the requested days are imported.
        #expect(!stored.contains { ("2026-02-07"..."2026-02-22").contains($0.date.description) })
    }

    /// Advances the clock whenever a task sleeps.
    private func passingTime<Value>(_ body: () async throws -> Value) async throws -> Value {
        let clock = market.clock
        let passing = Task {
            while !Task.isCancelled {
                if clock.sleeperCount > 0 { clock.advance(1) }
                try await Task.sleep(for: .microseconds(200))
            }
        }
        defer { passing.cancel() }
        return try await body()
    }

    // MARK: Several jobs

    @Test func twoJobsDoNotAskForTheSameDays() async throws {
        let gate = Gate()
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                try await gate.pass()
                return FakeSource.history(route, first, last)
            }
        }
        let backfill = market.backfill()
        var jobs: [String] = []
        for _ in 0..<5 {
            jobs.append(
                try await backfill.start(
                    assets: [asset("SPY"), asset("VOO")], from: day("2026-02-02"), through: day("2026-03-04")
                ).job.id)
        }
        try await until("a question") { gate.arrived == 1 }
        gate.open()
        for job in jobs { await backfill.finish(job) }
        #expect(market.source.questions.count == 2)
        let views = try await backfill.jobs()
        #expect(views.allSatisfy { $0.job.state == .done })
        #expect(views.map { $0.job.assets.map(\.daysImported).reduce(0, +) }.reduce(0, +) == 44)
    }

    @Test func jobThatWaitsForAnotherCanBeCancelled() async throws {
        let gate = Gate()
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                try await gate.pass()
                return FakeSource.history(route, first, last)
            }
        }
        let backfill = market.backfill()
        let (first, last, spy) = (try day("2026-02-02"), try day("2026-03-04"), try asset("SPY"))
        let one = try await backfill.start(assets: [spy], from: first, through: last).job.id
        try await until("a question") { gate.arrived == 1 }
        let other = try await backfill.start(assets: [spy], from: first, through: last).job.id
        #expect(try await backfill.cancel(other)?.job.state == .cancelled)
        gate.open()
        await backfill.finish(one)
        #expect(try await backfill.job(one)?.job.state == .done)
        #expect(market.source.questions.count == 1)
    }

    @Test func lastHundredEndedJobsAreKept() async throws {
        let backfill = market.backfill()
        var ids: [String] = []
        for _ in 0..<103 {
            let id = try await backfill.start(assets: [], from: day("2026-02-02"), through: day("2026-03-04")).job.id
            await backfill.finish(id)
            ids.append(id)
        }
        #expect(try await backfill.jobs().map(\.job.id) == ids.suffix(100).reversed())
    }
}
