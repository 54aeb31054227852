internal import VectorMath

/// The Black–Scholes–Merton model: a lognormal underlying that pays a continuous yield.
///
/// ```swift
/// let put = try EuropeanOption(.put, spot: 100, strike: 95, timeToExpiration: 0.25, riskFreeRate: 0.04)
/// try BlackScholesMerton.price(of: put, volatility: 0.3)              // 3.3…
/// try BlackScholesMerton.impliedVolatility(of: put, price: 3.35)      // .volatility(0.29…)
/// ```
///
/// > Source: Black and Scholes, "The Pricing of Options and Corporate Liabilities", *J. Polit. Econ.* 81(3), 1973,
/// > doi:10.1086/260062; Merton, "Theory of Rational Option Pricing", *Bell J. Econ. Manag. Sci.* 4(1), 1973,
/// > doi:10.2307/3003143.
public enum BlackScholesMerton {
    /// Computes the present value of one option per share.
    ///
    /// ## Domain
    /// `volatility` ≥ 0 and finite, a decimal per year: 0.2 means 20 %. If the time or the volatility is 0, the price is the
    /// discounted intrinsic value, the limit of the formula.
    ///
    /// ## Accuracy
    /// Relative error below 4·10⁻¹⁵ (1 + d₁² + d₂² + (1 + |d₁|) / σ√T), including out of the money; `docs/accuracy.md`
    /// lists the measured errors. The price is never below the discounted intrinsic value.
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - volatility: The volatility of the underlying.
    /// - Returns: The price. ``greeks(of:volatility:)`` and the batch functions return the same price to the last digit.
    /// - Throws: ``PricingError`` if the volatility is outside its domain or the price is too large for a `Double`.
    public static func price(of option: EuropeanOption, volatility: Double) throws(PricingError) -> Double {
        try evaluate(.price, option, volatility)[.price]
    }

    /// Computes the price and the first-order greeks of one option.
    ///
    /// Domain, accuracy and errors are those of ``price(of:volatility:)``. The error of theta is relative to the sum of the
    /// magnitudes of its terms.
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - volatility: The volatility of the underlying.
    /// - Returns: Price, delta, gamma, theta, vega and rho.
    /// - Throws: ``PricingError``, under the same conditions as ``price(of:volatility:)``.
    public static func greeks(of option: EuropeanOption, volatility: Double) throws(PricingError) -> Greeks {
        Greeks(try evaluate(.greeks, option, volatility))
    }

    /// Computes the price and all greeks of one option.
    ///
    /// Domain and errors are those of ``price(of:volatility:)``.
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - volatility: The volatility of the underlying.
    /// - Returns: The result of ``greeks(of:volatility:)``, and the higher-order greeks.
    /// - Throws: ``PricingError``, under the same conditions as ``price(of:volatility:)``.
    public static func allGreeks(
        of option: EuropeanOption, volatility: Double
    ) throws(PricingError) -> (Greeks, HigherGreeks) {
        let result = try evaluate(.allGreeks, option, volatility)
        return (Greeks(result), HigherGreeks(result))
    }

    /// Computes the change of vega per year that passes, −∂vega/∂T = ∂²V/∂σ∂t, of one option.
    ///
    /// ## Units
    /// Per share, per 1.00 of volatility and per year.
    ///
    /// ## Domain
    /// That of ``price(of:volatility:)``. If the time is 0, veta is the limit: 0, or −∞ at the money.
    ///
    /// ## Accuracy
    /// Relative to the sum of the magnitudes of its terms, the error is below 4·10⁻¹⁵ (1 + d₁² + d₂² + (1 + |d₁|) / σ√T).
    ///
    /// - Parameters:
    ///   - option: The option and its market.
    ///   - volatility: The volatility of the underlying.
    /// - Returns: Veta.
    /// - Throws: ``PricingError`` if the volatility is outside its domain.
    ///
    /// > Source: Haug, *The Complete Guide to Option Pricing Formulas*, 2nd edition, 2007, section 2.5 (DvegaDtime).
    public static func veta(of option: EuropeanOption, volatility: Double) throws(PricingError) -> Double {
        try PricingError.requireNonNegative(.volatility, volatility)
        // Not -0, whose reciprocal has the opposite sign.
        return WideOption(option, volatility: volatility + 0).veta()
    }

    /// Computes the result that a batch returns for one option, inside or outside the range of the kernels.
    static func evaluate(
        _ selection: GreekSelection, _ option: EuropeanOption, _ volatility: Double
    ) throws(PricingError) -> OptionResult {
        if let result = evaluateInRange(selection, option, volatility) { return result }
        return try evaluateBeyondRange(selection, option, volatility)
    }

    /// Evaluates an option outside the range of the kernels.
    static func evaluateBeyondRange(
        _ selection: GreekSelection, _ option: EuropeanOption, _ volatility: Double
    ) throws(PricingError) -> OptionResult {
        try PricingError.requireNonNegative(.volatility, volatility)
        if selection == .price, option.timeToExpiration == 0 {
            // Equal to the last digit to the price of `WideOption`.
            var result = OptionResult()
            let payoff = option.kind == .call ? option.spot - option.strike : option.strike - option.spot
            result[.price] = max(payoff, 0)
            return result
        }
        // Not -0, whose reciprocal has the opposite sign.
        let result = WideOption(option, volatility: volatility + 0).evaluate(selection)
        guard result[.price].isFinite else { throw .notRepresentable(.price) }
        return result
    }

    /// Evaluates an option by the kernels; `nil` outside their range.
    static func evaluateInRange(
        _ selection: GreekSelection, _ option: EuropeanOption, _ volatility: Double
    ) -> OptionResult? {
        let kind: [1 of OptionKind] = [option.kind]
        let spot: [1 of Double] = [option.spot]
        let strike: [1 of Double] = [option.strike]
        let time: [1 of Double] = [option.timeToExpiration]
        let rate: [1 of Double] = [option.riskFreeRate]
        let yield: [1 of Double] = [option.dividendYield]
        let volatilities: [1 of Double] = [volatility]
        var result = OptionResult()
        var answered = false
        if selection == .allGreeks {
            var values = result.values.mutableSpan
            answered = evaluateOptions(
                selection, kinds: kind.span, spots: spot.span, strikes: strike.span, times: time.span, rates: rate.span,
                yields: yield.span, volatilities: volatilities.span, values: &values)
        } else {
            var greeks = [6 of Double](repeating: .nan)
            var values = greeks.mutableSpan
            answered = evaluateOptions(
                selection, kinds: kind.span, spots: spot.span, strikes: strike.span, times: time.span, rates: rate.span,
                yields: yield.span, volatilities: volatilities.span, values: &values)
            for index in greeks.indices { result.values[index] = greeks[index] }
        }
        return answered ? result : nil
    }
}
