internal import ExactPayoff

/// Profit as a function of the price at expiration, for its distribution.
protocol ProfitFunction {
    /// The distribution of the price.
    associatedtype Prices: PriceLaw

    /// The budget of long computations.
    var budget: WorkBudget { get }
    /// The amount of currency in which profits are expressed.
    var unit: Double { get }
    /// Profits, ascending: from one to the next, and beyond the last, the ends of ``segments(at:)`` move continuously with
    /// the level.
    var turningValues: [Double] { get }
    /// The price from which profit is a straight line; beyond all ``turningValues`` if the line has a slope.
    var lastTurningPrice: Double { get }
    /// The minimum profit; `nil` if the loss is unlimited.
    var leastProfit: Double? { get }

    /// The prices, ascending, at which profit is 0, or has its minimum or maximum; empty if that is unlimited.
    func intervals(at level: PayoffProfile.Level) throws(StrategyError) -> [PriceInterval]

    /// The least difference between two levels near one that the function resolves; 0 where profit is exact.
    func resolution(near level: Double) -> Double

    /// The prices from 0 to infinity, as adjacent segments, each on one side of the level. The distribution of the
    /// price must not be certain.
    func segments(at level: Double) throws(StrategyError) -> [ProfitSegment<Prices.Place>]

    /// Profit less a level in segments where it is not linear; `nil` if there are none.
    func curve(at level: Double) -> ProfitCurve?

    /// The profit at a price, which may be infinite, and its sign.
    func profit(at price: Double) throws(StrategyError) -> (value: Double, sign: Int)
}
