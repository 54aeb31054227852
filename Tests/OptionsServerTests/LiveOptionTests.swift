import Foundation
import Testing
import _FakeSources

/// Section 2 of the interface on live sources: options.
@Suite("Live: options")
struct LiveOptionTests {
    @Test("expirations come from Polygon, else from Tradier; a stock without options has none")
    func expirations() async throws {
        for (keys, source) in [(["POLYGON_API_KEY", "TRADIER_TOKEN"], "polygon"), (["TRADIER_TOKEN"], "tradier")] {
            try await LiveMarket.with(keys: Set(keys)) { live in
                let answer = try await live.get("/stocks/COIN/options/expirations?contractType=put")
                let dates = try #require(answer["expirationDates"] as? [String])
                #expect(dates.count == 8 && dates == dates.sorted() && dates.allSatisfy { $0 >= "2026-02-13" })
                #expect(answer["source"] as? String == source && answer["stale"] as? Bool == false)
                let answer1 = try await live.get("/stocks/NOOPT/options/expirations")
                #expect(answer1["expirationDates"] as? [String] == [])
                let one = try await live.get("/stocks/ONEX/options/expirations")
                #expect((one["expirationDates"] as? [String])?.count == 1)
                let date = try #require((one["expirationDates"] as? [String])?.first)
                let strikes = try await live.get("/stocks/ONEX/options/strikes?expirationDate=\(date)")
                #expect((strikes["strikePrices"] as? [Any])?.count == 1)
            }
        }
    }

    @Test("an expiration with contracts of the other type only is omitted")
    func types() async throws {
        try await LiveMarket.with(keys: ["POLYGON_API_KEY"]) { live in
            let calls = try await live.get("/stocks/ONEO/options/expirations?contractType=call")
            let puts = try await live.get("/stocks/ONEO/options/expirations?contractType=put")
            #expect((calls["expirationDates"] as? [String])?.count == 1)
            #expect(puts["expirationDates"] as? [String] == [])
        }
    }

    @Test("the origin of a delta: vendor, quote or smile with quotes; history on the free plan")
    func strikes() async throws {
        try await LiveMarket.with(keys: ["POLYGON_API_KEY"]) { live in
            let rich = try await live.get("/stocks/COIN/options/strikes?expirationDate=2026-04-17")
            let rows = try #require(rich["strikePrices"] as? [[String: Any]])
            let prices = rows.compactMap { $0["strikePrice"] as? Double }
            #expect(rows.count > 20 && prices == prices.sorted(), "\(rich)")
            let origins = Set(rows.compactMap { $0["deltaSource"] as? String })
            #expect(origins.contains("vendor") && origins.isSubset(of: ["vendor", "quote", "smile"]))
            let none = try await live.get("/stocks/COIN/options/strikes?expirationDate=2026-04-16")
            #expect((none["strikePrices"] as? [Any])?.isEmpty == true)
        }
        try await LiveMarket.with(keys: ["POLYGON_API_KEY"]) { live in
            live.sources.setPlan("free", of: .polygon)
            for _ in 0..<2 {
                let poor = try await live.get("/stocks/COIN/options/strikes?expirationDate=2026-04-17")
                let rows = try #require(poor["strikePrices"] as? [[String: Any]])
                #expect(rows.count > 20 && rows.allSatisfy { $0["deltaSource"] as? String == "history" })
                let deltas = rows.compactMap { $0["delta"] as? Double }
                // Deep in the money they differ by rounding.
                let rises = zip(deltas, deltas.dropFirst()).map { $1 - $0 }
                #expect(deltas.count == rows.count && rises.max() ?? 1 < 1e-12)
                #expect(deltas.max() ?? 2 <= 1 && deltas.min() ?? -1 >= 0)
            }
            // The closes are fetched once, and stored; so are the splits that divide dividends.
            #expect(live.sources.requests(of: .yahoo).filter { $0.query.contains("period1") }.count == 2)
        }
        // Without quotes there is no smile: contracts without the vendor's greeks have their delta by history.
        try await LiveMarket.with(keys: ["POLYGON_API_KEY"]) { live in
            live.sources.setPlan("starter", of: .polygon)
            for kind in ["call", "put"] {
                let path = "/stocks/COIN/options/strikes?expirationDate=2026-04-17&contractType=\(kind)"
                let rows = try #require(try await live.get(path)["strikePrices"] as? [[String: Any]])
                let deltas = rows.compactMap { $0["delta"] as? Double }
                #expect(deltas.count == rows.count && deltas.map(\.magnitude).max() ?? 2 <= 1)
                #expect(Set(rows.compactMap { $0["deltaSource"] as? String }) == ["vendor", "history"])
            }
        }
        // Tradier has no chain of this share, whose contracts Polygon lists.
        try await LiveMarket.with(keys: ["POLYGON_API_KEY", "TRADIER_TOKEN"]) { live in
            live.sources.setPlan("free", of: .polygon)
            let listed = try await live.get("/stocks/POLYO/options/strikes?expirationDate=2026-04-17")
            let rows = try #require(listed["strikePrices"] as? [[String: Any]])
            #expect(rows.count > 20 && listed["source"] as? String == "polygon")
        }
    }

