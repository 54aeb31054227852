public import ExactPayoff
public import OptionPricing

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
/// Legs that expire at the horizon, and shares, contribute their exact payoff; options that survive it have their
/// Black–Scholes–Merton value, each at its own volatility and remaining time. Options that no method
/// values are refused.
///
/// ## Units
/// Prices are per share; profits and costs are for the whole position, in currency.
///
/// ## Accuracy
/// The error of a profit is at most 6·10⁻¹⁴ of the sum of the magnitudes of its terms: payoffs, values of options, and spot
/// price times delta. This bound is the allowance, to which each American option adds 2.4·10⁻⁷ of the larger of spot and strike;
/// the greatest error measured without them is 3·10⁻¹⁶ of the sum of shares · (strike + premium + price). Extremes are found within the allowance at any price, and so is every price at which profit crosses a level by
/// more than the allowance on both sides. Where profit touches a level, or crosses it and returns, within the allowance,
/// the result is one price or none. `docs/calendars.md` has the method.
///
/// Strikes and premiums denote decimals as in `PayoffProfile`. Without far legs, the results agree with those of
/// `PayoffProfile` to a unit in the last place. Results beyond the range of `Double` are infinite.
public struct HorizonProfile: Sendable {
    /// The cost of opening the position: positive for a debit, negative for a credit.
    public let netCost: Double
    /// The distinct strike prices, ascending.
    public let strikePrices: [Double]
    /// The prices at which profit is zero, ascending, as `PayoffProfile/zeroProfitIntervals`.
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
    ///   - market: The market at the horizon, with a spot price, which has no effect. Ex-dates are in years from the horizon.
    ///   - rounding: The decimal places to which results are rounded; `nil` for no rounding.
    ///   - budget: Spent as the search proceeds.
    /// - Throws: `StrategyError` unless the market has a spot price greater than 0, the number of legs is in
    ///   `PayoffProfile/legCountRange`, and the surviving legs are options with some remaining time; with the rule
    ///   `StrategyRule/representableDiscount` if a rate discounts a strike price, over the remaining time, to an amount
    ///   beyond the range of `Double`; with the rule `StrategyRule/supported` if no method values an option.
    /// - Complexity: O(*n* log *n*) in the number of legs, and O(*n*) for each price evaluated.
    public init(
        expiring: [Leg], surviving: [PricedLeg], in market: OptionMarket, rounding: ResultRounding? = nil,
        budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) {
        try self.init(
            expiring: expiring, surviving: surviving, in: market, isCertifiable: true, rounding: rounding,
            budget: budget)
    }

    /// Creates the profile in a market without dividends at ex-dates.
    ///
    /// - Parameters:
    ///   - expiring: The legs that expire at the horizon, and shares.
    ///   - surviving: The options that expire later, with their times to expiration from the horizon, greater than 0.
    ///   - riskFreeRate: A decimal per year, continuously compounded; finite.
    ///   - dividendYield: A decimal per year, continuously compounded; finite.
    ///   - rounding: The decimal places to which results are rounded; `nil` for no rounding.
    ///   - budget: Spent as the search proceeds.
    /// - Throws: `StrategyError`, under the same conditions as ``init(expiring:surviving:in:rounding:budget:)``, or unless the rates
    ///   are in their domain.
    public init(
        expiring: [Leg], surviving: [PricedLeg], riskFreeRate: Double, dividendYield: Double = 0,
        rounding: ResultRounding? = nil, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) {
        let market = try StrategyError.converting { () throws(PricingError) in
            // The price has no effect.
            try OptionMarket(spot: 1, riskFreeRate: riskFreeRate, dividendYield: dividendYield)
        }
        try self.init(expiring: expiring, surviving: surviving, in: market, rounding: rounding, budget: budget)
    }

    /// Creates the profile by a search that is certified if that is allowed and possible, or else by sampling.
    init(
        expiring: [Leg], surviving: [PricedLeg], in market: OptionMarket, isCertifiable: Bool,
        rounding: ResultRounding?, budget: WorkBudget
    ) throws(StrategyError) {
        try market.requireSpot()
        let payoff = try PayoffProfile(expiring: expiring, surviving: surviving.map(\.leg), rounding, budget)
        let options = try surviving.map { (leg) throws(StrategyError) in
            guard let contract = leg.contract else { throw StrategyError("type", .optionForLaterExpiration) }
            try StrategyError.require(contract.terms.timeToExpiration, "timeToExpiration", .positive)
            return (contract: contract, shares: Int128(leg.leg.signedShares))
        }
        let pairs = try isCertifiable ? EuropeanPair.netted(options, in: market) : nil

        // Amounts that might overflow are expressed in units of 10⁴⁰.
        let highestPrice = (pairs ?? []).reduce(payoff.highestPrice) { max($0, $1.forwardStrike) }
        let isLarge = payoff.totalShares * highestPrice > 1e280
        let moneyUnit = isLarge ? 1e40 : 1
        let knots = try payoff.knots(
            inUnitsOf: isLarge ? 40 : 0, cost: payoff.isWide ? WorkCost.wideLeg : WorkCost.leg, budget)
        let function: HorizonFunction
        if let pairs {
            let highestSpot = isLarge ? .greatestFiniteMagnitude : 1e300 / payoff.totalShares
            function = HorizonFunction(
                payoff: HorizonPayoff(knots, pairs, moneyUnit: moneyUnit),
                surviving: EuropeanTimeValues(pairs, moneyUnit: moneyUnit, highestSpot: highestSpot),
                relativeAllowance: pairs.isEmpty ? 0 : HorizonFunction.modelAllowance)
        } else {
            let values = try ModelValues(options, in: market, moneyUnit: moneyUnit, budget)
            function = HorizonFunction(
                payoff: HorizonPayoff(knots, values, moneyUnit: moneyUnit), surviving: values,
                relativeAllowance: HorizonFunction.modelAllowance)
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

    /// The distinct prices at which profit is zero, ascending, as `PayoffProfile/breakEvenPoints`.
    public var breakEvenPoints: [Double] {
        PriceInterval.ends(of: zeroProfitIntervals)
    }

    /// The prices at which profit is a given level, and those at which it is above.
    ///
    /// - Parameters:
    ///   - level: A profit of the whole position; finite.
    ///   - budget: Spent as the search proceeds.
    /// - Returns: The prices, not rounded.
    /// - Throws: `StrategyError` naming `profitLoss` unless the level is finite.
    public func levelCrossings(
        at level: Double, budget: WorkBudget = WorkBudget()
    ) throws(StrategyError) -> LevelCrossings {
        try StrategyError.require(level, "profitLoss", .finite)
        let search = try LevelSearch(function, partition, level: level / moneyUnit, budget)
        return LevelCrossings(prices: search.prices, above: search.above)
    }
}
