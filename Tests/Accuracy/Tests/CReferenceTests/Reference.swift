import CReference

/// The Swift interface of the reference.
enum Reference {
    /// The price and its derivatives.
    static func values(
        put: Bool, spot: Double, strike: Double, time: Double, rate: Double, yield: Double, volatility: Double
    ) -> [reference_value] {
        var values = [reference_value](repeating: reference_value(), count: Int(REFERENCE_COUNT.rawValue))
        var d1 = 0.0
        var d2 = 0.0
        unsafe reference_evaluate(put ? 1 : 0, spot, strike, time, rate, yield, volatility, &values, &d1, &d2)
        return values
    }

    /// A volatility, and its relative change per relative change of the price.
    struct Volatility {
        var value = 0.0
        var rest = 0.0
        var condition = 0.0
    }

    /// The inverse of the price.
    static func volatility(
        put: Bool, price: Double, spot: Double, strike: Double, time: Double, rate: Double, yield: Double
    ) -> Volatility? {
        var result = Volatility()
        let found = unsafe reference_implied_volatility(
            put ? 1 : 0, price, spot, strike, time, rate, yield, &result.value, &result.rest, &result.condition)
        return found == 0 ? nil : result
    }

    /// The inverse of the normalised price.
    static func totalVolatility(logMoneyness: Double, price: Double) -> Volatility? {
        var result = Volatility()
        let found = unsafe reference_normalised_implied_volatility(
            logMoneyness, price, &result.value, &result.rest, &result.condition)
        return found == 0 ? nil : result
    }

    /// The difference of `value` and a decimal number, relative to `magnitude`.
    static func error(_ value: reference_value, _ decimal: String, magnitude: Double) -> Double {
        let expected = unsafe reference_decimal(decimal)
        return abs((value.value - expected.value) + (value.rest - expected.rest)) / magnitude
    }
}

extension reference_index {
    /// The index in the array.
    var index: Int { Int(rawValue) }
}
