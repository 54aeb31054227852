public import OptionPricing

/// How the value of a position changes: greeks signed by the side of the trade and scaled by quantity and shares.
///
/// ## Units
/// Currency for the whole position; theta per year of time passing, vega per 1.00 of volatility, rho per 1.00 of rate.
public struct PositionGreeks: Hashable, Sendable {
    /// The change of the value per 1 of spot: the shares that it behaves like.
    public var delta = 0.0
    /// The change of delta per 1 of spot.
    public var gamma = 0.0
    /// The change of the value per year of time passing.
    public var theta = 0.0
    /// The change of the value per 1.00 of volatility.
    public var vega = 0.0
    /// The change of the value per 1.00 of the risk-free rate.
    public var rho = 0.0

    /// No position.
    public init() {}

    /// A position of `shares` options with the greeks of one of them.
    init(_ greeks: Greeks, shares: Double) {
        delta = shares * greeks.delta
        gamma = shares * greeks.gamma
        theta = shares * greeks.theta
        vega = shares * greeks.vega
        rho = shares * greeks.rho
    }

    /// A position of shares, of which only delta is not 0.
    init(shares: Double) { delta = shares }
}

/// The greeks of a strategy.
public struct StrategyGreeks: Hashable, Sendable, Codable {
    /// The sums over the legs, correctly rounded: the legs' numbers add up to these.
    public let net: PositionGreeks
    /// Of each leg, in their order.
    public let legs: [PositionGreeks]
}

extension PricedStrategy {
    /// The greeks of each leg and of all together, now.
    ///
    /// A greek of an option without time or volatility can be infinite, and a net of infinite ones of both signs is NaN.
    ///
    /// ## Accuracy
    /// A leg's greeks have one rounding more than those of `BlackScholesMerton/greeks(of:volatility:)`. The net is the sum
    /// of the legs' numbers, correctly rounded.
    ///
    /// - Returns: The greeks.
    /// - Throws: `PricingError` where an option's value is too large for a `Double`.
    public func greeks() throws(PricingError) -> StrategyGreeks {
        var greeks: [PositionGreeks] = []
        greeks.reserveCapacity(legs.count)
        for leg in legs {
            let shares = Double(leg.leg.signedShares)
            guard let contract = leg.contract else {
                greeks.append(PositionGreeks(shares: shares))
                continue
            }
            let option = try contract.option(in: market)
            let perShare = try BlackScholesMerton.greeks(of: option, volatility: contract.volatility)
            greeks.append(PositionGreeks(perShare, shares: shares))
        }
        var net = PositionGreeks()
        for greek in [\PositionGreeks.delta, \.gamma, \.theta, \.vega, \.rho] {
            net[keyPath: greek] = greeks.lazy.map { $0[keyPath: greek] }.correctlyRoundedSum()
        }
        return StrategyGreeks(net: net, legs: greeks)
    }
}
