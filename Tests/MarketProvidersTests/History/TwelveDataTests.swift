import MarketData
import Testing

@testable import MarketProviders

@Suite("Twelve Data")
struct TwelveDataTests {
    /// 17:00 in New York.
    static let now = "2026-02-10T22:00:00Z"

    @Test("returns prices adjusted for splits")
    func history() async throws {
        let fixture = HistoryFixture(at: Self.now, HistorySample.twelveData)
        let history = try await fixture.twelveData.history(HistorySample.share, "2026-02-07", "2026-02-10")
        #expect(history.closes == ["2026-02-09 163", "2026-02-10 165.12"])
        let last = DailyPrice(
            date: HistorySample.day("2026-02-10"), close: HistorySample.decimal("165.12"),
            open: HistorySample.decimal("163.2"), high: HistorySample.decimal("166.4"),
            low: HistorySample.decimal("162.9"), volume: 1_200_345)
        #expect(history.prices.last == last)
        #expect(history.isAdjustedForSplits)
        #expect(history.kind == .stock)
        #expect(history.currency == "USD")
        #expect(history.source == .twelveData)
        let request = try #require(fixture.transport.requests.first)
        #expect(request.path == "/time_series")
        #expect(
            request.query == [
                SourceParameter("symbol", "ZZCO"), SourceParameter("interval", "1day"),
                // The end is exclusive.
                SourceParameter("start_date", "2026-02-07"), SourceParameter("end_date", "2026-02-11"),
                SourceParameter("outputsize", "5000"),
            ])
    }

    @Test(
        "returns the current day from 15 minutes after its close",
        arguments: [
            ("2026-02-10T21:14:59Z", ["2026-02-09 163"]),
            ("2026-02-10T21:15:00Z", ["2026-02-09 163", "2026-02-10 165.12"]),
        ])
    func runningDay(_ now: String, _ expected: [String]) async throws {
        let fixture = HistoryFixture(at: now, HistorySample.twelveData)
        #expect(
            try await fixture.twelveData.history(HistorySample.share, "2026-02-09", "2026-02-11").closes == expected)
    }

    @Test("requests at most 5,000 days per call, without a gap")
    func longRange() async throws {
        let fixture = HistoryFixture(at: Self.now, HistorySample.twelveData)
        let history = try await fixture.twelveData.history(HistorySample.share, "1990-01-02", "2026-02-10")
        #expect(history.closes == ["2026-02-06 161.5", "2026-02-09 163", "2026-02-10 165.12"])
        // 13,188 days
        let spans = fixture.transport.requests.map { [$0.value("start_date"), $0.value("end_date")] }
        #expect(spans.count == 3)
        #expect(spans.first?.first == "1990-01-02")
        #expect(spans.last?.last == "2026-02-11")
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.last == $1.first })
    }

    @Test("requests nothing that the source does not serve")
    func others() async throws {
        let fixture = HistoryFixture(at: Self.now, HistorySample.twelveData)
        let source = fixture.twelveData
        for route in [AssetRoute.coin(id: "bitcoin"), .share(HistorySample.ticker("^GSPC"))] {
            await #expect(throws: MarketDataError.unknownSymbol(route.symbol)) {
                try await source.history(route, "2026-02-09", "2026-02-10")
            }
        }
        #expect(try await source.history(HistorySample.share, "2026-02-11", "2026-02-12").prices.isEmpty)
        #expect(try await source.history(HistorySample.share, "2026-02-10", "2026-02-09").prices.isEmpty)
        #expect(fixture.transport.requests.isEmpty)
        #expect(source.earliestDay(of: HistorySample.share, now: fixture.clock.now) == nil)
        _ = try await source.history(.share(HistorySample.ticker("BRK.B")), "2026-02-10", "2026-02-10")
        #expect(fixture.transport.requests.first?.value("symbol") == "BRK.B")
    }

    @Test("returns the last daily price as the latest one")
    func latestPrices() async throws {
        let fixture = HistoryFixture(at: Self.now) { request, _ in
            request.value("symbol") == "ZZCO"
                ? .text(HistorySample.twelveData.replacing(#""USD""#, with: #""EUR""#))
                : .text(#"{"code":404,"message":"**symbol** not found","status":"error"}"#)
        }
        let routes = [HistorySample.share, .share(HistorySample.ticker("NONE")), .coin(id: "bitcoin")]
        let prices = try await fixture.twelveData.latestPrices(of: routes, priority: .interactive)
        #expect(
            prices == [
                HistorySample.share: LatestPrice(
                    price: HistorySample.decimal("165.12"), currency: "EUR",
                    asOf: HistorySample.instant("2026-02-10T21:00:00Z"), source: .twelveData)
            ])
        #expect(fixture.transport.requests.map { $0.value("outputsize") } == ["1", "1"])
    }

    private func failure(_ body: String, status: Int, fields: [String: String] = [:]) -> SourceFailure? {
        do throws(SourceFailure) {
            _ = try SourceReply.text(body, status: status, fields: fields).twelveDataSeries(
                of: HistorySample.ticker("X"), now: HistorySample.instant(Self.now))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "recognises errors, and repeats none of them",
        arguments: [
            (
                429,
                "You have run out of API credits for the current minute. 9 API credits were used.",
                SourceFailure.limited(retryAfter: 60)
            ),
            // Two hours until midnight in UTC
            (429, "You have run out of API credits for the day. 801 were used.", .limited(retryAfter: 7200)),
            (429, "SECRET", .limited(retryAfter: 60)),
            (401, "**apikey** parameter is incorrect or not specified: SECRET", .keyRefused),
            (400, "**apikey** parameter is missing", .keyRefused),
            (
                403, "This endpoint is available with the Pro plan.",
                .notInPlan("the plan of the key does not include X")
            ),
            (404, "This symbol is available with the Grow plan.", .notInPlan("the plan of the key does not include X")),
            (404, "**symbol** or **figi** parameter is missing or invalid.", .unknownSymbol("X")),
            (400, "**symbol** not found: X.", .unknownSymbol("X")),
            (400, "SECRET", .broken("daily: the source answers the error 400")),
            (500, "SECRET", .broken("daily: the source answers the error 500")),
        ])
    func errors(_ code: Int, _ message: String, _ expected: SourceFailure) {
        let body = #"{"code":\#(code),"message":"\#(message)","status":"error"}"#
        #expect(failure(body, status: 200) == expected)
        #expect(failure(body, status: code) == expected)
    }

    @Test(
        "reports other bodies as broken",
        arguments: [
            ("", 200, "daily: the answer is not JSON"), ("<html>", 502, "daily: HTTP 502"),
            ("{}", 200, "daily: values is missing"), (#"{"values":7}"#, 200, "daily: values has another type"),
            (#"{"values":[{},7]}"#, 200, "daily: no row of values can be read"),
            ("{", 200, "daily: the answer is not JSON"),
            (#"{"status":"ok","values":null}"#, 200, "daily: values is missing"),
            ("{}", 500, "daily: the source answers the error 500"),
        ])
    func broken(_ body: String, _ status: Int, _ reason: String) {
        #expect(failure(body, status: status) == .broken(reason))
    }

    @Test("returns no prices for an empty response")
    func noData() async throws {
        let body =
            #"{"code":400,"message":"No data is available on the specified dates. Try others.","status":"error"}"#
        let fixture = HistoryFixture(at: Self.now, body)
        #expect(try await fixture.twelveData.history(HistorySample.share, "2026-02-07", "2026-02-08").prices.isEmpty)
        let empty = HistoryFixture(at: Self.now, #"{"meta":null,"values":[],"status":"ok"}"#)
        #expect(try await empty.twelveData.history(HistorySample.share, "2026-02-07", "2026-02-08").prices.isEmpty)
    }

    @Test("omits unreadable rows and repeated days")
    func rows() async throws {
        let body = HistorySample.twelveData.replacing(#""163""#, with: "null").replacing(
            "2026-02-06", with: "2026-02-10 00:00:00"
        )
        .replacing("Common Stock", with: "ETF")
        let fixture = HistoryFixture(at: Self.now, body)
        let history = try await fixture.twelveData.history(HistorySample.share, "2026-02-01", "2026-02-10")
        #expect(history.prices.map(\.date) == [HistorySample.day("2026-02-10")])
        #expect(history.kind == .etf)
    }

    @Test("its check requests one row")
    func check() async {
        let fixture = HistoryFixture(at: Self.now, HistorySample.twelveData)
        #expect(await fixture.twelveData.check().state == .ok)
        #expect(fixture.transport.requests.map { $0.value("symbol") } == ["SPY"])
    }
}
