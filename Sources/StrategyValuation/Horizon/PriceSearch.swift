internal import ExactPayoff

/// Finds a price at which a function is zero.
enum PriceSearch {
    /// Returns a price between two: the arithmetic mean if their ratio is near 1, otherwise the geometric mean.
    static func middle(_ low: Double, _ high: Double) -> Double {
        let least = max(low, .leastNormalMagnitude)
        if high / 4 > least { return least.squareRoot() * high.squareRoot() }
        return low + (high - low) / 2
    }

    /// A function and its derivative at a price, and the value that counts as 0.
    struct Slope {
        let value: Double
        let derivative: Double
        let negligible: Double
    }

    /// Returns a zero of a continuous function with different signs at two prices, `start` < `end`.
    ///
    /// Newton's iteration within the known bracket; a step is halved if it would leave the bracket or is longer than
    /// half the previous step. It ends with the step from a negligible value.
    ///
    /// > Source: Press et al., "Numerical Recipes", 3rd edition, 2007, section 9.4.
    static func zero(
        between start: (price: Double, value: Double), and end: (price: Double, value: Double),
        of function: (Double) throws(StrategyError) -> Slope
    ) throws(StrategyError) -> Double {
        var (low, high) = (start.price, end.price)
        // The zero of the chord, unless the prices are too far apart for the chord to be informative.
        var price = low + (high - low) * (start.value / (start.value - end.value))
        if !(low < price && price < high) || high / 4 > low { price = middle(low, high) }
        var lastStep = high - low
        while low < price, price < high {
            let point = try function(price)
            let next = price - point.value / point.derivative
            if point.value.magnitude <= point.negligible { return low < next && next < high ? next : price }
            if (point.value < 0) == (start.value < 0) { low = price } else { high = price }
            let step = (next - price).magnitude
            if low < next, next < high, step <= lastStep / 2 {
                if step <= price.ulp { return next }
                (price, lastStep) = (next, step)
            } else {
                (price, lastStep) = (middle(low, high), high - low)
            }
        }
        return price
    }
}
