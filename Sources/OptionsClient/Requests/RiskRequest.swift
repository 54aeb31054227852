/// Positions on several underlyings, and the horizon, the scenarios and the levels of their risk.
public struct RiskRequest: Codable, Hashable, Sendable {
    /// The underlyings, with the positions on them.
    public var underlyings: [PortfolioUnderlying]
    /// The day or the instant of valuation.
    public var valuationDate: String?
    /// The day of the horizon, `YYYY-MM-DD`. One of the three members for the horizon is required.
    public var horizonDate: String?
    /// The calendar days to the horizon.
    public var horizonDays: Double?
    /// The years to the horizon.
    public var timeToHorizon: Double?
    /// The risk-free rate, a decimal per year, continuously compounded. 0 if absent.
    public var riskFreeRate: Double?
    /// When the holders of the options may exercise them, unless a leg has a style of its own. European if absent.
    public var exercise: ExerciseStyle?
    /// A row and a column for each underlying. If absent, they are estimated from the histories.
    public var correlations: [[Double]]?
    /// The intervals of the histories in a year. 252 if absent.
    public var periodsPerYear: Double?
    /// The levels of value at risk and expected shortfall. 0.95 and 0.99 if absent.
    public var confidenceLevels: [Double]?
    /// The number of random scenarios. 10,000 if absent.
    public var scenarios: Int?
    /// The seed of the scenarios. 0 if absent.
    public var seed: Int?
    /// Further results: `normals`.
    public var include: [String]?
    /// Whether a request with unknown members is refused. `false` if absent.
    public var strict: Bool?

    /// Creates a request. Its further members can be set afterwards.
    public init(underlyings: [PortfolioUnderlying], horizonDays: Double? = nil, correlations: [[Double]]? = nil) {
        self.underlyings = underlyings
        self.horizonDays = horizonDays
        self.correlations = correlations
    }
}

/// An underlying of a portfolio, and the positions on it.
public struct PortfolioUnderlying: Codable, Hashable, Sendable {
    /// The identifier, which the answer repeats.
    public var id: LineIdentifier?
    /// The current price per share.
    public var currentPrice: Double
    /// The volatility, a decimal per year. If absent, it is estimated from `history`.
    public var volatility: Double?
    /// The dividend yield, a decimal per year, continuously compounded. 0 if absent.
    public var dividendYield: Double?
    /// Dividends at ex-dates after the horizon, in addition to the yield.
    public var dividends: [Dividend]?
    /// Prices at equal intervals, oldest first.
    public var history: [Double]?
    /// The positions.
    public var positions: [BookPosition]

    /// Creates an underlying.
    public init(
        id: LineIdentifier? = nil, currentPrice: Double, volatility: Double? = nil, history: [Double]? = nil,
        positions: [BookPosition]
    ) {
        self.id = id
        self.currentPrice = currentPrice
        self.volatility = volatility
        self.history = history
        self.positions = positions
    }
}
