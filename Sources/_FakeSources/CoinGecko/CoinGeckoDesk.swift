/// One question to CoinGecko.
struct CoinGeckoDesk {
    let coins: FakeCoins
    let query: [String: String]
    /// Whether the interval is for others.
    let isStrict: Bool

    private var ids: [String] {
        (query["ids"] ?? "").split(separator: ",").map(String.init)
    }

    /// The change of a day in per cent; `nil` for coins with little trading.
    private func change(_ id: String) -> Double? {
        if id == "stale-coin" { return nil }
        return 100 * (coins.price(id, at: coins.now) / coins.price(id, at: coins.now - 86_400) - 1)
    }

    func prices() -> FakeAnswer {
        guard query["vs_currencies"] == "usd" else {
            return FakeAnswer(["error": "Missing parameter vs_currencies"], status: 422)
        }
        let rows = ids.filter { FakeCoins.known[$0] != nil }.map { id -> (String, JSON) in
            if id == "priceless" { return (id, [:]) }
            var members: [(String, JSON)] = [("usd", number(coins.price(id, at: coins.now)))]
            if query["include_24hr_change"] == "true" { members.append(("usd_24h_change", JSON(change(id)))) }
            if query["include_last_updated_at"] == "true" {
                members.append(("last_updated_at", .integer(coins.now - 40)))
            }
            return (id, .object(members))
        }
        return FakeAnswer(.object(rows))
    }

    /// Whole numbers have no point.
    private func number(_ value: Double) -> JSON { value == value.rounded() ? .integer(Int(value)) : .number(value) }

    func markets() -> FakeAnswer {
        guard query["vs_currency"] == "usd" else {
            return FakeAnswer(["error": "Missing parameter vs_currency"], status: 422)
        }
        let size = min(250, max(1, query["per_page"].flatMap(Int.init) ?? 100))
        let page = max(1, query["page"].flatMap(Int.init) ?? 1)
        let asked = Set(ids)
        let all = FakeCoins.names.filter { asked.isEmpty || asked.contains($0.id) }
        let rows = all.dropFirst((page - 1) * size).prefix(size).map { coin -> JSON in
            let rank = FakeCoins.known[coin.id]?.rank
            guard coin.id != "priceless" else { return market(coin, rank, nil, nil) }
            return market(coin, rank, coins.price(coin.id, at: coins.now), change(coin.id))
        }
        return FakeAnswer(.array(Array(rows)))
    }

    private func market(
        _ coin: (id: String, symbol: String, name: String), _ rank: Int?, _ price: Double?, _ change: Double?
    ) -> JSON {
        let price: JSON = price.map(number) ?? nil
        let row: JSON = [
            "id": .text(coin.id), "symbol": .text(coin.symbol), "name": .text(coin.name),
            "image": "https://example.com/coin.png",
            "current_price": price, "market_cap": coin.id == "priceless" ? nil : 1_500_000_000,
            "market_cap_rank": JSON(rank),
            "fully_diluted_valuation": nil, "total_volume": coin.id == "priceless" ? nil : 35_000_000.5,
            "high_24h": price,
            "low_24h": price, "price_change_24h": JSON(change), "price_change_percentage_24h": JSON(change),
            "ath": price,
            "roi": coin.id == "ethereum" ? ["times": 40.1, "currency": "btc", "percentage": 4010] : nil,
            "last_updated": coin.id == "priceless" ? nil : .text("\(Digits.time(coins.now - 40)).000Z"),
        ]
        guard query["price_change_percentage"]?.contains("24h") == true else { return row }
        return row.adding([("price_change_percentage_24h_in_currency", JSON(change))])
    }

    func list() -> FakeAnswer {
        let rows =
            FakeCoins.names.map { ($0.id, $0.symbol, $0.name) }
            + (1...9000).map { ("token-\($0)", "btc", "Token \($0)") }
        return FakeAnswer(.array(rows.map { ["id": .text($0.0), "symbol": .text($0.1), "name": .text($0.2)] }))
    }

    func chart(_ id: String) -> FakeAnswer {
        guard query["vs_currency"] == "usd" else {
            return FakeAnswer(["error": "Missing parameter vs_currency"], status: 422)
        }
        guard let text = query["days"], let days = text == "max" ? 100_000 : Int(text), days > 0 else {
            return FakeAnswer(["error": "Missing parameter days"], status: 422)
        }
        return history(id, from: coins.now - days * 86_400, to: coins.now, days: days, ready: 600)
    }

    func range(_ id: String) -> FakeAnswer {
        func seconds(_ text: String?) -> Int? { text.flatMap { Int($0) ?? Day($0.prefix(10))?.midnight } }
        guard query["vs_currency"] == "usd", let from = seconds(query["from"]), let to = seconds(query["to"]) else {
            return FakeAnswer(["error": "Missing parameter from, to or vs_currency"], status: 422)
        }
        guard from < to else { return FakeAnswer(["prices": [], "market_caps": [], "total_volumes": []]) }
        return history(id, from: from, to: to, days: (to - from + 86_399) / 86_400, ready: 35 * 60)
    }

    /// Returns the points of a range. Its length in days determines their spacing; the last day becomes available
    /// `ready` seconds after midnight in UTC.
    private func history(_ id: String, from: Int, to: Int, days: Int, ready: Int) -> FakeAnswer {
        guard FakeCoins.known[id] != nil else { return FakeCoinGecko().failure(404, isOther: false) }
        if from < coins.now - 365 * 86_400 - 60 { return FakeCoinGecko.tooFar(id == "twin-coin" ? 200 : 401) }
        let interval = query["interval"] ?? ""
        if isStrict, !interval.isEmpty {
            return FakeCoinGecko.error(10005, "interval=\(interval) is exclusive to paid plan subscribers", 401)
        }
        let end = min(to, coins.now)
        let isDaily = interval == "daily" || interval.isEmpty && days > 90
        let step = isDaily ? 86_400 : days <= 1 && to >= coins.now ? 300 : 3600
        var times = Array(stride(from: (from + step - 1) / step * step, through: end, by: step))
        if isDaily {
            let midnight = Day(seconds: coins.now).midnight
            if coins.now < midnight + ready { times.removeAll { $0 >= midnight } }
        } else {
            // The points of the day are some seconds late.
            times = times.map { $0 + Int(Noise.hash(id, $0) % 50) }.filter { $0 <= end }
        }
        var rows = times.map { time in
            (time, id == "gap-coin" && time / step % 13 == 0 ? nil : coins.point(id, at: time))
        }
        // The last element is the present, not a close.
        if to >= coins.now - 60, let last = times.last, last < coins.now {
            rows.append((coins.now, coins.price(id, at: coins.now)))
        }
        func column(_ scale: Double, _ count: Int) -> JSON {
            .array(rows.prefix(count).map { [.integer($0.0 * 1000), $0.1.map { number($0 * scale) } ?? nil] })
        }
        let volumes = id == "short-coin" ? rows.count - 1 : rows.count
        return FakeAnswer([
            "prices": column(1, rows.count), "market_caps": column(2e7, rows.count),
            "total_volumes": column(31_000.5, volumes),
        ])
    }
}
