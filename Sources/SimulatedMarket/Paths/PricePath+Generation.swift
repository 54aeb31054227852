internal import MarketData

extension PricePath {
    /// The returns that an asset shares with others.
    struct Factors: Sendable {
        /// The stock market.
        let market: FactorReturns
        /// Bitcoin.
        let coin: FactorReturns
    }

    /// Creates the path of an asset.
    ///
    /// The logarithm of the price is that of a growing level plus a deviation y, which reverts to 0 at the speed κ:
    ///
    ///     y[i] = y[i−1] e^(−κ/n) + βₘ market[i] + β꜀ coin[i] + own[i] + earnings[i] − dividend[i]
    ///
    /// An ordinary path is conditioned to be at its level on two days of 2026, by the conditional mean of such a
    /// process, which is a sum of two terms proportional to e^(−κ |years|).
    init(_ instrument: Instrument, _ table: SessionTable, _ factors: Factors) {
        let actions = CorporateActions(instrument, table)
        guard !instrument.isConstant else {
            let units = Int32(instrument.price * 100)
            let day = Day(open: units, high: units, low: units, close: units, variance: 0)
            self.init(instrument, table, actions, [Day](repeating: day, count: table.count))
            return
        }
        let returns = Self.returns(instrument, table, factors, actions)
        self.init(instrument, table, actions, Self.days(instrument, table, actions, returns))
    }

    /// The prices of all sessions, from the returns.
    private static func days(
        _ instrument: Instrument, _ table: SessionTable, _ actions: CorporateActions, _ returns: FactorReturns
    ) -> [Day] {
        let deviations = deviations(instrument, table, returns)
        var quantizer = PriceQuantizer(instrument, actions)
        let logPrice = PortableMath.log(instrument.price)
        let withinSession = table.schedule == .always ? 1 : 1 - FactorReturns.overnightShare
        var previous: Double?
        return (0..<table.count).map { index in
            let day = Int(table.days[index])
            let close = logPrice + growth(instrument, day: day) + deviations[index]
            let open = previous.map { $0 + returns.overnight[index] } ?? close
            previous = close
            let last = quantizer.units(close, index)
            let pace = Float(returns.variance[index])
            // A fund has one price a day.
            guard instrument.kind != .fund else {
                return Day(open: last, high: last, low: last, close: last, variance: pace)
            }
            let first = quantizer.units(open, index)
            let variance = withinSession * returns.variance[index] / table.sessionsPerYear
            let (high, low) = extremes(from: open, to: close, variance: variance, instrument.random, day)
            return Day(
                open: first, high: max(first, last, quantizer.units(high, index)),
                low: min(first, last, quantizer.units(low, index)), close: last, variance: pace)
        }
    }

    /// The returns of an asset: the sum of its factors and of its own.
    private static func returns(
        _ instrument: Instrument, _ table: SessionTable, _ factors: Factors, _ actions: CorporateActions
    ) -> FactorReturns {
        let (marketBeta, coinBeta) = (instrument.marketBeta, instrument.coinBeta)
        let (market, coin) = (marketBeta * StockMarket.volatility, coinBeta * StockMarket.coinVolatility)
        let least = 0.01 * instrument.volatility
        let own = max(instrument.diffusiveVariance - market * market - coin * coin, least * least)
        var returns = FactorReturns(instrument.random, table, volatility: own.squareRoot(), process: .asset)
        for index in 0..<table.count {
            returns.overnight[index] +=
                marketBeta * factors.market.overnight[index] + coinBeta * factors.coin.overnight[index]
            returns.session[index] +=
                marketBeta * factors.market.session[index] + coinBeta * factors.coin.session[index]
            returns.variance[index] +=
                marketBeta * marketBeta * factors.market.variance[index]
                + coinBeta * coinBeta * factors.coin.variance[index]
        }
        for index in actions.earnings {
            returns.overnight[index] +=
                instrument.earningsMove * instrument.random.normal(.earningsMove, Int(table.days[index]))
        }
        // The price falls by a dividend, whose yield it has earned in the days before.
        let dailyYield = instrument.dividendYield / table.sessionsPerYear
        for index in 0..<table.count { returns.session[index] += dailyYield }
        for dividend in actions.dividends { returns.overnight[dividend.index] -= instrument.dividendYield / 4 }
        return returns
    }

