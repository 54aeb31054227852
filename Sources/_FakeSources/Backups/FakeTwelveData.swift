/// Twelve Data: daily prices adjusted for splits, newest first, and errors whose status may be 200.
struct FakeTwelveData: FakeSourcePlayer {
    func answer(_ request: FakeRequest, _ state: FakeState) -> FakeAnswer {
        let query = request.query
        let market = state.market
        guard request.path == "/time_series", query["interval"] == "1day" else { return failure(400, isOther: false) }
        guard let text = query["symbol"], let symbol = FakeSymbols.share(text, separator: "."), market.hasPrices(symbol)
        else {
            return failure(404, isOther: false)
        }
        let count = query["outputsize"].flatMap(Int.init) ?? 30
        guard (1...5000).contains(count) else { return failure(400, isOther: false) }
        let from = query["start_date"].flatMap { Day($0.prefix(10)) } ?? market.firstDay(symbol)
        // The end is not included.
        let through = query["end_date"].flatMap { Day($0.prefix(10)) }.map { $0 - 1 } ?? market.session
        let days = Sessions.days(max(from, market.firstDay(symbol)), min(through, market.session))
        guard !days.isEmpty else {
            return error(
                400, "No data is available on the specified dates. Try setting different start/end dates.", status: 200)
        }
        let rows = days.suffix(count).reversed().map { day -> JSON in
            let bar = day == market.session ? market.running(symbol) : market.adjusted(symbol, day)
            return [
                "datetime": .text("\(day)"), "open": price(bar.open), "high": price(bar.high), "low": price(bar.low),
                "close": price(bar.close), "volume": .text("\(bar.volume)"),
            ]
        }
        return FakeAnswer([
            "meta": [
                "symbol": .text(text), "interval": "1day", "currency": "USD", "exchange_timezone": "America/New_York",
                "exchange": "NASDAQ", "mic_code": "XNGS",
                "type": FakeSymbols.exchangeTraded.contains(symbol) ? "ETF" : "Common Stock",
            ], "values": .array(rows), "status": "ok",
        ])
    }

    private func price(_ value: Double) -> JSON { .text("\(Noise.rounded(value, 5))") }

    func failure(_ status: Int, isOther: Bool) -> FakeAnswer {
        switch status {
        case 401: error(401, "**apikey** parameter is incorrect or not specified.", status: isOther ? 200 : 401)
        case 403: error(403, "This endpoint is available exclusively with pro plans.", status: 403)
        case 404: error(404, "**symbol** or **figi** parameter is missing or invalid.", status: isOther ? 200 : 404)
        case 429 where isOther:
            error(
                429,
                "You have run out of API credits for the day. 801 API credits were used, "
                    + "with the current limit being 800.",
                status: 429)
        case 429:
            error(
                429,
                "You have run out of API credits for the current minute. 9 API credits were used, "
                    + "with the current limit being 8. Wait for the next minute.",
                status: 200)
        case 400..<500: error(status, "Invalid parameters.", status: status)
        default: .page(status)
        }
    }

    func twin() -> FakeAnswer { failure(429, isOther: false) }

    private func error(_ code: Int, _ text: String, status: Int) -> FakeAnswer {
        FakeAnswer(["code": .integer(code), "message": .text(text), "status": "error"], status: status)
    }
}
