import MarketData
import Testing

@testable import MarketProviders

@Suite("Failures of Yahoo")
struct YahooFailureTests {
    static let ticker = HistorySample.ticker("ZZCO")

    private func failure(_ body: String, status: Int, fields: [String: String] = [:]) -> SourceFailure? {
        do throws(SourceFailure) {
            _ = try SourceReply.text(body, status: status, fields: fields).yahooChart(of: Self.ticker)
            return nil
        } catch {
            return error
        }
    }

    @Test("reports an unknown symbol", arguments: [404, 200])
    func unknownSymbol(_ status: Int) async throws {
        for result in ["null", "[]"] {
            let reply = #"{"chart":{"result":\#(result),"error":null}}"#
            #expect(failure(reply, status: 200) == .unknownSymbol("ZZCO"))
        }
        #expect(failure(HistorySample.yahooUnknown, status: status) == .unknownSymbol("ZZCO"))
        let fixture = HistoryFixture(at: YahooHistoryTests.evening, HistorySample.yahooUnknown, status: status)
        await #expect(throws: MarketDataError.unknownSymbol("ZZCO")) {
            try await fixture.yahoo.history(HistorySample.share, "2026-02-09", "2026-02-10")
        }
        #expect(fixture.transport.requests.count == 1)
    }

    @Test(
        "is limited",
        arguments: [
            ("Too Many Requests", 429), ("Edge: Too Many Requests\r\n", 429), ("Too Many Requests", 200),
            ("Edge: Too Many Requests", 403), ("Too Many Requests", 503), ("", 429), ("{}", 429),
            (#"{"chart":{"result":null,"error":{"code":"x","description":"Too Many Requests"}}}"#, 400),
        ])
    func limited(_ body: String, _ status: Int) {
        #expect(failure(body, status: status) == .limited(retryAfter: nil))
        #expect(failure(body, status: status, fields: ["retry-after": "7"]) == .limited(retryAfter: 7))
    }

    @Test(
        "is broken",
        arguments: [
            ("Will be right back", 200), ("<!DOCTYPE html><html><body>Will be right back</body></html>", 502),
            ("<html></html>", 404), ("", 200), ("", 500), ("null", 200), ("[]", 200), ("{}", 200), ("{", 200),
            (#"{"chart":null}"#, 200), (#"{"chart":{"result":[{}],"error":null}}"#, 200),
            (#"{"chart":{"result":7}}"#, 200), (#"{"chart":{"result":null,"error":{"code":"Bad Request"}}}"#, 400),
            (#"{"chart":{"result":null,"error":{"code":"Unprocessable Entity","description":"x"}}}"#, 422),
            (#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#, 401),
            (HistorySample.yahoo, 301), (HistorySample.yahoo, 503),
        ])
    func broken(_ body: String, _ status: Int) {
        guard case .broken(let reason) = failure(body, status: status) else {
            Issue.record("\(String(describing: failure(body, status: status)))")
            return
        }
        #expect(reason.hasPrefix("chart: "))
    }

    @Test(
        "does not take a damaged column for an empty answer",
        arguments: [
            (#""timestamp":[1770647400,1770733800]"#, #""timestamp":"x""#),
            (#""close":[165.12001037597656,null]"#, #""close":7"#),
            (#""close":[165.12001037597656,null]"#, #""shut":[]"#),
            (#""indicators""#, #""indicator""#),
        ])
    func damagedColumn(_ original: String, _ damaged: String) async {
        let body = HistorySample.yahoo.replacing(original, with: damaged)
        #expect(body != HistorySample.yahoo)
        let fixture = HistoryFixture(at: YahooHistoryTests.evening, body)
        await #expect {
            try await fixture.yahoo.history(HistorySample.share, "2026-02-09", "2026-02-10")
        } throws: { error in
            if case .broken(.yahoo, _) = error as? MarketDataError { true } else { false }
        }
    }

    @Test("has no data for days before the first", arguments: [400, 422])
    func noData(_ status: Int) async throws {
        let body = #"""
            {"chart":{"result":null,"error":{"code":"Bad Request",
            "description":"Data doesn't exist for startDate = 86400, endDate = 172800"}}}
            """#
        let fixture = HistoryFixture(at: YahooHistoryTests.evening, body, status: status)
        #expect(
            try await fixture.yahoo.history(HistorySample.share, "1970-01-02", "1970-01-03")
                == PriceHistory(source: .yahoo, prices: []))
    }

    @Test("is retried after an outage")
    func again() async throws {
        let fixture = HistoryFixture(at: YahooHistoryTests.evening) { _, index in
            index == 0 ? .text("Will be right back", status: 503) : .text(HistorySample.yahoo)
        }
        let history = try await fixture.yahoo.history(HistorySample.share, "2026-02-09", "2026-02-10")
        #expect(history.closes == ["2026-02-09 165.12"])
        #expect(fixture.transport.requests.count == 2)
    }
}
