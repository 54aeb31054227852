internal import ExactPayoff
internal import OptionPricing
internal import StrategyValuation

extension OptionMarket {
    /// Creates the market of the legs of a request.
    @inline(__always)
    init(currentPrice: Double, _ extensions: RequestExtensions) throws(StrategyError) {
        let dividends = try extensions.dividends.discreteDividends(from: extensions.valuation)
        self = try StrategyError.converting { () throws(PricingError) in
            try OptionMarket(
                spot: currentPrice, riskFreeRate: extensions.riskFreeRate, dividendYield: extensions.dividendYield,
                dividends: dividends)
        }
        try requireSpot()
    }
}
