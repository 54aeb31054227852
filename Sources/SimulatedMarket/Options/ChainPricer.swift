internal import MarketData
internal import OptionPricing

/// The model prices of the options of one expiration.
struct ChainPricer {
    /// The strikes, in cents.
    let strikes: [Int]
    /// The rate: a decimal per year.
    let riskFreeRate: Double
    /// The instant of the expiration, in seconds since 1970.
    let expiration: Int
    /// The day of the expiration, in days since 1970.
    let expirationDay: Int

    /// Prices and volatilities at one moment.
    struct Prices {
        /// The prices of calls and puts in turn, by strike.
        var prices: [Double]
        /// The volatilities by strike; empty after the expiration.
        var volatilities: [Double]
    }

    /// Returns the prices at a second of a session at a price of the underlying in cents.
    func prices(_ path: PricePath, _ index: Int, second: Int, spot units: Int32) -> Prices {
        let spot = Double(units) / 100
        let seconds = expiration - path.table.opens[index] - second
        guard seconds > 0 else { return intrinsicValues(units) }
        let time = Double(seconds) / (365 * 86_400)
        let surface = VolatilitySurface(path, index)
        let lastEarnings = path.table.index(onOrAfter: expirationDay + 1)
        let earnings = path.actions.earnings.count { $0 > index && $0 < lastEarnings }
        let theta = surface.variance(time, earnings: earnings)
        let yield = path.instrument.dividendYield
        let logForward = PortableMath.log(spot) + (riskFreeRate - yield) * time
        let count = strikes.count
        var volatilities = [Double](repeating: 0, count: count)
        var kinds = [OptionKind](repeating: .call, count: 2 * count)
        var strikeColumn = [Double](repeating: 0, count: 2 * count)
        var volatilityColumn = strikeColumn
        for (index, cents) in strikes.enumerated() {
            let strike = Double(cents) / 100
            let variance = surface.variance(PortableMath.log(strike) - logForward, atForward: theta)
            volatilities[index] = (variance / time).squareRoot()
            kinds[2 * index + 1] = .put
            strikeColumn[2 * index] = strike
            strikeColumn[2 * index + 1] = strike
            volatilityColumn[2 * index] = volatilities[index]
            volatilityColumn[2 * index + 1] = volatilities[index]
        }
        var prices = [Double](repeating: 0, count: 2 * count)
        var output = prices.mutableSpan
        var evaluator = OptionEvaluator()
        // All inputs are within the domain.
        _ = evaluator.evaluatePrices(
            OptionColumns(
                kinds: .each(kinds.span), spots: .same(spot), strikes: .each(strikeColumn.span),
                timesToExpiration: .same(time), riskFreeRates: .same(riskFreeRate), dividendYields: .same(yield)),
            volatilities: .each(volatilityColumn.span), into: &output)
        return Prices(prices: prices, volatilities: volatilities)
    }

    private func intrinsicValues(_ units: Int32) -> Prices {
        let prices = strikes.flatMap { strike in
            [max(Double(Int(units) - strike), 0) / 100, max(Double(strike - Int(units)), 0) / 100]
        }
        return Prices(prices: prices, volatilities: [])
    }
}
