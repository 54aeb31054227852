import MarketData
import Testing

@testable import MarketProviders

@Suite("Failures of CoinGecko")
struct CoinGeckoFailureTests {
    private func failure(
        _ body: String, status: Int, fields: [String: String] = [:], coin: String? = "bitcoin"
    ) -> SourceFailure? {
        let instant = HistorySample.instant("2026-03-09T03:27:00Z")
        let text = SourceReply.text(body, status: status, fields: fields)
        let reply = SourceReply(status: status, fields: fields, body: text.body, received: instant)
        do throws(SourceFailure) {
            try reply.checkCoinGecko("history", coin: coin)
            return nil
        } catch {
            return error
        }
    }

    /// The three shapes of an error, of which the status of the reply can be any.
    private static func shapes(_ code: Int) -> [String] {
        [
            HistorySample.coinGeckoError(code), #"{"status":{"error_code":\#(code),"error_message":"A message."}}"#,
            #"{"error":{"error_code":\#(code),"error_message":"A message."}}"#,
        ]
    }

    @Test("reports that the plan has no older days", arguments: [401, 200])
    func olderDays(_ status: Int) async throws {
        for body in Self.shapes(10012) {
            #expect(failure(body, status: status) == .notInPlan("the plan includes the last 365 days only"))
        }
        let fixture = HistoryFixture(
            at: CoinGeckoHistoryTests.now, HistorySample.coinGeckoError(10012), status: status)
        await #expect(throws: MarketDataError.notInPlan(.coinGecko, reason: "the plan includes the last 365 days only"))
        {
            try await fixture.coinGecko().history(CoinGeckoHistoryTests.bitcoin, "2026-02-01", "2026-02-09")
        }
        #expect(fixture.transport.requests.count == 1)
    }

    @Test("reports that the plan has no such endpoint", arguments: [401, 403, 200])
    func endpoint(_ status: Int) {
        for body in Self.shapes(10005) {
            #expect(failure(body, status: status) == .notInPlan("the plan of the key does not include history"))
        }
    }

    @Test("reports a key that is wrong or for another address", arguments: [10002, 10010, 10011], [400, 401, 200])
    func keys(_ code: Int, _ status: Int) {
        for body in Self.shapes(code) { #expect(failure(body, status: status) == .keyRefused) }
    }

    @Test("reports a limit in the body or the status", arguments: [200, 403, 429])
    func limited(_ status: Int) {
        for body in Self.shapes(429) { #expect(failure(body, status: status) == .limited(retryAfter: nil)) }
        #expect(failure("", status: 429) == .limited(retryAfter: nil))
        #expect(failure("<html>1015</html>", status: 429) == .limited(retryAfter: nil))
        let reset = ["x-ratelimit-reset": "2026-03-09 03:28:00 +0000"]
        #expect(failure("", status: 429, fields: reset) == .limited(retryAfter: 60))
        #expect(failure(Self.shapes(429)[1], status: status, fields: reset) == .limited(retryAfter: 60))
        // Retry-After takes precedence.
        let both = reset.merging(["retry-after": "7"]) { $1 }
        #expect(failure(Self.shapes(429)[0], status: status, fields: both) == .limited(retryAfter: 7))
    }

    @Test("reports an unknown coin", arguments: [404, 200])
    func unknownCoin(_ status: Int) async {
        #expect(failure(#"{"error":"coin not found"}"#, status: status) == .unknownSymbol("bitcoin"))
        let fixture = HistoryFixture(at: CoinGeckoHistoryTests.now, #"{"error":"coin not found"}"#, status: status)
        await #expect(throws: MarketDataError.unknownSymbol("bitcoin")) {
            try await fixture.coinGecko().history(CoinGeckoHistoryTests.bitcoin, "2026-02-01", "2026-02-09")
        }
    }

    @Test(
        "is broken",
        arguments: [
            ("<!DOCTYPE html><title>Access denied | Error code 1020</title>", 403), ("", 403), ("", 404), ("", 500),
            ("<html></html>", 502), ("<html></html>", 401), (#"{"error":"Internal"}"#, 500), (#"{"error":"x"}"#, 200),
            (HistorySample.coinGeckoError(10006), 200), (HistorySample.chart, 302),
        ])
    func broken(_ body: String, _ status: Int) {
        guard case .broken(let reason) = failure(body, status: status) else {
            Issue.record("\(String(describing: failure(body, status: status)))")
            return
        }
        #expect(reason.hasPrefix("history: "))
        #expect(!reason.contains("message"))
    }

    @Test(
        "reports other bodies as unreadable",
        arguments: [
            "", "<html>", "7", "null", "[]", #"{"prices":{}}"#, #"{"prices":null}"#, #"{"prices":7}"#, "{}",
            #"{"prices":[["#,
        ])
    func unreadable(_ body: String) async {
        let fixture = HistoryFixture(at: CoinGeckoHistoryTests.now, body)
        await #expect {
            try await fixture.coinGecko().history(CoinGeckoHistoryTests.bitcoin, "2026-02-01", "2026-02-09")
        } throws: { error in
            if case .broken(.coinGecko, let reason) = error as? MarketDataError {
                reason.hasPrefix("history: ")
            } else {
                false
            }
        }
    }

    @Test("reports markets without a readable row", arguments: ["{}", "7", "[7]", #"[{"symbol":"btc"}]"#])
    func unreadableMarkets(_ body: String) async {
        let fixture = HistoryFixture(at: CoinGeckoHistoryTests.now, body)
        await #expect {
            try await fixture.coinGecko().coins(["bitcoin"], priority: .interactive)
        } throws: { error in
            if case .broken(.coinGecko, let reason) = error as? MarketDataError {
                reason.hasPrefix("coins: ")
            } else {
                false
            }
        }
    }
}
