public import OptionPricing

/// The implied volatility of a price, or the reason why there is none.
public struct ImpliedVolatilityResponse: Hashable, Sendable {
    /// The volatility as a decimal per year, or the reason why there is none.
    public let result: ImpliedVolatility
    /// The price and the greeks at the volatility; `nil` if not requested or if there is no volatility.
    public let values: PriceResponse?
    /// Which values were requested.
    package let selection: GreekSelection?

    package init(result: ImpliedVolatility, values: PriceResponse? = nil, selection: GreekSelection? = nil) {
        self.result = result
        self.values = values
        self.selection = selection
    }
}
