import Foundation
import Testing
import _FakeSources

/// A dividend of an answer.
private struct DividendRow {
    let exDate, currency, type, status, source: String
    let payDate: String?
    let amount: Double

    init(_ members: Any) throws {
        let members = try #require(members as? [String: Any])
        func text(_ name: String) throws -> String { try #require(members[name] as? String) }
        exDate = try text("exDate")
        (currency, type, status) = (try text("currency"), try text("type"), try text("status"))
        source = try text("source")
        payDate = members["payDate"] as? String
        amount = try #require(members["amount"] as? Double)
    }

    /// Everything but the source and the day of the payment.
    var text: String { "\(exDate) \(String(format: "%.6f", amount)) \(currency) \(type) \(status)" }
}

extension [DividendRow] {
    fileprivate func days(_ status: String) -> [String] { filter { $0.status == status }.map(\.exDate) }
    fileprivate func types(_ status: String) -> Set<String> { Set(filter { $0.status == status }.map(\.type)) }
    fileprivate var statuses: Set<String> { Set(map(\.status)) }
    fileprivate var sources: Set<String> { Set(map(\.source)) }
}

extension LiveMarket {
    fileprivate func dividends(_ ticker: String, isStale: Bool = false) async throws -> [DividendRow] {
        let answer = try await get("/stocks/\(ticker)/dividends")
        #expect(answer["ticker"] as? String == ticker)
        #expect(answer["stale"] as? Bool == isStale)
        return try #require(answer["dividends"] as? [Any]).map(DividendRow.init)
    }

    /// The number of calls to a path of a source.
    fileprivate func calls(_ source: FakeSource, _ path: String) -> Int {
        sources.requests(of: source).count { $0.path == path }
    }
}

/// Section 9 of the interface on live sources: dividends. It is Friday, 2026-02-13.
///
/// (Closures in arguments of a macro may be confused with others of the function, so there are none.)
@Suite("Live: dividends")
struct LiveDividendTests {
    private static let polygon = "/v3/reference/dividends"
    private static let tradier = "/beta/markets/fundamentals/dividends"

    @Test("a quarterly payer: five years, declared, and estimated through the last expiration")
    func quarterly() async throws {
        try await LiveMarket.with { live in
            let dates = try await live.get("/stocks/SPY/options/expirations")["expirationDates"] as? [String]
            let last = try #require(dates?.last)
            let rows = try await live.dividends("SPY")
            let days = rows.map(\.exDate)
            #expect(days == days.sorted() && days.first == "2021-03-10" && days.last ?? "" <= last)
            #expect(rows.sources == ["polygon"] && Set(rows.map(\.type)) == ["regular"])
            #expect(rows.days("declared") == ["2026-03-10"])
            #expect(rows.first?.payDate == "2021-03-24" && rows.last?.payDate == nil)
            #expect(rows.days("estimated").first == "2026-06-10")
            // The listing is one call, and so are the splits.
            _ = try await live.dividends("SPY")
            #expect(live.calls(.polygon, Self.polygon) == 1)
            #expect(live.sources.requests(of: .yahoo).count == 1)
        }
    }

    @Test(
        "Polygon and Tradier say the same of every payer; Yahoo of what was paid",
        arguments: ["SPY", "WEEKD", "MONTD", "YEARD", "ONCED", "SPECD", "EUROD", "SPLIT", "BRK.B", "NOOPT"])
    func agreement(_ ticker: String) async throws {
        var rows: [[DividendRow]] = []
        for keys in [["POLYGON_API_KEY", "TRADIER_TOKEN"], ["TRADIER_TOKEN"], []] as [Set<String>] {
            try await LiveMarket.with(keys: keys) { live in rows.append(try await live.dividends(ticker)) }
        }
        #expect(rows[0].map(\.text) == rows[1].map(\.text))
        #expect(rows[0].sources.isSubset(of: ["polygon"]) && rows[1].sources.isSubset(of: ["tradier"]))
        // Without a source of chains nothing is estimated.
        #expect(rows[2].sources.isSubset(of: ["yahoo"]) && rows[2].statuses.isSubset(of: ["paid"]))
        #expect(rows[2].map(\.exDate) == rows[0].days("paid"))
        for (yahoo, polygon) in zip(rows[2], rows[0]) {
            #expect(yahoo.type == polygon.type)
            // Yahoo's are divided by splits, and have seven digits.
            #expect(abs(yahoo.amount - polygon.amount) < 1e-6 * polygon.amount + 1e-6, "\(yahoo) \(polygon)")
        }
    }

    @Test("special ones are not repeated, foreign ones neither, weekly and monthly ones are")
    func kinds() async throws {
        try await LiveMarket.with { live in
            let special = try await live.dividends("SPECD")
            #expect(special.types("paid") == ["regular", "special"])
            #expect(special.types("estimated") == ["regular"])
            let foreign = try await live.dividends("EUROD")
            #expect(foreign.statuses == ["paid", "declared"] && Set(foreign.map(\.currency)) == ["EUR"])
            for (ticker, first) in [("WEEKD", "2026-03-20"), ("MONTD", "2026-04-10")] {
                let rows = try await live.dividends(ticker)
                let days = rows.map(\.exDate)
                #expect(Set(days).count == days.count)
                // Thursdays are declared through 2026-03-12; the ones of 2025 are Fridays a year later.
                #expect(rows.days("estimated").first == first)
            }
        }
    }

