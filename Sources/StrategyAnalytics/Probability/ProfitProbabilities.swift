/// The probabilities, means and risks of a strategy's profit at expiration.
///
/// ## Units
/// Profits and losses are for the whole position, in currency, not discounted; prices are per share.
public struct ProfitProbabilities: Hashable, Sendable {
    /// An amount at a confidence level.
    public struct Risk: Hashable, Sendable {
        /// The probability with which a loss is not exceeded; greater than 0 and less than 1.
        public let level: Double
        /// The loss: positive for a loss, negative for a profit.
        public let value: Double

        /// Creates a pair.
        public init(level: Double, value: Double) {
            self.level = level
            self.value = value
        }
    }

    /// P(profit > 0).
    public let ofProfit: Double
    /// P(profit < 0).
    public let ofLoss: Double
    /// The probability of the maximum profit; 0 when it is unlimited.
    public let ofMaximumProfit: Double
    /// The probability of the maximum loss; 0 when it is unlimited.
    public let ofMaximumLoss: Double
    /// The mean profit, negative for a loss.
    public let expectedProfitLoss: Double
    /// The mean profit conditional on a profit; `nil` if no profit is possible.
    public let expectedProfit: Double?
    /// The mean profit conditional on a loss; `nil` if no loss is possible.
    public let expectedLoss: Double?
    /// The value at risk at each requested level.
    public let valueAtRisk: [Risk]
    /// The expected shortfall at each requested level.
    public let expectedShortfall: [Risk]
    /// The probability of touching each break-even before expiration, ascending by price.
    public package(set) var ofTouching: [TouchingProbability]
    /// The quantiles one standard deviation of ln S below and above its mean.
    public let expectedMove: PriceInterval

    package init(
        ofProfit: Double, ofLoss: Double, ofMaximumProfit: Double, ofMaximumLoss: Double, expectedProfitLoss: Double,
        expectedProfit: Double?, expectedLoss: Double?, valueAtRisk: [Risk], expectedShortfall: [Risk],
        ofTouching: [TouchingProbability], expectedMove: PriceInterval
    ) {
        self.ofProfit = ofProfit
        self.ofLoss = ofLoss
        self.ofMaximumProfit = ofMaximumProfit
        self.ofMaximumLoss = ofMaximumLoss
        self.expectedProfitLoss = expectedProfitLoss
        self.expectedProfit = expectedProfit
        self.expectedLoss = expectedLoss
        self.valueAtRisk = valueAtRisk
        self.expectedShortfall = expectedShortfall
        self.ofTouching = ofTouching
        self.expectedMove = expectedMove
    }
}

extension ProfitDistribution {
    /// Computes all probabilities and means, and the risk at some levels.
    ///
    /// - Parameter levels: For ``ProfitProbabilities/valueAtRisk`` and ``ProfitProbabilities/expectedShortfall``; greater
    ///   than 0 and less than 1.
    /// - Returns: The results of the properties and methods of the distribution.
    /// - Throws: ``StrategyError/notBetweenZeroAndOne(_:_:)`` for other levels.
    public func probabilities(levels: [Double]) throws(StrategyError) -> ProfitProbabilities {
        var budget = WorkBudget.unlimited
        return try probabilities(levels: levels, budget: &budget)
    }

    /// ``probabilities(levels:)`` within a budget, by searches that spend as they proceed.
    ///
    /// - Throws: As ``probabilities(levels:)``, ``StrategyError/workExceeded(_:allowed:)`` and ``StrategyError/cancelled``.
    public func probabilities(
        levels: [Double], budget: inout WorkBudget
    ) throws(StrategyError) -> ProfitProbabilities {
        var valueAtRisk: [ProfitProbabilities.Risk] = []
        var expectedShortfall: [ProfitProbabilities.Risk] = []
        for level in levels {
            let risk = try risk(level: level, &budget)
            valueAtRisk.append(.init(level: level, value: risk.valueAtRisk))
            expectedShortfall.append(.init(level: level, value: try self.expectedShortfall(risk, &budget)))
        }
        let means = try means(&budget)
        return ProfitProbabilities(
            ofProfit: try probability(ofSign: 1, &budget), ofLoss: try probability(ofSign: -1, &budget),
            ofMaximumProfit: try probability(of: function.maximumIntervals(&budget), &budget),
            ofMaximumLoss: try probability(of: function.minimumIntervals(&budget), &budget),
            expectedProfitLoss: means.all, expectedProfit: means.ofProfit, expectedLoss: means.ofLoss,
            valueAtRisk: valueAtRisk, expectedShortfall: expectedShortfall,
            ofTouching: try touchingProbabilities(&budget), expectedMove: prices.expectedMove)
    }
}
