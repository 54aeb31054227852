/// The price and the greeks of one option, per share, in mathematical notation: V the price, S the price of the
/// underlying, K the strike price, T the years to expiration, σ the volatility, q the dividend yield, Δ delta, Γ gamma.
/// A greek is `null` if it is infinite. The members after `rho` are present with `allGreeks=true`.
public struct PriceResponse: Codable, Hashable, Sendable {
    /// The `id` of the request, if it is a string or a number.
    public let id: LineIdentifier?
    /// The strike price, if the request has a delta in its place.
    public let strikePrice: Double?
    /// The price of the option.
    public let price: Double
    /// ∂V/∂S.
    public let delta: Double?
    /// ∂²V/∂S².
    public let gamma: Double?
    /// −∂V/∂T, per year of time passing; per calendar day with `marketUnits=true`.
    public let theta: Double?
    /// ∂V/∂σ, per 1.00 of volatility; per percentage point with `marketUnits=true`.
    public let vega: Double?
    /// ∂V/∂r, per 1.00 of rate; per percentage point with `marketUnits=true`.
    public let rho: Double?
    /// ∂V/∂q.
    public let epsilon: Double?
    /// ∂²V/∂S∂σ.
    public let vanna: Double?
    /// ∂²V/∂σ².
    public let vomma: Double?
    /// −∂Δ/∂T.
    public let charm: Double?
    /// ∂Γ/∂S.
    public let speed: Double?
    /// ∂Γ/∂σ.
    public let zomma: Double?
    /// −∂Γ/∂T.
    public let color: Double?
    /// ∂³V/∂σ³.
    public let ultima: Double?
    /// ∂V/∂K.
    public let dualDelta: Double?
    /// ∂²V/∂K².
    public let dualGamma: Double?
}

/// An implied volatility, or the reason why there is none. With `greeks=true` or `allGreeks=true`, the price and the
/// greeks at the volatility follow, per share and in the notation of `price`; they are `null` without a volatility or
/// if infinite. The members after `rho` are present with `allGreeks=true`.
public struct ImpliedVolatilityResponse: Codable, Hashable, Sendable {
    /// The `id` of the request, if it is a string or a number.
    public let id: LineIdentifier?
    /// The volatility, a decimal per year; `nil` unless `status` is `ok`.
    public let impliedVolatility: Double?
    /// `below_intrinsic`: the price is below the discounted intrinsic value. `above_maximum`: no volatility gives so
    /// high a price. `not_determinable`: the price carries no information about volatility.
    public let status: ImpliedVolatilityStatus
    /// The price of the option in the model.
    public let price: Double?
    /// ∂V/∂S.
    public let delta: Double?
    /// ∂²V/∂S².
    public let gamma: Double?
    /// −∂V/∂T, per year of time passing; per calendar day in market units.
    public let theta: Double?
    /// ∂V/∂σ, per 1.00 of volatility; per percentage point in market units.
    public let vega: Double?
    /// ∂V/∂r, per 1.00 of rate; per percentage point in market units.
    public let rho: Double?
    /// ∂V/∂q.
    public let epsilon: Double?
    /// ∂²V/∂S∂σ.
    public let vanna: Double?
    /// ∂²V/∂σ².
    public let vomma: Double?
    /// −∂Δ/∂T.
    public let charm: Double?
    /// ∂Γ/∂S.
    public let speed: Double?
    /// ∂Γ/∂σ.
    public let zomma: Double?
    /// −∂Γ/∂T.
    public let color: Double?
    /// ∂³V/∂σ³.
    public let ultima: Double?
    /// ∂V/∂K.
    public let dualDelta: Double?
    /// ∂²V/∂K².
    public let dualGamma: Double?
}

/// The status of an implied volatility. Servers of later versions may send further values.
public struct ImpliedVolatilityStatus: RawRepresentable, Codable, Hashable, Sendable {
    /// The text in JSON.
    public let rawValue: String

    /// Creates a value from its text in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The volatility was found.
    public static let ok = Self(rawValue: "ok")
    /// The price is below the intrinsic value.
    public static let belowIntrinsic = Self(rawValue: "below_intrinsic")
    /// No volatility gives so high a price.
    public static let aboveMaximum = Self(rawValue: "above_maximum")
    /// The price carries no information about volatility.
    public static let notDeterminable = Self(rawValue: "not_determinable")
}