    @Test("the next source is asked at the first failure; the sandbox of Tradier has none")
    func order() async throws {
        for fault in [FakeFault(.status, status: 500), FakeFault(.html), FakeFault(.status, status: 429)] {
            try await LiveMarket.with { live in
                live.fail(fault, [.polygon])
                let rows = try await live.dividends("SPLIT")
                #expect(rows.sources == ["tradier"] && live.calls(.polygon, Self.polygon) == 1)
            }
            try await LiveMarket.with { live in
                live.fail(fault, [.polygon, .tradier])
                // The expirations are not known.
                let rows = try await live.dividends("SPY", isStale: true)
                #expect(rows.sources == ["yahoo"] && rows.statuses == ["paid"])
                #expect(live.calls(.polygon, Self.polygon) == 1 && live.calls(.tradier, Self.tradier) == 1)
            }
        }
        try await LiveMarket.with(keys: ["TRADIER_TOKEN"]) { live in
            live.sources.setPlan("sandbox", of: .tradier)
            for ticker in ["SPY", "MONTD", "WEEKD", "SPECD", "SPLIT", "YEARD"] {
                let rows = try await live.dividends(ticker)
                #expect(rows.sources == ["yahoo"], "\(ticker)")
            }
            #expect(live.calls(.tradier, Self.tradier) == 6)
            // Six refusals are no failures.
            let price = try await live.get("/stocks/COIN/price")
            #expect(price["source"] as? String == "tradier")
        }
    }

    @Test("what was known is answered as stale; without it the failure has its status")
    func failures() async throws {
        try await LiveMarket.with { live in
            let known = try await live.get("/stocks/SPY/dividends")
            live.pass(90_000)
            live.fail(FakeFault(.status, status: 500))
            let stale = try await live.get("/stocks/SPY/dividends")
            #expect(stale["stale"] as? Bool == true && stale["asOf"] as? String == known["asOf"] as? String)
            live.recover()
            let fresh = try await live.get("/stocks/SPY/dividends")
            #expect(fresh["stale"] as? Bool == false)
        }
        try await LiveMarket.with { live in
            live.fail(FakeFault(.status, status: 500))
            let error = try await live.get("/stocks/MONTD/dividends", status: 502)
            #expect(error["code"] as? String == "source_broken")
            // The sources are left alone for a minute.
            let count = live.sources.requests().count
            _ = try await live.get("/stocks/MONTD/dividends", status: 502)
            #expect(live.sources.requests().count == count)
        }
        try await LiveMarket.with(keys: []) { live in
            let settings = try await live.send("PUT", "/settings", #"{"sources":{"yahoo":false}}"#)
            #expect(settings.status == 200)
            let error = try await live.get("/stocks/SPY/dividends", status: 503)
            #expect(error["error"] as? String == "dividends need POLYGON_API_KEY or TRADIER_TOKEN")
        }
    }

    @Test("a split divides what was listed before it")
    func split() async throws {
        try await LiveMarket.with { live in
            let before = try await live.dividends("SPY")
            live.sources.addSplit("SPY", try #require(Day("2026-02-17")), numerator: 2, denominator: 1)
            // Wednesday.
            live.pass(5 * 86_400)
            let after = try await live.dividends("SPY")
            #expect(after.map(\.exDate) == before.map(\.exDate))
            for (old, new) in zip(before, after) where new.status == "paid" {
                #expect(abs(old.amount / 2 - new.amount) < 1e-6)
            }
        }
    }

    @Test("chains use the dividends, or say that they are not known")
    func chains() async throws {
        let path = "/stocks/SPY/options/chain?expirationDate="
        try await LiveMarket.with { live in
            let dates = try await live.get("/stocks/SPY/options/expirations")["expirationDates"] as? [String]
            let last = try #require(dates?.last)
            let listed = try await live.dividends("SPY")
            let (declared, estimated) = (listed.days("declared"), listed.days("estimated"))
            for (query, days) in [
                ("", declared + estimated), ("&dividends=estimated", declared + estimated),
                ("&dividends=declared", declared), ("&dividends=none", []),
            ] {
                let chain = try await live.get(path + last + query)
                let rows = try #require(chain["dividends"] as? [[String: Any]])
                #expect(rows.compactMap { $0["exDate"] as? String } == days, "\(query)")
                #expect(chain["dividendsStatus"] as? String == "known")
                #expect(chain["exercise"] as? String == "american")
            }
            for target in [
                path + last, "/stocks/SPY/options/strikes?expirationDate=" + last,
                "/stocks/SPY/options/chain/stream?expirationDate=" + last,
                "/options/quote?underlyingTicker=SPY&contractType=call&strikePrice=100&expirationDate=" + last,
            ] {
                let error = try await live.get(target + "&dividends=all", status: 400)
                #expect(
                    error["error"] as? String
                        == #"dividends must be "estimated", "declared" or "none", got "all""#)
                #expect(error["path"] as? String == "dividends")
            }
            let foreign = try await live.get("/stocks/EUROD/options/chain?expirationDate=" + last)
            #expect((foreign["dividends"] as? [Any])?.isEmpty == true)
            #expect(foreign["dividendsStatus"] as? String == "known")
        }
        try await LiveMarket.with(keys: ["TRADIER_TOKEN"]) { live in
            live.sources.setPlan("sandbox", of: .tradier)
            live.fail(FakeFault(.status, status: 500), [.yahoo])
            let chain = try await live.get(path + "2026-04-17")
            #expect(chain["dividendsStatus"] as? String == "unknown" && chain["stale"] as? Bool == false)
            #expect((chain["dividends"] as? [Any])?.isEmpty == true)
        }
    }
}
