public import ExactPayoff
public import OptionPricing

/// Many positions on one underlying. Each option is valued once, regardless of the number of positions that hold it.
///
/// ```swift
/// let book = try PositionBook([condor, straddle, shares], in: market)     // each an array of `PricedLeg`
/// let grid = try ScenarioGrid(
///     stockPrices: [90, 95, 100, 105, 110], volatilityShifts: [-0.05, 0, 0.05], elapsedTimes: [0, 0.1])
/// let profits = try book.profits(in: grid)
/// profits[2, grid.index(stockPrice: 4, volatilityShift: 1, elapsedTime: 1)]       // of the shares
/// ```
public struct PositionBook: Sendable {
    /// The allowed number of positions.
    public static let countRange = 1...10_000_000

    /// The market of all positions.
    public let market: OptionMarket
    /// The options held, without duplicates, in order of first appearance.
    public let contracts: [OptionContract]
    /// The cost of opening each position: positive for a debit, negative for a credit.
    public let netCosts: [Double]
    /// The years to the first expiration; infinite for shares alone.
    public let firstExpiration: Double
    /// The shares that each position holds of each instrument: the underlying, which is the first, and the contracts.
    let holdings: Holdings

    /// Creates a book.
    ///
    /// - Parameters:
    ///   - positions: Their number is in ``countRange``, and the number of legs of each in `PayoffProfile/legCountRange`.
    ///   - market: The market of all positions.
    /// - Throws: `StrategyError` if the market has a forward price, if the price of the underlying is not greater than 0, or for
    ///   another number of positions, or of legs of one.
    /// - Complexity: O(*n*) in the number of all legs.
    public init(_ positions: [[PricedLeg]], in market: OptionMarket) throws(StrategyError) {
        try market.requireSpot()
        try StrategyError.require(positions.count, "positions", .count(Self.countRange, .positions))
        var contracts: [OptionContract] = []
        var instruments: [OptionContract?: Int] = [nil: 0]
        var netCosts: [Double] = []
        var holdings = Holdings()
        for position in positions {
            try StrategyError.require(position.count, "legs", .count(PayoffProfile.legCountRange, .legs))
            var netCost = 0.0
            for leg in position {
                let instrument = instruments[leg.contract] ?? instruments.count
                if instrument == instruments.count, let contract = leg.contract {
                    instruments[contract] = instrument
                    contracts.append(contract)
                }
                let shares = Double(leg.leg.signedShares)
                holdings.add(shares, of: instrument)
                netCost += shares * leg.leg.premium + leg.leg.fee
            }
            holdings.endPosition()
            netCosts.append(netCost)
        }
        self.market = market
        self.contracts = contracts
        self.netCosts = netCosts
        self.holdings = holdings
        firstExpiration = contracts.reduce(.infinity) { min($0, $1.terms.timeToExpiration) }
    }

    /// The number of positions.
    public var count: Int { netCosts.count }

    var instrumentCount: Int { contracts.count + 1 }

    /// The profit of each position in each scenario of a grid: its value less its cost.
    ///
    /// ``BookValuation`` computes the same profits in blocks, without memory for all of them.
    ///
    /// ## Accuracy
    /// The values of contracts are bit-identical to those of ``PricedStrategy/profits(in:budget:)``. Summing *n* legs adds an
    /// error below 2 (*n* + 1) 2⁻⁵³ (1 + *n* 2⁻⁵²) times the sum of their magnitudes, shares · (value + premium), and
    /// none while all products and sums are whole numbers below 2⁵³. The last bits may depend on the processor and on
    /// OpenBLAS, but on nothing else.
    ///
    /// - Parameters:
    ///   - grid: The scenarios; no time is after ``firstExpiration``.
    ///   - budget: The cost of each of two parts, values and profits, is known before it begins.
    /// - Returns: The profits, 8 bytes for each position and scenario.
    /// - Throws: `StrategyError` if the remaining time of a contract would be negative, or a value or profit is
    ///   too large for a `Double`.
    /// - Complexity: O(contracts · scenarios) for values, O(legs · scenarios) for profits.
    public func profits(
        in grid: ScenarioGrid, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> PositionProfits {
        let valuation = try BookValuation(self, in: grid, budget: budget)
        var values = try budget.zeros(count * valuation.scenarioCount)
        var profits = values.mutableSpan
        try valuation.evaluate(0..<count, into: &profits, budget: budget)
        return PositionProfits(positionCount: count, scenarioCount: valuation.scenarioCount, values: values)
    }
}
