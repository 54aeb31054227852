/// The search for the volatility at which a numerical method gives a price.
struct VolatilitySearch {
    let price: Double
    /// The least price of the model, and what no price exceeds.
    let least, greatest: Double
    /// The accuracy of prices.
    let accuracy: Double
    /// The volatilities of the domain; the upper bound may be lower if that is known to be above the result.
    let volatilities: ClosedRange<Double>

    /// Returns the volatility, or the reason why there is none. `values` returns price and vega at a volatility.
    ///
    /// Newton's method between bounds that halve where its step leaves them.
    func volatility(
        _ values: (Double) throws(PricingError) -> (price: Double, vega: Double)
    ) throws(PricingError) -> ImpliedVolatility {
        if price <= least + accuracy { return price < least - accuracy ? .belowIntrinsic : .notDeterminable }
        if price >= greatest { return .aboveMaximum }
        var (low, high) = (volatilities.lowerBound, volatilities.upperBound)
        guard low < high, try values(low).price + accuracy < price else { return .notDeterminable }
        var point = try values(high)
        if point.price + accuracy < price { return .notDeterminable }
        var volatility = high
        for _ in 0..<100 {
            if point.price < price { low = volatility } else { high = volatility }
            var next = volatility + (price - point.price) / point.vega
            if !(low < next && next < high) { next = (low * high).squareRoot() }
            let change = (next - volatility).magnitude
            volatility = next
            if change <= 0x1p-36 * volatility || high - low <= 0x1p-40 * high { return .volatility(volatility) }
            point = try values(volatility)
        }
        throw .notConverged(.price)
    }
}
