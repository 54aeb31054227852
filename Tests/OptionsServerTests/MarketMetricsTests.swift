import Foundation
import Logging
import MarketData
import MarketStore
import Testing
import _FakeSources
import _TestSupport

@testable import MarketServices
@testable import OptionsServer

/// What `/metrics` says of the market, against what imitated sources have seen.
@Suite("Metrics of the market")
struct MarketMetricsTests {
    /// The values by name and labels.
    private func metrics(_ live: LiveMarket) async throws -> [String: Double] {
        let answer = try await live.send("GET", "/metrics")
        #expect(answer.status == 200)
        return Self.values(answer.body)
    }

    private static func values(_ text: String) -> [String: Double] {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Dictionary(
            lines.compactMap { line -> (String, Double)? in
                guard let space = line.lastIndex(of: " ") else { return nil }
                return (String(line[..<space]), Double(line[line.index(after: space)...]) ?? .nan)
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test("a call is counted by source and outcome, and an answer of the cache is none")
    func callsAndHits() async throws {
        try await LiveMarket.with { live in
            let calls = #"options_source_calls_total{source="polygon",outcome="answered"}"#
            let hits = #"options_source_cache_hits_total{source="polygon"}"#
            let before = try await metrics(live)
            #expect(before[calls] == 0 && before[hits] == nil)
            for _ in 0..<3 { _ = try await live.get("/stocks/COIN/price") }
            let after = try await metrics(live)
            #expect(after[calls] == 1 && live.sources.requests(of: .polygon).count == 1)
            #expect(after[hits] == 2)
            live.pass(6)
            _ = try await live.get("/stocks/COIN/price")
            let later = try await metrics(live)
            #expect(later[calls] == 2 && later[hits] == 2)
            #expect(later[#"options_source_wait_seconds_count{source="polygon"}"#] == 2)
            #expect(later[#"options_source_calls_total{source="polygon",outcome="failed"}"#] == 0)
        }
    }

    @Test("a circuit is open from the fifth failure until the source answers again")
    func circuit() async throws {
        try await LiveMarket.with { live in
            let open = #"options_source_circuit_open{source="polygon"}"#
            let failed = #"options_source_calls_total{source="polygon",outcome="failed"}"#
            #expect(try await metrics(live)[open] == 0)
            live.fail(FakeFault(.status, status: 500), [.polygon])
            for ticker in ["COIN", "SPY", "QQQ"] { _ = try await live.send("GET", "/stocks/\(ticker)/price") }
            let failing = try await metrics(live)
            #expect(failing[open] == 1)
            #expect(failing[failed] == Double(live.sources.requests(of: .polygon).count) && (failing[failed] ?? 0) >= 5)
            live.recover()
            _ = try await live.get("/stocks/COIN/price")
            #expect(try await metrics(live)[open] == 0)
        }
    }

    @Test("the time that a call waits for the limit is added up")
    func waits() async throws {
        try await LiveMarket.with(keys: ["POLYGON_API_KEY"], ["POLYGON_CALLS_PER_MINUTE": "1"]) { live in
            _ = try await live.get("/stocks/COIN/price")
            // A minute of calls lasts 61 s. A person waits for a second of it.
            live.pass(60)
            _ = try await live.get("/stocks/SPY/price")
            let found = try await metrics(live)
            #expect(live.sources.requests(of: .polygon).count == 2)
            #expect(abs((found[#"options_source_wait_seconds_sum{source="polygon"}"#] ?? 0) - 1) < 0.01)
        }
    }

    @Test("the age of the snapshot is the time since it was taken")
    func snapshot() async throws {
        try await LiveMarket.with { live in
            let age = "options_snapshot_age_seconds"
            #expect(try await metrics(live)[age] == nil)
            await live.market.backend.snapshot?.refresh(next: LiveMarket.noon)
            let taken = try #require(live.market.backend.snapshot?.status.snapshot?.refreshed)
            live.pass(90)
            let passed = taken.interval(to: live.market.backend.time.now())
            #expect(passed >= 90)
            #expect(try await metrics(live)[age] == passed)
        }
    }

    @Test("jobs are counted when they end")
    func jobs() async throws {
        try await LiveMarket.with { live in
            let done = #"options_jobs_total{state="done"}"#
            #expect(try await metrics(live)[done] == 0)
            let job = try await live.backfill(["SPY"], from: "2026-02-02", through: "2026-02-06")
            #expect(job.job.state == .done)
            let found = try await metrics(live)
            #expect(found[done] == 1 && found["options_jobs_running"] == 0)
            #expect(found[#"options_jobs_total{state="failed"}"#] == 0)
        }
    }

    @Test("the database has the size of its files, and is neither full nor without a backup")
    func database() async throws {
        try await LiveMarket.with { live in
            _ = try await live.backfill(["SPY"], from: "2026-02-02", through: "2026-02-06")
            let found = try await metrics(live)
            for file in ["market.sqlite", "personal.sqlite"] {
                let sizes = try ["", "-wal"].map { suffix in
                    let path = live.folder.path + "/live/" + file + suffix
                    return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
                }
                #expect(found[#"options_database_bytes{file="\#(file)"}"#] == Double(sizes.reduce(0, +)))
            }
            #expect(found["options_database_full"] == 0 && found["options_backup_failed"] == 0)
        }
    }

    @Test("a chain counts while a stream follows it")
    func chains() async throws {
        let folder = TemporaryFolder()
        let clock = StepClock(LiveMarket.noon)
        let market = try ServedMarket.temporary(ServerConfiguration(), folder, time: clock.time)
        #expect(Self.values(market.metricsText)["options_stream_chains"] == 0)
        let routes = APIServer(
            ServerConfiguration(), market: market, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).routes
        let reader = try await StreamReader(
            routes, "/api/rest/stocks/COIN/options/chain/stream?expirationDate=2026-03-20")
        _ = try await reader.next("retry")
        _ = try await reader.next("whole")
        #expect(Self.values(market.metricsText)["options_stream_chains"] == 1)
    }

    @Test("every metric has a type, a description and a row in docs/server.md")
    func descriptions() async throws {
        let document = try String(contentsOf: Fixture.root.appending(path: "docs/server.md"), encoding: .utf8)
        try await LiveMarket.with { live in
            await live.market.backend.snapshot?.refresh(next: LiveMarket.noon)
            for _ in 0..<2 { _ = try await live.get("/stocks/COIN/price") }
            let text = try await live.send("GET", "/metrics").body
            let names = text.split(separator: "\n").compactMap { line in
                line.hasPrefix("# TYPE ") ? String(line.split(separator: " ")[2]) : nil
            }
            #expect(names.count >= 21 && Set(names).count == names.count)
            for name in names {
                #expect(text.contains("# HELP \(name) "))
                #expect(document.contains("| `\(name)"))
            }
        }
    }
}
