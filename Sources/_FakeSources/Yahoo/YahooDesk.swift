/// One question for a chart.
struct YahooDesk {
    private struct Row {
        let time: Int
        let day: Day
        var bar: FakeBar?
        var factor = 1.0
    }

    let market: FakeMarket
    let query: [String: String]

    func chart(_ text: String) -> FakeAnswer {
        if text == "GONE" { return FakeAnswer(["chart": ["result": nil, "error": nil]]) }
        let isPair = text == "BTC-USD" || text == "ETH-USD"
        let share = text.hasPrefix("^") ? index(String(text.dropFirst())) : FakeSymbols.share(text, separator: "-")
        guard isPair || share != nil else { return FakeYahoo().failure(404, isOther: false) }
        guard query["interval"] ?? "1d" == "1d" else { return FakeYahoo().failure(422, isOther: false) }
        guard let span = span(share) else { return FakeYahoo().failure(400, isOther: false) }
        if isPair { return pair(text, span) }
        return answer(text, share ?? text, span)
    }

    private func index(_ name: String) -> String? { FakeSymbols.indices.contains(name) ? name : nil }

    /// Returns the Unix times of the first instant and after the last; `nil` for invalid parameters.
    private func span(_ share: String?) -> (from: Int, to: Int)? {
        if let from = query["period1"].flatMap(Int.init), let to = query["period2"].flatMap(Int.init) {
            return from < to ? (from, to) : nil
        }
        let days = [
            "1d": 1, "5d": 7, "1mo": 31, "3mo": 92, "6mo": 183, "1y": 366, "2y": 731, "5y": 1827, "10y": 3653,
            "max": 20_000,
        ]
        guard let count = days[query["range"] ?? "1d"] else { return nil }
        return (market.session.midnight - (count - 1) * 86_400, market.now + 1)
    }

    private func answer(_ text: String, _ symbol: String, _ span: (from: Int, to: Int)) -> FakeAnswer {
        var rows = rows(symbol, span)
        let isFund = FakeSymbols.isFund(symbol)
        if symbol == "TAIL" || isFund, !rows.isEmpty, rows[rows.count - 1].day >= market.session {
            rows[rows.count - 1].bar = nil
        }
        let first = rows.first?.day ?? market.session
        let through = min(market.session, NewYork.day(at: span.to - 1))
        return result(
            meta(text, symbol, isFund: isFund), rows, symbol, events: events(symbol, first, through),
            hasAdjusted: !isFund)
    }

    private func rows(_ symbol: String, _ span: (from: Int, to: Int)) -> [Row] {
        guard market.hasPrices(symbol) else { return [] }
        let from = max(NewYork.day(at: max(span.from, 0)), market.firstDay(symbol))
        let last = min(NewYork.day(at: min(span.to, 4_000_000_000)), market.session)
        let days = Sessions.days(from, last).filter { day in
            let open = Sessions.hours(day).open
            return open >= span.from && open < span.to
        }
        let isRunning = days.last == market.session && market.session == market.today
        var rows = zip(days, market.dividendFactors(symbol, days)).map { day, factor in
            Row(
                time: Sessions.hours(day).open, day: day,
                bar: FakeYahoo.isHalted(symbol, day) ? nil : market.adjusted(symbol, day), factor: factor)
        }
        let running = Row(
            time: market.tradeTime + (market.isOpen ? 0 : 1), day: market.session, bar: market.running(symbol))
        if isRunning {
            // The running row has the time of the trade.
            if symbol != "DUPE" { rows.removeLast() }
            rows.append(running)
        } else if symbol == "LATER", !rows.isEmpty,
            market.session == market.today || span.to > market.session.midnight - 86_400 * 7
        {
            rows.append(running)
        }
        return rows
    }

    private func events(_ symbol: String, _ from: Day, _ through: Day) -> JSON? {
        let asked = query["events"] ?? ""
        var members: [(String, JSON)] = []
        let dividends = market.dividends(symbol, from, through)
        if asked.contains("div"), !dividends.isEmpty {
            let rows = dividends.map { dividend -> (String, JSON) in
                let time = Sessions.hours(dividend.date).open
                return ("\(time)", ["amount": .number(dividend.amount), "date": .integer(time)])
            }
            members.append(("dividends", .object(rows)))
        }
        let splits = market.splits(symbol).filter { $0.date >= from && $0.date <= through }
        if asked.contains("split"), !splits.isEmpty {
            let rows = splits.map { split -> (String, JSON) in
                let time = Sessions.hours(split.date).open
                return (
                    "\(time)",
                    [
                        "date": .integer(time), "numerator": .integer(split.numerator),
                        "denominator": .integer(split.denominator),
                        "splitRatio": .text("\(split.numerator):\(split.denominator)"),
                    ]
                )
            }
            members.append(("splits", .object(rows)))
        }
        return members.isEmpty ? nil : .object(members)
    }

