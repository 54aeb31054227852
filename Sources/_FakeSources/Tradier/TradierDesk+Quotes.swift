extension TradierDesk {
    func quotes() -> FakeAnswer {
        let symbols = (query["symbols"] ?? "").split(separator: ",").map(String.init)
        guard !symbols.isEmpty else { return FakeTradier().failure(400, isOther: false) }
        if symbols.contains("ERRS") { return FakeTradier().twin() }
        var (rows, unmatched): ([JSON], [JSON]) = ([], [])
        for text in symbols {
            if let symbol = share(text), symbol != "NODAT" {
                rows.append(quote(symbol, text))
            } else if let option = option(text) {
                rows.append(quote(option, withGreeks: query["greeks"] == "true"))
            } else {
                unmatched.append(.text(text))
            }
        }
        // The order is not promised.
        rows.reverse()
        var members: [(String, JSON)] = []
        if !rows.isEmpty { members.append(("quote", rows.count == 1 ? rows[0] : .array(rows))) }
        if !unmatched.isEmpty { members.append(("unmatched_symbols", .collapsed(unmatched, as: "symbol"))) }
        return FakeAnswer(["quotes": .object(members)])
    }

    private func quote(_ symbol: String, _ text: String) -> JSON {
        let isEarly = Sessions.contains(market.today) && market.session != market.today
        let bar = market.running(symbol)
        let previous = isEarly ? bar.close : market.previousClose(symbol)
        let hasTraded = symbol != "NOLST" && symbol != "NOALL"
        let hasBars = symbol != "NULLO" && !isEarly && hasTraded
        let hasBook = symbol != "NOBID"
        let range = market.yearRange(symbol)
        let milliseconds = JSON.integer(market.tradeTime * 1000)
        let kind: JSON =
            FakeSymbols.indices.contains(symbol)
            ? "index"
            : FakeSymbols.exchangeTraded.contains(symbol) ? "etf" : FakeSymbols.isFund(symbol) ? "mutual_fund" : "stock"
        let optional = { (value: Double, isThere: Bool) -> JSON in isThere ? .mixed(value, symbol) : nil }
        return [
            "symbol": .text(text), "description": .text(FakeSymbols.name(symbol)), "exch": "Q", "type": kind,
            "last": optional(bar.close, hasTraded), "change": optional(Noise.rounded(bar.close - previous, 2), hasBars),
            "volume": hasTraded ? .integer(bar.volume) : nil, "open": optional(bar.open, hasBars),
            "high": optional(bar.high, hasBars), "low": optional(bar.low, hasBars),
            "close": optional(bar.close, hasBars && !market.isOpen),
            "bid": optional(Noise.rounded(bar.close * 0.9998, 2), hasBook),
            "ask": optional(Noise.rounded(bar.close * 1.0002, 2), hasBook),
            "change_percentage": optional(Noise.rounded(100 * (bar.close / previous - 1), 2), hasBars),
            "average_volume": 4_000_000, "last_volume": 100, "trade_date": hasTraded ? milliseconds : 0,
            "prevclose": optional(previous, symbol != "NOALL"), "week_52_high": .mixed(range.high, symbol),
            "week_52_low": .mixed(range.low, symbol), "bidsize": 2, "bidexch": "Q",
            "bid_date": hasBook ? milliseconds : 0,
            "asksize": 3, "askexch": "Q", "ask_date": hasBook ? milliseconds : 0, "root_symbols": .text(text),
        ]
    }

    /// The contract of a compact symbol.
    private func option(_ text: String) -> FakeOption? {
        guard text.count > 15 else { return nil }
        guard let symbol = FakeSymbols.underlying(root: String(text.dropLast(15))) else { return nil }
        return options.expirations(symbol).lazy.flatMap { options.contracts(symbol, $0) }.first { $0.symbol == text }
    }

    func expirations() -> FakeAnswer {
        guard let symbol = share(query["symbol"] ?? "") else { return answer("expirations", nil) }
        // Class shares have other roots than symbols.
        let dates = symbol.contains(".") && query["includeAllRoots"] != "true" ? [] : options.expirations(symbol)
        let flags = ["strikes", "contractSize", "expirationType"].filter { query[$0] == "true" }
        guard !flags.isEmpty else {
            return answer("expirations", .collapsed(dates.map { .text("\($0)") }, as: "date"), symbol)
        }
        let rows = dates.map { date -> JSON in
            var members: [(String, JSON)] = [("date", .text("\(date)"))]
            if flags.contains("contractSize") { members.append(("contract_size", 100)) }
            if flags.contains("expirationType") {
                members.append(("expiration_type", FakeOptions.isMonthly(date) ? "standard" : "weeklys"))
            }
            if flags.contains("strikes") {
                members.append(("strikes", .collapsed(options.strikes(symbol).map { .number($0) }, as: "strike")))
            }
            return .object(members)
        }
        return answer("expirations", .collapsed(rows, as: "expiration"), symbol)
    }

    private var asked: (symbol: String, expiration: Day)? {
        guard let symbol = share(query["symbol"] ?? ""), let day = query["expiration"].flatMap({ Day($0) }),
            options.expirations(symbol).contains(day)
        else { return nil }
        return (symbol, day)
    }

    func strikes() -> FakeAnswer {
        guard let asked else { return answer("strikes", nil, query["symbol"] ?? "") }
        return answer(
            "strikes", .collapsed(options.strikes(asked.symbol).map { .mixed($0, asked.symbol) }, as: "strike"))
    }

    func chain() -> FakeAnswer {
        guard let asked, asked.symbol != "POLYO" else { return answer("options", nil, query["symbol"] ?? "") }
        let rows = options.contracts(asked.symbol, asked.expiration).map {
            quote($0, withGreeks: query["greeks"] == "true")
        }
        return answer("options", .collapsed(rows, as: "option"))
    }

    private func quote(_ option: FakeOption, withGreeks: Bool) -> JSON {
        let milliseconds = JSON.integer(market.tradeTime * 1000)
        let mix = option.underlying
        let previous = Noise.rounded(option.last * 0.97, 2)
        let hasBook = option.underlying != "NOBID"
        let traded = { (value: Double) -> JSON in option.wasTraded ? .mixed(value, mix) : nil }
        let type: JSON = FakeOptions.isMonthly(option.expiration) ? "standard" : "weeklys"
        let row: JSON = [
            "symbol": .text(option.symbol),
            "description": .text("\(mix) \(option.expiration) $\(option.strike) \(option.isCall ? "Call" : "Put")"),
            "exch": "Z", "type": "option", "last": traded(option.last),
            "change": traded(Noise.rounded(option.last - previous, 2)),
            "volume": .integer(option.wasTraded ? option.volume : 0), "open": nil, "high": nil, "low": nil,
            "close": nil,
            "bid": hasBook ? .mixed(option.bid, mix) : nil, "ask": hasBook ? .mixed(option.ask, mix) : nil,
            "underlying": .text(mix.split(separator: ".").joined(separator: "/")), "strike": .mixed(option.strike, mix),
            "change_percentage": traded(3.09), "average_volume": 0, "last_volume": .integer(option.wasTraded ? 1 : 0),
            "trade_date": option.wasTraded ? milliseconds : 0, "prevclose": .mixed(previous, mix), "week_52_high": 0.0,
            "week_52_low": 0.0, "bidsize": 9, "bidexch": "C", "bid_date": milliseconds, "asksize": 12, "askexch": "C",
            "ask_date": milliseconds, "open_interest": .integer(option.openInterest),
            "contract_size": .integer(option.shares),
            "expiration_date": .text("\(option.expiration)"), "expiration_type": type,
            "option_type": option.isCall ? "call" : "put", "root_symbol": .text(option.root),
        ]
        guard withGreeks else { return row }
        // Some contracts have no greeks: half of them have `null`, and the others no member.
        guard option.hasGreeks else { return option.seed % 2 == 0 ? row.adding([("greeks", nil)]) : row }
        return row.adding([
            (
                "greeks",
                [
                    "delta": .number(option.delta), "gamma": .number(option.gamma), "theta": .number(option.theta),
                    "vega": .number(option.vega), "rho": .number(option.rho), "phi": .number(-option.rho),
                    "bid_iv": .number(option.isSolved ? option.volatility * 0.99 : 0),
                    "mid_iv": .number(option.isSolved ? option.volatility : 0),
                    "ask_iv": .number(option.volatility * 1.01),
                    "smv_vol": .number(option.volatility),
                    "updated_at": .text(Digits.time(market.tradeTime - 1500, separator: " ")),
                ]
            )
        ])
    }
}
