internal import OptionKernels

/// European options on a normally distributed forward price.
///
/// A single option is valued by the precise method; columns may differ from it in the last digits.
enum Bachelier: PricingMethod {
    static func evaluate(
        _ selection: GreekSelection, _ block: OptionBlock, volatilities: Span<Double>,
        into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool {
        evaluateForwardOptions(
            selection, model: .bachelier, kinds: block.kinds, forwards: block.underlyingPrices, strikes: block.strikes,
            times: block.times, rates: block.rates, volatilities: volatilities, values: &values, at: start)
    }

    static func evaluatePrecisely(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) throws(PricingError) {
        try PricingError.requireNonNegative(.volatility, volatility)
        result = WideNormalOption(option, volatility: volatility + 0).evaluate(selection)
        guard result[.price].isFinite else { throw .notRepresentable(.price) }
    }

    static func veta(_ option: ModelledOption, _ volatility: Double) throws(PricingError) -> Double {
        throw .notSupported(.model)
    }

    static func findVolatilities(
        _ block: OptionBlock, prices: Span<Double>, volatilities: inout MutableSpan<Double>,
        statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        findNormalVolatilities(
            kinds: block.kinds, prices: prices, forwards: block.underlyingPrices, strikes: block.strikes,
            times: block.times, rates: block.rates, volatilities: &volatilities, statuses: &statuses)
    }

    static func findVolatilityPrecisely(_ option: ModelledOption, price: Double) -> ImpliedVolatility {
        NormalQuote(option, price: price).impliedVolatility()
    }

    /// F − d v.
    static func strike(forward: Double, distance: Double, deviation: Double) -> Double {
        forward - distance * deviation
    }
}

/// European options on a spot price whose forward is normally distributed. There is no kernel.
enum BachelierOnSpot: PricingMethod {
    static func evaluatePrecisely(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) throws(PricingError) {
        try Bachelier.evaluatePrecisely(selection, option, volatility, into: &result)
    }

    static func veta(_ option: ModelledOption, _ volatility: Double) throws(PricingError) -> Double {
        try Bachelier.veta(option, volatility)
    }

    static func findVolatilityPrecisely(_ option: ModelledOption, price: Double) -> ImpliedVolatility {
        Bachelier.findVolatilityPrecisely(option, price: price)
    }

    static func strike(forward: Double, distance: Double, deviation: Double) -> Double {
        Bachelier.strike(forward: forward, distance: distance, deviation: deviation)
    }
}
