public import ExactPayoff
public import OptionPricing
internal import _OptionsMath

/// The price of the underlying at expiration after its dividends, in the spot model: between ex-dates ln S is normal as in
/// ``LognormalDistribution``, and at an ex-date S becomes max(S Π(1 − proportion) − Σ amount, 0).
///
/// ```swift
/// let market = try OptionMarket(spot: 100, dividends: [DiscreteDividend(timeToExDate: 0.1, .amount(1))])
/// let prices = try DividendDistribution(market.carry(to: 0.25), volatility: 0.2)
/// try prices.probability(below: 90)
/// ```
///
/// After an ex-date, the price is a mixture of lognormal prices, and 0 with the probability ``probabilityOfZero``.
///
/// ## Units
/// Prices are per share; nothing is discounted.
///
/// ## Domain
/// That of European options with dividends: volatilities from 0.02 to 3, times from one hour to five years, rates from
/// −0.02 to 0.2, yields from 0 to 0.2, or from −0.1 if the rate is not negative, and proportions of together at most 0.9. With zero volatility or time, the price is
/// certain.
///
/// ## Accuracy
/// The errors of probabilities are within 10⁻¹¹, those of means within 10⁻¹¹ of the spot; `docs/accuracy.md` lists the
/// measurements. Probabilities below 10⁻²⁰ count as 0; below
/// 10⁻¹³, if the time from an ex-date to the next one or to the expiration is less than 1/4096 of the time before.
///
/// > Source: Haug, Haug and Lewis, "Back to Basics: A New Approach to the Discrete Dividend Problem", *Wilmott Magazine*,
/// > September 2003, 37–47: the model.
public struct DividendDistribution: Sendable {
    /// The current price.
    public let spot: Double
    /// The probability that dividends have taken the whole price.
    public let probabilityOfZero: Double
    /// The price if it is certain.
    let certainPrice: Double?
    /// The distribution of ln X. The final price is max(f X − a, 0), where f and a are ``factor`` and ``amount``: those of
    /// the dividends on the expiration itself, in units that make the final price one per share.
    let sums: MixtureSums
    let factor, amount: Double
    /// ln X below which the final price is 0, and the probabilities and means there.
    let zero: PartialMoments
    /// The deviation of ln S since the valuation: the density varies no faster.
    let smoothness: Double

    /// Lesser probabilities count as 0.
    let resolution: Double

    /// The greatest distance, in standard deviations, whose probability is resolved.
    var greatestDistance: Double { resolution < 1e-15 ? 9 : 7 }

    /// Creates the distribution of the price at the expiration of a carry.
    ///
    /// - Parameters:
    ///   - carry: The market, with a spot price greater than 0, and the time to expiration.
    ///   - volatility: A decimal per year, finite, 0 or greater: 0.2 means 20 %.
    ///   - budget: Spent as ex-dates are passed.
    /// - Throws: `StrategyError` naming the first parameter outside its domain; with the rule `StrategyRule/supported` for
    ///   a forward price.
    /// - Complexity: About 0.1 ms for each ex-date on which money is paid.
    public init(_ carry: Carry, volatility: Double, budget: WorkBudget = WorkBudget()) throws(StrategyError) {
        try carry.market.requireSpot()
        try StrategyError.require(volatility, "volatility", .nonNegative)
        try StrategyError.require(carry.timeToExpiration, "timeToExpiration", .nonNegative)
        spot = carry.market.underlyingPrice
        let last = carry.timeToExpiration
        let isCertain = volatility == 0 || last == 0
        if !isCertain {
            try StrategyError.converting { () throws(PricingError) in
                try carry.requireDividendDomain(volatility: volatility)
            }
        }
        let variance = volatility * volatility
        let drift = carry.market.riskFreeRate - carry.market.dividendYield - variance / 2
        var passage = DividendPassage(totalVariance: variance * last, budget)
        // The dividends on the expiration stay apart.
        var (time, factor, amount) = (0.0, 1.0, 0.0)
        for payment in isCertain ? [] : ExDatePayment.payments(of: carry) {
            passage.diffuse(variance: variance * (payment.time - time), drift: drift * (payment.time - time))
            time = payment.time
            if time == last {
                (factor, amount) = (payment.factor, payment.amount / spot)
            } else {
                try passage.pay(factor: payment.factor, amount: payment.amount / spot)
            }
        }
        passage.diffuse(variance: variance * (last - time), drift: drift * (last - time))
        let mixture =
            isCertain
            ? LognormalMixture(first: 0, spacing: 1, weights: [1], deviation: 1) : try passage.spread()
        smoothness = passage.smoothness.squareRoot()
        resolution = passage.hasShortInterval ? 1e-13 : 1e-20
        certainPrice = isCertain ? carry.forward : nil
        self.factor = spot * factor
        self.amount = spot * amount

        let zeroPlace = log(amount / factor)
        let (below, alive) = amount > 0 ? mixture.probabilities(at: zeroPlace) : (0, passage.alive)
        let dead = passage.dead + below
        // Of two complements, the lesser is accurate.
        probabilityOfZero = isCertain ? 0 : dead < 0.5 ? dead : 1 - alive
        sums = MixtureSums(mixture, scale: alive > 0 ? (1 - probabilityOfZero) / alive : 0)
        zero = sums.moments(at: amount > 0 ? zeroPlace : -.infinity)
    }

