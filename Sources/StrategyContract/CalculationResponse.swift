public import StrategyAnalytics

/// A response of `POST /options/calculate`.
public struct CalculationResponse: Hashable, Sendable {
    /// The payoff at expiration, to be drawn with straight lines.
    public let curve: PayoffCurve
    /// What the position costs, and what it can gain and lose.
    public let metrics: Metrics
    /// Of the legs and of all together, where they were asked for.
    public internal(set) var greeks: StrategyGreeks?
    /// Probabilities and expectations of profit at the first expiration, where they were asked for.
    public internal(set) var probability: ProfitProbabilities?
    /// At times before the first expiration, where they were asked for.
    public internal(set) var valueCurves: [ValueCurve]?
    /// Where they were asked for.
    public internal(set) var scenarios: ScenarioMatrix?
    /// What such a strategy is called, where it was asked for.
    public internal(set) var strategyName: StrategyName?
    /// What the answer depends on; `nil` for a payoff that depends on nothing but its legs.
    public internal(set) var conventions: Conventions?

    init(curve: PayoffCurve, metrics: Metrics) {
        self.curve = curve
        self.metrics = metrics
    }
}

/// What a position costs, and what it can gain and lose until expiration, in currency.
public struct Metrics: Hashable, Sendable {
    /// What the position costs to open: positive for a debit, negative for a credit.
    public let netCost: Double
    /// The supremum of profit over all prices S ≥ 0; `nil` when unlimited.
    public let maxProfit: Double?
    /// The minimum of profit over all prices S ≥ 0, negative for a loss; `nil` when unlimited.
    public let maxLoss: Double?
    /// The prices per share at which profit is 0, ascending; of a whole interval its ends.
    public let breakEvenPoints: [Double]

    package init(netCost: Double, maxProfit: Double?, maxLoss: Double?, breakEvenPoints: [Double]) {
        self.netCost = netCost
        self.maxProfit = maxProfit
        self.maxLoss = maxLoss
        self.breakEvenPoints = breakEvenPoints
    }
}
