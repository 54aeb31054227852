/// The present value of the position.
public struct StrategyValue: Codable, Hashable, Sendable {
    /// The sums of the legs' numbers.
    public let net: PositionValue
    /// The value of each leg, in the order of the request.
    public let legs: [PositionValue]
}

/// A present value in currency for the whole position, signed by `position`.
public struct PositionValue: Codable, Hashable, Sendable {
    /// The present value in the model.
    public let value: Double
    /// The value less premiums and fees.
    public let profitLoss: Double
}

/// The greeks at the valuation.
public struct StrategyGreeks: Codable, Hashable, Sendable {
    /// The sums of the legs' greeks.
    public let net: PositionGreeks
    /// The greeks of each leg, in the order of the request.
    public let legs: [PositionGreeks]
}

/// Greeks in currency, signed by `position`, times `quantity` and `sharesPerContract`. `null` if infinite. The members
/// after `rho` are present if `include` has `allGreeks`.
public struct PositionGreeks: Codable, Hashable, Sendable {
    /// ∂V/∂S, per 1 of stock price.
    public let delta: Double?
    /// ∂²V/∂S², delta per 1 of stock price.
    public let gamma: Double?
    /// −∂V/∂T, per year of time passing; per calendar day in market units.
    public let theta: Double?
    /// ∂V/∂σ, per 1.00 of volatility; per percentage point in market units.
    public let vega: Double?
    /// ∂V/∂r, per 1.00 of rate; per percentage point in market units.
    public let rho: Double?
    /// ∂V/∂q, per 1.00 of dividend yield.
    public let epsilon: Double?
    /// ∂²V/∂S∂σ, delta per 1.00 of volatility.
    public let vanna: Double?
    /// ∂²V/∂σ², per 1.00 of volatility, squared.
    public let vomma: Double?
    /// −∂²V/∂S∂T, delta per year of time passing.
    public let charm: Double?
    /// ∂³V/∂S³, gamma per 1 of stock price.
    public let speed: Double?
    /// ∂³V/∂S²∂σ, gamma per 1.00 of volatility.
    public let zomma: Double?
    /// −∂³V/∂S²∂T, gamma per year of time passing.
    public let color: Double?
    /// ∂³V/∂σ³, per 1.00 of volatility, cubed.
    public let ultima: Double?
    /// ∂V/∂K, per 1 of strike price.
    public let dualDelta: Double?
    /// ∂²V/∂K², dual delta per 1 of strike price.
    public let dualGamma: Double?
    /// −∂²V/∂σ∂T, per 1.00 of volatility and year of time passing.
    public let veta: Double?
    /// (∂V/∂S) S/V, the relative change of the value per relative change of the stock price. Of legs only, neither
    /// signed nor multiplied; `nil` if the value is 0.
    public let lambda: Double?
}

/// The profit over the price of the underlying at one date, at the prices of the curve.
public struct ValueCurve: Codable, Hashable, Sendable {
    /// The date, or the years after the valuation.
    public let date: ValueDate
    /// The profits, ascending by price.
    public let points: [CurvePoint]
}

/// The greeks of the strategy at each price of the curve, and the density of the price at the first expiration. The
/// arrays have one element per price; `null` if infinite.
public struct CurveDetails: Codable, Hashable, Sendable {
    /// The prices of the underlying per share, those of the curve, ascending.
    public let stockPrices: [Double]
    /// The delta if the stock price were the price now.
    public let delta: [Double?]
    /// The gamma.
    public let gamma: [Double?]
    /// The theta, in the units of `greekUnits`.
    public let theta: [Double?]
    /// The vega, in the units of `greekUnits`.
    public let vega: [Double?]
    /// The rho, in the units of `greekUnits`.
    public let rho: [Double?]
    /// The probability density of the price at the first expiration, per unit of price, under the distribution of
    /// `probability`.
    public let density: [Double?]
}

/// The name of the strategy.
public struct StrategyDescription: Codable, Hashable, Sendable {
    /// The name in English; `unrecognised combination` if the legs have no name, `closed position` if they cancel out.
    public let name: String
    /// The kind of strategy; `nil` if the legs have no name.
    public let family: String?
    /// The role of each leg, in the order of the request; `nil` for a leg that only closes another, and for all legs of
    /// a combination without a name.
    public let legs: [String?]
    /// The other names of the strategy.
    public let aliases: [String]
}

/// The value of the right to exercise American options early, and the prices at which exercise now is optimal.
public struct StrategyEarlyExercise: Codable, Hashable, Sendable {
    /// The early exercise of each leg, per share, in the order of the request; `nil` for shares and European options.
    public let legs: [EarlyExercise?]
}

/// The early exercise of an American option, per share.
public struct EarlyExercise: Codable, Hashable, Sendable {
    /// The value of the option above that of the European option.
    public let earlyExercisePremium: Double
    /// Whether exercise now is optimal.
    public let exercised: Bool
    /// The price of the underlying next to the strike price at which exercise now is optimal.
    public let exerciseBoundary: Double?
    /// The other end of the prices at which exercise now is optimal, if they have one.
    public let secondExerciseBoundary: Double?
    /// Where a call is exercised just before each ex-date. Absent without dividends that count.
    public let exDateBoundaries: [ExDateBoundary]?
}

/// Where a call is exercised just before an ex-date.
public struct ExDateBoundary: Codable, Hashable, Sendable {
    /// The ex-date; `nil` if the request gives years.
    public let exDate: String?
    /// The years from the valuation to the ex-date.
    public let timeToExDate: Double
    /// The lowest price at which the call is exercised; `nil` if no price is high enough, and for a put.
    public let stockPrice: Double?
}
