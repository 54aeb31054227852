import MarketData
import MarketStore
import Testing

@testable import MarketServices

@Suite struct UpdateScheduleTests {
    private func market(
        at now: String, onLaunch: Bool = true, daily: Bool = true, hourly: Bool = false
    ) async throws -> TestMarket {
        let market = try TestMarket(at: now)
        var settings = MarketSettings()
        settings.fetchesOnLaunch = onLaunch
        settings.fetchesDailyAtClose = daily
        settings.fetchesHourlyInMarketHours = hourly
        try await market.store.personal.store(settings)
        try await market.store.personal.watch(ticker("SPY"))
        return market
    }

    private func schedule(_ market: TestMarket, _ backfill: BackfillService) -> UpdateSchedule {
        UpdateSchedule(
            store: market.store, backfill: backfill, prices: market.prices(), calendar: .newYork,
            time: market.clock.time, logger: market.logger)
    }

    /// The number of updates, after all have ended.
    private func updates(_ market: TestMarket, _ backfill: BackfillService) async throws -> Int {
        let jobs = try await backfill.jobs()
        for job in jobs { await backfill.finish(job.job.id) }
        return jobs.count { $0.job.kind == .update }
    }

    @Test(arguments: [(true, 1), (false, 0)])
    func launchFetchesAsTheSettingsSay(onLaunch: Bool, count: Int) async throws {
        let market = try await market(at: "2026-03-04T15:00:00Z", onLaunch: onLaunch, daily: false)
        let backfill = market.backfill()
        var memory = UpdateSchedule.Memory()
        await schedule(market, backfill).launch(&memory)
        await schedule(market, backfill).look(&memory)
        #expect(try await updates(market, backfill) == count)
        if count > 0 {
            let job = try #require(await backfill.jobs().first?.job)
            #expect(job.assets.map(\.asset) == ["SPY"])
            #expect(job.first == (try day("2025-03-04")))
        }
    }

    @Test(arguments: [
        // Usual, early close, and both changes of clocks
        ("2026-03-04T15:00:00Z", "2026-03-04T21:14:59Z", "2026-03-04T21:15:00Z"),
        ("2025-11-28T15:00:00Z", "2025-11-28T18:14:59Z", "2025-11-28T18:15:00Z"),
        ("2026-03-06T22:00:00Z", "2026-03-09T20:14:59Z", "2026-03-09T20:15:00Z"),
        ("2026-10-30T21:00:00Z", "2026-11-02T21:14:59Z", "2026-11-02T21:15:00Z"),
        // A holiday
        ("2026-02-13T22:00:00Z", "2026-02-17T21:14:59Z", "2026-02-17T21:15:00Z"),
    ])
    func dayIsFetchedAfterTheClose(launch: String, before: String, after: String) async throws {
        let market = try await market(at: launch, onLaunch: true)
        let backfill = market.backfill()
        let schedule = schedule(market, backfill)
        var memory = UpdateSchedule.Memory()
        await schedule.launch(&memory)
        #expect(try await updates(market, backfill) == 1)
        market.clock.set(try instant(before))
        await schedule.look(&memory)
        #expect(try await updates(market, backfill) == 1)
        market.clock.set(try instant(after))
        for _ in 0..<3 { await schedule.look(&memory) }
        #expect(try await updates(market, backfill) == 2)
        let coverage = try #require(await market.store.prices.coverage(of: asset("SPY")))
        #expect(coverage.last == NewYorkTime.date(at: try instant(after)))
    }

    @Test func closesMissedDuringSleepAreOneUpdate() async throws {
        let market = try await market(at: "2026-03-02T15:00:00Z")
        let backfill = market.backfill()
        let schedule = schedule(market, backfill)
        var memory = UpdateSchedule.Memory()
        await schedule.launch(&memory)
        _ = try await updates(market, backfill)
        market.clock.set(try instant("2026-03-06T08:00:00Z"))
        for _ in 0..<3 { await schedule.look(&memory) }
        #expect(try await updates(market, backfill) == 2)
    }

