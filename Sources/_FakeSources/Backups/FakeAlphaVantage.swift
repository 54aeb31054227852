/// Alpha Vantage: daily prices as traded, and errors with status 200.
struct FakeAlphaVantage: FakeSourcePlayer {
    func answer(_ request: FakeRequest, _ state: FakeState) -> FakeAnswer {
        let query = request.query
        let market = state.market
        guard request.path == "/query", query["function"] == "TIME_SERIES_DAILY" else {
            return query["function"] == "TIME_SERIES_DAILY_ADJUSTED" ? premium : wrong
        }
        if query["outputsize"] == "full" { return premium }
        guard let text = query["symbol"], let symbol = FakeSymbols.share(text, separator: "."), market.hasPrices(symbol)
        else {
            return wrong
        }
        let days = Sessions.days(max(market.lastComplete - 160, market.firstDay(symbol)), market.lastComplete).suffix(
            100)
        // The days are in no order.
        let rows = days.sorted { Noise.mixed(3, $0.number) < Noise.mixed(3, $1.number) }.map { day -> (String, JSON) in
            let bar = market.traded(symbol, day)
            return (
                "\(day)",
                [
                    "1. open": price(bar.open), "2. high": price(bar.high), "3. low": price(bar.low),
                    "4. close": price(bar.close),
                    "5. volume": .text("\(bar.volume)"),
                ]
            )
        }
        return FakeAnswer([
            "Meta Data": [
                "1. Information": "Daily Prices (open, high, low, close) and Volumes", "2. Symbol": .text(text),
                "3. Last Refreshed": .text("\(market.lastComplete)"), "4. Output Size": "Compact",
                "5. Time Zone": "US/Eastern",
            ], "Time Series (Daily)": .object(rows),
        ])
    }

    /// Four decimals.
    private func price(_ value: Double) -> JSON {
        let units = Int((value * 10_000).rounded())
        return .text("\(units / 10_000).\(Digits.padded(units % 10_000, 4))")
    }

    func refusal(_ request: FakeRequest) -> FakeAnswer? { request.keyPlace == nil ? wrong : nil }

    private var wrong: FakeAnswer {
        FakeAnswer([
            "Error Message":
                "Invalid API call. Please retry or visit the documentation for TIME_SERIES_DAILY."
        ])
    }

    private var premium: FakeAnswer {
        FakeAnswer(["Information": "Thank you for using Alpha Vantage! This is a premium endpoint."])
    }

    /// The message repeats the key.
    func failure(_ status: Int, isOther: Bool) -> FakeAnswer {
        let text =
            "We have detected your API key as \(FakeSource.alphavantage.key ?? "") and our "
            + "standard API rate limit is 25 requests per day."
        switch status {
        case 429 where isOther: return FakeAnswer(["Note": .text(text)])
        case 429: return FakeAnswer(["Information": .text(text)])
        case 400..<500: return wrong
        default: return .page(status)
        }
    }

    func twin() -> FakeAnswer { failure(429, isOther: true) }
}
