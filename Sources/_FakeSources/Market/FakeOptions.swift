/// A contract and its quote.
struct FakeOption: Sendable {
    let root: String
    let underlying: String
    let expiration: Day
    let isCall: Bool
    let strike: Double
    var shares = 100
    var type: String
    let seed: UInt64
    let bid, ask, last, volatility, delta, gamma, theta, vega, rho: Double
    let volume, openInterest: Int

    /// The compact symbol, without `O:`.
    var symbol: String {
        "\(root)\(expiration.compact)\(isCall ? "C" : "P")\(Digits.padded(Int((strike * 1000).rounded()), 8))"
    }

    /// Deep contracts have no greeks.
    var hasGreeks: Bool { abs(delta) > 0.02 && abs(delta) < 0.98 }
    var wasTraded: Bool { seed % 5 != 0 }
    var isSolved: Bool { seed % 9 != 0 }
    var middle: Double { (bid + ask) / 2 }
}

/// The options of shares: eight expirations of about forty strikes, priced by Black and Scholes with a smile.
struct FakeOptions: Sendable {
    let market: FakeMarket
    static let rate = 0.04

    /// Four weeks and the third Fridays of the four months after, one day earlier if the exchange is closed.
    func expirations(_ symbol: String) -> [Day] {
        if symbol == "NOOPT" || symbol == "STRN" || FakeSymbols.isFund(symbol) || !market.hasPrices(symbol) {
            return []
        }
        let today = market.today
        let friday = today + (5 - today.weekday + 7) % 7
        var days = (0..<4).map { friday + 7 * $0 }
        var (year, month, _) = (days.last ?? friday).civil
        while days.count < 8 {
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
            days.append(Self.thirdFriday(year, month))
        }
        let open = days.map(Sessions.onOrBefore).filter { $0 >= today }
        return symbol == "ONEX" || symbol == "ONEO" ? Array(open.prefix(1)) : open
    }

    func strikes(_ symbol: String) -> [Double] {
        // The level of the month, so that strikes do not move with the price.
        let (year, month, _) = market.today.civil
        let level = market.adjusted(symbol, Sessions.onOrBefore(Day(year, month, 1))).close
        let step = level < 25 ? 0.5 : level < 75 ? 1 : level < 200 ? 2.5 : level < 1000 ? 5 : 25
        let middle = (level / step).rounded()
        if symbol == "ONEX" || symbol == "ONEO" { return [middle * step] }
        return (-20...20).map { (middle + Double($0)) * step }.filter { $0 > 0 }
    }

    func contracts(_ symbol: String, _ expiration: Day) -> [FakeOption] {
        guard expirations(symbol).contains(expiration) else { return [] }
        let spot = market.running(symbol).close
        let end = Sessions.hours(expiration).close
        let years = max(Double(end - market.now), 60) / (365 * 86_400)
        var contracts: [FakeOption] = []
        for (index, strike) in strikes(symbol).enumerated() {
            for isCall in [true, false] where isCall || symbol != "ONEO" {
                let root = symbol == "SPX" && !Self.isMonthly(expiration) ? "SPXW" : symbol.filter { $0 != "." }
                var contract = contract(root, symbol, expiration, isCall, strike, spot, years)
                if symbol == "ODDT", index == 0 { contract.type = "other" }
                contracts.append(contract)
                if symbol == "ADJ", index % 4 == 0 {
                    var adjusted = self.contract("ADJ1", symbol, expiration, isCall, strike, spot, years)
                    adjusted.shares = 150
                    contracts.append(adjusted)
                }
            }
        }
        return contracts
    }

    private func contract(
        _ root: String, _ symbol: String, _ expiration: Day, _ isCall: Bool, _ strike: Double, _ spot: Double,
        _ years: Double
    ) -> FakeOption {
        let seed = Noise.hash("\(root)\(expiration)\(isCall)\(strike)")
        let moneyness = Noise.logarithm(strike / spot)
        let volatility = Noise.rounded(
            0.25 + 0.3 * Noise.unit(Noise.hash(symbol), 3) - 0.1 * moneyness + 0.4 * moneyness * moneyness, 4)
        let deviation = volatility * years.squareRoot()
        let upper = (Noise.logarithm(spot / strike) + Self.rate * years) / deviation + deviation / 2
        let lower = upper - deviation
        let sign: Double = isCall ? 1 : -1
        let discounted = strike * Noise.exponential(-Self.rate * years)
        let value = sign * (spot * Self.normal(sign * upper) - discounted * Self.normal(sign * lower))
        let density = Noise.exponential(-upper * upper / 2) / (2 * Double.pi).squareRoot()
        let theta =
            -(spot * density * volatility / (2 * years.squareRoot()) + sign * Self.rate * discounted
            * Self.normal(sign * lower))
        let half = max(0.01, 0.01 * value)
        let bid = max(0, Noise.rounded(value - half, 2))
        return FakeOption(
            root: root, underlying: symbol, expiration: expiration, isCall: isCall, strike: strike,
            type: isCall ? "call" : "put", seed: seed, bid: bid, ask: max(bid + 0.01, Noise.rounded(value + half, 2)),
            last: max(0.01, Noise.rounded(value, 2)), volatility: volatility, delta: sign * Self.normal(sign * upper),
            gamma: density / (spot * deviation), theta: theta / 365, vega: spot * density * years.squareRoot() / 100,
            rho: sign * years * discounted * Self.normal(sign * lower) / 100, volume: Int(seed % 1000),
            openInterest: Int(seed / 1000 % 5000))
    }

    static func isMonthly(_ expiration: Day) -> Bool {
        let (year, month, _) = expiration.civil
        return Sessions.onOrBefore(thirdFriday(year, month)) == expiration
    }

    private static func thirdFriday(_ year: Int, _ month: Int) -> Day {
        let first = Day(year, month, 1)
        return first + (5 - first.weekday + 7) % 7 + 14
    }

    private static func normal(_ value: Double) -> Double { (1 + Noise.errorFunction(value / 2.0.squareRoot())) / 2 }
}
