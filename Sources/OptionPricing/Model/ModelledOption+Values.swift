extension ModelledOption {
    /// Computes the present value per share.
    ///
    /// ## Domain
    /// `volatility` ≥ 0 and finite, in the units of the model. If the time or the volatility is 0, the price is the discounted
    /// intrinsic value, the limit of the formula.
    ///
    /// ## Accuracy
    /// That of ``PricingModel``.
    ///
    /// - Parameter volatility: The volatility of the underlying.
    /// - Returns: The price. ``greeks(volatility:)`` returns the same price to the last digit, and so does ``OptionEvaluator`` in
    ///   the model of Black, Scholes and Merton on a spot price, except in chains.
    /// - Throws: ``PricingError`` if the volatility is outside its domain, if the price is too large for a `Double`, or with
    ///   ``PricingError/notSupported(_:)`` if no method values the option.
    public func price(volatility: Double) throws(PricingError) -> Double {
        try evaluate(.price, volatility)[.price]
    }

    /// Computes the price and the first-order greeks.
    ///
    /// ## Accuracy
    /// The relative error of a greek has the bound of the price; that of theta, whose terms may cancel, is relative to the sum of their
    /// magnitudes. `docs/accuracy.md` lists the measured errors.
    ///
    /// - Parameter volatility: The volatility, in the domain of ``price(volatility:)``.
    /// - Returns: Price, delta, gamma, theta, vega and rho. If the time or the volatility is 0, they are limits, which may be
    ///   infinite.
    /// - Throws: ``PricingError``, under the same conditions as ``price(volatility:)``.
    public func greeks(volatility: Double) throws(PricingError) -> Greeks {
        Greeks(try evaluate(.greeks, volatility))
    }

    /// Computes the price and all greeks.
    ///
    /// ## Accuracy
    /// That of ``greeks(volatility:)``. In the bound of vanna, vomma, charm, speed, zomma, color and ultima, 10⁻¹² takes the place of
    /// 4·10⁻¹⁵; the errors of charm, speed, zomma, color and ultima are relative to the sum of the magnitudes of their terms.
    ///
    /// - Parameter volatility: The volatility, in the domain of ``price(volatility:)``.
    /// - Returns: The result of ``greeks(volatility:)``, and the higher-order greeks.
    /// - Throws: ``PricingError``, under the same conditions as ``price(volatility:)``.
    public func allGreeks(volatility: Double) throws(PricingError) -> (Greeks, HigherGreeks) {
        let result = try evaluate(.allGreeks, volatility)
        return (Greeks(result), HigherGreeks(result))
    }

    /// Computes the change of vega per year that passes, −∂vega/∂T = ∂²V/∂σ∂t.
    ///
    /// ## Units
    /// Per share, per 1.00 of volatility and per year.
    ///
    /// ## Domain
    /// The model of Black, Scholes and Merton, on a spot price or on a forward, which then stays the same as time passes. If the time is
    /// 0, veta is the limit: 0, or −∞ at the money.
    ///
    /// ## Accuracy
    /// Relative to the sum of the magnitudes of its terms, the error has the bound of the price.
    ///
    /// - Parameter volatility: The volatility, in the domain of ``price(volatility:)``.
    /// - Returns: Veta.
    /// - Throws: ``PricingError`` if the volatility is outside its domain, or with ``PricingError/notSupported(_:)`` as
    ///   ``price(volatility:)``, and in any other model.
    ///
    /// > Source: Haug, *The Complete Guide to Option Pricing Formulas*, 2nd edition, 2007, section 2.5 (DvegaDtime).
    public func veta(volatility: Double) throws(PricingError) -> Double {
        try method().veta(self, volatility)
    }

    /// Finds the volatility at which the option is worth `price`.
    ///
    /// ## Domain
    /// `price` ≥ 0 and finite. If the price is outside the range from the discounted intrinsic value to the maximum, or so
    /// close to one of them that it determines fewer than seven binary digits of the volatility, the method returns a
    /// status rather than throwing: market quotes contain such prices. In the normal model there is no maximum.
    ///
    /// ## Accuracy
    /// The relative error, compared with the exact inverse for the given doubles, is within
    /// 8 · 2⁻⁵³ · max(1, condition number), where the condition number is price / (vega · volatility).
    /// `docs/accuracy.md` lists the measured errors.
    ///
    /// - Parameter price: The present value per share.
    /// - Returns: The volatility in the units of the model, or the reason why none is determined.
    /// - Throws: ``PricingError`` if the price is outside its domain, or as ``price(volatility:)``.
    ///
    /// > Source: the problem and the accuracy criterion are those of Jäckel, "Let's Be Rational", *Wilmott* 75, 2015,
    /// > doi:10.1002/wilm.10395, and "Implied Normal Volatility", *Wilmott* 90, 2017, doi:10.1002/wilm.10581;
    /// > `docs/kernels.md` describes the methods.
    public func impliedVolatility(price: Double) throws(PricingError) -> ImpliedVolatility {
        let method = try method()
        try PricingError.requireNonNegative(.price, price)
        return try method.findVolatilityOfOne(self, price: price)
    }

    @inline(__always)
    private func evaluate(_ selection: GreekSelection, _ volatility: Double) throws(PricingError) -> OptionResult {
        var result = OptionResult()
        try method().evaluateOne(selection, self, volatility, into: &result)
        return result
    }

    /// The method that values the option.
    @inline(__always)
    func method() throws(PricingError) -> any PricingMethod.Type {
        try model.method(
            on: market.underlying, exercise: terms.exercise,
            hasDividends: market.hasDividends(until: terms.timeToExpiration))
    }
}
