/// CoinGecko with or without a key of the plan Demo.
struct FakeCoinGecko: FakeSourcePlayer {
    func answer(_ request: FakeRequest, _ state: FakeState) -> FakeAnswer {
        let parts = request.parts
        let desk = CoinGeckoDesk(
            coins: FakeCoins(now: state.now), query: request.query, isStrict: state.plan(.coingecko) == "strict")
        var answer: FakeAnswer
        switch (parts.first, parts.count) {
        case ("ping", 1): answer = FakeAnswer(["gecko_says": "(V3) To the Moon!"])
        case ("simple", 2) where parts[1] == "price": answer = desk.prices()
        case ("coins", 2) where parts[1] == "markets": answer = desk.markets()
        case ("coins", 2) where parts[1] == "list": answer = desk.list()
        case ("coins", 3) where parts[2] == "market_chart": answer = desk.chart(parts[1])
        case ("coins", 4) where parts[2] == "market_chart" && parts[3] == "range": answer = desk.range(parts[1])
        default: answer = FakeAnswer(["error": "Incorrect path. Please check https://docs.coingecko.com"], status: 404)
        }
        answer.isChunked = true
        return answer
    }

    /// A missing key is accepted like the right one. A key of the Pro plan has another root address.
    func refusal(_ request: FakeRequest) -> FakeAnswer? {
        if request.header("x-cg-pro-api-key") != nil || request.query["x_cg_pro_api_key"] != nil {
            return Self.error(
                10010,
                "If you are using Pro API key, please change your root URL from api.coingecko.com to "
                    + "pro-api.coingecko.com",
                400)
        }
        let isGiven = request.header("x-cg-demo-api-key") != nil || request.query["x_cg_demo_api_key"] != nil
        return isGiven && request.keyPlace == nil ? Self.error(10002, "API Key Missing or incorrect", 401) : nil
    }

    func failure(_ status: Int, isOther: Bool) -> FakeAnswer {
        switch status {
        case 401: isOther ? Self.error(10005, "This request is limited to PRO API subscribers.", 401) : twin(401)
        case 403: .page(403)
        case 404: FakeAnswer(["error": "coin not found"], status: 404)
        case 429 where isOther: Self.error(429, "You've exceeded the Rate Limit.", 429)
        case 429:
            FakeAnswer(
                [
                    "status": [
                        "error_code": 429,
                        "error_message":
                            "You've exceeded the Rate Limit. Please visit https://www.coingecko.com/en/api/pricing.",
                    ]
                ], status: 429)
        default: .page(status)
        }
    }

    func twin() -> FakeAnswer { twin(200) }
    private func twin(_ status: Int) -> FakeAnswer { Self.tooFar(status) }

    static func tooFar(_ status: Int) -> FakeAnswer {
        error(
            10012,
            "Your request exceeds the allowed time range. Public API users are limited to querying "
                + "historical data within the past 365 days. Upgrade to a paid plan to enjoy full data access.",
            status)
    }

    static func error(_ code: Int, _ text: String, _ status: Int) -> FakeAnswer {
        FakeAnswer(
            [
                "error": [
                    "status": [
                        "timestamp": "2026-02-10T21:00:00.000+00:00", "error_code": .integer(code),
                        "error_message": .text(text),
                    ]
                ]
            ], status: status)
    }

    /// A response beyond the limit states when to retry.
    func addingLimits(_ answer: FakeAnswer, used: Int, allowed: Int?, end: Double) -> FakeAnswer {
        guard answer.status == 429, let allowed, used > allowed else { return answer }
        let seconds = max(1, Int((end - FakeState.systemTime).rounded(.up)))
        return answer.adding("retry-after", "\(seconds)")
    }
}
