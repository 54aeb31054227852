internal import VectorMath

/// The model of Bachelier: a normally distributed forward, so that prices may be negative.
///
/// ```swift
/// let call = try NormalOption(.call, forward: 100, strike: 105, timeToExpiration: 0.5, riskFreeRate: 0.05)
/// try Bachelier.price(of: call, volatility: 20)              // 3.40…
/// try Bachelier.impliedVolatility(of: call, price: 3.5)      // .volatility(20.3…)
/// ```
///
/// The forward is normally distributed around its present value with the standard deviation σ√T, and the payoff is
/// discounted at the risk-free rate:
///
///     call = e^(−rT) ((F − K) N(d) + σ√T φ(d)),   d = (F − K) / (σ√T)
///
/// Volatility is in money per square root of a year. For an option on a spot price, F is S e^((r−q)T), and derivatives are
/// with respect to the spot. For an option on a forward, derivatives are with respect to the forward, rho is at a fixed
/// forward, −T · price, and epsilon is 0.
///
/// > Source: Bachelier, "Théorie de la spéculation", *Ann. Sci. Éc. Norm. Supér.* 17, 1900.
public enum Bachelier {
    /// Computes the present value of one option per share.
    ///
    /// ## Domain
    /// `volatility` ≥ 0 and finite, in money per square root of a year. If the time or the volatility is 0, the price is the
    /// discounted intrinsic value, the limit of the formula.
    ///
    /// ## Accuracy
    /// Relative error below 4·10⁻¹⁵ (1 + d²), including out of the money. Near the money, the error of the discount factors
    /// adds 10⁻¹⁵ of the forward in units of σ√T.
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - volatility: The volatility of the forward.
    /// - Returns: The price.
    /// - Throws: ``PricingError`` if the volatility is outside its domain or the price is too large for a `Double`.
    public static func price(of option: NormalOption, volatility: Double) throws(PricingError) -> Double {
        try evaluate(.price, option, volatility)[.price]
    }

    /// Computes the price and the first-order greeks of one option.
    ///
    /// Domain and errors are those of ``price(of:volatility:)``.
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - volatility: The volatility of the forward.
    /// - Returns: Price, delta, gamma, theta, vega and rho.
    /// - Throws: ``PricingError``, under the same conditions as ``price(of:volatility:)``.
    public static func greeks(of option: NormalOption, volatility: Double) throws(PricingError) -> Greeks {
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
        of option: NormalOption, volatility: Double
    ) throws(PricingError) -> (Greeks, HigherGreeks) {
        let result = try evaluate(.allGreeks, option, volatility)
        return (Greeks(result), HigherGreeks(result))
    }

    /// Finds the volatility at which an option is worth `price`.
    ///
    /// ## Domain
    /// `price` ≥ 0 and finite. If the price is below the discounted intrinsic value, or so close to it that it determines
    /// fewer than seven binary digits of the volatility, the method returns a status rather than throwing. No price is too
    /// high for the model.
    ///
    /// ## Accuracy
    /// The relative error is within 8 · 2⁻⁵³ · max(1, condition number), where the condition number is
    /// price / (vega · volatility).
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - price: Its present value per share.
    /// - Returns: The volatility, in money per square root of a year, or the reason why none is determined.
    /// - Throws: ``PricingError`` if the price is outside its domain.
    ///
    /// > Source: Jäckel, "Implied Normal Volatility", *Wilmott* 90, 2017, doi:10.1002/wilm.10581.
    public static func impliedVolatility(
        of option: NormalOption, price: Double
    ) throws(PricingError) -> ImpliedVolatility {
        try PricingError.requireNonNegative(.price, price)
        return NormalQuote(option, price: price).impliedVolatility()
    }

    static func evaluate(
        _ selection: GreekSelection, _ option: NormalOption, _ volatility: Double
    ) throws(PricingError) -> OptionResult {
        try PricingError.requireNonNegative(.volatility, volatility)
        let result = WideNormalOption(option, volatility: volatility + 0).evaluate(selection)
        guard result[.price].isFinite else { throw .notRepresentable(.price) }
        return result
    }
}
