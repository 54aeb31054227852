/// Polygon, now Massive: reference data, prices and snapshots.
struct FakePolygon: FakeSourcePlayer {
    /// The host that `next_url` names, which is not this one.
    static let address = "https://api.massive.com"

    func answer(_ request: FakeRequest, _ state: FakeState) -> FakeAnswer {
        let parts = request.parts
        let plan = state.plan(.polygon) ?? "advanced"
        let desk = PolygonDesk(market: state.market, plan: plan, query: request.query, path: request.path)
        switch (parts.first, parts.dropFirst().joined(separator: "/")) {
        case ("v3", "reference/tickers"): return desk.tickers()
        case ("v3", "reference/dividends"): return desk.dividends()
        case ("v3", "reference/options/contracts"): return desk.contracts()
        case ("v3", let rest) where rest.hasPrefix("reference/options/contracts/"): return desk.contract(parts[4])
        case ("v3", let rest) where rest.hasPrefix("snapshot/options/"):
            return plan == "free"
                ? notEntitled : parts.count > 4 ? desk.contractSnapshot(parts[3], parts[4]) : desk.chain(parts[3])
        case ("v2", let rest) where rest.hasPrefix("aggs/ticker/") && parts.count == 5 && parts[4] == "prev":
            return desk.previous(parts[3])
        case ("v2", let rest) where rest.hasPrefix("aggs/ticker/") && parts.count == 9 && parts[4] == "range":
            return desk.range(parts[3], parts[5], parts[6], parts[7], parts[8]) ?? notEntitled
        case ("v2", let rest) where rest.hasPrefix("last/trade/"):
            return plan == "advanced" ? desk.lastTrade(parts[3]) : notEntitled
        case ("v2", let rest) where rest.hasPrefix("snapshot/locale/us/markets/stocks/tickers"):
            return plan == "free" ? notEntitled : parts.count > 7 ? desk.stock(parts[7]) : desk.stocks()
        case ("v1", "marketstatus/upcoming"): return desk.upcoming()
        case ("v1", "marketstatus/now"):
            return FakeAnswer([
                "market": state.market.isOpen ? "open" : "closed", "serverTime": .text("\(Digits.time(state.now))Z"),
            ])
        default: return failure(404, isOther: false)
        }
    }

    private var notEntitled: FakeAnswer { failure(403, isOther: false) }

    func failure(_ status: Int, isOther: Bool) -> FakeAnswer {
        if status >= 500 { return .page(status) }
        let (state, text): (String, String) =
            switch status {
            case 401: ("ERROR", "Unknown API Key")
            case 403:
                (
                    "NOT_AUTHORIZED",
                    "You are not entitled to this data. Please upgrade your plan at https://massive.com/pricing"
                )
            case 404: ("NOT_FOUND", "Data not found.")
            case 429:
                (
                    "ERROR",
                    "You've exceeded the maximum requests per minute, please wait or "
                        + "upgrade your subscription to continue."
                )
            default: ("ERROR", "Bad request")
            }
        // Polygon has two names for the same member.
        let usesMessage = (status == 403 || status == 404) != isOther
        return FakeAnswer(
            [
                "status": .text(isOther ? "ERROR" : state), "request_id": "r-error",
                usesMessage ? "message" : "error": .text(text),
            ],
            status: status)
    }
}
