public import ExactPayoff
public import OptionPricing

/// A strategy before expiration: legs with their times and volatilities, in a market.
///
/// ```swift
/// let market = try OptionMarket(spot: 100, riskFreeRate: 0.04)
/// let call = try Leg.call(.long, strikePrice: 105, premium: 2.5, quantity: 1)
/// let strategy = try PricedStrategy([PricedLeg(call, timeToExpiration: 0.25, volatility: 0.2)], in: market)
/// try strategy.greeks().net.delta
/// let grid = try ScenarioGrid(stockPrices: [95, 100, 105], volatilityShifts: [0], elapsedTimes: [0.1])
/// try strategy.profits(in: grid)
/// ```
///
/// Options are valued by `OptionEvaluator`, each at its own volatility.
public struct PricedStrategy: Hashable, Sendable {
    /// The legs, in the given order.
    public let legs: [PricedLeg]
    /// The market data that the legs share.
    public let market: OptionMarket
    /// The years to the first expiration; infinite for shares alone.
    public let firstExpiration: Double

    /// Creates a strategy.
    ///
    /// - Parameters:
    ///   - legs: The legs; their number must be in `PayoffProfile/legCountRange`.
    ///   - market: The market data that the legs share.
    /// - Throws: `StrategyError` if the market has a forward price, if the price of the underlying is not greater than 0, or for
    ///   another number of legs.
    public init(_ legs: [PricedLeg], in market: OptionMarket) throws(StrategyError) {
        try market.requireSpot()
        try StrategyError.require(legs.count, "legs", .count(PayoffProfile.legCountRange, .legs))
        self.legs = legs
        self.market = market
        firstExpiration = legs.reduce(.infinity) { min($0, $1.contract?.terms.timeToExpiration ?? .infinity) }
    }

    /// The profit in each scenario of a grid: the value of the legs less their cost and fees.
    ///
    /// ## Accuracy
    /// That of `ModelledOption/price(volatility:)` for each leg, relative to the sum of the legs' magnitudes.
    ///
    /// - Parameters:
    ///   - grid: The scenarios; no time is after ``firstExpiration``.
    ///   - budget: The cost is known before work begins.
    /// - Returns: A profit for each scenario, in the order of ``ScenarioGrid/index(stockPrice:volatilityShift:elapsedTime:)``.
    /// - Throws: `StrategyError` if the remaining time of a leg would be negative, or a profit is too large for
    ///   a `Double`.
    public func profits(in grid: ScenarioGrid, budget: WorkBudget = WorkBudget()) throws(StrategyError) -> [Double] {
        var columns = ScenarioColumns(grid, in: market)
        let costs = columns.costs(of: legs.lazy.map(\.contract))
        try budget.require(columns.total(of: costs))
        var profits = try budget.zeros(grid.count)
        var values = GreekColumns(.price, count: min(grid.count, ScenarioColumns.blockSize))
        for contract in legs.lazy.compactMap(\.contract) { try columns.requireUnexpired(contract) }
        for block in columns.blocks {
            columns.load(block)
            for (leg, cost) in zip(legs, costs) {
                try budget.spend(columns.share(of: cost))
                if let contract = leg.contract {
                    try columns.evaluate(contract, into: &values)
                    Self.add(values[.price], of: leg.leg, to: &profits, block)
                } else {
                    Self.add(columns.spots.span, of: leg.leg, to: &profits, block)
                }
            }
        }
        let fees = legs.lazy.map(\.leg.fee).correctlyRoundedSum()
        if fees > 0 { for index in profits.indices { profits[index] -= fees } }
        guard profits.allSatisfy(\.isFinite) else { throw StrategyError("price", .representable) }
        return profits
    }

    /// Adds the profits of one leg in a block. Over spans, the loop is vectorised.
    private static func add(_ values: Span<Double>, of leg: Leg, to profits: inout [Double], _ block: Range<Int>) {
        let (shares, premium) = (Double(leg.signedShares), leg.premium)
        var profits = profits.mutableSpan
        for index in 0..<block.count { profits[block.lowerBound + index] += shares * (values[index] - premium) }
    }
}
