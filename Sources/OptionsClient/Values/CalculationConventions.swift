/// The assumptions on which the results depend. Present whenever the model is used.
public struct CalculationConventions: Codable, Hashable, Sendable {
    /// The pricing model.
    public let model: String
    /// How years are counted between dates.
    public let dayCount: String
    /// The instant of valuation in UTC, if the request gives one.
    public let valuationDate: String?
    /// The years to the first expiration. Absent if there are only shares and no time is given.
    public let timeToExpiration: Double?
    /// The risk-free rate, a decimal per year.
    public let riskFreeRate: Double
    /// The dividend yield, a decimal per year.
    public let dividendYield: Double
    /// The dividends that count for at least one option, by time. Absent without one.
    public let dividends: [Dividend]?
    /// How shares in a position treat dividends: `neither earn nor owe dividends`. Absent if no dividend counts.
    public let shares: String?
    /// How rates and yields compound.
    public let compounding: String
    /// The volatility of the underlying, a decimal per year. Absent if no result depends on it.
    public let volatility: Double?
    /// The source of the volatility of the underlying.
    public let volatilitySource: String?
    /// The distribution that the request gives. Absent if no result depends on it.
    public let distribution: PriceDistribution?
    /// The conventions of each leg, in the order of the request. Absent for a book.
    public let legs: [LegConvention?]?
    /// Present if the search for break-evens and extremes was not completed.
    public let search: String?
    /// The units of the greeks, if there are any.
    public let greekUnits: [String: String]?
    /// The distribution of probabilities, if there are any.
    public let probability: String?
    /// The effect of volatility shifts, if there are scenarios.
    public let volatilityShifts: String?
}

/// The time and the volatility with which a leg was valued.
public struct LegConvention: Codable, Hashable, Sendable {
    /// The years to the expiration.
    public let timeToExpiration: Double
    /// The volatility, a decimal per year. Absent if no result depends on it.
    public let impliedVolatility: Double?
    /// The source of the volatility: the leg's `impliedVolatility`, its premium, or the `volatility` of the request.
    public let source: String?
    /// Whether the premium is from the request or is the model value. Absent if all premiums are given.
    public let premiumSource: String?
    /// When the holder may exercise. Absent if all options are European and no dividend counts.
    public let exercise: ExerciseStyle?
}
