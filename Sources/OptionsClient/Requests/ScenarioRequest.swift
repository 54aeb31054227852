/// A strategy, or a book of positions, and the prices, volatilities and dates at which to compute its profits.
public struct ScenarioRequest: Codable, Hashable, Sendable {
    /// The current price of the underlying per share.
    public var currentPrice: Double
    /// The legs of the strategy; `nil` for a book.
    public var legs: [StrategyLeg]?
    /// The positions of the book; `nil` for a strategy.
    public var positions: [BookPosition]?
    /// The day or the instant of valuation.
    public var valuationDate: String?
    /// The years to the expiration of options without an expiration of their own.
    public var timeToExpiration: Double?
    /// The risk-free rate, a decimal per year, continuously compounded. 0 if absent.
    public var riskFreeRate: Double?
    /// The dividend yield, a decimal per year, continuously compounded. 0 if absent.
    public var dividendYield: Double?
    /// When the holders of the options may exercise them, unless a leg has a style of its own. European if absent.
    public var exercise: ExerciseStyle?
    /// Dividends of the underlying at ex-dates, in addition to the yield.
    public var dividends: [Dividend]?
    /// The volatility of the underlying, a decimal per year.
    public var volatility: Double?
    /// Whether a request with unknown members is refused. `false` if absent.
    public var strict: Bool?
    /// The prices, volatilities and dates of the scenarios.
    public var scenarioGrid: ScenarioGrid?

    /// Creates a request for one strategy.
    public init(currentPrice: Double, legs: [StrategyLeg], scenarioGrid: ScenarioGrid? = nil) {
        self.currentPrice = currentPrice
        self.legs = legs
        self.scenarioGrid = scenarioGrid
    }

    /// Creates a request for a book.
    public init(currentPrice: Double, positions: [BookPosition], scenarioGrid: ScenarioGrid? = nil) {
        self.currentPrice = currentPrice
        self.positions = positions
        self.scenarioGrid = scenarioGrid
    }
}

/// A position of a book.
public struct BookPosition: Codable, Hashable, Sendable {
    /// The identifier, which the answer repeats.
    public var id: LineIdentifier?
    /// The legs.
    public var legs: [StrategyLeg]

    /// Creates a position.
    public init(id: LineIdentifier? = nil, legs: [StrategyLeg]) {
        self.id = id
        self.legs = legs
    }
}
