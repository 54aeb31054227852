public import OptionPricing

/// The response of `options risk`. Losses are positive.
public struct RiskResponse: Hashable, Sendable {
    /// A value at a confidence level, with an interval for the error of the simulation.
    public struct Level: Hashable, Sendable {
        /// The confidence level.
        public let level: Double
        /// The loss.
        public let value: Double
        /// The interval that contains the loss of infinitely many scenarios with a probability of about 95 %.
        public let lower, upper: Double
    }

    /// The part of a position in the risk of the portfolio.
    public struct Contribution: Hashable, Sendable {
        /// The confidence level.
        public let level: Double
        /// The loss of the position in the scenario that is the value at risk of the portfolio.
        public let valueAtRisk: Double
        /// The mean loss of the position in the worst scenarios of the portfolio.
        public let expectedShortfall: Double
    }

    /// A position.
    public struct Position: Hashable, Sendable {
        /// The JSON text of the member `id`; `nil` if there is none.
        package let identifier: [UInt8]?
        /// The present value, rounded to 8 decimal places.
        public let value: Double
        /// The mean profit.
        public let expectedProfitLoss: Double
        /// The parts in the risk of the portfolio, for each confidence level.
        public let contributions: [Contribution]
        /// The time and volatility with which each leg was valued; `nil` for shares.
        public let legs: [Conventions.LegConvention?]
    }

    /// An underlying.
    public struct Underlying: Hashable, Sendable {
        /// The JSON text of the member `id`; `nil` if there is none.
        package let identifier: [UInt8]?
        /// The positions, in the order of the request.
        public let positions: [Position]
    }

    /// The present value of the portfolio, rounded to 8 decimal places.
    public let value: Double
    /// The mean profit.
    public let expectedProfitLoss: Double
    /// The loss that is not exceeded with the probability of each level.
    public let valueAtRisk: [Level]
    /// The mean loss in the worst scenarios of each level.
    public let expectedShortfall: [Level]
    /// The underlyings, in the order of the request.
    public let underlyings: [Underlying]
    /// The independent standard normal variates: for each underlying, one for each scenario. `nil` unless the request includes them.
    public let normals: [[Double]]?
    /// The assumptions on which the results depend.
    public let conventions: RiskConventions
}

/// The assumptions of a response of `options risk`.
public struct RiskConventions: Hashable, Sendable {
    /// Where a number comes from. Raw values are those of the JSON.
    public enum Source: String, Hashable, Sendable {
        /// The request gives it.
        case given
        /// It is estimated from the histories of prices.
        case history
    }

    /// The assumptions about an underlying.
    public struct Underlying: Hashable, Sendable {
        /// A decimal per year.
        public let volatility: Double
        /// The source of the volatility.
        public let volatilitySource: Source
        /// A decimal per year.
        public let dividendYield: Double
    }

    /// The exercise style of all options; `nil` if some are American and some European.
    public let exercise: ExerciseStyle?
    /// Whether a dividend counts for at least one option.
    public let hasDividends: Bool
    /// The instant of valuation; `nil` if not given.
    public let valuation: Timestamp?
    /// The years to the horizon.
    public let timeToHorizon: Double
    /// A decimal per year.
    public let riskFreeRate: Double
    /// The underlyings, in the order of the request.
    public let underlyings: [Underlying]
    /// The source of the correlations; `nil` if there is one underlying.
    public let correlationSource: Source?
    /// The correlations, if they are estimated.
    public let correlations: [[Double]]?
    /// The number of scenarios.
    public let scenarios: Int
    /// The seed of the scenarios.
    public let seed: Int

    /// Whether the exercise styles of legs are stated: not if all options are European and no dividend counts.
    package var statesExercise: Bool { exercise != .european || hasDividends }
}
