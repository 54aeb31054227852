extension PolygonDesk {
    /// Returns the requested contracts of an underlying; empty for an unknown one.
    private func rows(_ underlying: String, _ query: [String: String], _ sort: String) -> [FakeOption] {
        let name = underlying.hasPrefix("I:") ? String(underlying.dropFirst(2)) : underlying
        guard let symbol = FakeSymbols.share(name, separator: ".") else { return [] }
        let number = { (name: String) in query["strike_price\(name)"].flatMap(Double.init) }
        let day = { (name: String) in query["expiration_date\(name)"].flatMap { Day($0) } }
        let isInside = { (option: FakeOption) in
            (number("") ?? option.strike) == option.strike && (number(".gte") ?? option.strike) <= option.strike
                && (number(".lte") ?? option.strike) >= option.strike && (number(".gt") ?? -1) < option.strike
                && (number(".lt") ?? .infinity) > option.strike
                && (query["contract_type"] ?? option.type) == option.type
        }
        let dates = options.expirations(symbol).filter { date in
            (day("") ?? date) == date && (day(".gte") ?? date) <= date && (day(".lte") ?? date) >= date
                && (day(".gt") ?? date - 1) < date && (day(".lt") ?? date + 1) > date
        }
        let all = dates.flatMap { options.contracts(symbol, $0) }.filter(isInside)
        let sorted: [FakeOption] =
            switch sort {
            case "strike_price": all.sorted { ($0.strike, $0.symbol) < ($1.strike, $1.symbol) }
            case "expiration_date": all.sorted { ($0.expiration.number, $0.symbol) < ($1.expiration.number, $1.symbol) }
            default: all.sorted { $0.symbol < $1.symbol }
            }
        return query["order"] == "desc" ? sorted.reversed() : sorted
    }

    func contracts() -> FakeAnswer {
        page(0, default: 10, maximum: 1000) { query in
            rows(query["underlying_ticker"] ?? "SPY", query, query["sort"] ?? "ticker")
        } json: {
            reference($0)
        }
    }

    func contract(_ symbol: String) -> FakeAnswer {
        guard let option = option(symbol) else { return notFound("Option Ticker not found.") }
        return found([("results", reference(option))])
    }

    func chain(_ underlying: String) -> FakeAnswer {
        page(0, default: 10, maximum: 250) { query in
            rows(underlying, query, query["sort"] ?? "ticker")
        } json: {
            snapshot($0)
        }
    }

    func contractSnapshot(_ underlying: String, _ symbol: String) -> FakeAnswer {
        guard let option = option(symbol), option.underlying == underlying else {
            return notFound("Option Ticker not found.")
        }
        return found([("results", snapshot(option))])
    }

    /// The contract of `O:…`.
    private func option(_ symbol: String) -> FakeOption? {
        guard symbol.hasPrefix("O:"), symbol.count > 17 else { return nil }
        guard let underlying = FakeSymbols.underlying(root: String(symbol.dropFirst(2).dropLast(15))) else {
            return nil
        }
        return rows(underlying, [:], "ticker").first { "O:\($0.symbol)" == symbol }
    }

    private func reference(_ option: FakeOption) -> JSON {
        var members: [(String, JSON)] = [
            ("cfi", "OCASPS"), ("contract_type", .text(option.type)),
            ("exercise_style", option.underlying == "SPX" ? "european" : "american"),
            ("expiration_date", .text("\(option.expiration)")), ("primary_exchange", "BATO"),
            ("shares_per_contract", .integer(option.shares)),
            ("strike_price", .mixed(option.strike, option.underlying)),
            ("ticker", .text("O:\(option.symbol)")), ("underlying_ticker", .text(option.underlying)),
        ]
        if option.shares != 100 {
            members.append(("additional_underlyings", [["amount": 12.5, "type": "currency", "underlying": "USD"]]))
            members.append(("correction", 1))
        }
        return .object(members)
    }

    private func snapshot(_ option: FakeOption) -> JSON {
        let nanoseconds = JSON.integer(market.tradeTime * 1_000_000_000)
        let spot = market.running(option.underlying).close
        let mix = option.underlying
        let previous = Noise.rounded(option.last * 0.97, 2)
        let day: JSON =
            option.wasTraded
            ? [
                "change": .number(Noise.rounded(option.last - previous, 2)), "change_percent": 3.09,
                "close": .mixed(option.last, mix),
                "high": .mixed(option.last, mix), "last_updated": nanoseconds, "low": .mixed(previous, mix),
                "open": .mixed(previous, mix), "previous_close": .mixed(previous, mix),
                "volume": .integer(option.volume),
                "vwap": .number(option.last),
            ] : [:]
        var members: [(String, JSON)] = [
            ("break_even_price", .number(option.strike + (option.isCall ? option.last : -option.last))), ("day", day),
            (
                "details",
                [
                    "contract_type": .text(option.type),
                    "exercise_style": option.underlying == "SPX" ? "european" : "american",
                    "expiration_date": .text("\(option.expiration)"), "shares_per_contract": .integer(option.shares),
                    "strike_price": .mixed(option.strike, mix), "ticker": .text("O:\(option.symbol)"),
                ]
            ),
        ]
        if option.hasGreeks {
            members.append(
                (
                    "greeks",
                    [
                        "delta": .number(option.delta), "gamma": .number(option.gamma), "theta": .number(option.theta),
                        "vega": .number(option.vega),
                    ]
                ))
            members.append(("implied_volatility", .number(option.volatility)))
        } else if option.seed % 2 == 0 {
            members.append(("greeks", [:]))
            if option.seed % 4 == 0 { members.append(("implied_volatility", .number(option.volatility))) }
        }
        members.append(("open_interest", .integer(option.openInterest)))
        if plan == "advanced", option.underlying != "NOBID" {
            members.append(
                (
                    "last_quote",
                    [
                        "ask": .mixed(option.ask, mix), "ask_size": 12, "ask_exchange": 302,
                        "bid": .mixed(option.bid, mix),
                        "bid_size": 9, "bid_exchange": 302, "last_updated": nanoseconds,
                        "midpoint": .number(option.middle),
                        "timeframe": "REAL-TIME",
                    ]
                ))
            let trade: JSON = [
                "price": .mixed(option.last, mix), "sip_timestamp": nanoseconds, "size": 1, "conditions": [209],
                "exchange": 316,
                "timeframe": "REAL-TIME",
            ]
            members.append(("last_trade", option.wasTraded ? trade : [:]))
        }
        let timeframe: JSON = plan == "advanced" ? "REAL-TIME" : "DELAYED"
        let value: [(String, JSON)] =
            FakeSymbols.indices.contains(option.underlying)
            ? [("value", .number(spot)), ("ticker", .text("I:\(option.underlying)"))]
            : [("price", .mixed(spot, mix)), ("ticker", .text(option.underlying))]
        members.append(
            (
                "underlying_asset",
                JSON.object(
                    [("change_to_break_even", .number(option.strike - spot)), ("last_updated", nanoseconds)] + value
                )
                .adding([("timeframe", timeframe)])
            ))
        return .object(members)
    }
}
