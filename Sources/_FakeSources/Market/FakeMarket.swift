/// A split: `numerator` new shares for `denominator` old ones.
public struct FakeSplit: Hashable, Sendable {
    let date: Day
    let numerator: Int
    let denominator: Int

    var ratio: Double { Double(numerator) / Double(denominator) }
}

/// The prices of a session.
struct FakeBar: Sendable {
    let day: Day
    var open, high, low, close: Double
    var volume: Int

    func divided(by ratio: Double) -> FakeBar {
        ratio == 1
            ? self
            : FakeBar(
                day: day, open: open / ratio, high: high / ratio, low: low / ratio, close: close / ratio,
                volume: Int(Double(volume) * ratio))
    }
}

/// The prices of shares: functions of the symbol and the day.
///
/// A split that a test adds divides prices before its date and leaves later ones: earlier responses remain true after
/// division. As-traded prices do not change.
struct FakeMarket: Sendable {
    /// The Unix time.
    let now: Int
    let addedSplits: [String: [FakeSplit]]

    var today: Day { NewYork.day(at: now) }

    /// The session that has begun last.
    var session: Day {
        Sessions.contains(today) && now >= Sessions.hours(today).open ? today : Sessions.before(today)
    }

    /// The session that has ended last.
    var lastComplete: Day { isOpen ? Sessions.before(session) : session }

    var isOpen: Bool { session == today && now < Sessions.hours(today).close }

    /// The time of the last trade.
    var tradeTime: Int { isOpen ? now : Sessions.hours(session).close }

    func firstDay(_ symbol: String) -> Day { symbol == "NEWCO" ? Day(2025, 3, 3) : Day(2010, 1, 4) }

    func hasPrices(_ symbol: String) -> Bool { symbol != "NODAT" && symbol != "EMPTR" }

    /// The prices as traded on the day.
    func traded(_ symbol: String, _ day: Day) -> FakeBar {
        let later = Self.shippedSplits(symbol).filter { $0.date > day }.reduce(1) { $0 * $1.ratio }
        let seed = Noise.hash(symbol)
        let digits = symbol == "INTS" ? 0 : 2
        func price(_ value: Double) -> Double { max(Noise.rounded(value * later, digits), digits == 0 ? 1 : 0.01) }
        let close = Self.level(symbol, seed, day)
        let open = close * (1 + 0.016 * (Noise.unit(seed, day.number * 3 + 1) - 0.5))
        let wide = 1 + 0.01 * Noise.unit(seed, day.number * 3 + 2)
        return FakeBar(
            day: day, open: price(open), high: price(max(open, close) * wide), low: price(min(open, close) / wide),
            close: price(close), volume: 100_000 + Int(Noise.mixed(seed, day.number * 3) % 9_000_000))
    }

    /// The prices divided by the currently known splits.
    func adjusted(_ symbol: String, _ day: Day) -> FakeBar {
        traded(symbol, day).divided(by: divisor(symbol, day))
    }

    /// The running prices of the last session, in shares of today.
    func running(_ symbol: String) -> FakeBar {
        var bar = adjusted(symbol, session)
        guard isOpen else { return bar }
        let hours = Sessions.hours(session)
        let part = Double(now - hours.open) / Double(hours.close - hours.open)
        let digits = symbol == "INTS" ? 0 : 2
        bar.close = Noise.rounded(bar.open + (bar.close - bar.open) * part, digits)
        bar.volume = Int(Double(bar.volume) * part)
        return bar
    }

    func previousClose(_ symbol: String) -> Double { adjusted(symbol, Sessions.before(session)).close }

    /// The currently known splits, ascending.
    func splits(_ symbol: String) -> [FakeSplit] {
        (Self.shippedSplits(symbol) + (addedSplits[symbol] ?? [])).filter { $0.date <= today }.sorted {
            $0.date < $1.date
        }
    }

    func divisor(_ symbol: String, _ day: Day) -> Double {
        splits(symbol).filter { $0.date > day }.reduce(1) { $0 * $1.ratio }
    }

    /// The factors of the closes of days by the dividends after them.
    func dividendFactors(_ symbol: String, _ days: [Day]) -> [Double] {
        guard let first = days.first else { return [] }
        let dividends = dividends(symbol, first, session).map { dividend in
            (dividend.date, 1 - dividend.amount / adjusted(symbol, Sessions.before(dividend.date)).close)
        }
        return days.map { day in dividends.reduce(1) { $1.0 > day ? $0 * $1.1 : $0 } }
    }

    /// The extremes of a year, of one session in ten.
    func yearRange(_ symbol: String) -> (low: Double, high: Double) {
        var range = (low: Double.infinity, high: 0.0)
        for step in 0..<12 {
            let bar = adjusted(symbol, Sessions.onOrBefore(lastComplete - 30 * step))
            range = (min(range.low, bar.low), max(range.high, bar.high))
        }
        return range
    }

    private static func level(_ symbol: String, _ seed: UInt64, _ day: Day) -> Double {
        let base = FakeSymbols.indices.contains(symbol) ? 4000 : 12 * Noise.exponential(3.4 * Noise.unit(seed, 1))
        return base * Noise.exponential(Noise.walk(seed, at: Double(day.number), size: 1))
    }

    private static func shippedSplits(_ symbol: String) -> [FakeSplit] {
        (shipped[symbol] ?? []).compactMap { text, numerator in
            Day(text).map { FakeSplit(date: $0, numerator: numerator, denominator: 1) }
        }
    }

    private static let shipped = [
        "AAPL": [("2014-06-09", 7), ("2020-08-31", 4)], "TSLA": [("2020-08-31", 5), ("2022-08-25", 3)],
        "NVDA": [("2021-07-20", 4), ("2024-06-10", 10)], "GOOGL": [("2022-07-18", 20)], "AMZN": [("2022-06-06", 20)],
        "WMT": [("2024-02-26", 3)], "SPLIT": [("2023-03-15", 2), ("2025-05-07", 3)],
    ]
}
