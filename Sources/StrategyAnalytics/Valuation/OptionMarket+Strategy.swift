internal import OptionPricing

extension OptionMarket {
    /// Creates the market of the legs of a request.
    @inline(__always)
    init(currentPrice: Double, _ extensions: RequestExtensions) throws(StrategyError) {
        self = try StrategyError.converting { () throws(PricingError) in
            try OptionMarket(
                spot: currentPrice, riskFreeRate: extensions.riskFreeRate, dividendYield: extensions.dividendYield)
        }
        try requireSpot()
    }

    /// Throws an error unless the market has a spot price that is greater than 0. Strategies may hold shares, which have no forward
    /// price of their own.
    func requireSpot() throws(StrategyError) {
        guard underlying == .spot else { throw StrategyError(PricingError.Parameter.forward.rawValue, .supported) }
        try StrategyError.require(underlyingPrice, PricingError.Parameter.spot.rawValue, .positive)
    }
}
