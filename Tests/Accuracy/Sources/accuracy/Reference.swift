import CReference

/// The exact values, computed by the C target.
enum Reference {
    /// The exact values of one option.
    struct Values {
        /// The values in the order of ``OptionValue``.
        var values = [reference_value](repeating: reference_value(), count: OptionValue.allCases.count)
        /// By how much the distances amplify the rounding of the inputs.
        var conditioning = 1.0

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
    static func values(_ option: OptionInput, model: Model) -> Values {
        var result = Values()
        let put: Int32 = option.isPut ? 1 : 0
        var (d1, d2) = (0.0, 0.0)
        switch model {
        case .blackScholesMerton:
            unsafe reference_evaluate(
                put, option.spot, option.strike, option.time, option.rate, option.yield, option.volatility,
                &result.values, &d1, &d2)
        case .black76:
            unsafe reference_evaluate_black76(
                put, option.spot, option.strike, option.time, option.rate, option.volatility, &result.values, &d1, &d2)
        case .bachelier:
            unsafe reference_evaluate_bachelier(
                put, option.spot, option.strike, option.time, option.rate, option.volatility, &result.values, &d1)
            result.conditioning = 1 + d1 * d1
            return result
        }
        result.conditioning = 1 + d1 * d1 + d2 * d2 + (1 + abs(d1)) / (option.volatility * option.time.squareRoot())
        return result
    }

    /// The volatility at which `option` has exactly this price, if there is one.
    static func impliedVolatility(_ option: OptionInput, model: Model, price: Double) -> Volatility? {
        var result = Volatility()
        let put: Int32 = option.isPut ? 1 : 0
        let found =
            model == .bachelier
            ? unsafe reference_bachelier_volatility(
                put, price, option.spot, option.strike, option.time, option.rate, &result.value, &result.rest,
                &result.condition)
            : unsafe reference_implied_volatility(
                put, price, option.spot, option.strike, option.time, option.rate, option.yield, &result.value,
                &result.rest, &result.condition)
        return found == 0 ? nil : result
    }

    /// The relative difference between a price and the price at `volatility`. If the engine found no volatility (NaN),
    /// the relative distance from the price to the nearer end of the range of prices with a volatility.
    static func priceError(_ option: OptionInput, model: Model, price: Double, volatility: Double) -> Double {
        func distance(_ volatility: Double) -> Double {
            var option = option
            option.volatility = volatility
            let exact = values(option, model: model)[.price]
            return abs((exact.value - price) + exact.rest) / price
        }
        guard volatility.isNaN else { return volatility.isNormal && volatility > 0 ? distance(volatility) : .infinity }
        // Volatilities so small and so large that the price is at its limits; the normal model has no upper limit.
        let lowest = distance(1e-200)
        return model == .bachelier ? lowest : min(lowest, distance(1e4 / option.time.squareRoot()))
    }
}
