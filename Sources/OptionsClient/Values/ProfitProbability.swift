/// The distribution of the profit at the first expiration, under a price with the volatility of the underlying that is
/// lognormal between ex-dates. Nothing is discounted.
public struct ProfitProbability: Codable, Hashable, Sendable {
    /// The probability of a profit.
    public let ofProfit: Double
    /// The probability of a loss.
    public let ofLoss: Double
    /// The probability of the maximum profit; 0 if it is unlimited or reached only at isolated prices.
    public let ofMaxProfit: Double
    /// The probability of the maximum loss; 0 if it is unlimited or reached only at isolated prices.
    public let ofMaxLoss: Double
    /// The mean of the profit.
    public let expectedProfitLoss: Double
    /// The mean of the profit, given that it is positive; `nil` if no profit is possible.
    public let expectedProfit: Double?
    /// The mean of the profit, given that it is negative; `nil` if no loss is possible.
    public let expectedLoss: Double?
    /// At each level, the loss that is not exceeded with that probability; negative for a profit.
    public let valueAtRisk: [RiskAtLevel]
    /// At each level, the mean loss in the worst 1 - level of all outcomes; negative for a profit.
    public let expectedShortfall: [RiskAtLevel]
    /// For each break-even, and then for each of `touchLevels`, the probability that the price touches it before the
    /// first expiration; `nil` if the request gives `distribution`.
    public let ofTouching: [TouchingProbability]?
    /// The prices one standard deviation of the logarithm of the price below and above its mean; the quantiles of the
    /// same probabilities if dividends are paid before.
    public let expectedMove: ExpectedMove
    /// One row for each of `priceLevels`.
    public let ofPriceBelow: [PriceProbability]?
    /// One row for each of `profitLevels`.
    public let ofProfitAtLeast: [ProfitLossProbability]?
    /// The same for other numbers of standard deviations, one row for each of `standardDeviations`.
    public let expectedMoves: [ExpectedMove]?
}

/// A measure of risk at one level.
public struct RiskAtLevel: Codable, Hashable, Sendable {
    /// The probability level.
    public let level: Double
    /// The loss, in currency for the whole strategy.
    public let value: Double
}

/// The probability that the price touches a level.
public struct TouchingProbability: Codable, Hashable, Sendable {
    /// The break-even or level, per share.
    public let stockPrice: Double
    /// The probability that the price touches it before the first expiration; `nil` if dividends are paid before.
    public let probability: Double?
}

/// The probability that the price ends below a level.
public struct PriceProbability: Codable, Hashable, Sendable {
    /// The level, per share.
    public let stockPrice: Double
    /// The probability that the price at the first expiration is below it.
    public let probability: Double
}

/// The probability of a profit.
public struct ProfitLossProbability: Codable, Hashable, Sendable {
    /// The profit, negative for a loss.
    public let profitLoss: Double
    /// The probability of this profit or more.
    public let probability: Double
}

/// The prices that a number of standard deviations of the logarithm of the price reach.
public struct ExpectedMove: Codable, Hashable, Sendable {
    /// The number of standard deviations.
    public let standardDeviations: Double?
    /// The lower price, per share.
    public let lower: Double
    /// The upper price, per share.
    public let upper: Double
}
