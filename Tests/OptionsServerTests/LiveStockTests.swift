import Foundation
import HTTPTypes
import MarketData
import MarketStore
import Testing
import _FakeSources

@testable import MarketServices
@testable import OptionsServer

/// Sections 2, 5 and 7 of the interface on live sources: shares, the watch list, and the effect of failures.
@Suite("Live: shares")
struct LiveStockTests {
    @Test("a price comes from Polygon's snapshot, Tradier, Yahoo or Polygon's previous close, in this order")
    func order() async throws {
        try await LiveMarket.with { live in
            let answer1 = try await live.get("/stocks/COIN/price")
            #expect(answer1["source"] as? String == "polygon")
            live.sources.setPlan("free", of: .polygon)
            let answer2 = try await live.get("/stocks/SPY/price")
            #expect(answer2["source"] as? String == "tradier")
        }
        try await LiveMarket.with(keys: ["POLYGON_API_KEY"]) { live in
            live.sources.setPlan("free", of: .polygon)
            let yahoo = try await live.get("/stocks/SPY/price")
            #expect(yahoo["source"] as? String == "yahoo" && yahoo["stale"] as? Bool == false)
            live.fail(FakeFault(.html), [.yahoo])
            let close = try await live.get("/stocks/QQQ/price")
            #expect(close["source"] as? String == "polygon")
            // The close of the session before.
            #expect(close["asOf"] as? String == "2026-02-12T21:00:00Z")
        }
    }

