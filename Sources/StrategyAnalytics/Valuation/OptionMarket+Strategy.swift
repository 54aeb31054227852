internal import OptionPricing

extension OptionMarket {
    /// Creates the market of the legs of a request.
    @inline(__always)
    init(currentPrice: Double, _ extensions: RequestExtensions) throws(StrategyError) {
        do throws(PricingError) {
            try self.init(
                spot: currentPrice, riskFreeRate: extensions.riskFreeRate, dividendYield: extensions.dividendYield)
        } catch {
            throw error.strategyError
        }
        try requireSpot()
    }

    /// Throws an error unless the market has a spot price that is greater than 0.
    ///
    /// - Precondition: The price is a spot price: strategies may hold shares.
    func requireSpot() throws(StrategyError) {
        precondition(underlying == .spot, "a strategy is valued at a spot price")
        try StrategyError.require(underlyingPrice, PricingError.Parameter.spot.rawValue, .positive)
    }
}
