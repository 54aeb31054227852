public import ExactPayoff

/// The probabilities, means and risks of a strategy's profit under a lognormal price, without a grid or simulation. At
/// expiration, they are computed in closed form. At the first of several expirations, where the model values the far legs,
/// they are computed by Gauss–Legendre integration between break-evens and kinks.
///
/// ```swift
/// let profile = try PayoffProfile([.call(.long, strikePrice: 165, premium: 9.25, quantity: 1)])
/// let prices = try LognormalDistribution(spot: 165.12, volatility: 0.3, timeToExpiration: 0.25)
/// let profit = try ProfitProbabilities(of: profile, under: prices, levels: [0.95])
/// profit.ofProfit                         // 0.33…
/// profit.valueAtRisk[0].value             // 925.0, the whole premium
/// ```
///
/// ## Units
/// Profits and losses are for the whole position, in currency, not discounted; prices are per share.
///
/// ## Domain
/// A result too large for a `Double` is infinite.
///
/// ## Accuracy
/// The sign of the profit is decided exactly, in integers; the rounding of a `PayoffProfile`'s results has no effect.
/// Break-evens are the doubles nearest to the exact ones, which changes a probability by up to 1.1·10⁻¹⁶/(σ√T) times
/// the normal density there, and conditional means accordingly. Apart from that, the relative errors of probabilities
/// are within 2·10⁻¹⁵, and those of conditional means within 2·10⁻¹⁴, including in the tails. The error of
/// ``expectedProfitLoss`` is within 2·10⁻¹⁴ of the sum of the magnitudes of its two parts. The errors of values at risk
/// and expected shortfalls are within 10⁻¹⁴ of the value or, if that is greater, of shares times price.
///
/// The profit of a ``HorizonProfile`` has an error, and so have its break-evens. The errors of means are within 4 ·
/// 2⁻⁵³ of the sum of the magnitudes of its terms (payoffs, option values, price times delta). The errors of risks are
/// within 2⁻⁴¹ of that sum, since closer levels of profit are not distinguished. `docs/accuracy.md` lists the
/// measurements.
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
    /// The probability that profit has its maximum: 0 if it is unlimited, or has its maximum at single prices only.
    public let ofMaximumProfit: Double
    /// The probability that profit has its minimum: 0 if the loss is unlimited, or greatest at single prices only.
    public let ofMaximumLoss: Double
    /// The mean profit, negative for a loss.
    public let expectedProfitLoss: Double
    /// The mean profit conditional on a profit; `nil` if no profit is possible.
    public let expectedProfit: Double?
    /// The mean profit conditional on a loss, which is negative; `nil` if no loss is possible.
    public let expectedLoss: Double?
    /// The value at risk at each level: the smallest loss that is not exceeded with that probability,
    /// inf { l : P(−profit ≤ l) ≥ level }.
    ///
    /// > Source: Rockafellar and Uryasev, "Conditional value-at-risk for general loss distributions", *J. Bank. Finance*
    /// > 26(7), 2002, doi:10.1016/S0378-4266(02)00271-6.
    public let valueAtRisk: [Risk]
    /// The expected shortfall at each level: the mean loss in the worst 1 − level of outcomes, which is the mean of the
    /// values at risk at all higher levels. If a single loss has a positive probability, only its share of these
    /// outcomes counts. It is never less than the value at risk.
    ///
    /// > Source: Acerbi and Tasche, "On the coherence of expected shortfall", *J. Bank. Finance* 26(7), 2002,
    /// > doi:10.1016/S0378-4266(02)00283-2.
    public let expectedShortfall: [Risk]
    /// The probability of touching each break-even before expiration, ascending by price.
    public package(set) var ofTouching: [TouchingProbability]
    /// P(S < price) at each requested price; empty if none is requested.
    public package(set) var ofPriceBelow: [PriceProbability] = []
    /// P(profit ≥ amount) for each requested amount; empty if none is requested.
    public let ofProfitAtLeast: [ProfitProbability]
    /// The quantiles some standard deviations of ln S below and above its mean; empty if none is requested.
    public package(set) var expectedMoves: [ExpectedMove] = []
    /// The quantiles one standard deviation of ln S below and above its mean.
    public let expectedMove: PriceInterval

    /// Computes the probabilities of a profit at expiration.
    ///
    /// - Parameters:
    ///   - profile: The strategy.
    ///   - prices: The distribution of the price of the underlying at expiration.
    ///   - levels: For ``valueAtRisk`` and ``expectedShortfall``; greater than 0 and less than 1. At 0.95, one outcome in
    ///     twenty is worse.
    ///   - profitLevels: The amounts of ``ofProfitAtLeast``; finite.
    ///   - budget: Spent as searches proceed.
    /// - Throws: `StrategyError` for other levels, and the errors of the budget.
    /// - Complexity: O(*n*) in the number of strikes.
    public init(
        of profile: PayoffProfile, under prices: LognormalDistribution, levels: [Double] = [],
        profitLevels: [Double] = [], budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) {
        try self.init(ProfitDistribution(ExpirationProfit(profile, prices, budget), prices), levels, profitLevels)
    }

    /// Computes the probabilities of a profit at the first of several expirations. Parameters and errors are those of
    /// ``init(of:under:levels:profitLevels:budget:)-(PayoffProfile,LognormalDistribution,_,_,_)``.
    public init(
        of profile: HorizonProfile, under prices: LognormalDistribution, levels: [Double] = [],
        profitLevels: [Double] = [], budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) {
        try self.init(ProfitDistribution(HorizonProfit(profile, prices, budget), prices), levels, profitLevels)
    }

    /// Computes the probabilities of a profit at expiration under any distribution of the price. Parameters and errors
    /// are those of ``init(of:under:levels:profitLevels:budget:)-(PayoffProfile,LognormalDistribution,_,_,_)``.
    public init(
        of profile: PayoffProfile, under prices: PriceDistribution, levels: [Double] = [], profitLevels: [Double] = [],
        budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) {
        switch prices {
        case .lognormal(let prices):
            try self.init(ProfitDistribution(ExpirationProfit(profile, prices, budget), prices), levels, profitLevels)
        case .afterDividends(let prices):
            try self.init(ProfitDistribution(ExpirationProfit(profile, prices, budget), prices), levels, profitLevels)
        case .smile(let prices):
            try self.init(ProfitDistribution(ExpirationProfit(profile, prices, budget), prices), levels, profitLevels)
        }
    }

    /// Computes the probabilities of a profit at the first of several expirations under any distribution of the price.
    /// Parameters and errors are those of
    /// ``init(of:under:levels:profitLevels:budget:)-(PayoffProfile,LognormalDistribution,_,_,_)``.
    public init(
        of profile: HorizonProfile, under prices: PriceDistribution, levels: [Double] = [],
        profitLevels: [Double] = [], budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) {
        switch prices {
        case .lognormal(let prices):
            try self.init(ProfitDistribution(HorizonProfit(profile, prices, budget), prices), levels, profitLevels)
        case .afterDividends(let prices):
            try self.init(ProfitDistribution(HorizonProfit(profile, prices, budget), prices), levels, profitLevels)
        case .smile(let prices):
            try self.init(ProfitDistribution(HorizonProfit(profile, prices, budget), prices), levels, profitLevels)
        }
    }

    private init(
        _ profit: consuming ProfitDistribution<some ProfitFunction>, _ levels: [Double], _ profitLevels: [Double]
    ) throws(StrategyError) {
        var (valueAtRisk, expectedShortfall): ([Risk], [Risk]) = ([], [])
        for level in levels {
            let risk = try profit.risk(level: level)
            valueAtRisk.append(Risk(level: level, value: risk.valueAtRisk))
            expectedShortfall.append(Risk(level: level, value: try profit.expectedShortfall(risk)))
        }
        let means = try profit.means()
        ofProfit = try profit.probability(ofSign: 1)
        ofLoss = try profit.probability(ofSign: -1)
        ofMaximumProfit = try profit.probability(of: profit.function.intervals(at: .maximum))
        ofMaximumLoss = try profit.probability(of: profit.function.intervals(at: .minimum))
        (expectedProfitLoss, expectedProfit, expectedLoss) = means
        self.valueAtRisk = valueAtRisk
        self.expectedShortfall = expectedShortfall
        ofTouching = try profit.touchingProbabilities()
        expectedMove = PriceInterval(
            lower: profit.prices.price(atDistance: -1), upper: profit.prices.price(atDistance: 1))
        ofProfitAtLeast = try profitLevels.map { (level) throws(StrategyError) in
            ProfitProbability(profitLoss: level, probability: try profit.probability(ofProfitAtLeast: level))
        }
    }
}

/// The probability that the price of the underlying touches a level before expiration.
public struct TouchingProbability: Hashable, Sendable {
    /// The level, per share.
    public let stockPrice: Double
    /// The first-passage probability, undiscounted; `nil` if dividends are paid before expiration.
    public let probability: Double?

    /// Creates a pair.
    public init(stockPrice: Double, probability: Double?) {
        self.stockPrice = stockPrice
        self.probability = probability
    }
}
