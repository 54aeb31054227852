/// The risk of a portfolio. Losses are positive.
public struct RiskResponse: Codable, Hashable, Sendable {
    /// The present value of the portfolio.
    public let value: Double
    /// The mean profit.
    public let expectedProfitLoss: Double
    /// For each confidence level, the least loss that is not exceeded with that probability.
    public let valueAtRisk: [SimulatedRisk]
    /// For each confidence level, the mean loss in the worst scenarios.
    public let expectedShortfall: [SimulatedRisk]
    /// The underlyings, in the order of the request.
    public let underlyings: [UnderlyingRisk]
    /// The independent standard normal variates: for each underlying, one for each scenario. Absent unless the request includes them.
    public let normals: [[Double]]?
    /// The assumptions on which the risk depends.
    public let conventions: RiskConventions
}

/// A measure of risk at one level, with the error of the simulation.
public struct SimulatedRisk: Codable, Hashable, Sendable {
    /// The confidence level.
    public let level: Double
    /// The loss.
    public let value: Double
    /// The lower end of the interval that contains the loss of infinitely many scenarios with a probability of about 95 %.
    public let lower: Double
    /// The upper end of the interval.
    public let upper: Double
}

/// The positions on an underlying of a portfolio.
public struct UnderlyingRisk: Codable, Hashable, Sendable {
    /// The `id` of the underlying, if it is a string or a number.
    public let id: LineIdentifier?
    /// The positions, in the order of the request.
    public let positions: [PositionRisk]
}

/// The part of a position in the risk of a portfolio.
public struct PositionRisk: Codable, Hashable, Sendable {
    /// The `id` of the position, if it is a string or a number.
    public let id: LineIdentifier?
    /// The present value.
    public let value: Double
    /// The mean profit.
    public let expectedProfitLoss: Double
    /// The contributions at each confidence level. Those of all positions add up to the risk of the portfolio.
    public let contributions: [RiskContribution]
    /// The conventions of each leg, in the order of the request.
    public let legs: [LegConvention?]
}

/// What a position adds to the risk of a portfolio.
public struct RiskContribution: Codable, Hashable, Sendable {
    /// The confidence level.
    public let level: Double
    /// The loss of the position in the scenario that is the value at risk of the portfolio.
    public let valueAtRisk: Double
    /// The mean loss of the position in the worst scenarios of the portfolio.
    public let expectedShortfall: Double
}

/// The assumptions on which the risk of a portfolio depends.
public struct RiskConventions: Codable, Hashable, Sendable {
    /// The assumptions about an underlying.
    public struct Underlying: Codable, Hashable, Sendable {
        /// The volatility, a decimal per year.
        public let volatility: Double
        /// The source of the volatility: `given` or `history`.
        public let volatilitySource: String
        /// The dividend yield, a decimal per year.
        public let dividendYield: Double
    }

    /// The pricing model.
    public let model: String
    /// How years are counted between dates.
    public let dayCount: String
    /// The instant of valuation in UTC, if the request gives one.
    public let valuationDate: String?
    /// The years to the horizon.
    public let timeToHorizon: Double
    /// The risk-free rate, a decimal per year.
    public let riskFreeRate: Double
    /// How rates and yields compound.
    public let compounding: String
    /// The underlyings, in the order of the request.
    public let underlyings: [Underlying]
    /// The source of the correlations: `given` or `history`. Absent for one underlying.
    public let correlationSource: String?
    /// The correlations, if they are estimated.
    public let correlations: [[Double]]?
    /// The distribution of the prices at the horizon.
    public let distribution: String
    /// What a profit is.
    public let profitLoss: String
    /// What the intervals are.
    public let interval: String
    /// The number of scenarios.
    public let scenarios: Int
    /// The seed of the scenarios.
    public let seed: Int
}
