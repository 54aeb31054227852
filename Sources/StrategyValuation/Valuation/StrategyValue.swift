public import ExactPayoff
internal import OptionPricing

/// The present value of a position in the model, and its profit so far.
///
/// ## Units
/// Currency for the whole position, signed by the side of the trade.
public struct PositionValue: Hashable, Sendable {
    /// The value: positive for a position that could be sold, negative for one that would have to be bought back.
    public let value: Double
    /// The value less the cost of the position: its premiums and fees.
    public let profitLoss: Double

    /// Creates a pair.
    public init(value: Double, profitLoss: Double) {
        self.value = value
        self.profitLoss = profitLoss
    }

    func rounded(to places: Int) -> PositionValue {
        PositionValue(
            value: ResultRounding.rounded(value, places), profitLoss: ResultRounding.rounded(profitLoss, places))
    }
}

/// The present values of a strategy and of its legs.
public struct StrategyValue: Hashable, Sendable {
    /// The correctly rounded sums over the legs.
    public let net: PositionValue
    /// The values of each leg, in the order of the legs.
    public let legs: [PositionValue]

    package func rounded(to places: Int) -> StrategyValue {
        StrategyValue(net: net.rounded(to: places), legs: legs.map { $0.rounded(to: places) })
    }
}

extension PricedStrategy {
    /// Computes the present value of each leg and of the strategy, and their profits.
    ///
    /// ## Accuracy
    /// A leg's value has one more rounding error than `ModelledOption/price(volatility:)`. The net is the correctly
    /// rounded sum of the legs' values, and its profit of the legs' profits.
    ///
    /// - Parameter budget: The cost is known before work begins.
    /// - Returns: The values.
    /// - Throws: `StrategyError` if a value is too large for a `Double`.
    public func value(budget: WorkBudget = WorkBudget()) throws(StrategyError) -> StrategyValue {
        try budget.require(legs.reduce(0) { $0 + cost(of: $1) })
        let values = try legs.map { (leg) throws(StrategyError) in
            try budget.spend(cost(of: leg))
            let price = try leg.contract?.price(in: market) ?? market.underlyingPrice
            let shares = Double(leg.leg.signedShares)
            return PositionValue(
                value: shares * price, profitLoss: shares * (price - leg.leg.premium) - leg.leg.fee)
        }
        let net = PositionValue(
            value: values.lazy.map(\.value).correctlyRoundedSum(),
            profitLoss: values.lazy.map(\.profitLoss).correctlyRoundedSum())
        try StrategyError.require(([net] + values).flatMap { [$0.value, $0.profitLoss] }, "price")
        return StrategyValue(net: net, legs: values)
    }
}
