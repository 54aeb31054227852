internal import OptionKernels

/// A price of an American option that may be exercised early, for which the volatility is to be found.
struct AmericanQuote {
    let option: ModelledOption
    let price: Double

    /// The accuracy of prices in parts of the larger of spot and strike.
    private static let accuracy = 2e-7
    private static let volatilities = AmericanDomain.volatilities

    /// Returns the volatility in the domain at which the option is worth the price, or the reason why there is none.
    ///
    /// Newton's method between bounds, from the implied volatility of the European option, which is greater because that option is worth
    /// less.
    func impliedVolatility() throws(PricingError) -> ImpliedVolatility {
        try AmericanDomain.require(option, Self.volatilities.upperBound)
        let tolerance = Self.accuracy * max(option.spot, option.strike)
        let least = CertainExercise(option).value
        if price <= least + tolerance { return price < least - tolerance ? .belowIntrinsic : .notDeterminable }
        if price >= greatest { return .aboveMaximum }
        var low = Self.volatilities.lowerBound
        var high = Self.volatilities.upperBound
        if case .volatility(let european) = BlackScholesMerton.findVolatilityOfOne(option, price: price) {
            // With room for rounding.
            high = min(high, european * (1 + 0x1p-20))
        }
        guard low < high, try values(low).price + tolerance < price else { return .notDeterminable }
        var point = try values(high)
        if point.price < price { return .notDeterminable }
        var volatility = high
        for _ in 0..<100 {
            if point.price < price { low = volatility } else { high = volatility }
            let step = (price - point.price) / point.vega
            var next = volatility + step
            if !(low < next && next < high) { next = (low * high).squareRoot() }
            let change = (next - volatility).magnitude
            volatility = next
            if change <= 0x1p-36 * volatility { return .volatility(volatility) }
            point = try values(volatility)
        }
        throw .notConverged(.exercise)
    }

    private func values(_ volatility: Double) throws(PricingError) -> AmericanValues {
        try AmericanExercise.values(of: option, volatility)
    }

    /// What no volatility exceeds: the underlying, or the larger of the strike now and discounted.
    private var greatest: Double {
        let market = option.market
        if option.kind == .call {
            return max(market.underlyingPrice, market.carry(to: option.timeToExpiration).prepaidForward)
        }
        return option.strike * max(1, market.carry(to: option.timeToExpiration).discountFactor)
    }
}
