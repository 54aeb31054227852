internal import OptionPricing

/// The profit of a calendar, a diagonal or any other strategy at its first expiration (the horizon), as a function of
/// the price of the underlying.
///
/// ```swift
/// let near = try Leg.call(.short, strikePrice: 100, premium: 2.5, quantity: 1)
/// let far = try Leg.call(.long, strikePrice: 100, premium: 4.6, quantity: 1)
/// let calendar = try HorizonProfile(
///     expiring: [near],
///     surviving: [PricedLeg(far, timeToExpiration: 0.25, volatility: 0.2)],
///     riskFreeRate: 0.04)
/// calendar.netCost            // 210.0
/// calendar.maximumProfit      // 238.52…, where the stock is at the strike
/// calendar.breakEvenPoints    // [94.74…, 107.95…]
/// ```
///
/// Legs that expire at the horizon, and shares, contribute their exact payoff; options that survive it are European and have their
/// Black–Scholes–Merton value, each at its own volatility and remaining time.
///
/// ## Units
/// Prices are per share; profits and costs are for the whole position, in currency.
///
/// ## Accuracy
/// The error of a profit is at most 6·10⁻¹⁴ of the sum of the magnitudes of its terms: payoffs, values of options, and spot
/// price times delta. This bound is the allowance; the greatest error measured is 3·10⁻¹⁶ of the sum of shares · (strike + premium
/// + price). Extremes are found within the allowance at any price, and so is every price at which profit crosses a level by
/// more than the allowance on both sides. Where profit touches a level, or crosses it and returns, within the allowance,
/// the result is one price or none. `docs/calendars.md` has the method.
///
/// Strikes and premiums denote decimals as in ``PayoffProfile``. Without far legs, the results agree with those of
/// ``PayoffProfile`` to a unit in the last place. Results beyond the range of `Double` are infinite.
public struct HorizonProfile: Sendable {
    /// The cost of opening the position: positive for a debit, negative for a credit.
    public let netCost: Double
    /// The distinct strike prices, ascending.
    public let strikePrices: [Double]
    /// The prices at which profit is zero, ascending, as ``PayoffProfile/zeroProfitIntervals``.
    public let zeroProfitIntervals: [PriceInterval]
    /// The supremum of the profit over all prices S ≥ 0; `nil` if unlimited.
    ///
    /// Without dividend yield it is unlimited if the position is long more calls and shares than it is short. With a
    /// yield a European call is worth less than its share, so that a long call calendar has an unlimited loss in this model as
    /// the price rises.
    public let maximumProfit: Double?
    /// The infimum of the profit over all prices S ≥ 0; `nil` if the loss is unlimited.
    public let minimumProfit: Double?
    /// Whether all extremes and zeros are proven to be found. They are for European options, except for thousands of contracts that
    /// almost cancel. Otherwise, some at nearly equal prices may be missing.
    public let isCertified: Bool

    let function: HorizonFunction
    let partition: MonotonePartition
    let moneyUnit: Double
    let rounding: ResultRounding?

    /// Creates the profile and finds its extremes and break-evens.
    ///
    /// - Parameters:
    ///   - expiring: The legs that expire at the horizon, and shares.
    ///   - surviving: The options that expire later, with their times to expiration from the horizon, greater than 0.
    ///   - riskFreeRate: A decimal per year, continuously compounded; finite.
    ///   - dividendYield: A decimal per year, continuously compounded; finite.
    ///   - rounding: The decimal places to which results are rounded; `nil` for no rounding.
    ///   - budget: Spent as the search proceeds.
    /// - Throws: ``StrategyError`` unless the number of legs is in ``PayoffProfile/legCountRange``, the rates are in their
    ///   domain, and the surviving legs are options with some remaining time; with the rule
    ///   ``StrategyRule/representableDiscount`` if a rate discounts a strike price, over the remaining time, to an amount
    ///   beyond the range of `Double`.
    /// - Complexity: O(*n* log *n*) in the number of legs, and O(*n*) for each price evaluated.
    public init(
        expiring: [Leg], surviving: [PricedLeg], riskFreeRate: Double, dividendYield: Double = 0,
        rounding: ResultRounding? = nil, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) {
        let isEuropean = surviving.allSatisfy { $0.contract?.terms.exercise != .american }
        try self.init(
            expiring: expiring, surviving: surviving, riskFreeRate, dividendYield, isCertifiable: isEuropean, rounding,
            budget)
    }

