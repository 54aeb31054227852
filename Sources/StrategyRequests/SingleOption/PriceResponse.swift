public import OptionPricing

/// The price of an option and its greeks, per share.
public struct PriceResponse: Hashable, Sendable {
    /// The strike price if it was found from a delta.
    public let strikePrice: Double?
    /// The price and the first greeks, in the requested units.
    public let greeks: Greeks
    /// The higher greeks; `nil` if not requested.
    public let higherGreeks: HigherGreeks?
    /// The premium of early exercise and the boundaries; `nil` for a European option.
    public let earlyExercise: EarlyExercise?

    init(
        strikePrice: Double? = nil, greeks: Greeks, higherGreeks: HigherGreeks?, earlyExercise: EarlyExercise? = nil
    ) {
        self.strikePrice = strikePrice
        self.greeks = greeks
        self.higherGreeks = higherGreeks
        self.earlyExercise = earlyExercise
    }

    /// Values that do not exist: NaN.
    package static func absent(_ selection: GreekSelection) -> PriceResponse {
        let none = Double.nan
        return PriceResponse(
            greeks: Greeks(price: none, delta: none, gamma: none, theta: none, vega: none, rho: none),
            higherGreeks: selection == .allGreeks ? .absent : nil)
    }
}
