/// Profit as a function of the price at expiration, as far as its distribution needs to know it.
protocol ProfitFunction: Sendable {
    /// What profits are counted in.
    var unit: Double { get }
    /// The prices at which profit is 0, ascending; of a whole interval its ends.
    var breakEvenPoints: [Double] { get }
    /// The prices at which profit is the greatest there is; none when it is unlimited.
    var maximumIntervals: [PriceInterval] { get }
    /// The prices at which profit is the least there is; none when the loss is unlimited.
    var minimumIntervals: [PriceInterval] { get }
    /// Profits, ascending: from one to the next, and beyond the last, the ends of ``segments(at:)`` move continuously with
    /// the level.
    var turningValues: [Double] { get }
    /// From here on profit is a straight line, beyond all ``turningValues`` where it has a slope.
    var lastTurningPrice: Double { get }
    /// The least profit at any price; `nil` when the loss is unlimited.
    var leastProfit: Double? { get }

    /// By how much levels near one must differ to be told apart; 0 where profit is exact.
    func resolution(near level: Double) -> Double

    /// The prices from 0 to infinity, one segment after the other, each on one side of the level. The distribution of the
    /// price, which the function knows, is not certain.
    func segments(at level: Double) -> [ProfitSegment]

    /// The profit at a price, which may be infinite, and its sign.
    func profit(at price: Double) -> (value: Double, sign: Int)
}
