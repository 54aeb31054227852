/// The reason why an option could not be valued.
///
/// Cases carry the parameter and its value; `StrategyContract` formats them as text.
public enum PricingError: Error, Equatable, Sendable {
    /// The value is NaN or infinite.
    case notFinite(Parameter, Double)
    /// The value must be greater than zero.
    case notPositive(Parameter, Double)
    /// The value must be zero or greater.
    case negative(Parameter, Double)
    /// The value must be one or less.
    case greaterThanOne(Parameter, Double)
    /// The value is outside the range in which options with such terms are valued.
    case outsideRange(Parameter, Double, ClosedRange<Double>, Terms)
    /// The result is too large for a `Double`.
    case notRepresentable(Parameter)
    /// No method values options with such terms or in such a market.
    case notSupported(Parameter)
    /// No method found a value of the documented accuracy. The parameter is the term that requires the method.
    case notConverged(Parameter)

    /// Terms that limit the range of other inputs.
    public enum Terms: Hashable, Sendable {
        /// American exercise.
        case americanExercise
        /// Dividends at ex-dates.
        case dividends
    }

    /// The input that was rejected. Raw values are the JSON field names.
    public enum Parameter: String, Sendable {
        /// The price of the underlying.
        case spot = "currentPrice"
        /// The forward price of the underlying.
        case forward = "forwardPrice"
        /// The strike price.
        case strike = "strikePrice"
        /// The time to expiration.
        case timeToExpiration
        /// The risk-free rate.
        case riskFreeRate
        /// The dividend yield.
        case dividendYield
        /// The volatility of the underlying.
        case volatility
        /// The price of the option.
        case price
        /// The model of the underlying.
        case model
        /// When the holder may exercise.
        case exercise
        /// The dividends at ex-dates.
        case dividends
        /// The time to the ex-date of a dividend.
        case timeToExDate
        /// A dividend as an amount of money.
        case amount
        /// A dividend as a proportion of the price.
        case proportion
    }

    /// Throws unless `value` is finite.
    package static func requireFinite(_ parameter: Parameter, _ value: Double) throws(PricingError) {
        guard value.isFinite else { throw .notFinite(parameter, value) }
    }

    /// Throws unless `value` is finite and greater than zero.
    package static func requirePositive(_ parameter: Parameter, _ value: Double) throws(PricingError) {
        try requireFinite(parameter, value)
        guard value > 0 else { throw .notPositive(parameter, value) }
    }

    /// Throws unless `value` is finite and zero or greater.
    package static func requireNonNegative(_ parameter: Parameter, _ value: Double) throws(PricingError) {
        try requireFinite(parameter, value)
        guard value >= 0 else { throw .negative(parameter, value) }
    }
}
