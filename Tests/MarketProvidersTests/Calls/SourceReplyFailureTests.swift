import MarketData
import Testing

@testable import MarketProviders

@Suite("Status and rate limit fields of a reply")
struct SourceReplyFailureTests {
    private func reply(_ status: Int, _ fields: [String: String] = [:], received: Timestamp = .unixEpoch) -> SourceReply
    {
        SourceReply(status: status, fields: fields, body: SourceReply.text("").body, received: received)
    }

    @Test(
        "each status",
        arguments: [
            (200, nil), (204, nil), (299, nil),
            (301, SourceFailure.broken("quotes: redirect (HTTP 301)")),
            (304, .broken("quotes: redirect (HTTP 304)")),
            (308, .broken("quotes: redirect (HTTP 308)")),
            (400, .broken("quotes: HTTP 400")),
            (401, .keyRefused),
            (403, .notInPlan("the plan of the key does not include quotes")),
            (404, .broken("quotes: HTTP 404")),
            (429, .limited(retryAfter: nil)),
            (500, .broken("quotes: HTTP 500")),
            (502, .broken("quotes: HTTP 502")),
            (999, .broken("quotes: HTTP 999")),
        ] as [(Int, SourceFailure?)])
    func statuses(status: Int, failure: SourceFailure?) {
        #expect(reply(status).failure("quotes") == failure)
    }

    @Test("an adapter defines the statuses for a rejected key and for the plan")
    func adapted() {
        #expect(reply(403).failure("chart", keyRefused: [401, 403], notInPlan: []) == .keyRefused)
        #expect(reply(403).failure("chart", notInPlan: []) == .broken("chart: HTTP 403"))
        #expect(
            reply(404).failure("chart", notInPlan: [404]) == .notInPlan("the plan of the key does not include chart"))
    }

    /// 2026-03-09T03:27:00Z, a minute before the reset of the sample of CoinGecko.
    static let received = Timestamp.unixEpoch.adding(seconds: 1_773_026_820)

    @Test(
        "the seconds until a rate-limited source may be called again",
        arguments: [
            // Retry-After in seconds
            (["retry-after": "7"], 7),
            (["retry-after": "1.5"], 2),
            (["retry-after": "0"], 1),
            (["retry-after": "-5"], 1),
            (["retry-after": "86400"], 86_400),
            (["retry-after": "86401"], 86_400),
            (["retry-after": "99999999999999999999999999"], 86_400),
            // and as a date
            (["retry-after": "Mon, 09 Mar 2026 03:28:00 GMT"], 60),
            (["retry-after": "Mon, 09 Mar 2026 03:26:00 GMT"], 1),
            (["retry-after": "Wed, 01 Jan 2098 00:00:00 GMT"], 86_400),
            // An unreadable value is absent.
            (["retry-after": "soon"], nil),
            (["retry-after": ""], nil),
            (["retry-after": "nan"], nil),
            (["retry-after": "inf"], nil),
            (["retry-after": "0x10"], nil),
            (["retry-after": "Mon, 09 Foo 2026 03:28:00 GMT"], nil),
            (["retry-after": "Mon, 31 Feb 2026 03:28:00 GMT"], nil),
            (["retry-after": "Mon, 09 Mar 2026 03:28:00 PST"], nil),
            // CoinGecko's reset, in both forms
            (["x-ratelimit-reset": "2026-03-09 03:28:00 +0000"], 60),
            (["x-ratelimit-reset": "2026-03-09 04:28:00 +0100"], 60),
            (["x-ratelimit-reset": "1773026880"], 60),
            (["x-ratelimit-reset": "45"], 45),
            (["x-ratelimit-reset": "-1"], 1),
            (["x-ratelimit-reset": "1e9"], nil),
            (["x-ratelimit-reset": "9999999999999999999999"], 86_400),
            (["x-ratelimit-reset": "2026-03-09"], nil),
            (["x-ratelimit-reset": "2026-03-09 03:28:00 UTC"], nil),
            // Tradier's expiry, in milliseconds or seconds
            (["x-ratelimit-expiry": "1773026850001"], 31),
            (["x-ratelimit-expiry": "1773026850"], 30),
            (["x-ratelimit-expiry": "1369168800001"], 1),
            (["x-ratelimit-expiry": "garbage"], nil),
            // The first readable field counts.
            (["retry-after": "7", "x-ratelimit-reset": "2026-03-09 03:28:00 +0000"], 7),
            (["retry-after": "?", "x-ratelimit-reset": "1773026880", "x-ratelimit-expiry": "1773026850"], 60),
            (["x-ratelimit-reset": "?", "x-ratelimit-expiry": "1773026850"], 30),
            ([:], nil),
        ] as [([String: String], Int?)])
    func retryAfter(fields: [String: String], seconds: Int?) {
        #expect(reply(429, fields, received: Self.received).failure("quotes") == .limited(retryAfter: seconds))
    }

    @Test("the remaining calls that Tradier reports")
    func callsLeft() throws {
        let sample = ["x-ratelimit-available": "119", "x-ratelimit-expiry": "1369168800001"]
        let left = try #require(reply(200, sample).callsLeft)
        // 15,846 days and 74,400.001 s after 1970
        #expect(left.calls == 119 && left.until == Timestamp("2013-05-21T20:40:00.001Z"))
        let huge = try #require(
            reply(200, ["x-ratelimit-available": "1" + String(repeating: "0", count: 400), "x-ratelimit-expiry": "9"])
                .callsLeft)
        #expect(huge.calls == 1_000_000_000)
        #expect(reply(200, ["x-ratelimit-available": "-3", "x-ratelimit-expiry": "9"]).callsLeft?.calls == 0)
        #expect(reply(200, ["x-ratelimit-available": "119"]).callsLeft == nil)
        #expect(reply(200, ["x-ratelimit-expiry": "1369168800001"]).callsLeft == nil)
        #expect(reply(200, ["x-ratelimit-available": "many", "x-ratelimit-expiry": "9"]).callsLeft == nil)
    }

    @Test("dates of HTTP")
    func dates() {
        // The sample of RFC 9110
        #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT") == Timestamp("1994-11-06T08:49:37Z"))
        #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT") == nil)
        #expect(HTTPDate.parse("Sun Nov  6 08:49:37 1994") == nil)
    }
}
