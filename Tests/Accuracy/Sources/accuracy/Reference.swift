import CReference

/// The exact values, computed by the C target.
enum Reference {
    /// The exact values of one option.
    struct Values {
        /// The values in the order of ``OptionValue``.
        var values = [reference_value](repeating: reference_value(), count: OptionValue.allCases.count)
        var d1 = 0.0
        var d2 = 0.0

        subscript(value: OptionValue) -> reference_value { values[value.rawValue] }
    }

    /// The exact volatility is `value + rest`.
    struct Volatility {
        var value = 0.0
        var rest = 0.0
        /// The relative change of the volatility per relative change of the price.
        var condition = 0.0
    }

    /// The price and its derivatives.
    static func values(_ option: OptionInput) -> Values {
        var result = Values()
        unsafe reference_evaluate(
            option.isPut ? 1 : 0, option.spot, option.strike, option.time, option.rate, option.yield,
            option.volatility, &result.values, &result.d1, &result.d2)
        return result
    }

    /// The volatility at which `option` has exactly this price, if there is one.
    static func impliedVolatility(_ option: OptionInput, price: Double) -> Volatility? {
        var result = Volatility()
        let found = unsafe reference_implied_volatility(
            option.isPut ? 1 : 0, price, option.spot, option.strike, option.time, option.rate, option.yield,
            &result.value, &result.rest, &result.condition)
        return found == 0 ? nil : result
    }

    /// The relative difference between a price and the price at `volatility`. NaN, which means not found, counts as the nearer
    /// end of the range of prices with a volatility.
    static func priceError(_ option: OptionInput, price: Double, volatility: Double) -> Double {
        func distance(_ volatility: Double) -> Double {
            var option = option
            option.volatility = volatility
            let exact = values(option)[.price]
            return abs((exact.value - price) + exact.rest) / price
        }
        guard volatility.isNaN else { return volatility.isNormal && volatility > 0 ? distance(volatility) : .infinity }
        // Volatilities so small and so large that the price is at its limits.
        return min(distance(1e-200), distance(1e4 / option.time.squareRoot()))
    }
}