    private func result(_ meta: JSON, _ rows: [Row], _ symbol: String, events: JSON?, hasAdjusted: Bool) -> FakeAnswer {
        guard !rows.isEmpty else {
            let empty: JSON = ["meta": meta, "indicators": ["quote": [[:]], "adjclose": [[:]]]]
            return FakeAnswer(["chart": ["result": .array([empty]), "error": nil]])
        }
        // The prices are single precision.
        func column(_ hole: (Int) -> Bool = { _ in false }, _ value: (Row, FakeBar) -> Double) -> JSON {
            .array(
                rows.map { row in
                    guard let bar = row.bar, !(symbol == "HOLE" && hole(row.day.number)) else { return .null }
                    return .number(Double(Float(value(row, bar))))
                })
        }
        let isFund = !hasAdjusted
        let quote: JSON = [
            "open": column({ $0 % 5 == 0 }) { isFund ? $1.close : $1.open },
            "high": column({ $0 % 5 == 0 }) { isFund ? $1.close : $1.high },
            "low": column({ $0 % 5 == 0 }) { isFund ? $1.close : $1.low }, "close": column { $1.close },
            "volume": .array(rows.map { row in row.bar.map { .integer(isFund ? 0 : $0.volume) } ?? .null }),
        ]
        var indicators: [(String, JSON)] = [("quote", .array([quote]))]
        if hasAdjusted {
            indicators.append(("adjclose", [["adjclose": column({ $0 % 7 == 0 }) { $0.factor * $1.close }]]))
        }
        var members: [(String, JSON)] = [("meta", meta), ("timestamp", .array(rows.map { .integer($0.time) }))]
        if let events { members.append(("events", events)) }
        members.append(("indicators", .object(indicators)))
        return FakeAnswer(["chart": ["result": .array([.object(members)]), "error": nil]])
    }

    private func meta(_ text: String, _ symbol: String, isFund: Bool) -> JSON {
        // Today's offset, even for rows on the other side of a clock change.
        let zone = JSON.text(NewYork.zone(market.today))
        let offset = JSON.integer(NewYork.offset(market.today))
        let bar = market.running(symbol)
        let hours = Sessions.hours(market.session)
        func period(_ start: Int, _ end: Int) -> JSON {
            ["timezone": zone, "start": .integer(start), "end": .integer(end), "gmtoffset": offset]
        }
        let kind: JSON =
            isFund
            ? "MUTUALFUND"
            : text.hasPrefix("^") ? "INDEX" : FakeSymbols.exchangeTraded.contains(symbol) ? "ETF" : "EQUITY"
        var members: [(String, JSON)] = [
            ("currency", "USD"), ("symbol", .text(text)), ("exchangeName", "NMS"), ("fullExchangeName", "NasdaqGS"),
            ("instrumentType", kind), ("firstTradeDate", .integer(Sessions.hours(market.firstDay(symbol)).open)),
            ("regularMarketTime", .integer(market.tradeTime + (market.isOpen ? 0 : 1))), ("hasPrePostMarketData", true),
            ("gmtoffset", offset), ("timezone", zone), ("exchangeTimezoneName", "America/New_York"),
            ("longName", .text(FakeSymbols.name(symbol))),
        ]
        if isFund { members.removeAll { $0.0 == "firstTradeDate" } }
        if market.hasPrices(symbol) {
            members += [
                ("regularMarketPrice", .mixed(bar.close, symbol)), ("regularMarketDayHigh", .mixed(bar.high, symbol)),
                ("regularMarketDayLow", .mixed(bar.low, symbol)), ("regularMarketVolume", .integer(bar.volume)),
                ("chartPreviousClose", isFund ? nil : .mixed(market.previousClose(symbol), symbol)),
            ]
        }
        return .object(
            members + [
                ("priceHint", 2),
                (
                    "currentTradingPeriod",
                    [
                        "pre": period(hours.open - 19_800, hours.open), "regular": period(hours.open, hours.close),
                        "post": period(hours.close, hours.close + 14_400),
                    ]
                ), ("dataGranularity", "1d"), ("range", .text(query["range"] ?? "")),
                ("validRanges", ["1d", "5d", "1mo", "max"]),
            ])
    }

    /// A pair of a coin and the dollar trades from midnight to midnight in UTC.
    private func pair(_ text: String, _ span: (from: Int, to: Int)) -> FakeAnswer {
        let id = text == "BTC-USD" ? "bitcoin" : "ethereum"
        let coins = FakeCoins(now: market.now)
        let today = Day(seconds: market.now)
        let first = max(Day(seconds: max(span.from, 0) + 86_399), Day(2014, 9, 17))
        let last = min(Day(seconds: min(span.to, 4_000_000_000) - 1), today)
        let days = first <= last ? (first.number...last.number).map { Day($0) } : []
        let rows = days.map { day -> Row in
            let close = day == today ? coins.price(id, at: market.now) : coins.close(id, day)
            let open = coins.close(id, day - 1)
            return Row(
                time: day == today ? market.now : day.midnight, day: day,
                bar: FakeBar(
                    day: day, open: open, high: max(open, close), low: min(open, close), close: close, volume: 1_000_000
                ))
        }
        let meta: JSON = [
            "currency": "USD", "symbol": .text(text), "exchangeName": "CCC", "instrumentType": "CRYPTOCURRENCY",
            "firstTradeDate": 1_410_912_000, "regularMarketTime": .integer(market.now), "gmtoffset": 0,
            "timezone": "UTC",
            "exchangeTimezoneName": "UTC", "regularMarketPrice": .number(coins.price(id, at: market.now)),
            "dataGranularity": "1d",
        ]
        return result(meta, rows, text, events: nil, hasAdjusted: true)
    }
}
