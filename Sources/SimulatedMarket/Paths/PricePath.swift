internal import MarketData

/// The daily prices of one asset from 2014 on, as they traded, in units of the last decimal.
struct PricePath: Sendable {
    /// The asset.
    let instrument: Instrument
    /// The sessions.
    let table: SessionTable
    /// The splits, dividends and earnings.
    let actions: CorporateActions

    /// The first price of each session.
    let opens: [Int32]
    /// The highest price of each session.
    let highs: [Int32]
    /// The lowest price of each session.
    let lows: [Int32]
    /// The last price of each session.
    let closes: [Int32]
    /// The variance of a year at the pace of each session, without earnings.
    let variances: [Float]

    /// The logarithm of the level of the price on a day over that of the middle of 2026. The level grows until 2041.
    static func growth(_ instrument: Instrument, day: Int) -> Double {
        instrument.growth * min(Double(day - SessionTable.levelDay) / 365.25, 15)
    }

    /// The level around which the price moves on a day, in dollars of a share of the middle of 2026.
    static func level(_ instrument: Instrument, day: Int) -> Double {
        instrument.price * PortableMath.exp(growth(instrument, day: day))
    }

    /// The path of the prices of one session.
    func day(_ index: Int) -> DayPath {
        let within = table.schedule == .always ? 1 : 1 - FactorReturns.overnightShare
        let deviation = (within * Double(variances[index]) / table.sessionsPerYear).squareRoot()
        return DayPath(
            random: instrument.random, day: Int(table.days[index]), minutes: Int(table.minutes[index]),
            open: opens[index], high: highs[index], low: lows[index], close: closes[index],
            deviation: deviation * Double(opens[index]))
    }

    /// The shares or coins traded in a session.
    func volume(_ index: Int) -> Double {
        guard instrument.volume > 0 else { return 0 }
        let (numerator, denominator) = CorporateActions.factor(of: actions.splits, at: index)
        let move = abs(Double(closes[index]) / Double(opens[index]) - 1)
        let usual = (Double(variances[index]) / table.sessionsPerYear).squareRoot()
        let activity = 0.55 + 0.45 * min(move / max(usual, 1e-6), 4)
        let news = actions.earnings.contains(index) ? 2.2 : 1
        let noise = PortableMath.exp(0.25 * instrument.random.normal(.volume, Int(table.days[index])))
        return (instrument.volume * activity * news * noise * Double(denominator) / Double(numerator)).rounded()
    }

    /// The number of shares at session `now` that one share of session `index` is.
    func shares(_ index: Int, now: Int) -> (numerator: Int, denominator: Int) {
        var (numerator, denominator) = (1, 1)
        for split in actions.splits where split.index > index && split.index <= now {
            numerator *= split.numerator
            denominator *= split.denominator
        }
        return (numerator, denominator)
    }

    /// The price of a session in shares of session `now`, in dollars.
    func price(_ units: Int32, of index: Int, now: Int) -> ExactDecimal {
        let (numerator, denominator) = shares(index, now: now)
        return exactQuotient(Int(units) * denominator, numerator, decimals: instrument.decimals)
    }

    /// Returns value / divisor · 10^−decimals, which is a decimal as the divisors of splits have no factors other than 2 and 5.
    func exactQuotient(_ value: Int, _ divisor: Int, decimals: Int) -> ExactDecimal {
        var (value, decimals) = (value, decimals)
        while !value.isMultiple(of: divisor), decimals < 15 {
            value *= 10
            decimals += 1
        }
        return ExactDecimal(significand: Int64(value / divisor), exponent: -decimals)
    }
}
