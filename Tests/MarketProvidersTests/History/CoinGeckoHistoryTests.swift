import MarketData
import Testing

@testable import MarketProviders

@Suite("Daily prices of CoinGecko")
struct CoinGeckoHistoryTests {
    static let bitcoin = AssetRoute.coin(id: "bitcoin")
    static let now = "2026-02-10T21:00:00Z"

    /// Prices of instants and values.
    private static func chart(_ points: [(time: String, price: String)]) -> String {
        let pairs = points.map { "[\(HistorySample.seconds($0.time))000,\($0.price)]" }
        return #"{"prices":[\#(pairs.joined(separator: ","))],"market_caps":[],"total_volumes":[]}"#
    }

    /// Prices as CoinGecko returns them: hourly for up to 90 days, daily for more, and the current one.
    private static func market(_ request: SourceRequest, now: Int) -> SourceReply {
        guard let from = request.value("from").flatMap({ Int($0) }), let to = request.value("to").flatMap({ Int($0) })
        else { return .text("", status: 400) }
        // Hourly prices are some seconds after the hour.
        let (step, delay) = to - from > 90 * 86_400 ? (86_400, 0) : (3600, 17)
        var points = stride(from: (from + step - 1) / step * step, through: to, by: step)
            .map { "[\(($0 + delay) * 1000),\(price(at: $0 + delay))]" }
        if to >= now { points.append("[\(now * 1000 + 123),1]") }
        return .text(#"{"prices":[\#(points.joined(separator: ","))]}"#)
    }

    /// A price that differs from one instant to the next.
    private static func price(at second: Int) -> Int { 1000 + second / 86_400 * 7 + second % 86_400 }

    @Test("uses the price at midnight as the close of the previous day, and not the current price")
    func chart() async throws {
        let fixture = HistoryFixture(at: Self.now, HistorySample.chart)
        let history = try await fixture.coinGecko().history(Self.bitcoin, "2026-02-08", "2026-02-10")
        #expect(history.closes == ["2026-02-09 77000.1"])
        #expect(history.prices.first?.volume == nil)
        #expect(history.kind == .coin)
        #expect(history.currency == "USD")
        #expect(history.source == .coinGecko)
        let request = try #require(fixture.transport.requests.first)
        #expect(request.path == "/coins/bitcoin/market_chart/range")
        #expect(request.value("vs_currency") == "usd")
        #expect(request.value("interval") == nil)
        // Half a day after the midnight that is needed, and 92 days before
        #expect(request.value("to") == "\(HistorySample.seconds("2026-02-10T12:00:00Z"))")
        #expect(request.value("from") == "\(HistorySample.seconds("2025-11-10T12:00:00Z"))")
    }

    @Test("returns the same close of a day for any requested range", arguments: [CoinGeckoPlan.keyless, .demo, .pro])
    func anyRange(_ plan: CoinGeckoPlan) async throws {
        let now = HistorySample.seconds(Self.now)
        let fixture = HistoryFixture(at: Self.now) { request, _ in Self.market(request, now: now) }
        let source = fixture.coinGecko(plan)
        let today = HistorySample.day("2026-02-10")
        for (first, last) in [
            (1, 1), (2, 1), (5, 3), (30, 1), (89, 1), (90, 1), (91, 1), (92, 1), (200, 150), (364, 364), (364, 300),
            (364, 1),
        ] {
            let (from, through) = (try #require(today.adding(days: -first)), try #require(today.adding(days: -last)))
            let history = try await source.history(
                of: Self.bitcoin, from: from, through: through, priority: .background)
            let expected = (last...first).reversed().compactMap { today.adding(days: -$0) }.map { day in
                let midnight = Timestamp(day).secondsSince1970 + 86_400
                return "\(day) \(Self.price(at: midnight))"
            }
            #expect(history.closes == expected)
            let request = try #require(fixture.transport.requests.last)
            let start = try #require(request.value("from").flatMap { Int($0) })
            let end = try #require(request.value("to").flatMap { Int($0) })
            #expect(end - start > 90 * 86_400)
            #expect(end <= now)
            if plan != .pro { #expect(start >= Timestamp(today).secondsSince1970 - 364 * 86_400) }
        }
    }

    @Test("requests 364 days before today without a paid key")
    func earliestDay() async throws {
        let fixture = HistoryFixture(at: Self.now, HistorySample.chart)
        let now = fixture.clock.now
        let earliest = HistorySample.day("2025-02-11")
        #expect(fixture.coinGecko(.keyless).earliestDay(of: Self.bitcoin, now: now) == earliest)
        #expect(fixture.coinGecko(.demo).earliestDay(of: Self.bitcoin, now: now) == earliest)
        #expect(fixture.coinGecko(.pro).earliestDay(of: Self.bitcoin, now: now) == nil)
        #expect(fixture.coinGecko().earliestDay(of: HistorySample.share, now: now) == nil)

        _ = try await fixture.coinGecko().history(Self.bitcoin, "2020-01-01", "2026-02-09")
        #expect(
            fixture.transport.requests.last?.value("from") == "\(HistorySample.seconds("2025-02-11T00:00:00Z"))")
        _ = try await fixture.coinGecko(.pro).history(Self.bitcoin, "2020-01-01", "2020-12-31")
        #expect(
            fixture.transport.requests.last?.value("from") == "\(HistorySample.seconds("2020-01-01T00:00:00Z"))")
        #expect(fixture.transport.requests.last?.value("to") == "\(HistorySample.seconds("2021-01-01T12:00:00Z"))")
        await #expect(throws: MarketDataError.notInPlan(.coinGecko, reason: "the plan includes the last 365 days only"))
        {
            try await fixture.coinGecko().history(Self.bitcoin, "2020-01-01", "2025-02-10")
        }
        #expect(fixture.transport.requests.count == 2)
    }

    @Test(
        "returns a day from 35 minutes after its end",
        arguments: [
            ("2026-02-10T00:34:59Z", ["2026-02-08 8"]), ("2026-02-10T00:35:00Z", ["2026-02-08 8", "2026-02-09 9"]),
        ])
    func runningDay(_ now: String, _ expected: [String]) async throws {
        let points = [
            ("2026-02-09T00:00:00Z", "8"), ("2026-02-10T00:00:00Z", "9"), ("2026-02-10T00:33:00Z", "10"),
        ]
        let fixture = HistoryFixture(at: now, Self.chart(points))
        #expect(try await fixture.coinGecko().history(Self.bitcoin, "2026-02-08", "2026-02-10").closes == expected)
    }

    @Test("does not use the current price of an older response as a close")
    func cachedAnswer() async throws {
        // The response was made on 2026-02-09 at 20:00, and received a day later.
        let points = [("2026-02-08T00:00:00Z", "7"), ("2026-02-09T00:00:00Z", "8"), ("2026-02-09T20:00:00Z", "99")]
        let fixture = HistoryFixture(at: "2026-02-10T00:40:00Z", Self.chart(points))
        #expect(
            try await fixture.coinGecko().history(Self.bitcoin, "2026-02-07", "2026-02-09").closes
                == ["2026-02-07 7", "2026-02-08 8"])
    }

