import MarketData
import Testing

@testable import MarketProviders

@Suite("Alpha Vantage")
struct AlphaVantageTests {
    /// 17:00 in New York.
    static let now = "2026-02-10T22:00:00Z"

    @Test("returns unadjusted prices")
    func history() async throws {
        let fixture = HistoryFixture(at: Self.now, HistorySample.alphaVantage)
        let history = try await fixture.alphaVantage.history(HistorySample.share, "2026-02-07", "2026-02-10")
        #expect(history.closes == ["2026-02-09 163", "2026-02-10 165.12"])
        let last = DailyPrice(
            date: HistorySample.day("2026-02-10"), close: HistorySample.decimal("165.12"),
            open: HistorySample.decimal("163.2"), high: HistorySample.decimal("166.4"),
            low: HistorySample.decimal("162.9"), volume: 1_200_345)
        #expect(history.prices.last == last)
        #expect(!history.isAdjustedForSplits)
        #expect(history.source == .alphaVantage)
        let request = try #require(fixture.transport.requests.first)
        #expect(request.path == "/query")
        #expect(
            request.query == [
                SourceParameter("function", "TIME_SERIES_DAILY"), SourceParameter("symbol", "ZZCO"),
                SourceParameter("outputsize", "compact"),
            ])
    }

    @Test(
        "returns the current day from 15 minutes after its close",
        arguments: [
            ("2026-02-10T21:14:59Z", ["2026-02-09 163"]),
            ("2026-02-10T21:15:00Z", ["2026-02-09 163", "2026-02-10 165.12"]),
        ])
    func runningDay(_ now: String, _ expected: [String]) async throws {
        let fixture = HistoryFixture(at: now, HistorySample.alphaVantage)
        #expect(
            try await fixture.alphaVantage.history(HistorySample.share, "2026-02-09", "2026-02-11").closes == expected)
    }

    @Test("returns only the last hundred sessions")
    func earliestDay() async throws {
        let fixture = HistoryFixture(at: Self.now, HistorySample.alphaVantage)
        let source = fixture.alphaVantage
        let earliest = try #require(source.earliestDay(of: HistorySample.share, now: fixture.clock.now))
        // 99 sessions up to the last complete one; with the session of the next day there are 100.
        #expect(
            ExchangeCalendar.newYork.sessionCount(from: earliest, through: HistorySample.day("2026-02-10")) == 99)
        #expect(ExchangeCalendar.newYork.isSession(earliest))
        let before = try #require(earliest.adding(days: -1))
        await #expect(
            throws: MarketDataError.notInPlan(.alphaVantage, reason: "the plan includes the last 100 sessions only")
        ) {
            try await source.history(
                of: HistorySample.share, from: HistorySample.day("2020-01-02"), through: before, priority: .background)
        }
        #expect(fixture.transport.requests.isEmpty)
        #expect(
            try await source.history(HistorySample.share, "2020-01-02", "2026-02-06").closes == ["2026-02-06 161.5"])
    }

    @Test("requests nothing that the source does not serve")
    func others() async throws {
        let fixture = HistoryFixture(at: Self.now, HistorySample.alphaVantage)
        let source = fixture.alphaVantage
        for route in [AssetRoute.coin(id: "bitcoin"), .share(HistorySample.ticker("^GSPC"))] {
            await #expect(throws: MarketDataError.unknownSymbol(route.symbol)) {
                try await source.history(route, "2026-02-09", "2026-02-10")
            }
        }
        #expect(try await source.history(HistorySample.share, "2026-02-11", "2026-02-12").prices.isEmpty)
        #expect(fixture.transport.requests.isEmpty)
        _ = try await source.history(.share(HistorySample.ticker("BRK.B")), "2026-02-10", "2026-02-10")
        #expect(fixture.transport.requests.first?.value("symbol") == "BRK-B")
    }

    @Test(
        "returns the last daily price as the latest one",
        arguments: [
            ("2026-02-10T22:00:00Z", "2026-02-10T21:00:00Z"), ("2026-02-10T20:00:00Z", "2026-02-10T20:00:00Z"),
        ])
    func latestPrices(_ now: String, _ asOf: String) async throws {
        let fixture = HistoryFixture(at: now) { request, _ in
            request.value("symbol") == "ZZCO"
                ? .text(HistorySample.alphaVantage) : .text(#"{"Error Message":"Invalid API call."}"#)
        }
        let routes = [HistorySample.share, .share(HistorySample.ticker("NONE")), .coin(id: "bitcoin")]
        let prices = try await fixture.alphaVantage.latestPrices(of: routes, priority: .interactive)
        #expect(
            prices == [
                HistorySample.share: LatestPrice(
                    price: HistorySample.decimal("165.12"), asOf: HistorySample.instant(asOf), source: .alphaVantage)
            ])
        #expect(fixture.transport.requests.count == 2)
    }

    /// The failure of a body of status 200.
    private func failure(_ body: String, status: Int = 200) -> SourceFailure? {
        do throws(SourceFailure) {
            _ = try SourceReply.text(body, status: status).alphaVantagePrices(
                of: HistorySample.ticker("X"), now: HistorySample.instant(Self.now))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "recognises the messages, and repeats none of them",
        arguments: [
            (
                #"{"Information":"We have detected your API key as SECRET and our standard"#
                    + #" API rate limit is 25 requests per day. Please subscribe to any of the premium plans."}"#,
                // Two hours until midnight in UTC
                SourceFailure.limited(retryAfter: 7200)
            ),
            (
                #"{"Information":"Please consider spreading out your free API requests more sparingly (1 request per "#
                    + #"second). You may subscribe to any of the premium plans to lift the free key rate limit (25 "#
                    + #"requests per day)."}"#,
                .limited(retryAfter: 60)
            ),
            (
                #"{"Note":"Thank you for using Alpha Vantage! Our standard API call frequency is 5 calls "#
                    + #"per minute and 500 calls per day."}"#,
                .limited(retryAfter: 60)
            ),
            (
                #"{"Information":"Thank you for using Alpha Vantage! This is a premium endpoint."}"#,
                .notInPlan("the plan of the key does not include daily prices")
            ),
            (#"{"Information":"The **demo** API key is for demo purposes only."}"#, .keyRefused),
            (#"{"Information":"Key SECRET says something else."}"#, .broken("daily: the source answers a message")),
            (
                #"{"Error Message":"Invalid API call. Please visit the documentation for TIME_SERIES_DAILY."}"#,
                .unknownSymbol("X")
            ),
            (#"{"Error Message":"the parameter apikey is invalid or missing: SECRET."}"#, .keyRefused),
            ("{}", .broken("daily: Time Series (Daily) is missing")),
            (#"{"Time Series (Daily)":null}"#, .broken("daily: Time Series (Daily) is missing")),
            (#"{"Time Series (Daily)":[]}"#, .broken("daily: Time Series (Daily) has another type")),
            (#"{"Time Series (Daily)":{"x":{}}}"#, .broken("daily: no row of Time Series (Daily) can be read")),
            ("<html>", .broken("daily: the answer is not JSON")), ("", .broken("daily: the answer is not JSON")),
            ("[]", .broken("daily: the answer is not JSON")), ("{", .broken("daily: the answer is not JSON")),
        ])
    func messages(_ body: String, _ expected: SourceFailure) {
        #expect(failure(body) == expected)
    }

    @Test(
        "reads the status",
        arguments: [
            (401, SourceFailure.keyRefused), (429, .limited(retryAfter: nil)), (500, .broken("daily: HTTP 500")),
            (302, .broken("daily: redirect (HTTP 302)")),
        ])
    func status(_ status: Int, _ expected: SourceFailure) {
        #expect(failure(HistorySample.alphaVantage, status: status) == expected)
        #expect(failure("<html>", status: status) == expected)
    }

    @Test("leaves out rows that cannot be read")
    func rows() async throws {
        let body = HistorySample.alphaVantage.replacing(#""163.0000""#, with: "null").replacing(
            "2026-02-06", with: "2026-02-30"
        )
        .replacing(#""5. volume":"1200345""#, with: #""5. volume":"1e300""#)
        let fixture = HistoryFixture(at: Self.now, body)
        let history = try await fixture.alphaVantage.history(HistorySample.share, "2026-02-01", "2026-02-10")
        #expect(history.closes == ["2026-02-10 165.12"])
        #expect(history.prices.first?.volume == nil)
        #expect(
            try SourceReply.text(#"{"Time Series (Daily)":{}}"#)
                .alphaVantagePrices(of: HistorySample.ticker("X"), now: .unixEpoch).isEmpty)
    }

    @Test("its check makes one call")
    func check() async {
        let fixture = HistoryFixture(at: Self.now, HistorySample.alphaVantage)
        #expect(await fixture.alphaVantage.check().state == .ok)
        #expect(fixture.transport.requests.map { $0.value("symbol") } == ["SPY"])
    }
}
