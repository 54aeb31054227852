import CReference

/// The exact values, from the C target.
enum Reference {
    /// The exact values of one option.
    struct Values {
        /// In the order of ``OptionValue``.
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

    /// How far a price is from the one at `volatility`, as a part of the price. Not found (NaN) counts as the nearer end
    /// of the prices that have a volatility.
    static func priceError(_ option: OptionInput, price: Double, volatility: Double) -> Double {
        func distance(_ volatility: Double) -> Double {
            var option = option
            option.volatility = volatility
            let exact = values(option)[.price]
            return abs((exact.value - price) + exact.rest) / price
        }
        guard volatility.isNaN else { return volatility.isNormal && volatility > 0 ? distance(volatility) : .infinity }
        // So small and so large that the price has come to its limits.
        return min(distance(1e-200), distance(1e4 / option.time.squareRoot()))
    }
}
