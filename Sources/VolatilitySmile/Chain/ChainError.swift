public import OptionPricing

/// The reason why quotes do not form a chain, or why a chain implies no forward.
///
/// Quotes are identified by their index.
public enum ChainError: Error, Equatable, Sendable {
    /// The spot, the time, the rate or the yield is outside its domain.
    case market(PricingError)
    /// The forward or a discount factor is too large or too small for a `Double`.
    case notRepresentable
    /// The value is NaN or infinite.
    case notFinite(quote: Int, Parameter, Double)
    /// The value must be greater than zero.
    case notPositive(quote: Int, Parameter, Double)
    /// The value must be zero or greater.
    case negative(quote: Int, Parameter, Double)
    /// Two quotes are of the same kind and strike.
    case duplicate(quote: Int, of: Int)
    /// No strike has a usable call and put, so put–call parity implies no forward.
    case noPairs

    /// The input that was rejected. Raw values are the JSON field names.
    public enum Parameter: String, Sendable {
        /// The price at which the option is exercised.
        case strike = "strikePrice"
        /// The price of the option.
        case price
        /// The bid of the option.
        case bid
        /// The ask of the option.
        case ask
    }
}