    /// The mean price; 0 counts.
    public var mean: Double {
        certainPrice ?? factor * zero.meanAbove - amount * zero.above
    }

    /// The quantiles at the distances ±1 of a standard normal variate: those one standard deviation of ln S below and above
    /// its mean, if no dividend is paid.
    public var expectedMove: PriceInterval {
        PriceInterval(lower: price(atDistance: -1), upper: price(atDistance: 1))
    }

    /// Returns the probability that the final price is below `price`.
    ///
    /// - Parameter price: 0 or greater; it may be infinite.
    /// - Returns: P(S < price), which contains ``probabilityOfZero`` if `price` is greater than 0.
    /// - Throws: `StrategyError` naming `stockPrice` if the price is negative or NaN.
    public func probability(below price: Double) throws(StrategyError) -> Double {
        try LognormalDistribution.require(price)
        if let certainPrice { return certainPrice < price ? 1 : 0 }
        guard price > 0 else { return 0 }
        let place = standardised(price)
        let alive = place.moments.below - zero.below
        return place.moments.above < 0.5 ? 1 - place.moments.above : min(probabilityOfZero + max(alive, 0), 1)
    }

    /// Returns the density of the final price where it is greater than 0: its integral is 1 less ``probabilityOfZero``.
    ///
    /// - Parameter price: 0 or greater; it may be infinite.
    /// - Returns: The density, per unit of price; 0 at 0 and at infinity. If the price is certain, it is infinite at that price
    ///   unless it is 0, and 0 elsewhere.
    /// - Throws: `StrategyError` naming `stockPrice` if the price is negative or NaN.
    public func density(at price: Double) throws(StrategyError) -> Double {
        try LognormalDistribution.require(price)
        guard price > 0, price < .infinity else { return 0 }
        if let certainPrice { return certainPrice == price ? .infinity : 0 }
        return sums.mixture.density(at: logarithm(of: price)) / (price + amount)
    }

    /// Returns the quantiles at the distances ±n of a standard normal variate.
    ///
    /// - Parameter standardDeviations: n; greater than 0 and at most 9, or 7 if ex-dates are very close to each other.
    /// - Returns: The prices; 0 if ``probabilityOfZero`` is at least N(±n).
    /// - Throws: `StrategyError` naming `standardDeviations` otherwise.
    public func expectedMove(standardDeviations: Double) throws(StrategyError) -> ExpectedMove {
        try StrategyError.require(standardDeviations, "standardDeviations", .positive)
        guard standardDeviations <= greatestDistance || certainPrice != nil else {
            throw StrategyError(
                "standardDeviations", .inPricingRange(0...greatestDistance, .dividends),
                .number(standardDeviations))
        }
        return ExpectedMove(
            standardDeviations: standardDeviations, lower: price(atDistance: -standardDeviations),
            upper: price(atDistance: standardDeviations))
    }

    /// The quantile at N(z), for z up to ``greatestDistance`` in magnitude.
    func price(atDistance z: Double) -> Double {
        if let certainPrice { return certainPrice }
        let point = NormalDistribution.Point(DoubleDouble(z))
        let support = sums.mixture.support
        let (least, greatest) = (max(support.lowerBound, zero.y), support.upperBound)
        func distance(_ y: Double) -> Double {
            let place = sums.moments(at: y)
            let below = probabilityOfZero + max(place.below - zero.below, 0)
            return NormalDistribution.quantile(below: Wide(below), above: Wide(place.above))
        }
        // The probability of 0 reaches the quantile.
        guard (point.below - Wide(probabilityOfZero)).isPositive, zero.above > point.above.double, least < greatest
        else { return 0 }
        let y = Bracketing.root(between: least, and: greatest) { distance($0) - z }
        return price(of: y)
    }
}

/// The dividends at one time: S becomes max(S · factor − amount, 0).
private struct ExDatePayment {
    let time: Double
    var factor = 1.0
    var amount = 0.0

    /// The payments by time.
    static func payments(of carry: Carry) -> [ExDatePayment] {
        var payments: [ExDatePayment] = []
        for dividend in carry.dividends {
            if payments.last?.time != dividend.timeToExDate {
                payments.append(ExDatePayment(time: dividend.timeToExDate))
            }
            switch dividend.payment {
            case .amount(let amount): payments[payments.count - 1].amount += amount
            case .proportion(let proportion): payments[payments.count - 1].factor *= 1 - proportion
            }
        }
        return payments
    }
}
