import Foundation
import HTTPTypes
import MarketData
import MarketStore
import Testing
import _FakeSources

@testable import MarketServices
@testable import OptionsServer

/// Sections 3, 4 and 6 of the interface on live sources: the snapshot, daily prices, settings and coins.
@Suite("Live: prices")
struct LivePriceTests {
    private static let end = "2026-02-12"

    /// The closes that are stored, and those of the source.
    private func closes(
        _ asset: String, _ symbol: String, _ source: FakeSource, from first: String, _ live: LiveMarket
    ) async throws -> (stored: [String: Double], true: [String: Double]) {
        let answer = try await live.get("/prices/\(asset)")
        let rows = try #require(answer["prices"] as? [[String: Any]])
        var stored: [String: Double] = [:]
        for row in rows { stored[try #require(row["date"] as? String)] = row["close"] as? Double }
        let (from, through) = (try #require(Day(first)), try #require(Day(Self.end)))
        let days = live.sources.history(source, symbol, from: from, through: through)
        return (stored, Dictionary(uniqueKeysWithValues: days.map { ("\($0.date)", $0.close) }))
    }

    private func expectEqual(_ stored: [String: Double], _ expected: [String: Double], _ name: String) {
        #expect(Set(stored.keys) == Set(expected.keys), "\(name)")
        for (date, close) in expected {
            let difference = abs((stored[date] ?? .nan) - close)
            #expect(difference <= max(6e-5, 1.2e-7 * close), "\(name) \(date): \(stored[date] ?? .nan) for \(close)")
        }
    }

    @Test(
        "the days of the source, whatever the faults of its rows",
        arguments: ["SPY", "HOLE", "DUPE", "LATER", "TAIL", "VFIAX", "NEWCO", "SPLIT", "BRK.B"])
    func history(_ symbol: String) async throws {
        try await LiveMarket.with { live in
            let job = try await live.backfill([symbol], from: "2021-01-04", through: Self.end)
            #expect(job.job.state == .done && job.job.assets.first?.message == nil)
            let found = try await closes(symbol, symbol, .yahoo, from: "2021-01-04", live)
            expectEqual(found.stored, found.true, symbol)
            let coverage = try #require(try await live.get("/prices")["assets"] as? [[String: Any]])
            #expect(coverage.first?["missingDays"] as? Int == 0, "\(coverage)")
            // No request is repeated.
            let count = live.sources.requests(of: .yahoo).count
            _ = try await live.backfill([symbol], from: "2021-01-04", through: Self.end)
            #expect(live.sources.requests(of: .yahoo).count == count)
        }
    }

    @Test("days without prices at the source are requested once")
    func halts() async throws {
        try await LiveMarket.with { live in
            _ = try await live.backfill(["HALT"], from: "2025-01-02", through: Self.end)
            let coverage = try #require(try await live.get("/prices")["assets"] as? [[String: Any]])
            #expect((coverage.first?["missingDays"] as? Int ?? 9) <= 1)
            let found = try await closes("HALT", "HALT", .yahoo, from: "2025-01-02", live)
            expectEqual(found.stored, found.true.filter { found.stored[$0.key] != nil }, "HALT")
        }
    }

    @Test(
        "coins by their days in UTC, within the range of the plan", arguments: ["bitcoin", "gap-coin", "short-coin"])
    func coins(_ id: String) async throws {
        try await LiveMarket.with { live in
            let job = try await live.backfill(["coin:\(id)"], from: "2024-01-01", through: Self.end)
            #expect(job.job.assets.first?.message == nil)
            let found = try await closes("coin:\(id)", id, .coingecko, from: "2025-02-14", live)
            #expect(found.stored.count >= 300)
            expectEqual(found.stored, found.true.filter { found.stored[$0.key] != nil }, id)
        }
    }

    @Test(
        "a backfill tolerates each fault, and requests each day once",
        arguments: [
            FakeFault(.status, status: 500, count: 3), FakeFault(.status, status: 429, count: 2, retryAfter: 7),
            FakeFault(.status, status: 429, count: 2), FakeFault(.html, count: 2), FakeFault(.truncated, count: 2),
            FakeFault(.garbage, count: 2), FakeFault(.close, count: 2), FakeFault(.cut, count: 2),
            FakeFault(.empty, count: 2), FakeFault(.gzip, count: 9), FakeFault(.badGzip, count: 2),
            FakeFault(.redirect, count: 2), FakeFault(.text, count: 2), FakeFault(.reset, count: 2),
        ])
    func faults(_ fault: FakeFault) async throws {
        try await LiveMarket.with { live in
            live.fail(fault, [.yahoo, .coingecko])
            let job = try await live.backfill(["SPY", "AAPL", "BTC"], from: "2025-06-02", through: Self.end)
            #expect(job.job.state == .done && job.job.assets.allSatisfy { $0.message == nil }, "\(job.job)")
            for (asset, symbol, source) in [
                ("SPY", "SPY", FakeSource.yahoo), ("AAPL", "AAPL", .yahoo), ("BTC", "bitcoin", .coingecko),
            ] {
                let found = try await closes(asset, symbol, source, from: "2025-06-02", live)
                expectEqual(found.stored, found.true, asset)
            }
            let answered = live.sources.requests(of: .yahoo).filter { $0.fault == nil || $0.fault == .gzip }
            #expect(answered.count == 2)
        }
    }

    @Test("a later split rescales stored prices, and is logged")
    func laterSplit() async throws {
        try await LiveMarket.with { live in
            _ = try await live.backfill(["ZZCO"], from: "2025-12-01", through: "2026-01-30")
            let before = try await live.get("/prices/ZZCO")
            live.sources.addSplit("ZZCO", try #require(Day("2026-02-04")), numerator: 4, denominator: 1)
            _ = try await live.backfill(["ZZCO"], from: "2025-12-01", through: Self.end)
            let found = try await closes("ZZCO", "ZZCO", .yahoo, from: "2025-12-01", live)
            expectEqual(found.stored, found.true, "ZZCO")
            let first = try #require((before["prices"] as? [[String: Any]])?.first?["close"] as? Double)
            let rescaled = try #require(found.stored["2025-12-01"])
            #expect(abs(rescaled - first / 4) < 1e-4)
            #expect(live.log.text.contains("a split rescales the prices that were stored before it"))
        }
    }

    @Test("backups answer if Yahoo fails and the settings enable them; raw closes are divided by known splits")
    func backups() async throws {
        try await LiveMarket.with { live in
            live.sources.addSplit("ZZCO", try #require(Day("2026-01-15")), numerator: 2, denominator: 1)
            _ = try await live.backfill(["ZZCO"], from: "2026-01-14", through: "2026-01-20")
            live.fail(FakeFault(.html), [.yahoo])
            let none = try await live.backfill(["ZZCO"], from: "2025-12-01", through: Self.end)
            #expect(none.job.state == .failed && none.job.assets.first?.message?.contains("yahoo") == true)
            live.recover()
            live.fail(FakeFault(.html), [.yahoo, .twelvedata])
            _ = try await live.send("PUT", "/settings", #"{"sources":{"twelveData":true,"alphaVantage":true}}"#)
            let job = try await live.backfill(["ZZCO"], from: "2025-12-01", through: Self.end)
            #expect(job.job.state == .done, "\(job.job)")
            let answer1 = try await live.get("/prices/ZZCO")
            #expect(answer1["source"] as? String == "alphaVantage")
            let found = try await closes("ZZCO", "ZZCO", .yahoo, from: "2025-12-01", live)
            for (date, close) in found.true {
                // The raw closes have cents.
                #expect(abs((found.stored[date] ?? .nan) - close) <= 0.011, "\(date)")
            }
        }
    }

    @Test("latest prices: shares by Yahoo, coins by CoinGecko in one call, unknown ones named")
    func latest() async throws {
        try await LiveMarket.with { live in
            let answer = try await live.get("/prices/latest?assets=SPY,FBTC,BTC,ETH,coin:solana,NOPEX,coin:no-such")
            let rows = try #require(answer["prices"] as? [[String: Any]])
            #expect(rows.compactMap { $0["asset"] as? String } == ["SPY", "FBTC", "BTC", "ETH", "coin:solana"])
            #expect(
                rows.compactMap { $0["source"] as? String } == ["yahoo", "yahoo"]
                    + Array(repeating: "coinGecko", count: 3))
            #expect(answer["unknown"] as? [String] == ["NOPEX", "coin:no-such"])
            #expect(live.sources.requests(of: .coingecko).count == 1)
            let assets = #"{"assets":{"FBTC":{"source":"coinGecko","id":"bitcoin"}}}"#
            #expect(try await live.send("PUT", "/settings", assets).status == 200)
            let mapped = try await live.get("/prices/latest?assets=FBTC,BTC")
            let prices = try #require(mapped["prices"] as? [[String: Any]])
            #expect(prices.count == 2 && prices.first?["price"] as? Double == prices.last?["price"] as? Double)
        }
    }

    @Test("coins in the order requested, without unknown ones and those without a price")
    func markets() async throws {
        try await LiveMarket.with { live in
            let ids = (1...260).map { "coin-" + String(1000 + $0).dropFirst() }
            let answer = try await live.send(
                "GET", "/coins/markets?ids=ethereum,bitcoin,priceless,no-such,stale-coin," + ids.joined(separator: ","))
            let rows = try #require(
                try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [[String: Any]])
            #expect(rows.compactMap { $0["id"] as? String } == ["ethereum", "bitcoin", "stale-coin"] + ids)
            #expect(rows.dropFirst(2).first?["price_change_percentage_24h"] is NSNull)
            #expect(rows.first?["source"] as? String == "coinGecko")
            // Each coin is cached: another list asks only for those that are not, and known ones outlast a failure.
            let count = live.sources.requests(of: .coingecko).count
            _ = try await live.send("GET", "/coins/markets?ids=bitcoin,no-such,ethereum")
            #expect(live.sources.requests(of: .coingecko).count == count)
            _ = try await live.send("GET", "/coins/markets?ids=bitcoin,solana,ethereum")
            let requests = live.sources.requests(of: .coingecko).dropFirst(count)
            #expect(requests.count == 1 && requests.allSatisfy { !$0.query.contains("bitcoin") })
            #expect(requests.first?.query.contains("solana") == true)
            live.fail(FakeFault(.status, status: 500), [.coingecko])
            live.pass(61)
            let stale = try await live.send("GET", "/coins/markets?ids=bitcoin,ethereum")
            #expect(stale.status == 200 && stale.body.contains(#""stale":true"#), "\(stale.body)")
        }
    }

    @Test("the rows of the snapshot have no null members, and a failed refresh does not change it")
    func snapshot() async throws {
        try await LiveMarket.with { live in
            let refresher = try #require(live.market.backend.snapshot)
            let answer2 = try await live.get("/v1/markets/quotes/last_update")
            #expect(answer2["count"] as? Int == 0)
            await refresher.refresh(next: LiveMarket.noon.adding(seconds: 61))
            let first = try await live.get("/v1/markets/quotes/snapshot")
            let rows = try #require(first["results"] as? [[String: Any]])
            #expect(rows.compactMap { $0["symbol"] as? String } == ["BRK.B", "COIN", "NOLST", "NULLO", "SPY"])
            #expect(
                rows.allSatisfy { row in
                    ["last", "bid", "ask", "volume"].allSatisfy { row[$0] is NSNumber }
                })
            live.fail(FakeFault(.truncated), [.tradier])
            live.pass(61)
            await refresher.refresh(next: LiveMarket.noon.adding(seconds: 122))
            await refresher.refresh(next: LiveMarket.noon.adding(seconds: 183))
            let second = try await live.get("/v1/markets/quotes/snapshot")
            #expect(second["last_update"] as? String == first["last_update"] as? String)
            let status = try await live.get("/v1/markets/quotes/last_update")
            #expect(status["stale"] as? Bool == true && status["count"] as? Int == 5)
        }
        try await LiveMarket.with(keys: ["POLYGON_API_KEY"]) { live in
            for path in ["snapshot", "last_update"] {
                let detail = try await live.get("/v1/markets/quotes/\(path)", status: 503)["detail"] as? String
                #expect(detail?.contains("TRADIER_TOKEN") == true)
            }
        }
        try await LiveMarket.with(keys: ["TRADIER_TOKEN"]) { live in
            live.fail(FakeFault(.status, status: 500), [.tradier])
            await live.market.backend.snapshot?.refresh(next: LiveMarket.noon)
            for path in ["snapshot", "last_update"] {
                let detail = try await live.get("/v1/markets/quotes/\(path)", status: 500)["detail"] as? String
                #expect(detail?.hasPrefix("Failed to retrieve quotes snapshot: ") == true)
            }
        }
    }

    @Test("the sources report their plans, keys and failures")
    func sources() async throws {
        try await LiveMarket.with(keys: ["POLYGON_API_KEY", "TRADIER_TOKEN"]) { live in
            live.sources.setPlan("free", of: .polygon)
            _ = try await live.send("GET", "/stocks/COIN/options/chain?expirationDate=2026-04-17")
            live.fail(FakeFault(.status, status: 401), [.tradier])
            let tradier = try await live.send("POST", "/sources/tradier/check")
            #expect(tradier.body.contains(#""state":"failing""#) && tradier.body.contains("the key is refused"))
            let rows = try #require(try await live.get("/sources")["sources"] as? [[String: Any]])
            let bySource = Dictionary(uniqueKeysWithValues: rows.map { ($0["source"] as? String ?? "", $0) })
            #expect(
                bySource["polygon"]?["plan"] as? String == "free" && bySource["polygon"]?["keySet"] as? Bool == true)
            #expect(bySource["polygon"]?["callsLeft"] is NSNumber)
            #expect(bySource["twelveData"]?["state"] as? String == "off")
            #expect(bySource["simulated"]?["enabled"] as? Bool == false)
            #expect(try await live.send("POST", "/sources/yahoo/check").body.contains(#""state":"ok""#))
            _ = try await live.send("PUT", "/settings", #"{"sources":{"yahoo":false}}"#)
            #expect(try await live.send("POST", "/sources/yahoo/check").body.contains(#""state":"off""#))
            let latest = try await live.get("/prices/latest?assets=SPY", status: 503)["error"] as? String
            #expect(latest == "prices of shares need a source that is switched on in the settings")
        }
    }
}
