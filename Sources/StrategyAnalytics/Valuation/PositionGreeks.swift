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

    /// Creates the greeks of an empty position, all 0.
    public init() {}

    /// Creates the greeks of `shares` options, from the greeks per share of the option at `index`.
    fileprivate init(_ columns: GreekColumns, _ index: Int, shares: Double) {
        delta = shares * columns[.delta, index]
        gamma = shares * columns[.gamma, index]
        theta = shares * columns[.theta, index]
        vega = shares * columns[.vega, index]
        rho = shares * columns[.rho, index]
    }

    /// Returns these greeks, which are in mathematical units, in `units`.
    ///
    /// - Parameter units: The units of the result.
    /// - Returns: In market units, theta divided by 365, and vega and rho divided by 100; delta and gamma unchanged.
    public func converted(to units: GreekUnits) -> PositionGreeks {
        guard units == .market else { return self }
        var greeks = self
        greeks.theta /= 365
        greeks.vega /= 100
        greeks.rho /= 100
        return greeks
    }

    /// Creates the greeks of shares; only delta is not 0.
    init(shares: Double) { delta = shares }
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

extension PricedStrategy {
    /// Computes the present greeks of each leg and of the strategy.
    ///
    /// A greek of an option without time or volatility can be infinite; a net of infinities of both signs is NaN.
    ///
    /// ## Accuracy
    /// A leg's greeks have one more rounding error than those of `BlackScholesMerton/greeks(of:volatility:)`. The net is
    /// the correctly rounded sum of the legs' greeks.
    ///
    /// - Parameter budget: The cost is known before work begins.
    /// - Returns: The greeks.
    /// - Throws: ``StrategyError`` if the value of an option is too large for a `Double`.
    public func greeks(budget: WorkBudget = WorkBudget()) throws(StrategyError) -> StrategyGreeks {
        try budget.require(legs.count.saturatingProduct(WorkCost.beyondKernels))
        var greeks: [PositionGreeks] = []
        greeks.reserveCapacity(legs.count)
        // An option outside the range of the kernels takes about 10 µs.
        for start in stride(from: 0, to: legs.count, by: Self.greekBlock) {
            let block = legs[start..<min(start + Self.greekBlock, legs.count)]
            try budget.spend(block.count * WorkCost.beyondKernels)
            try appendGreeks(of: block, to: &greeks)
        }
        var net = PositionGreeks()
        net.delta = greeks.lazy.map(\.delta).correctlyRoundedSum()
        net.gamma = greeks.lazy.map(\.gamma).correctlyRoundedSum()
        net.theta = greeks.lazy.map(\.theta).correctlyRoundedSum()
        net.vega = greeks.lazy.map(\.vega).correctlyRoundedSum()
        net.rho = greeks.lazy.map(\.rho).correctlyRoundedSum()
        return StrategyGreeks(net: net, legs: greeks)
    }

    /// How many legs lie between two calls of the check.
    private static var greekBlock: Int { WorkBudget.checkInterval / WorkCost.beyondKernels }

    private func appendGreeks(of legs: ArraySlice<PricedLeg>, to greeks: inout [PositionGreeks]) throws(StrategyError) {
        let options = legs.compactMap(\.contract)
        let kinds = options.map(\.kind)
        let strikes = options.map(\.strikePrice)
        let times = options.map(\.timeToExpiration)
        let volatilities = options.map(\.volatility)
        let spots = [Double](repeating: market.spot, count: options.count)
        let rates = [Double](repeating: market.riskFreeRate, count: options.count)
        let yields = [Double](repeating: market.dividendYield, count: options.count)
        var columns = GreekColumns(.greeks, count: options.count)
        let refusals = BlackScholesMerton.greeks(
            kinds: kinds.span, spots: spots.span, strikes: strikes.span, timesToExpiration: times.span,
            riskFreeRates: rates.span, dividendYields: yields.span, volatilities: volatilities.span, into: &columns)
        if let refusal = refusals.first { throw refusal.error.strategyError }

        var index = 0
        for leg in legs {
            let shares = Double(leg.leg.signedShares)
            if leg.contract == nil {
                greeks.append(PositionGreeks(shares: shares))
            } else {
                greeks.append(PositionGreeks(columns, index, shares: shares))
                index += 1
            }
        }
    }
}
