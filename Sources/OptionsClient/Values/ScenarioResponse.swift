/// The profits of a strategy or of a book.
public struct ScenarioResponse: Codable, Hashable, Sendable {
    /// The profits of the strategy, or of all positions together.
    public let scenarios: ScenarioProfits
    /// The positions of a book, in the order of the request. Absent for one strategy.
    public let positions: [PositionScenarios]?
    /// The assumptions on which the results depend. Present whenever the model is used.
    public let conventions: CalculationConventions
}

/// The profit in every combination of prices, volatility shifts and dates.
public struct ScenarioProfits: Codable, Hashable, Sendable {
    /// The prices of the underlying per share, one for each spot shift.
    public let stockPrices: [Double]
    /// The numbers that are added to the volatility of every leg.
    public let volatilityShifts: [Double]
    /// The dates, or the years after the valuation.
    public let dates: [ValueDate]
    /// The profits, as `profitLoss[price][shift][date]`.
    public let profitLoss: [[[Double]]]
}

/// The profits of one position of a book.
public struct PositionScenarios: Codable, Hashable, Sendable {
    /// The `id` of the position, if it is a string or a number.
    public let id: LineIdentifier?
    /// The profits, as `profitLoss[price][shift][date]`.
    public let profitLoss: [[[Double]]]
    /// The conventions of each leg, in the order of the request.
    public let legs: [LegConvention?]
}
