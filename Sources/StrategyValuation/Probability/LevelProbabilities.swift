public import ExactPayoff
internal import OptionPricing

/// The probability that the final price of the underlying is below a level.
public struct PriceProbability: Hashable, Sendable {
    /// The level, per share.
    public let stockPrice: Double
    /// P(S < level), undiscounted.
    public let probability: Double

    /// Creates a pair.
    public init(stockPrice: Double, probability: Double) {
        self.stockPrice = stockPrice
        self.probability = probability
    }
}

/// The probability that the profit is at least an amount.
public struct ProfitProbability: Hashable, Sendable {
    /// The amount for the whole position, negative for a loss.
    public let profitLoss: Double
    /// P(profit ≥ amount), undiscounted.
    public let probability: Double

    /// Creates a pair.
    public init(profitLoss: Double, probability: Double) {
        self.profitLoss = profitLoss
        self.probability = probability
    }
}

/// The prices some standard deviations of ln S below and above its mean.
public struct ExpectedMove: Hashable, Sendable {
    /// The number of standard deviations.
    public let standardDeviations: Double
    /// The price per share below the mean.
    public let lower: Double
    /// The price per share above the mean.
    public let upper: Double

    /// Creates a move.
    public init(standardDeviations: Double, lower: Double, upper: Double) {
        self.standardDeviations = standardDeviations
        self.lower = lower
        self.upper = upper
    }
}

extension LognormalDistribution {
    /// The quantiles some standard deviations of ln S below and above its mean: S₀ e^((r−q−σ²/2)T ∓ n σ√T).
    ///
    /// - Parameter standardDeviations: n; finite and greater than 0.
    /// - Returns: The prices; infinite beyond the range of `Double`.
    /// - Throws: `StrategyError` naming `standardDeviations` otherwise.
    public func expectedMove(standardDeviations: Double) throws(StrategyError) -> ExpectedMove {
        try StrategyError.require(standardDeviations, "standardDeviations", .positive)
        return ExpectedMove(
            standardDeviations: standardDeviations, lower: price(atDistance: -standardDeviations),
            upper: price(atDistance: standardDeviations))
    }
}

extension ProfitDistribution {
    /// P(profit ≥ amount). Prices at which profit equals the amount count.
    func probability(ofProfitAtLeast amount: Double) throws(StrategyError) -> Double {
        try StrategyError.require(amount, "profitLevels", .finite)
        let level = amount / unit
        if let certain { return (level == 0 ? certain.sign >= 0 : certain.value >= level) ? 1 : 0 }
        return try probability(of: function.segments(at: level), at: level) { $0 >= 0 }.double
    }
}
