/// What an answer depends on beyond the legs: a member `conventions` of the response, with the same names.
public struct Conventions: Hashable, Sendable, Codable {
    /// How an option leg was valued.
    public struct LegConvention: Hashable, Sendable, Codable {
        /// Years.
        public let timeToExpiration: Double
        /// The volatility that it was valued at; `nil` where none was needed.
        public internal(set) var impliedVolatility: Double?
        /// Where that comes from: `given`, `premium` or `underlying`.
        public internal(set) var source: String?
    }

    /// The units of the greeks of positions.
    public struct PositionGreekUnits: Hashable, Sendable, Codable {
        /// How a position's greeks come from those of one share.
        public private(set) var position = "signed by the side of the trade, times quantity and shares per contract"
        /// The unit of delta.
        public private(set) var delta = "per 1 of stock price"
        /// The unit of gamma.
        public private(set) var gamma = "delta per 1 of stock price"
        /// The unit of theta.
        public private(set) var theta = "per year of time passing"
        /// The unit of vega.
        public private(set) var vega = "per 1.00 of volatility"
        /// The unit of rho.
        public private(set) var rho = "per 1.00 of rate"
    }

    /// The model of options.
    public private(set) var model = "Black-Scholes-Merton, European exercise"
    /// How dates become years.
    public private(set) var dayCount = "actual/365 fixed, dates at 00:00 UTC"
    /// The instant of valuation, where it was given.
    public let valuationDate: String?
    /// Years to the first expiration; `nil` for shares alone.
    public let timeToExpiration: Double?
    /// A decimal per year.
    public let riskFreeRate: Double
    /// A decimal per year.
    public let dividendYield: Double
    /// How rates and yields are meant.
    public private(set) var compounding = "continuous"
    /// The volatility of the underlying; `nil` where none was needed.
    public internal(set) var volatility: Double?
    /// Where that comes from.
    public internal(set) var volatilitySource: String?
    /// For each leg, `nil` for shares; absent in the answer to a book, whose positions have their own.
    public internal(set) var legs: [LegConvention?]?
    /// Where the search for break-evens and extremes of a calendar could not be finished: what that means.
    public internal(set) var search: String?
    /// The units of the greeks, where there are some.
    public internal(set) var greekUnits: PositionGreekUnits?
    /// What probabilities mean, where there are some.
    public internal(set) var probability: String?
    /// What shifts of volatility do, where there are scenarios.
    public internal(set) var volatilityShifts: String?
}

extension Conventions {
    static let unfinishedSearch = "break-evens and extremes between prices very near each other may be missing"
    static let lognormalProfit =
        "at the first expiration, ln S ~ N(ln S0 + (r - q - v^2/2) T, v^2 T); not discounted; "
        + "valueAtRisk and expectedShortfall are losses; expectedMove is one standard deviation of ln S around its mean"
    static let additiveShifts = "added to the volatility of every leg, which is 0 where it would be negative"
}
