internal import OptionKernels

/// European options on a lognormal forward price.
///
/// An option on a forward is worth as much as an option on an underlying that trades at the forward price and yields the risk-free
/// rate: both discount factors of ``BlackScholesMerton`` are then e^(−rT), and the drift is exactly 0. Prices, volatilities and most
/// greeks are those of that option, with the same accuracy. Theta of columns may differ from that of single options in the last
/// digits.
enum Black76: PricingMethod {
    static func evaluate(
        _ selection: GreekSelection, _ block: OptionBlock, volatilities: Span<Double>,
        into values: inout MutableSpan<Double>, at start: Int
    ) -> Bool {
        evaluateForwardOptions(
            selection, model: .black76, kinds: block.kinds, forwards: block.underlyingPrices, strikes: block.strikes,
            times: block.times, rates: block.rates, volatilities: volatilities, values: &values, at: start)
    }

    static func evaluatePrecisely(
        _ selection: GreekSelection, _ option: ModelledOption, _ volatility: Double, into result: inout OptionResult
    ) throws(PricingError) {
        try BlackScholesMerton.evaluateOne(selection, option, volatility, into: &result)
        if selection == .price { return }
        let time = option.timeToExpiration
        // Both terms of the carry have the same rate, so it is r times the price, which does not cancel.
        let decay = result[.vega] * volatility / (2 * time)
        if time > 0, decay.isFinite { result[.theta] = option.riskFreeRate * result[.price] - decay }
        result[.rho] = -time * result[.price] + 0
        if selection == .allGreeks { result[.epsilon] = 0 }
    }

    static func veta(_ option: ModelledOption, _ volatility: Double) throws(PricingError) -> Double {
        try BlackScholesMerton.veta(option, volatility)
    }

    static func findVolatilities(
        _ block: OptionBlock, prices: Span<Double>, volatilities: inout MutableSpan<Double>,
        statuses: inout MutableSpan<ImpliedVolatilityStatus>
    ) -> Bool {
        BlackScholesMerton.findVolatilities(block, prices: prices, volatilities: &volatilities, statuses: &statuses)
    }

    static func findVolatilityPrecisely(_ option: ModelledOption, price: Double) -> ImpliedVolatility {
        BlackScholesMerton.findVolatilityPrecisely(option, price: price)
    }

    static func findVolatilityOfOne(_ option: ModelledOption, price: Double) -> ImpliedVolatility {
        BlackScholesMerton.findVolatilityOfOne(option, price: price)
    }

    static func strike(forward: Double, distance: Double, deviation: Double) -> Double {
        BlackScholesMerton.strike(forward: forward, distance: distance, deviation: deviation)
    }
}