    @Test("a plan without snapshots is 503 with the reason, or Tradier")
    func plans() async throws {
        let quote = "/options/quote?underlyingTicker=COIN&expirationDate=2026-04-17&contractType=call&strikePrice=30"
        let chain = "/stocks/COIN/options/chain?expirationDate=2026-04-17"
        try await LiveMarket.with(keys: ["POLYGON_API_KEY"]) { live in
            live.sources.setPlan("free", of: .polygon)
            for path in [quote, chain] {
                let error = try #require(try await live.get(path, status: 503)["error"] as? String)
                #expect(error.contains("polygon") && error.contains("plan"), "\(error)")
            }
        }
        try await LiveMarket.with(keys: ["POLYGON_API_KEY", "TRADIER_TOKEN"]) { live in
            live.sources.setPlan("free", of: .polygon)
            let answer2 = try await live.get(chain)
            #expect(answer2["source"] as? String == "tradier")
            live.sources.setPlan("starter", of: .polygon)
        }
        try await LiveMarket.with(keys: ["POLYGON_API_KEY"]) { live in
            live.sources.setPlan("starter", of: .polygon)
            let strikes = try #require(try await live.get(chain)["strikes"] as? [[String: Any]])
            let calls = strikes.compactMap { $0["call"] as? [String: Any] }
            #expect(!calls.isEmpty && calls.allSatisfy { $0["bid"] is NSNull && $0["ask"] is NSNull })
        }
        try await LiveMarket.with(keys: []) { live in
            for path in [quote, chain, "/stocks/COIN/options/expirations"] {
                let error = try await live.get(path, status: 503)["error"] as? String
                #expect(error == "option chains need POLYGON_API_KEY or TRADIER_TOKEN")
            }
        }
    }

    @Test("adjusted contracts are omitted if a standard one exists")
    func adjusted() async throws {
        for keys in [["POLYGON_API_KEY"], ["TRADIER_TOKEN"]] as [Set<String>] {
            try await LiveMarket.with(keys: keys) { live in
                let dates = try await live.get("/stocks/ADJ/options/expirations")["expirationDates"] as? [String]
                let date = try #require(dates?.last)
                let answer = try await live.get("/stocks/ADJ/options/strikes?expirationDate=\(date)")
                let rows = try #require(answer["strikePrices"] as? [[String: Any]])
                let strikes = rows.compactMap { $0["strikePrice"] as? Double }
                #expect(Set(strikes).count == strikes.count && !strikes.isEmpty)
                let standard = rows.filter { ($0["ticker"] as? String)?.hasPrefix("O:ADJ1") == false }
                #expect(standard.count >= rows.count / 2)
            }
        }
    }

    @Test("a quote has all members, and greeks in the documented units")
    func quote() async throws {
        try await LiveMarket.with(keys: ["TRADIER_TOKEN"]) { live in
            let answer = try await live.get("/stocks/COIN/options/strikes?expirationDate=2026-04-17")
            let rows = try #require(answer["strikePrices"] as? [[String: Any]])
            let strike = try #require(rows.dropFirst(rows.count / 2).first?["strikePrice"] as? Double)
            let quote = try await live.get(
                "/options/quote?underlyingTicker=COIN&expirationDate=2026-04-17&contractType=call&strikePrice=\(strike)"
            )
            #expect(quote["found"] as? Bool == true && quote["source"] as? String == "tradier")
            let (bid, ask) = (try #require(quote["bid"] as? Double), try #require(quote["ask"] as? Double))
            let midpoint = try #require(quote["midpoint"] as? Double)
            #expect(bid < ask && abs(midpoint - (bid + ask) / 2) < 1e-9)
            let greeks = try #require(quote["greeks"] as? [String: Any])
            #expect(Set(greeks.keys) == ["delta", "gamma", "theta", "vega", "rho"])
            let missing = try await live.get(
                "/options/quote?underlyingTicker=COIN&expirationDate=2026-04-17&contractType=call&strikePrice=0.5")
            #expect(missing["found"] as? Bool == false && missing["greeks"] is NSNull)
        }
    }
}
