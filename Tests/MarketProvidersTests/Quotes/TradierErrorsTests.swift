import MarketData
import Testing

@testable import MarketProviders

@Suite struct TradierErrorsTests {
    typealias Samples = TradierSamples

    @Test(
        arguments: [
            (401, Samples.invalidToken), (401, ""), (401, "<html>"), (200, Samples.invalidToken),
            (500, Samples.invalidToken),
            (401, Samples.expiredToken), (403, Samples.expiredToken), (403, Samples.otherProduct),
            (401, Samples.otherProduct),
        ])
    func theKeyIsRefused(status: Int, body: String) {
        #expect(throws: SourceFailure.keyRefused) {
            try SourceReply.atScene(body.utf8, status: status).tradier(TradierQuotes.self, "quotes")
        }
    }

    @Test(arguments: [
        (429, Samples.quota), (429, "Too many"), (429, ""), (500, Samples.quota), (403, Samples.quota),
        (200, Samples.quota),
    ])
    func aLimitIsReached(status: Int, body: String) {
        #expect(throws: SourceFailure.limited(retryAfter: nil)) {
            try SourceReply.atScene(body.utf8, status: status).tradier(TradierQuotes.self, "quotes")
        }
    }

    @Test(
        arguments: [
            (500, Samples.datastore), (200, Samples.datastore), (200, #"{"fault":"odd"}"#), (200, #"{"fault":null}"#),
            (500, "oops"), (502, "<html>Bad Gateway</html>"), (400, "Invalid parameter, symbol: required."), (301, ""),
            (200, #"{"errors":{"error":"Backend"}}"#), (200, #"{"errors":{"error":["a","b"]}}"#),
            (200, #"{"errors":"x"}"#),
            (200, #"{"errors":null}"#), (200, #"{"quotes":null,"errors":{"error":"x"}}"#), (200, "{}"), (200, "[]"),
            (200, "null"),
            (200, ""), (200, #"{"quotes":5}"#), (200, #"{"quotes":{"quote":7}}"#),
            (200, #"{"quotes":{"quote":[{},{}]}}"#),
            (200, "<quotes><quote><symbol>ZZCO</symbol></quote></quotes>"), (200, "\n <?xml version=\"1.0\"?>"),
            (200, #"{"quotes":{"quote":["#),
        ])
    func othersAreBroken(status: Int, body: String) {
        let failure = #expect(throws: SourceFailure.self) {
            try TradierSource.rows(SourceReply.atScene(body.utf8, status: status))
        }
        guard case .broken(let reason) = failure else {
            Issue.record("not broken: \(String(describing: failure))")
            return
        }
        #expect(reason.hasPrefix("quotes"))
    }

    @Test func theLimitTellsWhenItEnds() {
        let reply = SourceReply(
            status: 429, fields: ["x-ratelimit-expiry": "1770757520000"],
            body: SourceReply.atScene(Samples.quota.utf8).body,
            received: QuotesScene.start)
        #expect(throws: SourceFailure.limited(retryAfter: 20)) { try reply.tradier(TradierQuotes.self, "quotes") }
    }

    @Test func aCheckAsksForTheClock() async {
        let scene = QuotesScene(#"{"clock":{"date":"2026-02-10","state":"open"}}"#)
        let status = await scene.tradier().check()
        #expect(scene.paths == ["/markets/clock"])
        #expect(status == SourceStatus(state: .ok))
    }

    @Test func aCheckTellsThatTheTokenIsRefused() async {
        let status = await QuotesScene(Samples.otherProduct, status: 401).tradier().check()
        #expect(status.state == .failing)
        #expect(status.message == "the key is refused")
        #expect(status.plan == nil)
    }
}
