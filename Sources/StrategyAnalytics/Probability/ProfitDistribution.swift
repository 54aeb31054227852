internal import OptionPricing

/// The distribution of a strategy's profit under a lognormal price, without a grid or simulation. At expiration, it is
/// computed in closed form. At the first of several expirations, where the model values the far legs, it is computed by
/// Gauss–Legendre integration between break-evens and kinks.
///
/// ```swift
/// let profile = try PayoffProfile([.call(.long, strikePrice: 165, premium: 9.25, quantity: 1)]) let prices = try
/// LognormalDistribution(spot: 165.12, volatility: 0.3, timeToExpiration: 0.25) let profit = ProfitDistribution(of:
/// profile, under: prices) profit.probabilityOfProfit try profit.valueAtRisk(level: 0.95)     // 925.0, the whole
/// premium
/// ```
///
/// ## Units
/// Profits are for the whole position, in currency; a loss is a negative profit. Nothing is discounted.
///
/// ## Domain
/// A result too large for a `Double` is infinite.
///
/// ## Accuracy
/// The sign of the profit is decided exactly, in integers; the rounding of a ``PayoffProfile``'s results has no effect.
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
public struct ProfitDistribution: Sendable {
    /// The distribution of the price.
    public let prices: LognormalDistribution

    let function: any ProfitFunction
    /// The segments in which profit is positive, negative or zero; empty if the price is certain.
    let segments: [ProfitSegment]
    /// The profit in units of ``unit``, and its sign, if the price is certain.
    let certain: (value: Double, sign: Int)?

    /// The amount of currency in which profits are expressed.
    var unit: Double { function.unit }

    /// Creates the distribution of a profit at expiration.
    ///
    /// - Parameters:
    ///   - profile: The strategy.
    ///   - prices: The distribution of the price of the underlying at expiration.
    /// - Complexity: O(*n*) in the number of strikes.
    public init(of profile: PayoffProfile, under prices: LognormalDistribution) {
        self = WorkBudget.withoutLimits { (budget) throws(StrategyError) in
            try ProfitDistribution(of: profile, under: prices, budget: &budget)
        }
    }

    /// Creates the distribution of a profit at expiration within a budget.
    ///
    /// - Throws: ``StrategyError/workExceeded(_:allowed:)`` or ``StrategyError/cancelled``.
    public init(
        of profile: PayoffProfile, under prices: LognormalDistribution, budget: inout WorkBudget
    ) throws(StrategyError) {
        try self.init(ExpirationProfit(profile, prices, &budget), prices, &budget)
    }

    /// Creates the distribution of a profit at the first of several expirations.
    ///
    /// - Parameters:
    ///   - profile: The strategy.
    ///   - prices: The distribution of the price of the underlying at the first expiration.
    public init(of profile: HorizonProfile, under prices: LognormalDistribution) {
        self = WorkBudget.withoutLimits { (budget) throws(StrategyError) in
            try ProfitDistribution(of: profile, under: prices, budget: &budget)
        }
    }

    /// Creates the distribution of a profit at the first of several expirations within a budget.
    ///
    /// - Throws: ``StrategyError/workExceeded(_:allowed:)`` or ``StrategyError/cancelled``.
    public init(
        of profile: HorizonProfile, under prices: LognormalDistribution, budget: inout WorkBudget
    ) throws(StrategyError) {
        try self.init(HorizonProfit(profile, prices, &budget), prices, &budget)
    }

    private init(
        _ function: some ProfitFunction, _ prices: LognormalDistribution, _ budget: inout WorkBudget
    ) throws(StrategyError) {
        self.function = function
        self.prices = prices
        certain = prices.isCertain ? try function.profit(at: prices.mean, &budget) : nil
        segments = prices.isCertain ? [] : try function.segments(at: 0, &budget)
    }
}

extension ProfitDistribution {
    /// P(profit > 0).
    public var probabilityOfProfit: Double {
        WorkBudget.withoutLimits { (budget) throws(StrategyError) in try probability(ofSign: 1, &budget) }
    }

    /// P(profit < 0).
    public var probabilityOfLoss: Double {
        WorkBudget.withoutLimits { (budget) throws(StrategyError) in try probability(ofSign: -1, &budget) }
    }

