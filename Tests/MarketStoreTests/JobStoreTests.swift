import MarketData
import MarketStore
import Testing

@Suite("Jobs and call budgets")
struct JobStoreTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func job(_ id: String, _ created: Timestamp) throws -> StoredJob {
        StoredJob(
            id: id, kind: .backfill, created: created, first: try day("2021-01-04"), last: try day("2026-11-19"),
            assets: [JobAsset(asset: "SPY", daysToGo: 1255), JobAsset(asset: "BTC", message: "waits")])
    }

    @Test("are read as stored, and unfinished ones are found at the next start")
    func comeBack() async throws {
        var database = try folder.open()
        let now = try instant("2026-11-20T10:00:00Z")
        var (running, done) = (try job("b", now), try job("a", now))
        try await database.jobs.store(running)
        try await database.jobs.store(done)
        running.assets[0].daysImported = 250
        running.assets[0].daysToGo = 1005
        running.updated = now.adding(seconds: 5)
        try await database.jobs.store(JobProgress(job: "b", asset: running.assets[0], updated: running.updated))
        done.state = .done
        done.finished = now.adding(seconds: 9)
        done.updated = now.adding(seconds: 9)
        done.message = "all imported"
        done.assets[1].message = nil
        try await database.jobs.store(done)
        // Progress of a job that has ended, and of an unknown job, is ignored.
        try await database.jobs.store(
            JobProgress(job: "a", asset: JobAsset(asset: "SPY", daysImported: 9), updated: now))
        try await database.jobs.store(JobProgress(job: "?", asset: JobAsset(asset: "SPY"), updated: now))
        try database.close()
        database = try folder.open()
        #expect(try await database.jobs.jobs() == [running, done])
        #expect(try await database.jobs.unfinished() == [running])
        #expect(try await database.jobs.job("a") == done)
        #expect(try await database.jobs.job("c") == nil)
    }

    @Test("the last hundred ended jobs are kept")
    func forgets() async throws {
        let jobs = try folder.open().jobs
        let start = try instant("2026-11-20T10:00:00Z")
        try await jobs.store(job("running", start))
        for count in 1...JobStore.finishedLimit + 5 {
            var job = try job("\(count)", start.adding(seconds: count))
            job.state = [.done, .failed, .cancelled][count % 3]
            job.finished = start.adding(seconds: count)
            try await jobs.store(job)
        }
        let ids = try await jobs.jobs().map(\.id)
        #expect(ids == ["running"] + (6...JobStore.finishedLimit + 5).map { "\($0)" })
    }

    @Test("calls are stored for each source and window")
    func remembersCalls() async throws {
        var database = try folder.open()
        let now = try instant("2026-11-20T10:00:00Z")
        #expect(await database.budgets.load(.polygon) == [])
        let day = CallCount(window: .day, start: try instant("2026-11-20"), calls: 31)
        await database.budgets.save([CallCount(window: .minute, start: now, calls: 3)], of: .polygon)
        await database.budgets.save([CallCount(window: .minute, start: now, calls: 4), day], of: .polygon)
        await database.budgets.save([CallCount(window: .minute, start: now, calls: 5)], of: .tradier)
        try database.close()
        database = try folder.open()
        let storage: any CallBudgetStorage = database.budgets
        #expect(await storage.load(.polygon) == [day, CallCount(window: .minute, start: now, calls: 4)])
        #expect(await storage.load(.yahoo) == [])
    }
}
