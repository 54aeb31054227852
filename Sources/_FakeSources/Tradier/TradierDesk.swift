/// One question to Tradier.
struct TradierDesk {
    let market: FakeMarket
    let query: [String: String]
    var options: FakeOptions { FakeOptions(market: market) }

    func share(_ text: String) -> String? { FakeSymbols.share(text, separator: "/") }

    /// Returns a response with one parent. A missing one is `null`, or the string `"null"` for some symbols.
    func answer(_ parent: String, _ value: JSON, _ symbol: String = "") -> FakeAnswer {
        if case .null = value, symbol == "STRN" { return FakeAnswer(.object([(parent, JSON.text("null"))])) }
        return FakeAnswer(.object([(parent, value)]))
    }

    func lookup() -> FakeAnswer {
        let words = (query["q"] ?? "").uppercased()
        let names = FakeSymbols.listed.filter { name in
            name.hasPrefix(words) || FakeSymbols.known[name]?.uppercased().contains(words) == true
        }.prefix(20)
        let rows = names.map { name -> JSON in
            [
                "symbol": .text(name.split(separator: ".").joined(separator: "/")), "exchange": "Q",
                "type": .text(FakeSymbols.exchangeTraded.contains(name) ? "etf" : "stock"),
                "description": .text(FakeSymbols.name(name)),
            ]
        }
        return answer("securities", words.isEmpty ? nil : .collapsed(rows, as: "security"))
    }

    func history() -> FakeAnswer {
        guard let symbol = share(query["symbol"] ?? ""), market.hasPrices(symbol) else { return answer("history", nil) }
        let from = query["start"].flatMap { Day($0) } ?? market.today - 365
        let through = query["end"].flatMap { Day($0) } ?? market.today
        let rows = Sessions.days(max(from, market.firstDay(symbol)), min(through, market.session)).map { day -> JSON in
            let bar = day == market.session ? market.running(symbol) : market.adjusted(symbol, day)
            return [
                "date": .text("\(day)"), "open": .mixed(bar.open, symbol), "high": .mixed(bar.high, symbol),
                "low": .mixed(bar.low, symbol), "close": .mixed(bar.close, symbol), "volume": .integer(bar.volume),
            ]
        }
        return answer("history", .collapsed(rows, as: "day"), symbol)
    }

    func calendar() -> FakeAnswer {
        let today = market.today.civil
        let (month, year) = (
            query["month"].flatMap(Int.init) ?? today.month, query["year"].flatMap(Int.init) ?? today.year
        )
        guard (1...12).contains(month), (2000...2100).contains(year) else {
            return FakeAnswer(text: "Invalid month", status: 400)
        }
        let first = Day(year, month, 1)
        let end = month == 12 ? Day(year + 1, 1, 1) : Day(year, month + 1, 1)
        let days = (first.number..<end.number).map { Day($0) }.map { day -> JSON in
            guard Sessions.contains(day) else {
                return ["date": .text("\(day)"), "status": "closed", "description": "Market is closed"]
            }
            let close: JSON = Sessions.isShort(day) ? "13:00" : "16:00"
            return [
                "date": .text("\(day)"), "status": "open", "description": "Market is open",
                "premarket": ["start": "07:00", "end": "09:24"], "open": ["start": "09:30", "end": close],
                "postmarket": ["start": close, "end": "20:00"],
            ]
        }
        return answer("calendar", ["month": .integer(month), "year": .integer(year), "days": ["day": .array(days)]])
    }
}
