internal import VectorMath

/// The model of Black (1976): a lognormal forward.
///
/// ```swift
/// let put = try ForwardOption(.put, forward: 19, strike: 19, timeToExpiration: 0.75, riskFreeRate: 0.1)
/// try Black76.price(of: put, volatility: 0.28)              // 1.70…
/// try Black76.impliedVolatility(of: put, price: 1.75)       // .volatility(0.28…)
/// ```
///
/// An option on a forward is worth as much as an option on an underlying that trades at the forward price and yields the
/// risk-free rate: both discount factors of ``BlackScholesMerton`` are then e^(−rT), and the drift is exactly 0. Prices,
/// volatilities and most greeks are those of that option, with the same accuracy.
///
/// Derivatives are with respect to the forward: delta, gamma, vanna, charm, speed, zomma and color. Rho is at a fixed
/// forward, −T · price. Epsilon is 0, because the forward already contains the yield.
///
/// > Source: Black, "The Pricing of Commodity Contracts", *J. Financ. Econ.* 3, 1976, doi:10.1016/0304-405X(76)90024-6.
public enum Black76 {
    /// Computes the present value of one option per share.
    ///
    /// Domain, accuracy and errors are those of ``BlackScholesMerton/price(of:volatility:)``.
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - volatility: The volatility of the forward, 0 or greater: a decimal per year.
    /// - Returns: The price.
    /// - Throws: ``PricingError`` if the volatility is outside its domain or the price is too large for a `Double`.
    public static func price(of option: ForwardOption, volatility: Double) throws(PricingError) -> Double {
        try BlackScholesMerton.price(of: option.onSpot, volatility: volatility)
    }

    /// Computes the price and the first-order greeks of one option.
    ///
    /// Domain, accuracy and errors are those of ``BlackScholesMerton/greeks(of:volatility:)``.
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - volatility: The volatility of the forward.
    /// - Returns: Price, delta, gamma, theta, vega and rho.
    /// - Throws: ``PricingError``, under the same conditions as ``price(of:volatility:)``.
    public static func greeks(of option: ForwardOption, volatility: Double) throws(PricingError) -> Greeks {
        Greeks(try evaluate(.greeks, option, volatility))
    }

    /// Computes the price and all greeks of one option.
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - volatility: The volatility of the forward.
    /// - Returns: The result of ``greeks(of:volatility:)``, and the higher-order greeks.
    /// - Throws: ``PricingError``, under the same conditions as ``price(of:volatility:)``.
    public static func allGreeks(
        of option: ForwardOption, volatility: Double
    ) throws(PricingError) -> (Greeks, HigherGreeks) {
        let result = try evaluate(.allGreeks, option, volatility)
        return (Greeks(result), HigherGreeks(result))
    }

    /// Finds the volatility at which an option is worth `price`.
    ///
    /// Domain, accuracy and statuses are those of ``BlackScholesMerton/impliedVolatility(of:price:)``.
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - price: Its present value per share.
    /// - Returns: The volatility, or the reason why none is determined.
    /// - Throws: ``PricingError`` if the price is outside its domain.
    public static func impliedVolatility(
        of option: ForwardOption, price: Double
    ) throws(PricingError) -> ImpliedVolatility {
        try BlackScholesMerton.impliedVolatility(of: option.onSpot, price: price)
    }

    static func evaluate(
        _ selection: GreekSelection, _ option: ForwardOption, _ volatility: Double
    ) throws(PricingError) -> OptionResult {
        var result = try BlackScholesMerton.evaluate(selection, option.onSpot, volatility)
        let time = option.timeToExpiration
        // Both terms of the carry have the same rate, so it is r times the price, which does not cancel.
        let decay = result[.vega] * volatility / (2 * time)
        if time > 0, decay.isFinite { result[.theta] = option.riskFreeRate * result[.price] - decay }
        result[.rho] = -time * result[.price] + 0
        if selection == .allGreeks { result[.epsilon] = 0 }
        return result
    }
}
