/// The results for one strategy of a batch: those of `calculate`, after the identifier of the request.
public struct BatchResponse: Codable, Hashable, Sendable {
    /// The `id` of the request, if it is a string or a number.
    public let id: LineIdentifier?
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