    /// The probability that profit has its maximum: 0 if it is unlimited, or has its maximum at single prices only.
    public var probabilityOfMaximumProfit: Double {
        WorkBudget.withoutLimits { (budget) throws(StrategyError) in
            try probability(of: function.maximumIntervals(&budget), &budget)
        }
    }

    /// The probability that profit has its minimum: 0 if the loss is unlimited, or greatest at single prices only.
    public var probabilityOfMaximumLoss: Double {
        WorkBudget.withoutLimits { (budget) throws(StrategyError) in
            try probability(of: function.minimumIntervals(&budget), &budget)
        }
    }

    /// The mean profit; negative for a mean loss.
    public var expectedProfitLoss: Double { meansWithoutLimits.all }

    /// The mean profit conditional on a profit; `nil` if no profit is possible.
    public var expectedProfit: Double? { meansWithoutLimits.ofProfit }

    /// The mean profit conditional on a loss, which is negative; `nil` if no loss is possible.
    public var expectedLoss: Double? { meansWithoutLimits.ofLoss }

    /// The break-even points, ascending, with the probability that the price touches each before expiration.
    public var touchingProbabilities: [TouchingProbability] {
        WorkBudget.withoutLimits { (budget) throws(StrategyError) in try touchingProbabilities(&budget) }
    }

    private var meansWithoutLimits: (all: Double, ofProfit: Double?, ofLoss: Double?) {
        WorkBudget.withoutLimits { (budget) throws(StrategyError) in try means(&budget) }
    }

    /// The mean profit, and given a profit and given a loss.
    func means(
        _ budget: inout WorkBudget
    ) throws(StrategyError) -> (all: Double, ofProfit: Double?, ofLoss: Double?) {
        let gain = try prices.expectation(of: segments, &budget) { $0 == 1 }
        let loss = try prices.expectation(of: segments, &budget) { $0 == -1 }
        let all = certain.map { $0.value * unit } ?? ((gain + loss) * unit).double
        return (all, try mean(ofSign: 1, gain, &budget), try mean(ofSign: -1, loss, &budget))
    }

    func touchingProbabilities(_ budget: inout WorkBudget) throws(StrategyError) -> [TouchingProbability] {
        try function.breakEvenPoints(&budget).map { (price) throws(StrategyError) in
            try budget.spend(WorkCost.probability)
            return TouchingProbability(stockPrice: price, probability: prices.firstPassageProbability(price))
        }
    }

    func probability(ofSign sign: Int, _ budget: inout WorkBudget) throws(StrategyError) -> Double {
        if let certain { return certain.sign == sign ? 1 : 0 }
        return try prices.probability(of: segments, &budget) { $0 == sign }.double
    }

    func probability(of intervals: [PriceInterval], _ budget: inout WorkBudget) throws(StrategyError) -> Double {
        if certain != nil {
            return intervals.contains { $0.lower <= prices.mean && prices.mean <= $0.upper } ? 1 : 0
        }
        var sum = Wide(0)
        for interval in intervals where interval.lower < interval.upper {
            try budget.spend(WorkCost.probability)
            sum = sum + prices.probability(from: standardised(interval.lower), to: standardised(interval.upper))
        }
        return sum.double
    }

    /// Standardises a price, by a binary search of the ends of the segments where it is one of them.
    private func standardised(_ price: Double) -> StandardisedPrice {
        var (first, count) = (0, segments.count)
        while count > 0 {
            let half = count / 2
            if segments[first + half].upper.price < price {
                first += half + 1
                count -= half + 1
            } else {
                count = half
            }
        }
        guard first < segments.count else { return prices.standardised(price) }
        let segment = segments[first]
        return segment.upper.price == price
            ? segment.upper : segment.lower.price == price ? segment.lower : prices.standardised(price)
    }

    private func mean(
        ofSign sign: Int, _ expectation: Wide, _ budget: inout WorkBudget
    ) throws(StrategyError) -> Double? {
        if let certain { return certain.sign == sign ? certain.value * unit : nil }
        let probability = try prices.probability(of: segments, &budget) { $0 == sign }
        guard !probability.isZero else { return nil }
        return (expectation / probability * unit).double
    }
}
