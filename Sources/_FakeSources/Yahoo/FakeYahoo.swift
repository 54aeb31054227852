/// The chart of Yahoo Finance.
struct FakeYahoo: FakeSourcePlayer {
    static func isHalted(_ symbol: String, _ day: Day) -> Bool { symbol == "HALT" && day.number % 17 == 0 }

    /// Whether the close of a complete day is `null`. For other symbols the last row is `null` as long as it is the
    /// last.
    static func isNull(_ symbol: String, _ day: Day) -> Bool { isHalted(symbol, day) }

    func answer(_ request: FakeRequest, _ state: FakeState) -> FakeAnswer {
        guard let agent = request.header("user-agent"), agent.hasPrefix("Mozilla/5.0") else {
            return failure(429, isOther: false)
        }
        let parts = request.parts
        guard parts.count == 4, parts[0] == "v8", parts[1] == "finance", parts[2] == "chart" else {
            return failure(404, isOther: false)
        }
        return YahooDesk(market: state.market, query: request.query).chart(parts[3].uppercased())
    }

    /// There is no key.
    func refusal(_ request: FakeRequest) -> FakeAnswer? { nil }

    func failure(_ status: Int, isOther: Bool) -> FakeAnswer {
        switch status {
        case 429: FakeAnswer(text: isOther ? "Too Many Requests" : "Edge: Too Many Requests", status: 429)
        case 401: Self.error("Unauthorized", "Invalid Crumb", 401)
        case 404: Self.error("Not Found", "No data found, symbol may be delisted", 404)
        case 422: Self.error("Unprocessable Entity", "Invalid input", 422)
        case 400..<500: Self.error("Bad Request", "Invalid input", status)
        default: FakeAnswer(text: "<html><body>Will be right back...</body></html>", type: "text/html", status: status)
        }
    }

    func twin() -> FakeAnswer { Self.error("Internal Error", "Internal Error", 200) }

    static func error(_ code: String, _ text: String, _ status: Int) -> FakeAnswer {
        FakeAnswer(
            ["chart": ["result": nil, "error": ["code": .text(code), "description": .text(text)]]], status: status)
    }
}
