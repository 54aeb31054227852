import OptionPricing
import _TestSupport

extension OptionSample {
    var kind: OptionKind { isPut ? .put : .call }

    /// The option of the sample.
    func option() throws(PricingError) -> ModelledOption {
        try ModelledOption(
            kind, spot: spot, strike: strike, timeToExpiration: time, riskFreeRate: rate, dividendYield: yield)
    }

    /// All values in the order of ``Greek``.
    func values() throws(PricingError) -> [Double] {
        let (greeks, higher) = try option().allGreeks(volatility: volatility)
        return Self.values(greeks) + [
            higher.epsilon, higher.vanna, higher.vomma, higher.charm, higher.speed, higher.zomma, higher.color,
            higher.ultima, higher.dualDelta, higher.dualGamma,
        ]
    }

    /// The values of ``Greeks`` in the order of ``Greek``.
    static func values(_ greeks: Greeks) -> [Double] {
        [greeks.price, greeks.delta, greeks.gamma, greeks.theta, greeks.vega, greeks.rho]
    }

    /// The price.
    func price() throws(PricingError) -> Double {
        try option().price(volatility: volatility)
    }

    /// Finds the volatility at which the option is worth `price`.
    func impliedVolatility(price: Double) throws(PricingError) -> ImpliedVolatility {
        try option().impliedVolatility(price: price)
    }
}
