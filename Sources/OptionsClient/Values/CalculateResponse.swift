/// The payoff curve and the metrics of a strategy, and the results that `include` requests.
public struct CalculateResponse: Codable, Hashable, Sendable {
    /// The profit over the price of the underlying, at the first expiration, ascending by price, each price once. At
    /// least two points, unless the request names its only price in `curvePrices`.
    public let curve: [CurvePoint]?
    /// The exact cost, extremes and break-evens, which do not depend on the points of the curve. Money is rounded to 8
    /// decimal places, break-evens to 10.
    public let metrics: StrategyMetrics
    /// The present value of the position.
    public let value: StrategyValue?
    /// The greeks at the valuation.
    public let greeks: StrategyGreeks?
    /// The value of early exercise, and the prices at which it is optimal.
    public let earlyExercise: StrategyEarlyExercise?
    /// The distribution of the profit at the first expiration, under a lognormal price with the volatility of the
    /// underlying. Nothing is discounted.
    public let probability: ProfitProbability?
    /// The profit before expiration, one curve for each date.
    public let valueCurves: [ValueCurve]?
    /// The greeks of the strategy at each price of the curve, and the density of the price at the first expiration. The
    /// arrays have one element per price; `nil` if infinite.
    public let curveDetails: CurveDetails?
    /// The profit in every combination of prices, volatility shifts and dates.
    public let scenarios: ScenarioProfits?
    /// The name of the strategy.
    public let strategyName: StrategyDescription?
    /// The assumptions on which the results depend. Present whenever the model is used.
    public let conventions: CalculationConventions?
}

/// A point of a curve.
public struct CurvePoint: Codable, Hashable, Sendable {
    /// The price of the underlying per share.
    public let stockPrice: Double
    /// The profit of the whole strategy; negative for a loss.
    public let profitLoss: Double
}

/// The exact cost, extremes and break-evens, which do not depend on the points of the curve. Money is rounded to 8
/// decimal places, break-evens to 10.
public struct StrategyMetrics: Codable, Hashable, Sendable {
    /// The cost of opening the strategy: positive for a debit, negative for a credit.
    public let netCost: Double
    /// The supremum of the profit at the first expiration; `nil` if it is unlimited.
    public let maxProfit: Double?
    /// The infimum of the profit at the first expiration, so a loss is negative; `nil` if it is unlimited.
    public let maxLoss: Double?
    /// The prices of the underlying at which the profit at the first expiration is 0, ascending. If the profit is 0
    /// over an interval, the ends of the interval (only its start if it has no end).
    public let breakEvenPoints: [Double]
}