    @Test("leaves out a day whose midnight has no price")
    func missingMidnight() async throws {
        let points = [
            ("2026-02-07T00:00:00Z", "6"), ("2026-02-09T00:00:00Z", "8"), ("2026-02-10T00:00:00Z", "9"),
        ]
        let fixture = HistoryFixture(at: Self.now, Self.chart(points))
        #expect(
            try await fixture.coinGecko().history(Self.bitcoin, "2026-02-06", "2026-02-09").closes
                == ["2026-02-06 6", "2026-02-08 8", "2026-02-09 9"])
    }

    @Test("reduces prices of an hour and of five minutes to the last one until midnight")
    func shortSteps() async throws {
        let hours = [
            ("2026-02-08T00:00:40Z", "1"), ("2026-02-08T01:00:07Z", "2"), ("2026-02-08T23:00:12Z", "3"),
            ("2026-02-09T00:00:40Z", "4"), ("2026-02-09T12:00:00Z", "5"), ("2026-02-09T23:00:55Z", "6"),
            ("2026-02-10T00:02:00Z", "7"), ("2026-02-10T00:05:00Z", "8"), ("2026-02-10T00:10:00Z", "9"),
        ]
        let fixture = HistoryFixture(at: Self.now, Self.chart(hours))
        #expect(
            try await fixture.coinGecko().history(Self.bitcoin, "2026-02-07", "2026-02-10").closes
                == ["2026-02-07 1", "2026-02-08 4", "2026-02-09 6"])
    }

    @Test("omits invalid points, in any order")
    func badPoints() async throws {
        let body = #"""
            {"prices":[[1770681600000,77000.1],[1770595200000,null],[null,5],null,[],[1770508800000],[1770508800000,0],
            [1770508800000,-1],["x",1],[1e300,1],[1770422400000,"5"],[1770336000000,76000],[1770768000000.0,1]],"total_volumes":[[1]]}
            """#
        let fixture = HistoryFixture(at: Self.now, body)
        // 1770336000 is 2026-02-06T00:00:00Z.
        #expect(
            try await fixture.coinGecko().history(Self.bitcoin, "2026-02-01", "2026-02-10").closes
                == ["2026-02-05 76000", "2026-02-09 77000.1"])
    }

    @Test("returns no days for an empty response", arguments: [#"{"prices":[]}"#, #"{"prices":[[1770757199123,5]]}"#])
    func empty(_ body: String) async throws {
        let fixture = HistoryFixture(at: Self.now, body)
        #expect(try await fixture.coinGecko().history(Self.bitcoin, "2026-02-01", "2026-02-09").prices.isEmpty)
    }

    @Test("serves no shares and no paths, and does not request future days")
    func others() async throws {
        let fixture = HistoryFixture(at: Self.now, HistorySample.chart)
        for route in [HistorySample.share, .coin(id: ".."), .coin(id: ""), .coin(id: "a b")] {
            await #expect(throws: MarketDataError.unknownSymbol(route.symbol)) {
                try await fixture.coinGecko().history(route, "2026-02-01", "2026-02-09")
            }
        }
        #expect(try await fixture.coinGecko().history(Self.bitcoin, "2026-02-10", "2026-02-12").prices.isEmpty)
        #expect(try await fixture.coinGecko().history(Self.bitcoin, "2026-02-09", "2026-02-08").prices.isEmpty)
        #expect(fixture.transport.requests.isEmpty)
        _ = try await fixture.coinGecko().history(.coin(id: "a/b"), "2026-02-09", "2026-02-09")
        #expect(fixture.transport.requests.map(\.path) == ["/coins/a%2Fb/market_chart/range"])
    }
}
