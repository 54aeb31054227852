/// A model of the price of an underlying. Raw values are those of the JSON.
public enum PricingModel: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// The underlying is lognormal: Black–Scholes–Merton on a spot price, Black (1976) on a forward price.
    ///
    /// With d₁ = ln(F/K) / (σ√T) + σ√T/2 and d₂ = d₁ − σ√T:
    ///
    ///     call = e^(−rT) (F N(d₁) − K N(d₂))
    ///
    /// ## Units
    /// Volatilities are decimals per year: 0.2 means 20 %.
    ///
    /// ## Domain
    /// Prices and strikes are greater than 0.
    ///
    /// ## Accuracy
    /// The relative error of a price is below 4·10⁻¹⁵ (1 + d₁² + d₂² + (1 + |d₁|) / σ√T), including out of the money. A price is
    /// never below the discounted intrinsic value. The error of theta is relative to the sum of the magnitudes of its terms.
    /// `docs/accuracy.md` lists the measured errors.
    ///
    /// > Source: Black and Scholes, "The Pricing of Options and Corporate Liabilities", *J. Polit. Econ.* 81(3), 1973,
    /// > doi:10.1086/260062; Merton, "Theory of Rational Option Pricing", *Bell J. Econ. Manag. Sci.* 4(1), 1973,
    /// > doi:10.2307/3003143; Black, "The Pricing of Commodity Contracts", *J. Financ. Econ.* 3, 1976,
    /// > doi:10.1016/0304-405X(76)90024-6.
    case blackScholesMerton = "black-scholes-merton"

    /// The forward is normally distributed around its present value with the standard deviation σ√T: Bachelier.
    ///
    /// With d = (F − K) / (σ√T):
    ///
    ///     call = e^(−rT) ((F − K) N(d) + σ√T φ(d))
    ///
    /// On a spot price, F is S e^((r−q)T), and derivatives are with respect to the spot.
    ///
    /// ## Units
    /// Volatilities are in money per square root of a year.
    ///
    /// ## Domain
    /// Prices and strikes are finite; they may be 0 or negative, as those of rates and spreads are.
    ///
    /// ## Accuracy
    /// The relative error of a price is below 4·10⁻¹⁵ (1 + d²), including out of the money. Near the money, the error of the
    /// discount factors adds 10⁻¹⁵ of the forward in units of σ√T.
    ///
    /// > Source: Bachelier, "Théorie de la spéculation", *Ann. Sci. Éc. Norm. Supér.* 17, 1900.
    case bachelier

    /// Whether prices of the underlying and strikes may be 0 or negative.
    public var allowsNegativePrices: Bool { self == .bachelier }
}
