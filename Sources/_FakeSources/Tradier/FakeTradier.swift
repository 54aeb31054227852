/// Tradier: quotes, options, history and calendar, in JSON converted from XML.
struct FakeTradier: FakeSourcePlayer {
    func answer(_ request: FakeRequest, _ state: FakeState) -> FakeAnswer {
        guard request.header("accept")?.contains("application/json") == true else {
            return FakeAnswer(
                text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?><quotes><quote><symbol>SPY</symbol></quote></quotes>",
                type: "application/xml", status: 200)
        }
        let isForm = request.header("content-type")?.hasPrefix("application/x-www-form-urlencoded") == true
        let query = request.query.merging(isForm ? request.form : [:]) { $1 }
        let desk = TradierDesk(market: state.market, query: query)
        switch request.parts.joined(separator: "/") {
        case "markets/quotes": return desk.quotes()
        case "markets/lookup", "markets/search": return desk.lookup()
        case "markets/options/expirations": return desk.expirations()
        case "markets/options/strikes": return desk.strikes()
        case "markets/options/chains": return desk.chain()
        case "markets/history": return desk.history()
        case "beta/markets/fundamentals/dividends" where state.plan(.tradier) != "sandbox": return desk.dividends()
        case "markets/clock":
            return FakeAnswer([
                "clock": [
                    "date": .text("\(desk.market.today)"), "description": "Market",
                    "state": desk.market.isOpen ? "open" : "closed",
                    "timestamp": .integer(state.now), "next_change": "16:00", "next_state": "postmarket",
                ]
            ])
        case "markets/calendar": return desk.calendar()
        default: return FakeAnswer(text: "Resource not found", status: 404)
        }
    }

    func failure(_ status: Int, isOther: Bool) -> FakeAnswer {
        if status == 400 { return FakeAnswer(text: "Invalid parameter, symbols: cannot be empty.", status: 400) }
        if status == 429, isOther { return FakeAnswer(text: "Quota Violation", status: 429) }
        if ![401, 429, 500].contains(status) { return .page(status) }
        let (text, code): (String, String) =
            switch status {
            case 401:
                isOther
                    ? (
                        "Invalid API call as no apiproduct match found",
                        "keymanagement.service.InvalidAPICallAsNoApiProductMatchFound"
                    )
                    : ("Invalid Access Token", "keymanagement.service.invalid_access_token")
            case 429:
                (
                    "Rate limit quota violation. Quota limit exceeded. Identifier : 1",
                    "policies.ratelimit.QuotaViolation"
                )
            case 500 where isOther:
                (
                    "Rate limit quota violation. Quota limit exceeded. Identifier : 1",
                    "policies.ratelimit.QuotaViolation"
                )
            default: ("Datastore Error", "datastore.ErrorWhileAccessingDataStore")
            }
        return FakeAnswer(
            ["fault": ["faultstring": .text(text), "detail": ["errorcode": .text(code)]]], status: status)
    }

    func twin() -> FakeAnswer { FakeAnswer(["errors": ["error": "Backend service is not available"]]) }

    func addingLimits(_ answer: FakeAnswer, used: Int, allowed: Int?, end: Double) -> FakeAnswer {
        let calls = allowed ?? 120
        return answer.adding("x-ratelimit-allowed", "\(calls)").adding("x-ratelimit-used", "\(used)")
            .adding("x-ratelimit-available", "\(max(0, calls - used))").adding(
                "x-ratelimit-expiry", "\(Int(end * 1000))")
    }
}
