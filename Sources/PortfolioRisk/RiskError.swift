public import LinearAlgebra
public import OptionPricing

/// Why the risk of a portfolio could not be computed.
///
/// Cases carry the parameter and the value. Holdings, underlyings and scenarios are counted from 0.
public enum RiskError: Error, Equatable, Sendable {
    /// The value is NaN or infinite.
    case notFinite(Parameter, Double)
    /// The value must be greater than zero.
    case notPositive(Parameter, Double)
    /// The value must be zero or greater.
    case negative(Parameter, Double)
    /// A level must lie between 0 and 1, both excluded.
    case levelOutOfRange(Double)
    /// The value must lie in `allowed`.
    case outOfRange(Parameter, Int, allowed: ClosedRange<Int>)
    /// An option must have the parameter.
    case missing(Parameter)
    /// There must be a correlation for every two underlyings.
    case wrongSize(rows: Int, columns: Int, underlyings: Int)
    /// The correlation of an underlying with itself must be 1.
    case notOne(underlying: Int, Double)
    /// The matrix is no correlation matrix of underlyings that can each move by themselves; or the library for matrices is
    /// missing.
    case correlations(LinearAlgebraError)
    /// The holding expires before the horizon.
    case expiresBeforeHorizon(holding: Int, timeToExpiration: Double)
    /// The holding has no value today.
    case pricing(holding: Int, PricingError)
    /// The profit of the scenario is beyond the doubles.
    case notRepresentable(scenario: Int)

    /// What was rejected.
    public enum Parameter: String, Sendable {
        /// The price of an underlying.
        case price
        /// The volatility of an underlying.
        case volatility
        /// The dividend yield of an underlying.
        case dividendYield
        /// The risk-free rate.
        case riskFreeRate
        /// The number of underlyings.
        case underlyings
        /// Which underlying a holding is of.
        case underlying
        /// The time to expiration of an option.
        case timeToExpiration
        /// The volatility at which an option is valued.
        case impliedVolatility
        /// The time until the profit is taken.
        case horizon
        /// The number of scenarios.
        case scenarios
        /// The number of threads.
        case threads
    }

    static func requireFinite(_ parameter: Parameter, _ value: Double) throws(RiskError) {
        guard value.isFinite else { throw .notFinite(parameter, value) }
    }

    static func requirePositive(_ parameter: Parameter, _ value: Double) throws(RiskError) {
        try requireFinite(parameter, value)
        guard value > 0 else { throw .notPositive(parameter, value) }
    }

    static func requireNonNegative(_ parameter: Parameter, _ value: Double) throws(RiskError) {
        try requireFinite(parameter, value)
        guard value >= 0 else { throw .negative(parameter, value) }
    }

    static func require(_ parameter: Parameter, _ value: Int, in allowed: ClosedRange<Int>) throws(RiskError) {
        guard allowed.contains(value) else { throw .outOfRange(parameter, value, allowed: allowed) }
    }
}
