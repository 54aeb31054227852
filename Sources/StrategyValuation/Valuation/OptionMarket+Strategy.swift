package import ExactPayoff
package import OptionPricing

extension OptionMarket {
    /// Throws an error unless the market has a spot price that is greater than 0. Strategies may hold shares, which have no forward
    /// price of their own.
    package func requireSpot() throws(StrategyError) {
        guard underlying == .spot else { throw StrategyError(PricingError.Parameter.forward.rawValue, .supported) }
        try StrategyError.require(underlyingPrice, PricingError.Parameter.spot.rawValue, .positive)
    }
}
