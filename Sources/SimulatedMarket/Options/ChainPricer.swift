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
    /// When the holders may exercise.
    let exercise: ExerciseStyle
    /// The dividends until the expiration, and the first instants at which a share trades without them, in seconds since 1970.
    let dividends: [(open: Int, amount: Double)]

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
        let now = path.table.opens[index] + second
        guard now < expiration else { return intrinsicValues(units) }
        let time = Double(expiration - now) / Self.secondsPerYear
        let surface = VolatilitySurface(path, index)
        let lastEarnings = path.table.index(onOrAfter: expirationDay + 1)
        let earnings = path.actions.earnings.count { $0 > index && $0 < lastEarnings }
        let theta = surface.variance(time, earnings: earnings)
        let ahead = dividends.filter { $0.open > now && $0.open < expiration }
            .map { (time: Double($0.open - now) / Self.secondsPerYear, amount: $0.amount) }
        // The price stays positive after its dividends.
        let forward = ahead.reduce(spot * PortableMath.exp(riskFreeRate * time)) {
            max($0 - $1.amount * PortableMath.exp(riskFreeRate * (time - $1.time)), spot / 64)
        }
        let logForward = PortableMath.log(forward)
        let strikes = strikes.map { Double($0) / 100 }
        let volatilities = strikes.map { strike in
            let variance = surface.variance(PortableMath.log(strike) - logForward, atForward: theta)
            return (variance / time).squareRoot()
        }
        let discrete = ahead.compactMap { try? DiscreteDividend(timeToExDate: $0.time, .amount($0.amount)) }
        let market = Market(
            spot: spot, forward: forward, time: time, riskFreeRate: riskFreeRate, exercise: exercise,
            dividends: discrete)
        var calls = market.prices(.call, strikes, volatilities)
        var puts = market.prices(.put, strikes, volatilities)
        ListedPrices.makeConsistentCalls(&calls, strikes: strikes)
        ListedPrices.makeConsistentPuts(&puts, strikes: strikes)
        return Prices(prices: zip(calls, puts).flatMap { [$0, $1] }, volatilities: volatilities)
    }

    private static let secondsPerYear = 365.0 * 86_400

    private func intrinsicValues(_ units: Int32) -> Prices {
        let prices = strikes.flatMap { strike in
            [max(Double(Int(units) - strike), 0) / 100, max(Double(strike - Int(units)), 0) / 100]
        }
        return Prices(prices: prices, volatilities: [])
    }
}

extension ChainPricer {
    /// The market of an expiration at one moment.
    private struct Market {
        let spot, forward, time, riskFreeRate: Double
        let exercise: ExerciseStyle
        let dividends: [DiscreteDividend]

        /// Returns the prices of options at volatilities of their own.
        func prices(_ kind: OptionKind, _ strikes: [Double], _ volatilities: [Double]) -> [Double] {
            var prices = [Double](repeating: .nan, count: strikes.count)
            var output = prices.mutableSpan
            var evaluator = OptionEvaluator()
            let refusals = evaluator.evaluatePrices(
                OptionColumns(
                    kinds: .same(kind), spots: .same(spot), strikes: .each(strikes.span),
                    timesToExpiration: .same(time), riskFreeRates: .same(riskFreeRate), dividends: dividends,
                    exercises: .same(exercise),
                    accuracy: .reduced),
                volatilities: .each(volatilities.span), into: &output)
            // In the last minutes, volatilities far from the money exceed the domain of American options, and early exercise is worth nothing
            // but the payoff.
            for refusal in refusals {
                let (strike, volatility) = (strikes[refusal.index], volatilities[refusal.index])
                let option = try? ModelledOption(
                    kind, spot: forward * PortableMath.exp(-riskFreeRate * time), strike: strike,
                    timeToExpiration: time, riskFreeRate: riskFreeRate)
                let payoff = max(kind == .call ? spot - strike : strike - spot, 0)
                prices[refusal.index] = max(option.flatMap { try? $0.price(volatility: volatility) } ?? 0, payoff)
            }
            return prices
        }
    }
}
