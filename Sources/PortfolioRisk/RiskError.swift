public import ExactPayoff
public import LinearAlgebra
public import OptionPricing

/// The reason why the risk of a portfolio could not be computed.
///
/// Cases carry the parameter and its value. Holdings, underlyings and scenarios are identified by their index.
public enum RiskError: Error, Equatable, Sendable {
    /// The value is NaN or infinite.
    case notFinite(Parameter, Double)
    /// The value must be greater than zero.
    case notPositive(Parameter, Double)
    /// The value must be zero or greater.
    case negative(Parameter, Double)
    /// The level must be between 0 and 1, exclusive.
    case levelOutOfRange(Double)
    /// The value must be in `allowed`.
    case outOfRange(Parameter, Int, allowed: ClosedRange<Int>)
    /// The parameter is required for an option.
    case missing(Parameter)
    /// The matrix of correlations must have one row and one column for each underlying.
    case wrongSize(rows: Int, columns: Int, underlyings: Int)
    /// The correlation of an underlying with itself must be 1.
    case notOne(underlying: Int, Double)
    /// The matrix of correlations is not finite or not symmetric; that of more than 64 underlyings is not positive definite, or the
    /// library for matrices is missing.
    case correlations(LinearAlgebraError)
    /// The correlations of the first `underlyings` underlyings are not positive semidefinite, so no prices have them.
    case notPositiveSemidefinite(underlyings: Int)
    /// The holding expires before the horizon.
    case expiresBeforeHorizon(holding: Int, timeToExpiration: Double)
    /// The holding has no value today, or at the horizon.
    case pricing(holding: Int, PricingError)
    /// The profit in the scenario is outside the range of doubles.
    case notRepresentable(scenario: Int)
    /// A limit of the work is exceeded, or the computation was cancelled.
    case work(StrategyError)

    /// The input that was rejected.
    public enum Parameter: String, Sendable {
        /// The number of prices of a history.
        case prices
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
        /// The index of a holding's underlying.
        case underlying
        /// The time to expiration of an option.
        case timeToExpiration
        /// The volatility at which an option is valued.
        case impliedVolatility
        /// The time until the profit is measured.
        case horizon
        /// The number of scenarios.
        case scenarios
        /// The number of positions.
        case positions
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

    /// Runs a step of work, and converts its error.
    static func working(_ step: () throws(StrategyError) -> Void) throws(RiskError) {
        do throws(StrategyError) {
            try step()
        } catch {
            throw .work(error)
        }
    }
}
