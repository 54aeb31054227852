public import ExactPayoff
internal import OptionPricing

/// The greeks of a strategy over prices of the underlying, and the density of the price at the first expiration.
///
/// ## Units
/// The greeks are those of ``PositionGreeks``, summed over all legs. The density is per unit of price; its integral
/// over all prices is 1. Each array has one element per price. An element can be infinite or NaN, as a greek can be.
public struct CurveDetails: Hashable, Sendable {
    /// The prices of the underlying.
    public let stockPrices: [Double]
    /// Delta at each price.
    public internal(set) var delta: [Double]
    /// Gamma at each price.
    public internal(set) var gamma: [Double]
    /// Theta at each price.
    public internal(set) var theta: [Double]
    /// Vega at each price.
    public internal(set) var vega: [Double]
    /// Rho at each price.
    public internal(set) var rho: [Double]
    /// The probability density of the price at the first expiration.
    public internal(set) var density: [Double]

    /// Returns these details, whose greeks are in mathematical units, in `units`.
    ///
    /// - Parameter units: The units of the result.
    /// - Returns: In market units, theta divided by 365, and vega and rho divided by 100.
    public func converted(to units: GreekUnits) -> CurveDetails {
        guard units == .market else { return self }
        var details = self
        for index in stockPrices.indices {
            details.theta[index] /= 365
            details.vega[index] /= 100
            details.rho[index] /= 100
        }
        return details
    }
}

extension PricedStrategy {
    /// Computes the greeks of the strategy as if the price of the underlying were each of `stockPrices` now, and the density of
    /// the price under `distribution`.
    ///
    /// Each leg keeps its volatility and its time. At a price of 0, greeks are the limits.
    ///
    /// ## Accuracy
    /// That of `ModelledOption/greeks(volatility:)` for each leg, relative to the sum of the legs' magnitudes. The
    /// density is that of ``LognormalDistribution/density(at:)`` or ``DividendDistribution/density(at:)``.
    ///
    /// - Parameters:
    ///   - stockPrices: Prices of the underlying; finite, 0 or greater, at least one.
    ///   - distribution: The distribution of the price at the first expiration.
    ///   - budget: The cost is known before work begins.
    /// - Returns: The details, in mathematical units.
    /// - Throws: `StrategyError` naming the first price outside its domain, or if the value of an option is too large for a
    ///   `Double`.
    public func curveDetails(
        at stockPrices: [Double], density distribution: PriceDistribution, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> CurveDetails {
        let grid = try ScenarioGrid(stockPrices: stockPrices, volatilityShifts: [0], elapsedTimes: [0])
        var columns = ScenarioColumns(grid, in: market)
        let costs = columns.costs(of: legs.lazy.map(\.contract), kernelCost: WorkCost.greeks)
        let densityCost = WorkCost.density + distribution.placeCost / 8
        try budget.require(
            columns.total(of: costs) + stockPrices.count.saturatingProduct(densityCost + 5 * WorkCost.heldNumber))
        var details = CurveDetails(
            stockPrices: stockPrices, delta: try budget.zeros(grid.count), gamma: try budget.zeros(grid.count),
            theta: try budget.zeros(grid.count), vega: try budget.zeros(grid.count),
            rho: try budget.zeros(grid.count), density: [])
        var greeks = GreekColumns(.greeks, count: min(grid.count, ScenarioColumns.blockSize))
        for block in columns.blocks {
            columns.load(block)
            for (leg, cost) in zip(legs, costs) {
                try budget.spend(columns.share(of: cost))
                let shares = Double(leg.leg.signedShares)
                guard let contract = leg.contract else {
                    for index in block { details.delta[index] += shares }
                    continue
                }
                try columns.evaluate(contract, into: &greeks)
                Self.add(greeks[.delta], times: shares, to: &details.delta, block)
                Self.add(greeks[.gamma], times: shares, to: &details.gamma, block)
                Self.add(greeks[.theta], times: shares, to: &details.theta, block)
                Self.add(greeks[.vega], times: shares, to: &details.vega, block)
                Self.add(greeks[.rho], times: shares, to: &details.rho, block)
            }
            try budget.spend(block.count * densityCost)
            for price in columns.spots.prefix(block.count) {
                details.density.append(try distribution.density(at: price))
            }
        }
        return details
    }

    /// Computes the details under a distribution without dividends at ex-dates, as
    /// ``curveDetails(at:density:budget:)-(_,PriceDistribution,_)``.
    public func curveDetails(
        at stockPrices: [Double], density distribution: LognormalDistribution, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> CurveDetails {
        try curveDetails(at: stockPrices, density: .lognormal(distribution), budget: budget)
    }

    /// Adds the greeks of one leg to those of a block. Over spans, the loop is vectorised.
    private static func add(
        _ values: Span<Double>, times shares: Double, to sums: inout [Double], _ block: Range<Int>
    ) {
        var sums = sums.mutableSpan
        for index in 0..<block.count { sums[block.lowerBound + index] += shares * values[index] }
    }
}
