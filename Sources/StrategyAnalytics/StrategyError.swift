public import OptionPricing

/// An error in the inputs of a leg, a curve or a probability.
///
/// Cases carry the parameter and the value; `StrategyContract` words the message.
public enum StrategyError: Error, Equatable, Sendable {
    /// The value is NaN or infinite.
    case notFinite(Parameter, Double)
    /// The value must be greater than zero.
    case notPositive(Parameter, Double)
    /// The value must be zero or greater.
    case negative(Parameter, Double)
    /// The value must be greater than zero and less than one.
    case notBetweenZeroAndOne(Parameter, Double)
    /// The value must lie in `allowed`.
    case outOfRange(Parameter, Int, allowed: ClosedRange<Int>)
    /// A leg that expires after the horizon must be an option.
    case notAnOption
    /// The parameter discounts an amount beyond the range of `Double`.
    case notRepresentable(Parameter)
    /// An option cannot be valued.
    case pricing(PricingError)
    /// The computation costs more than a limit allows.
    case workExceeded(WorkLimits.Name, allowed: Int)
    /// The check of the ``WorkBudget`` ended the computation.
    case cancelled

    /// The rejected input. Raw values are the JSON field names.
    public enum Parameter: String, Sendable {
        /// The number of legs.
        case legs
        /// The number of positions.
        case positions
        /// The current price of the underlying.
        case currentPrice
        /// A price of the underlying at expiration.
        case stockPrice
        /// The strike price.
        case strikePrice
        /// The price paid or received per share.
        case premium
        /// The number of contracts.
        case quantity
        /// The number of shares per contract.
        case sharesPerContract
        /// The number of points of a curve.
        case points
        /// The shift added to volatilities.
        case volatilityShift
        /// Years from now.
        case elapsedTime
        /// Years to an expiration.
        case timeToExpiration
        /// The number of scenarios.
        case scenarios
        /// The remaining time of a leg at the horizon.
        case remainingTime
        /// The volatility at which a leg is valued.
        case volatility = "impliedVolatility"
        /// The risk-free rate.
        case riskFreeRate
        /// The dividend yield.
        case dividendYield
        /// A profit of the whole position.
        case profitLoss
        /// A probability.
        case probability
        /// The probability with which a loss is not exceeded.
        case level
    }

    /// Throws unless `value` is finite.
    package static func requireFinite(_ parameter: Parameter, _ value: Double) throws(StrategyError) {
        guard value.isFinite else { throw .notFinite(parameter, value) }
    }

    /// Throws unless `value` is finite and greater than zero.
    package static func requirePositive(_ parameter: Parameter, _ value: Double) throws(StrategyError) {
        try requireFinite(parameter, value)
        guard value > 0 else { throw .notPositive(parameter, value) }
    }

    /// Throws unless `value` is finite and zero or greater.
    package static func requireNonNegative(_ parameter: Parameter, _ value: Double) throws(StrategyError) {
        try requireFinite(parameter, value)
        guard value >= 0 else { throw .negative(parameter, value) }
    }

    /// Throws unless `value` is greater than zero and less than one.
    package static func requireBetweenZeroAndOne(_ parameter: Parameter, _ value: Double) throws(StrategyError) {
        guard value > 0, value < 1 else { throw .notBetweenZeroAndOne(parameter, value) }
    }

    /// Throws unless `value` lies in `allowed`.
    package static func require(
        _ parameter: Parameter, _ value: Int, in allowed: ClosedRange<Int>
    ) throws(StrategyError) {
        guard allowed.contains(value) else { throw .outOfRange(parameter, value, allowed: allowed) }
    }
}
