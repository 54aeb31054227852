/// The price and the greeks of one option, per share, in mathematical notation: V the price, S the price of the
/// underlying, K the strike price, T the years to expiration, σ the volatility, q the dividend yield, Δ delta, Γ gamma.
/// A greek is `null` if it is infinite. The members from `epsilon` to `dualGamma` are present with
/// `allGreeks=true`, and those after them for American options.
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
    /// The value of an American option above that of the European option.
    public let earlyExercisePremium: Double?
    /// Whether exercise of an American option now is optimal.
    public let exercised: Bool?
    /// The price of the underlying next to the strike price at which exercise now is optimal.
    public let exerciseBoundary: Double?
    /// The other end of the prices at which exercise now is optimal, if they have one.
    public let secondExerciseBoundary: Double?
    /// Where a call is exercised just before each ex-date. Absent without dividends that count.
    public let exDateBoundaries: [ExDateBoundary]?
}

/// An implied volatility, or the reason why there is none. The greeks of ``values`` are also members of the response.
@dynamicMemberLookup
public struct ImpliedVolatilityResponse: Codable, Hashable, Sendable {
    /// The `id` of the request, if it is a string or a number.
    public let id: LineIdentifier?
    /// The volatility, a decimal per year; `nil` unless `status` is `ok`.
    public let impliedVolatility: Double?
    /// `below_intrinsic`: the price is below the discounted intrinsic value. `above_maximum`: no volatility gives so
    /// high a price. `not_determinable`: the price carries no information about volatility.
    public let status: ImpliedVolatilityStatus
    /// The price and the greeks at the volatility, with `greeks=true` or `allGreeks=true`; `nil` without a volatility.
    public let values: PriceResponse?

    /// The price of the option in the model.
    public var price: Double? { values?.price }

    /// A greek of ``values``.
    public subscript<Value>(dynamicMember greek: KeyPath<PriceResponse, Value?>) -> Value? { values?[keyPath: greek] }

    private enum CodingKeys: CodingKey { case id, impliedVolatility, status, price }

    /// Reads a response, in which the values are not nested.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decodeIfPresent(LineIdentifier.self, forKey: .id)
        impliedVolatility = try members.decodeIfPresent(Double.self, forKey: .impliedVolatility)
        status = try members.decode(ImpliedVolatilityStatus.self, forKey: .status)
        let hasValues = try members.decodeIfPresent(Double.self, forKey: .price) != nil
        values = hasValues ? try PriceResponse(from: decoder) : nil
    }

    /// Writes the response as it is read.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(id, forKey: .id)
        try members.encodeIfPresent(impliedVolatility, forKey: .impliedVolatility)
        try members.encode(status, forKey: .status)
        try values?.encode(to: encoder)
    }
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
