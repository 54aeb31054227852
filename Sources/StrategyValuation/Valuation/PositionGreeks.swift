internal import OptionPricing

/// The greeks of a position: signed by the side of the trade and multiplied by quantity and shares per contract.
///
/// ## Units
/// Currency for the whole position. In mathematical units, theta is per year, vega per 1.00 of volatility, and rho per 1.00
/// of rate; ``converted(to:)`` gives market units.
public struct PositionGreeks: Hashable, Sendable {
    /// The change of the value per 1 of spot: the equivalent number of shares.
    public var delta = 0.0
    /// The change of delta per 1 of spot.
    public var gamma = 0.0
    /// The change of the value per year that passes.
    public var theta = 0.0
    /// The change of the value per 1.00 of volatility.
    public var vega = 0.0
    /// The change of the value per 1.00 of the risk-free rate.
    public var rho = 0.0
    /// The further greeks; `nil` if not requested.
    public var higher: HigherPositionGreeks?

    /// Creates the greeks of an empty position, all 0, without the further ones.
    public init() {}

    /// Creates the greeks of shares; only delta is not 0.
    init(shares: Double) { delta = shares }

    /// Creates the greeks of `shares` options, from the greeks per share of the option at `index`.
    init(_ columns: GreekColumns, _ index: Int, shares: Double) {
        delta = shares * columns[.delta, index]
        gamma = shares * columns[.gamma, index]
        theta = shares * columns[.theta, index]
        vega = shares * columns[.vega, index]
        rho = shares * columns[.rho, index]
    }

    /// Creates the net greeks of legs: correctly rounded sums.
    init(sumOf legs: [PositionGreeks]) {
        delta = legs.lazy.map(\.delta).correctlyRoundedSum()
        gamma = legs.lazy.map(\.gamma).correctlyRoundedSum()
        theta = legs.lazy.map(\.theta).correctlyRoundedSum()
        vega = legs.lazy.map(\.vega).correctlyRoundedSum()
        rho = legs.lazy.map(\.rho).correctlyRoundedSum()
    }

    /// Returns these greeks, which are in mathematical units, in `units`.
    ///
    /// - Parameter units: The units of the result.
    /// - Returns: In market units, theta divided by 365, and vega and rho divided by 100; all others unchanged.
    public func converted(to units: GreekUnits) -> PositionGreeks {
        guard units == .market else { return self }
        var greeks = self
        greeks.theta /= 365
        greeks.vega /= 100
        greeks.rho /= 100
        return greeks
    }
}

/// The greeks of a strategy.
public struct StrategyGreeks: Hashable, Sendable {
    /// The correctly rounded sums over the legs.
    public let net: PositionGreeks
    /// The greeks of each leg, in the order of the legs.
    public let legs: [PositionGreeks]

    /// Returns these greeks, which are in mathematical units, in `units`.
    ///
    /// - Parameter units: The units of the result.
    /// - Returns: The converted greeks. Those of the strategy are converted after they are summed.
    public func converted(to units: GreekUnits) -> StrategyGreeks {
        guard units == .market else { return self }
        return StrategyGreeks(net: net.converted(to: units), legs: legs.map { $0.converted(to: units) })
    }
}