    /// Creates the profile by a search that is certified if that is possible, or else by sampling.
    init(
        expiring: [Leg], surviving: [PricedLeg], _ riskFreeRate: Double, _ dividendYield: Double, isCertifiable: Bool,
        _ rounding: ResultRounding?, _ budget: WorkBudget
    ) throws(StrategyError) {
        try StrategyError.require(riskFreeRate, "riskFreeRate", .finite)
        try StrategyError.require(dividendYield, "dividendYield", .finite)
        let payoff = try PayoffProfile(expiring: expiring, surviving: surviving.map(\.leg), rounding, budget)
        let options = try surviving.map { (leg) throws(StrategyError) in
            guard let contract = leg.contract else { throw StrategyError("type", .optionForLaterExpiration) }
            try StrategyError.require(contract.terms.timeToExpiration, "timeToExpiration", .positive)
            return (contract: contract, shares: Int128(leg.leg.signedShares))
        }
        let pairs =
            isCertifiable
            ? EuropeanPair.netted(
                try options.map { (option) throws(StrategyError) in
                    try EuropeanPair(
                        option.contract, option.shares, riskFreeRate: riskFreeRate, dividendYield: dividendYield)
                }) : []

        // Amounts that might overflow are expressed in units of 10⁴⁰.
        let highestPrice = pairs.reduce(payoff.highestPrice) { max($0, $1.forwardStrike) }
        let isLarge = payoff.totalShares * highestPrice > 1e280
        let moneyUnit = isLarge ? 1e40 : 1
        let knots = try payoff.function.payoff.knots(
            inUnitsOf: isLarge ? 40 : 0, cost: payoff.isWide ? WorkCost.wideLeg : WorkCost.leg, budget)
        let function: HorizonFunction
        if isCertifiable {
            let highestSpot = isLarge ? .greatestFiniteMagnitude : 1e300 / payoff.totalShares
            function = HorizonFunction(
                payoff: HorizonPayoff(knots, pairs, moneyUnit: moneyUnit),
                surviving: EuropeanTimeValues(pairs, moneyUnit: moneyUnit, highestSpot: highestSpot),
                relativeAllowance: pairs.isEmpty ? 0 : 0x1p-44)
        } else {
            let values = try ModelValues(
                options, riskFreeRate: riskFreeRate, dividendYield: dividendYield, moneyUnit: moneyUnit, budget)
            function = HorizonFunction(
                payoff: HorizonPayoff(knots, values, moneyUnit: moneyUnit), surviving: values,
                relativeAllowance: 0x1p-44)
        }
        let partition = try MonotonePartition(function, budget)

        netCost = payoff.netCost
        strikePrices = payoff.strikePrices
        isCertified = partition.isCertified
        self.function = function
        self.partition = partition
        self.moneyUnit = moneyUnit
        self.rounding = rounding
        func money(_ value: Double) -> Double { ResultRounding.rounded(value * moneyUnit, rounding?.money) }
        let values = partition.values
        maximumProfit = function.endSlope > 0 ? nil : values.max().map(money)
        minimumProfit = function.endSlope < 0 ? nil : values.min().map(money)
        zeroProfitIntervals = try LevelSearch(function, partition, level: 0, budget).prices.map { interval in
            PriceInterval(
                lower: ResultRounding.rounded(interval.lower, rounding?.price),
                upper: ResultRounding.rounded(interval.upper, rounding?.price))
        }
    }

    /// The distinct prices at which profit is zero, ascending, as ``PayoffProfile/breakEvenPoints``.
    public var breakEvenPoints: [Double] {
        PriceInterval.ends(of: zeroProfitIntervals)
    }

    /// The prices at which profit is a given level, and those at which it is above.
    ///
    /// - Parameters:
    ///   - level: A profit of the whole position; finite.
    ///   - budget: Spent as the search proceeds.
    /// - Returns: The prices, not rounded.
    /// - Throws: ``StrategyError`` naming `profitLoss` unless the level is finite.
    public func levelCrossings(
        at level: Double, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> LevelCrossings {
        try StrategyError.require(level, "profitLoss", .finite)
        let search = try LevelSearch(function, partition, level: level / moneyUnit, budget)
        return LevelCrossings(prices: search.prices, above: search.above)
    }
}