    @Test("an unknown stock is 404 everywhere")
    func unknown() async throws {
        try await LiveMarket.with { live in
            for path in [
                "/price", "", "/dividends", "/options/expirations", "/options/strikes?expirationDate=2026-04-17",
                "/options/chain?expirationDate=2026-04-17",
            ] {
                let answer = try await live.send("GET", "/stocks/NOPEX" + path)
                #expect(
                    answer.status == 404 && answer.body == #"{"error":"Stock not found","code":"not_found"}"#, "\(path)"
                )
            }
            let quote = try await live.get(
                "/options/quote?underlyingTicker=NOPEX&expirationDate=2026-04-17&contractType=call&strikePrice=100")
            #expect(quote["found"] as? Bool == false && quote["bid"] is NSNull)
        }
    }

    @Test("each source receives its own spelling of class shares")
    func classShares() async throws {
        for keys in [["POLYGON_API_KEY"], ["TRADIER_TOKEN"], []] as [Set<String>] {
            try await LiveMarket.with(keys: keys) { live in
                let price = try await live.get("/stocks/brk.b/price")
                #expect(price["ticker"] as? String == "BRK.B" && price["price"] is NSNumber)
            }
        }
    }

    @Test("data that the source of the price lacks comes from others")
    func details() async throws {
        try await LiveMarket.with { live in
            let coin = try await live.get("/stocks/COIN")
            #expect(coin["source"] as? String == "polygon")
            #expect(coin["name"] as? String == "Coinbase Global, Inc. Class A Common Stock")
            #expect(coin["yearLow"] is NSNumber && coin["yearHigh"] is NSNumber && coin["type"] as? String == "stock")
            #expect(coin["nextEarnings"] is NSNull)
        }
    }

    @Test("equal concurrent requests share one call")
    func coalescing() async throws {
        try await LiveMarket.with { live in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 { group.addTask { _ = try await live.get("/stocks/COIN/price") } }
                try await group.waitForAll()
            }
            #expect(live.sources.requests(of: .polygon).count == 1)
            _ = try await live.get("/stocks/COIN/price")
            #expect(live.sources.requests(of: .polygon).count == 1)
            live.pass(6)
            _ = try await live.get("/stocks/COIN/price")
            #expect(live.sources.requests(of: .polygon).count == 2)
        }
    }

    @Test("the watch list needs one call; the last known quotes stay, as stale, even after a restart of the cache")
    func watchList() async throws {
        try await LiveMarket.with(keys: ["TRADIER_TOKEN"]) { live in
            let body = #"{"tickers":["COIN","SPY","BRK.B","NULLO"]}"#
            #expect(try await live.send("PUT", "/watchlist", body).status == 200)
            #expect(live.sources.requests(of: .tradier).count == 1)
            let rows = try #require(try await live.get("/watchlist")["watchlist"] as? [[String: Any]])
            #expect(rows.map { $0["ticker"] as? String } == ["COIN", "SPY", "BRK.B", "NULLO"])
            #expect(rows.allSatisfy { $0["price"] is NSNumber && $0["stale"] as? Bool == false })
            live.fail(FakeFault(.status, status: 500))
            live.pass(10)
            let stale = try #require(try await live.get("/watchlist")["watchlist"] as? [[String: Any]])
            #expect(stale.allSatisfy { $0["price"] is NSNumber && $0["stale"] as? Bool == true })
            #expect(stale.map { $0["asOf"] as? String } == rows.map { $0["asOf"] as? String })
            live.recover()
            let fresh = try #require(try await live.get("/watchlist")["watchlist"] as? [[String: Any]])
            #expect(fresh.count == rows.count && fresh.allSatisfy { $0["stale"] as? Bool == false })
        }
    }

    @Test(
        "a failure without a last known answer has its status and its reason",
        arguments: [
            (FakeFault(.status, status: 429, retryAfter: 40), 503, "the limit of calls to tradier is reached"),
            (FakeFault(.status, status: 500), 502, "tradier gave no usable answer"),
            (FakeFault(.html), 502, "tradier gave no usable answer"),
            (FakeFault(.truncated), 502, "tradier gave no usable answer"),
            (FakeFault(.garbage), 502, "tradier gave no usable answer"),
            (FakeFault(.empty), 502, "tradier gave no usable answer"),
            (FakeFault(.close), 502, "tradier gave no usable answer"),
            (FakeFault(.cut), 502, "tradier gave no usable answer"),
            (FakeFault(.badGzip), 502, "tradier gave no usable answer"),
            (FakeFault(.redirect), 502, "tradier gave no usable answer"),
            (FakeFault(.twin), 502, "tradier gave no usable answer"),
            (FakeFault(.status, status: 401), 503, "tradier: the key is refused"),
        ])
    func failures(_ fault: FakeFault, _ status: Int, _ reason: String) async throws {
        try await LiveMarket.with(keys: ["TRADIER_TOKEN"]) { live in
            live.fail(fault)
            // Chains have no other source than Tradier here.
            let path = "/stocks/COIN/options/chain?expirationDate=2026-04-17"
            let refused = try await live.send("GET", path)
            #expect(refused.status == status && refused.body.contains(reason), "\(refused)")
            #expect((refused.fields[.retryAfter] != nil) == (fault.retryAfter != nil), "\(refused.fields)")
            #expect(live.sources.requests(of: .elsewhere).isEmpty)
            live.recover()
            let known = try await live.get(path)
            live.pass(61)
            live.fail(fault)
            let stale = try await live.get(path)
            #expect(stale["stale"] as? Bool == true && stale["asOf"] as? String == known["asOf"] as? String)
            live.recover()
            let answer3 = try await live.get(path)
            #expect(answer3["stale"] as? Bool == false)
        }
    }

    @Test("a slow source leaves time for the next one, and slow ones alone give 504")
    func slow() async throws {
        try await LiveMarket.with { live in
            live.fail(FakeFault(.slow, delay: 30), [.polygon])
            let answer = try await live.get("/stocks/COIN/price")
            #expect(answer["source"] as? String == "tradier")
        }
        try await LiveMarket.with { live in
            live.fail(FakeFault(.slow, delay: 30), [.polygon])
            live.fail(FakeFault(.trickle, delay: 30), [.tradier, .yahoo])
            let answer = try await live.send("GET", "/stocks/SPY/price")
            #expect(answer.status == 504, "\(answer.body)")
        }
    }

    @Test("no key appears in a response, the log or a file, or reaches another host")
    func keys() async throws {
        try await LiveMarket.with { live in
            _ = try await live.send("PUT", "/settings", #"{"sources":{"twelveData":true,"alphaVantage":true}}"#)
            var answers = ""
            for fault in [nil, FakeFault(.twin), FakeFault(.redirect), FakeFault(.status, status: 401)] {
                live.recover()
                if let fault { live.fail(fault) }
                for target in [
                    "/stocks/COIN/price", "/stocks/COIN/options/expirations", "/coins/markets?ids=bitcoin",
                    "/prices/latest?assets=SPY,BTC", "/sources",
                ] {
                    answers += try await live.send("GET", target).body
                }
                for source in ["polygon", "tradier", "yahoo", "coinGecko", "alphaVantage", "twelveData"] {
                    answers += try await live.send("POST", "/sources/\(source)/check").body
                }
                answers += "\(try await live.backfill(["SPY"], from: "2026-01-02", through: "2026-02-12").job)"
                live.sources.inject(FakeFault(.nextURL, count: 1), into: .polygon)
                if let page = try? await live.market.backend.sources.tickers?.tickers(at: nil) {
                    answers += "\(page)"
                    _ = try? await live.market.backend.sources.tickers?.tickers(at: page.next)
                }
            }
            var files = Data()
            for name in try FileManager.default.contentsOfDirectory(atPath: live.folder.path) {
                files += (try? Data(contentsOf: URL(filePath: live.folder.path + "/" + name))) ?? Data()
            }
            for key in LiveMarket.keys.values {
                #expect(!answers.contains(key), "an answer")
                #expect(!live.log.text.contains(key), "the log")
                #expect(files.range(of: Data(key.utf8)) == nil, "a file")
            }
            #expect(live.sources.requests(of: .elsewhere).isEmpty)
            #expect(!live.sources.requests().isEmpty)
            for request in live.sources.requests() {
                #expect(request.keys.allSatisfy { $0 == request.source }, "\(request)")
            }
        }
    }
}
