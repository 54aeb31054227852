internal import DecimalNumbers
public import ExactPayoff
public import OptionPricing

/// A request of `options risk`: positions on several underlyings, and the horizon, scenarios and levels of their risk.
///
/// ## Units
/// Times in years; rates, yields and volatilities as decimals per year: 0.2 is 20 %.
public struct RiskRequest: Hashable, Sendable {
    /// The time at which profits are measured.
    public enum Horizon: Hashable, Sendable {
        /// 00:00 UTC of a date; requires a valuation.
        case date(CalendarDate)
        /// Calendar days after the valuation.
        case days(Double)
        /// Years after the valuation.
        case years(Double)
    }

    /// An underlying with the positions on it.
    public struct Underlying: Hashable, Sendable {
        /// The JSON text of the member `id`, which the response repeats; `nil` if there is none.
        package let identifier: [UInt8]?
        /// The current price, per share.
        public let currentPrice: Double
        /// The volatility; `nil` if it is estimated from ``history``.
        public let volatility: Double?
        /// The yield, continuously compounded.
        public let dividendYield: Double
        /// Dividends in addition to the yield.
        public let dividends: [RequestDividend]
        /// Prices at equal intervals, oldest first.
        public let history: [Double]?
        /// The positions.
        public let positions: [Position]
    }

    /// A position: legs on one underlying.
    public struct Position: Hashable, Sendable {
        /// The JSON text of the member `id`, which the response repeats; `nil` if there is none.
        package let identifier: [UInt8]?
        /// The legs.
        public let legs: [Leg]
    }

    /// The instant of valuation.
    public let valuation: Timestamp?
    /// The horizon.
    public let horizon: Horizon
    /// The risk-free rate, continuously compounded.
    public let riskFreeRate: Double
    /// When the holders of the options may exercise them, unless a leg has a style of its own.
    public let exercise: ExerciseStyle
    /// The underlyings.
    public let underlyings: [Underlying]
    /// A row and a column for each underlying; `nil` if they are estimated from the histories.
    public let correlations: [[Double]]?
    /// The number of intervals of a history in a year.
    public let periodsPerYear: Double
    /// The levels of value at risk and expected shortfall.
    public let confidenceLevels: [Double]
    /// The number of random scenarios.
    public let scenarios: Int
    /// The seed of the scenarios.
    public let seed: Int
    /// Further results.
    public let include: Set<RiskInclusion>

    /// Creates a request from valid members.
    package init(_ members: RiskMembers) {
        valuation = members.valuation
        horizon =
            members.horizonDate.map { .date($0) } ?? members.horizonDays.map { .days($0) }
            ?? .years(members.timeToHorizon ?? .nan)
        riskFreeRate = members.riskFreeRate
        exercise = members.exercise
        underlyings = members.underlyings.map { underlying in
            Underlying(
                identifier: underlying.identifier, currentPrice: DecimalPrice(underlying.currentPrice ?? .nan).value,
                volatility: underlying.volatility, dividendYield: underlying.dividendYield,
                dividends: underlying.dividends, history: underlying.history,
                positions: underlying.positions.map { Position(identifier: $0.identifier, legs: $0.legs) })
        }
        correlations = members.correlations
        periodsPerYear = members.periodsPerYear
        confidenceLevels = members.confidenceLevels
        scenarios = members.scenarios
        seed = members.seed
        include = members.include
    }
}

/// A further result of a request of `options risk`. Raw values are the JSON names.
public enum RiskInclusion: String, Hashable, Sendable, CaseIterable {
    /// The independent standard normal variates of the scenarios.
    case normals
}
