public import ExactPayoff
public import OptionPricing
public import StrategyValuation

/// A line of `options price`: an option and its volatility. The initialisers validate every value.
///
/// ```swift
/// let option = try ModelledOption(.call, spot: 100, strike: 105, timeToExpiration: 0.5, riskFreeRate: 0.05)
/// let response = try PriceRequest(option, volatility: 0.2).price()
/// response.greeks.delta
/// ```
public struct PriceRequest: Hashable, Sendable {
    /// The option and its model.
    public let option: ModelledOption
    /// The volatility as a decimal per year: 0.2 is 20 %.
    public let volatility: Double
    /// The units of theta, vega and rho; `nil` if the request does not give them.
    public let greekUnits: GreekUnits?
    /// Whether the strike price was found from a delta. The response then includes it.
    package let isStrikeFound: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - option: The option and its model.
    ///   - volatility: The volatility in the units of the model; finite, 0 or greater.
    ///   - greekUnits: The units of theta, vega and rho, if the request gives them.
    /// - Throws: `StrategyError` naming the first field that breaks a rule.
    public init(
        _ option: ModelledOption, volatility: Double, greekUnits: GreekUnits? = nil
    ) throws(StrategyError) {
        try StrategyError.converting { () throws(PricingError) in
            try PricingError.requireNonNegative(.volatility, volatility)
        }
        self.option = option
        self.volatility = volatility
        self.greekUnits = greekUnits
        isStrikeFound = false
    }

    /// Creates a request for the option whose delta is `delta`.
    ///
    /// - Parameters:
    ///   - option: The option and its model, of any strike price.
    ///   - delta: The delta in the model, from -1 to 1. The option of the request has the strike price that gives it.
    ///   - volatility: The volatility in the units of the model; finite, greater than 0.
    ///   - greekUnits: The units of theta, vega and rho, if the request gives them.
    /// - Throws: `StrategyError` naming the first field that breaks a rule, or `delta` if no strike price gives it.
    public init(
        _ option: ModelledOption, delta: Double, volatility: Double, greekUnits: GreekUnits? = nil
    ) throws(StrategyError) {
        let found = try StrategyError.converting { () throws(PricingError) in
            try option.withStrike(ofDelta: delta, volatility: volatility)
        }
        guard let found else { throw StrategyError("delta", .deltaOfStrikePrice, .number(delta)) }
        self.option = found
        self.volatility = volatility
        self.greekUnits = greekUnits
        isStrikeFound = true
    }

    /// Computes the price and the greeks. If the time or the volatility is 0, they are limits; some may be infinite.
    ///
    /// - Parameters:
    ///   - allGreeks: Whether the response includes the higher greeks.
    ///   - units: The units of theta, vega and rho, unless the request gives them.
    /// - Returns: The response.
    /// - Throws: `StrategyError` with the rule `StrategyRule/representable` if the price exceeds the range
    ///   of `Double`.
    public func price(allGreeks: Bool = false, units: GreekUnits = .mathematical) throws(StrategyError) -> PriceResponse
    {
        let units = greekUnits ?? units
        let strike = isStrikeFound ? option.strike : nil
        return try StrategyError.converting { () throws(PricingError) in
            if option.terms.exercise == .american {
                let values = try option.values(allGreeks ? .allGreeks : .greeks, volatility: volatility)
                return PriceResponse(
                    strikePrice: strike, greeks: values.greeks.converted(to: units),
                    higherGreeks: allGreeks ? values.higherGreeks : nil, earlyExercise: values.earlyExercise)
            }
            if allGreeks {
                let (greeks, higherGreeks) = try option.allGreeks(volatility: volatility)
                return PriceResponse(
                    strikePrice: strike, greeks: greeks.converted(to: units), higherGreeks: higherGreeks)
            }
            let greeks = try option.greeks(volatility: volatility)
            return PriceResponse(strikePrice: strike, greeks: greeks.converted(to: units), higherGreeks: nil)
        }
    }
}
