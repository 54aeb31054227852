extension PolygonDesk {
    /// The share of a ticker; an index has `I:`. Tickers are case-sensitive.
    private func share(_ ticker: String) -> String? {
        if ticker.hasPrefix("I:") {
            let name = String(ticker.dropFirst(2))
            return FakeSymbols.indices.contains(name) ? name : nil
        }
        return FakeSymbols.share(ticker, separator: ".").flatMap { FakeSymbols.indices.contains($0) ? nil : $0 }
    }

    private func bar(_ bar: FakeBar, _ symbol: String, at milliseconds: Int) -> JSON {
        var members: [(String, JSON)] = [
            ("v", .mixed(Double(bar.volume), symbol + "v")), ("o", .mixed(bar.open, symbol)),
            ("c", .mixed(bar.close, symbol)),
            ("h", .mixed(bar.high, symbol)), ("l", .mixed(bar.low, symbol)), ("t", .integer(milliseconds)),
        ]
        // Both are optional.
        if bar.day.number % 3 > 0 {
            members += [("vw", .number((bar.open + bar.close) / 2)), ("n", .integer(bar.volume / 90))]
        }
        return .object(members)
    }

    private func aggregates(_ ticker: String, _ bars: [JSON], _ more: [(String, JSON)] = []) -> FakeAnswer {
        var members: [(String, JSON)] = [
            ("ticker", .text(ticker)), ("queryCount", .integer(bars.count)), ("resultsCount", .integer(bars.count)),
            ("adjusted", .bool(query["adjusted"] != "false")),
        ]
        if !bars.isEmpty || ticker == "EMPTR" { members.append(("results", .array(bars))) }
        if !bars.isEmpty { members.append(("count", .integer(bars.count))) }
        return found(members + more)
    }

    private func value(_ symbol: String, _ day: Day) -> FakeBar {
        query["adjusted"] == "false" ? market.traded(symbol, day) : market.adjusted(symbol, day)
    }

    func previous(_ ticker: String) -> FakeAnswer {
        guard let symbol = share(ticker), market.hasPrices(symbol) else { return aggregates(ticker, []) }
        let day = market.lastComplete
        let row = bar(value(symbol, day), symbol, at: NewYork.time(day, 16) * 1000)
        return aggregates(ticker, [JSON.object([("T", .text(ticker))]).adding(row.members)])
    }

    /// Returns daily bars; `nil` if the plan ends earlier.
    func range(_ ticker: String, _ count: String, _ span: String, _ from: String, _ to: String) -> FakeAnswer? {
        func day(_ text: String) -> Day? { Day(text) ?? Int(text).map { NewYork.day(at: $0 / 1000) } }
        guard count == "1", span == "day", let from = day(from), let through = day(to), from <= through else {
            return FakeAnswer(
                ["status": "ERROR", "request_id": "r-error", "error": "Could not parse the time parameter"], status: 400
            )
        }
        if plan == "free", from < market.today - 731 { return nil }
        guard let symbol = share(ticker), market.hasPrices(symbol) else { return aggregates(ticker, []) }
        let last = plan == "free" ? market.lastComplete : market.session
        let days = Sessions.days(max(from, market.firstDay(symbol)), min(through, last)).filter {
            !FakeYahoo.isHalted(symbol, $0)
        }
        let limit = min(query["limit"].flatMap(Int.init) ?? 5000, 50_000)
        let ordered = query["sort"] == "desc" ? days.reversed() : days
        var bars = ordered.prefix(limit).map { day in bar(value(symbol, day), symbol, at: NewYork.time(day, 0) * 1000) }
        if query["sort"] != "desc", bars.count == days.count, days.last == market.session, market.isOpen {
            bars[bars.count - 1] = bar(market.running(symbol), symbol, at: NewYork.time(market.session, 0) * 1000)
        }
        var more: [(String, JSON)] = []
        if days.count > limit, query["sort"] != "desc" {
            let next =
                "\(FakePolygon.address)/v2/aggs/ticker/\(ticker)/range/1/day/\(days[limit])/\(through)"
                + "?limit=\(limit)&adjusted=\(query["adjusted"] ?? "true")"
            more.append(("next_url", .text(next)))
        }
        return aggregates(ticker, bars, more)
    }

    func lastTrade(_ ticker: String) -> FakeAnswer {
        guard let symbol = share(ticker), market.hasPrices(symbol) else { return notFound("Data not found.") }
        return found([("results", trade(symbol).adding([("T", .text(ticker))]))])
    }

    private func trade(_ symbol: String) -> JSON {
        [
            "p": .mixed(market.running(symbol).close, symbol), "s": 100,
            "t": .integer(market.tradeTime * 1_000_000_000), "x": 4,
            "i": "1", "c": Noise.hash(symbol) % 3 == 0 ? nil : [12],
        ]
    }

    func stock(_ ticker: String) -> FakeAnswer {
        guard let symbol = share(ticker), market.hasPrices(symbol) else { return notFound("Ticker not found.") }
        return found([("ticker", snapshot(symbol, ticker))])
    }

    func stocks() -> FakeAnswer {
        let tickers = (query["tickers"] ?? "SPY").split(separator: ",").map(String.init)
        let rows = tickers.compactMap { ticker in
            share(ticker).flatMap { market.hasPrices($0) ? snapshot($0, ticker) : nil }
        }
        return found([("tickers", .array(rows)), ("count", .integer(rows.count))])
    }

    private func snapshot(_ symbol: String, _ ticker: String) -> JSON {
        let running = market.running(symbol)
        // The daily bar is cleared half an hour before it is filled again.
        let isCleared = market.now >= NewYork.time(market.today, 3, 30) && market.now < NewYork.time(market.today, 4)
        func day(_ bar: FakeBar) -> JSON {
            [
                "o": .mixed(bar.open, symbol), "h": .mixed(bar.high, symbol), "l": .mixed(bar.low, symbol),
                "c": .mixed(bar.close, symbol), "v": .mixed(Double(bar.volume), symbol),
                "vw": .number((bar.open + bar.close) / 2),
            ]
        }
        let zero = FakeBar(day: market.session, open: 0, high: 0, low: 0, close: 0, volume: 0)
        let previous = market.adjusted(symbol, Sessions.before(market.session))
        var members: [(String, JSON)] = [
            ("ticker", .text(ticker)), ("todaysChange", .number(Noise.rounded(running.close - previous.close, 4))),
            ("todaysChangePerc", .number(Noise.rounded(100 * (running.close / previous.close - 1), 4))),
            ("updated", .integer(isCleared ? 0 : market.tradeTime * 1_000_000_000)),
            ("day", day(isCleared ? zero : running)),
            ("prevDay", day(previous)),
        ]
        if !isCleared {
            members.append(
                (
                    "min",
                    [
                        "c": .mixed(running.close, symbol), "t": .integer((market.tradeTime - 59) * 1000),
                        "av": .integer(running.volume),
                    ]
                ))
        }
        if plan == "advanced", !isCleared {
            members.append(("lastTrade", trade(symbol)))
            members.append(
                (
                    "lastQuote",
                    [
                        "p": .mixed(Noise.rounded(running.close * 0.9998, 2), symbol), "s": 3,
                        "P": .mixed(Noise.rounded(running.close * 1.0002, 2), symbol), "S": 5,
                        "t": .integer(market.tradeTime * 1_000_000_000),
                    ]
                ))
        }
        return .object(members)
    }
}

extension JSON {
    /// The members of an object.
    var members: [(String, JSON)] {
        guard case .object(let members) = self else { return [] }
        return members
    }
}