    @Test(arguments: [("2026-03-04T21:20:00Z", 0), ("2026-03-04T21:10:00Z", 1), (nil, 1)] as [(String?, Int)])
    func closeMissedWhileStoppedIsFetchedAtLaunch(updated: String?, count: Int) async throws {
        let market = try await market(at: "2026-03-05T12:00:00Z", onLaunch: false)
        if let updated {
            var job = StoredJob(
                id: "old", kind: .update, created: try instant(updated), first: try day("2026-03-01"),
                last: try day("2026-03-04"), assets: [])
            job.state = .done
            try await market.store.jobs.store(job)
        }
        let backfill = market.backfill()
        var memory = UpdateSchedule.Memory()
        await schedule(market, backfill).launch(&memory)
        #expect(try await updates(market, backfill) == count + (updated == nil ? 0 : 1))
    }

    @Test func clockThatIsSetBackMakesNoDayDueAgain() async throws {
        let market = try await market(at: "2026-03-05T22:00:00Z")
        let backfill = market.backfill()
        let schedule = schedule(market, backfill)
        var memory = UpdateSchedule.Memory()
        await schedule.launch(&memory)
        _ = try await updates(market, backfill)
        market.clock.set(try instant("2026-03-04T22:00:00Z"))
        await schedule.look(&memory)
        #expect(try await updates(market, backfill) == 1)
        // On the next day, the update is due again.
        market.clock.set(try instant("2026-03-05T22:00:00Z"))
        await schedule.look(&memory)
        #expect(try await updates(market, backfill) == 2)
    }

    @Test func closeDuringAnUpdateIsFetchedAfterIt() async throws {
        let market = try await market(at: "2026-03-04T21:10:00Z")
        let gate = Gate()
        market.source.script { script in
            script.history = { route, first, last throws(MarketDataError) in
                try await gate.pass()
                return FakeSource.history(route, first, last)
            }
        }
        let backfill = market.backfill()
        let schedule = schedule(market, backfill)
        var memory = UpdateSchedule.Memory()
        await schedule.launch(&memory)
        try await until("a question") { gate.arrived == 1 }
        market.clock.set(try instant("2026-03-04T21:20:00Z"))
        await schedule.look(&memory)
        gate.open()
        #expect(try await updates(market, backfill) == 1)
        await schedule.look(&memory)
        #expect(try await updates(market, backfill) == 2)
        #expect(try await market.store.prices.coverage(of: asset("SPY"))?.last == (try day("2026-03-04")))
        await schedule.look(&memory)
        #expect(try await updates(market, backfill) == 2)
    }

    @Test func hourlyPricesAreFetchedInMarketHours() async throws {
        let market = try await market(at: "2026-03-04T13:50:00Z", onLaunch: false, daily: false, hourly: true)
        let schedule = schedule(market, market.backfill())
        var memory = UpdateSchedule.Memory()
        await schedule.launch(&memory)
        var counts: [Int] = []
        for time in ["14:10", "14:40", "15:00", "15:30", "16:01", "20:59", "21:00", "22:00"] {
            market.clock.set(try instant("2026-03-04T\(time):00Z"))
            await schedule.look(&memory)
            await schedule.look(&memory)
            counts.append(market.source.latestCount)
        }
        // The exchange was open from 14:30 to 21:00.
        #expect(counts == [0, 0, 1, 1, 2, 3, 3, 3])
    }

    @Test func scheduleStops() async throws {
        let market = try await market(at: "2026-03-04T13:50:00Z")
        let backfill = market.backfill()
        let schedule = schedule(market, backfill)
        let running = Task { try await schedule.run() }
        try await until("the first look") { market.clock.sleeperCount == 1 }
        running.cancel()
        try await running.value
        #expect(market.clock.sleeperCount == 0)
        #expect(try await updates(market, backfill) == 1)
    }
}