    /// The deviations of the logarithm of the price from its level.
    private static func deviations(
        _ instrument: Instrument, _ table: SessionTable, _ returns: FactorReturns
    ) -> [Double] {
        let years = 1 / table.sessionsPerYear
        let decay = PortableMath.exp(-instrument.reversion * years)
        var deviations = [Double](repeating: 0, count: table.count)
        var current = instrument.deviation * instrument.random.normal(.start, 0)
        for index in 0..<table.count {
            if index > 0 { current = decay * current + returns.overnight[index] + returns.session[index] }
            deviations[index] = current
        }
        // The correction c₁ e^(−κ|t − t₁|) + c₂ e^(−κ|t − t₂|) equals the deviation on both days.
        let (first, second) = (table.levelIndices.first, table.levelIndices.second)
        let ratio = PortableMath.exp(-instrument.reversion * years * Double(second - first))
        let (atFirst, atSecond) = (deviations[first], deviations[second])
        let scale = 1 / (1 - ratio * ratio)
        subtract(scale * (atFirst - ratio * atSecond), around: first, decay, from: &deviations)
        subtract(scale * (atSecond - ratio * atFirst), around: second, decay, from: &deviations)
        return deviations
    }

    /// Subtracts a value at an index, decaying with the distance of an element.
    private static func subtract(
        _ value: Double, around center: Int, _ decay: Double, from deviations: inout [Double]
    ) {
        var correction = value
        for index in center..<deviations.count {
            deviations[index] -= correction
            correction *= decay
        }
        correction = value
        for index in (0..<center).reversed() {
            correction *= decay
            deviations[index] -= correction
        }
    }

    /// The logarithms of the highest and the lowest price of a session between an open and a close.
    ///
    /// The maximum m of a Brownian bridge from 0 to x with variance v has P(m > y) = e^(−2 y (y − x) / v), so m = (x + √(x² − 2 v ln U)) / 2
    /// for a uniform U. Maximum and minimum are drawn independently.
    ///
    /// > Source: Glasserman, "Monte Carlo Methods in Financial Engineering", 2003, section 6.4.
    private static func extremes(
        from open: Double, to close: Double, variance: Double, _ random: HashedRandom, _ day: Int
    ) -> (high: Double, low: Double) {
        let move = close - open
        func reach(_ stream: HashedRandom.Stream) -> Double {
            (move * move - 2 * variance * PortableMath.log(random.uniform(stream, day))).squareRoot()
        }
        return (open + (move + reach(.high)) / 2, open + (move - reach(.low)) / 2)
    }
}

/// Rounds the prices of an asset to its decimals, in the shares of the day.
private struct PriceQuantizer {
    private let scale: Double
    private let least: Double
    private var splits: [CorporateActions.Split]
    private var factor: Double

    init(_ instrument: Instrument, _ actions: CorporateActions) {
        var scale = 1.0
        for _ in 0..<instrument.decimals { scale *= 10 }
        self.scale = scale
        least = instrument.kind == .coin ? 10 : scale
        splits = actions.splits
        let (numerator, denominator) = CorporateActions.factor(of: actions.splits, at: -1)
        factor = Double(numerator) / Double(denominator)
    }

    /// Returns the price with a logarithm. Sessions must be passed in ascending order.
    mutating func units(_ logarithm: Double, _ index: Int) -> Int32 {
        while let split = splits.first, split.index <= index {
            factor = factor * Double(split.denominator) / Double(split.numerator)
            splits.removeFirst()
        }
        return Int32(min(max((PortableMath.exp(logarithm) * factor * scale).rounded(), least), 2e9))
    }
}
