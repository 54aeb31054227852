internal import OptionPricing

/// The distribution of a strategy's profit when the price of the underlying is lognormal, without a grid and without
/// simulation: at expiration in closed form; at the first of several expirations, where options that live on are worth what
/// the model says, by Gauss–Legendre integration between break-evens and kinks.
///
/// ```swift
/// let profile = try PayoffProfile([.call(.long, strikePrice: 165, premium: 9.25, quantity: 1)])
/// let prices = try LognormalDistribution(spot: 165.12, volatility: 0.3, timeToExpiration: 0.25)
/// let profit = ProfitDistribution(of: profile, under: prices)
/// profit.probabilityOfProfit
/// try profit.valueAtRisk(level: 0.95)     // 925.0, all of the premium
/// ```
///
/// ## Units
/// Profits are for the whole position, in currency; a loss is a negative profit. Nothing is discounted.
///
/// ## Domain
/// A result too large for a `Double` is infinite.
///
/// ## Accuracy
/// Where profit is positive, negative or zero is decided exactly, in integers; the rounding of a ``PayoffProfile``'s
/// results plays no part. Break-evens are the doubles nearest to the exact ones, which moves a probability by up to
/// 1.1·10⁻¹⁶/(σ√T) times the normal density there, and conditional means accordingly. But for that, probabilities are
/// within 2·10⁻¹⁵ and conditional means within 2·10⁻¹⁴ relative to themselves, in the tails too, ``expectedProfitLoss``
/// within 2·10⁻¹⁴ of the sum of its two parts' magnitudes, and the values at risk and expected shortfalls within 10⁻¹⁴ of
/// themselves or, where that is more, of the money that the position moves.
///
/// The profit of a ``HorizonProfile`` has an error, and so have its break-evens. Means are within 4 · 2⁻⁵³ of the sum of its
/// terms (payoffs, values of options, price times delta); risks within 2⁻⁴¹ of it, since levels of profit that are much
/// nearer to each other are not told apart. `docs/accuracy.md` has what was measured.
public struct ProfitDistribution: Sendable {
    /// The distribution of the price.
    public let prices: LognormalDistribution

    let function: any ProfitFunction
    /// Where profit is positive, negative and zero; empty when the price is certain.
    let segments: [ProfitSegment]
    /// The profit in units of ``unit``, and its sign, when the price is certain.
    let certain: (value: Double, sign: Int)?

    /// What profits are counted in.
    var unit: Double { function.unit }

    /// Creates the distribution of a profit at expiration.
    ///
    /// - Parameters:
    ///   - profile: The strategy.
    ///   - prices: The distribution of the price of the underlying at expiration.
    /// - Complexity: O(*n*) in the number of strikes.
    public init(of profile: PayoffProfile, under prices: LognormalDistribution) {
        self.init(ExpirationProfit(profile, prices), prices)
    }

    /// Creates the distribution of a profit at the first of several expirations.
    ///
    /// - Parameters:
    ///   - profile: The strategy.
    ///   - prices: The distribution of the price of the underlying at the first expiration.
    public init(of profile: HorizonProfile, under prices: LognormalDistribution) {
        self.init(HorizonProfit(profile, prices), prices)
    }

    private init(_ function: some ProfitFunction, _ prices: LognormalDistribution) {
        self.function = function
        self.prices = prices
        certain = prices.isCertain ? function.profit(at: prices.mean) : nil
        segments = prices.isCertain ? [] : function.segments(at: 0)
    }
}

extension ProfitDistribution {
    /// P(profit > 0).
    public var probabilityOfProfit: Double { probability(ofSign: 1) }

    /// P(profit < 0).
    public var probabilityOfLoss: Double { probability(ofSign: -1) }

    /// The probability that profit is the greatest there is: 0 when it is unlimited, or greatest at single prices only.
    public var probabilityOfMaximumProfit: Double { probability(of: function.maximumIntervals) }

    /// The probability that profit is the least there is: 0 when the loss is unlimited, or greatest at single prices only.
    public var probabilityOfMaximumLoss: Double { probability(of: function.minimumIntervals) }

    /// The mean profit; negative for a mean loss.
    public var expectedProfitLoss: Double { means().all }

    /// The mean profit, given that it is positive; `nil` when it cannot be.
    public var expectedProfit: Double? { mean(ofSign: 1, expectation(ofSign: 1)) }

    /// The mean profit, given that it is negative, and so negative itself; `nil` when there is no loss.
    public var expectedLoss: Double? { mean(ofSign: -1, expectation(ofSign: -1)) }

    /// The mean profit, and given a profit and given a loss, for the price of the last two.
    func means() -> (all: Double, ofProfit: Double?, ofLoss: Double?) {
        let (gain, loss) = (expectation(ofSign: 1), expectation(ofSign: -1))
        let all = certain.map { $0.value * unit } ?? ((gain + loss) * unit).double
        return (all, mean(ofSign: 1, gain), mean(ofSign: -1, loss))
    }

    /// The break-even points, ascending, with the probability that the price touches each before expiration.
    public var touchingProbabilities: [TouchingProbability] {
        function.breakEvenPoints.map {
            TouchingProbability(stockPrice: $0, probability: prices.firstPassageProbability($0))
        }
    }

    private func probability(ofSign sign: Int) -> Double {
        if let certain { return certain.sign == sign ? 1 : 0 }
        return prices.probability(of: segments) { $0 == sign }.double
    }

    private func probability(of intervals: [PriceInterval]) -> Double {
        if certain != nil {
            return intervals.contains { $0.lower <= prices.mean && prices.mean <= $0.upper } ? 1 : 0
        }
        return intervals.reduce(Wide(0)) { sum, interval in
            guard interval.lower < interval.upper else { return sum }
            return sum
                + prices.probability(from: standardised(interval.lower), to: standardised(interval.upper))
        }.double
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

    private func expectation(ofSign sign: Int) -> Wide {
        prices.expectation(of: segments) { $0 == sign }
    }

    private func mean(ofSign sign: Int, _ expectation: Wide) -> Double? {
        if let certain { return certain.sign == sign ? certain.value * unit : nil }
        let probability = prices.probability(of: segments) { $0 == sign }
        guard !probability.isZero else { return nil }
        return (expectation / probability * unit).double
    }
}
