public import ExactPayoff
public import OptionPricing
public import StrategyValuation

/// A line of `options implied-volatility`: an option and its price. The initialisers validate every value.
///
/// ```swift
/// let option = try ModelledOption(.call, spot: 100, strike: 105, timeToExpiration: 0.5, riskFreeRate: 0.05)
/// let response = try ImpliedVolatilityRequest(option, price: 4.58).impliedVolatility()
/// ```
public struct ImpliedVolatilityRequest: Hashable, Sendable {
    /// The option and its model.
    public let option: ModelledOption
    /// The price of the option, per share.
    public let price: Double
    /// The units of theta, vega and rho; `nil` if the request does not give them.
    public let greekUnits: GreekUnits?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - option: The option and its model.
    ///   - price: The price per share; finite, 0 or greater.
    ///   - greekUnits: The units of theta, vega and rho, if the request gives them.
    /// - Throws: `StrategyError` naming the first field that breaks a rule.
    public init(_ option: ModelledOption, price: Double, greekUnits: GreekUnits? = nil) throws(StrategyError) {
        try StrategyError.converting { () throws(PricingError) in
            try PricingError.requireNonNegative(.price, price)
        }
        self.option = option
        self.price = price
        self.greekUnits = greekUnits
    }

    /// Computes the implied volatility, or the reason why there is none, which is not an error. At the expiration, no
    /// price determines a volatility.
    ///
    /// - Parameters:
    ///   - greeks: The values at the volatility that the response includes; `nil` for none.
    ///   - units: The units of their theta, vega and rho, unless the request gives them.
    /// - Returns: The response.
    /// - Throws: `StrategyError` if the bounds of the price exceed the range of `Double`.
    public func impliedVolatility(
        greeks: GreekSelection? = nil, units: GreekUnits = .mathematical
    ) throws(StrategyError) -> ImpliedVolatilityResponse {
        let result = try StrategyError.converting { () throws(PricingError) -> ImpliedVolatility in
            let isExpired = option.timeToExpiration == 0
            return isExpired ? .notDeterminable : try option.impliedVolatility(writtenPrice: price)
        }
        guard let greeks, case .volatility(let volatility) = result else {
            return ImpliedVolatilityResponse(result: result, values: nil, selection: greeks)
        }
        let values = try PriceRequest(option, volatility: volatility).price(
            allGreeks: greeks == .allGreeks, units: greekUnits ?? units)
        return ImpliedVolatilityResponse(result: result, values: values, selection: greeks)
    }
}
