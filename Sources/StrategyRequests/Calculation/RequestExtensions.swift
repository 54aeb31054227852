public import AccountMargin
internal import ExactPayoff
public import OptionPricing
public import StrategyValuation

/// Optional members of a request: the dates, rates and volatilities for valuation before expiration, and further
/// results.
///
/// ```swift
/// var extensions = RequestExtensions()
/// extensions.valuation = Timestamp("2026-01-02")
/// extensions.riskFreeRate = 0.04
/// extensions.include = [.greeks, .probability]
/// ```
///
/// ## Units
/// Times in years; rates, yields and volatilities as decimals per year: 0.2 is 20 %.
public struct RequestExtensions: Hashable, Sendable {
    /// The instant at which the strategy is valued.
    public var valuation: Timestamp?
    /// The years to expiration of the options without an expiration of their own.
    public var timeToExpiration: Double?
    /// The risk-free rate, continuously compounded.
    public var riskFreeRate = 0.0
    /// The yield of the underlying, continuously compounded.
    public var dividendYield = 0.0
    /// Dividends of the underlying, in addition to the yield.
    public var dividends: [RequestDividend] = []
    /// When the holders of the options may exercise them, unless a leg has a style of its own.
    public var exercise = ExerciseStyle.european
    /// The volatility of the underlying, for probabilities and for legs whose premium implies no volatility.
    public var volatility: Double?
    /// The distribution of the price at the first expiration, for probabilities, in place of the volatility.
    public var distribution: RequestDistribution?
    /// The prices of the curve; `nil` for the default grid.
    public var curveRange: CurveRange?
    /// The prices of the curve, in any order, in place of ``curveRange``; up to ``RequestLimits/curvePriceRange``.
    public var curvePrices: [Double]?
    /// The results to compute in addition to curve and metrics.
    public var include: Set<Inclusion> = []
    /// The units of the greeks.
    public var greekUnits = GreekUnits.mathematical
    /// The results to omit.
    public var exclude: Set<Exclusion> = []
    /// The times of the value curves; `nil` for the valuation, the midpoint to the first expiration, and the first
    /// expiration.
    public var valueDates: [ValueDate]?
    /// The scenarios.
    public var scenarioShifts = ScenarioShifts()
    /// The levels of value at risk and expected shortfall.
    public var confidenceLevels = Self.defaultConfidenceLevels
    /// The prices of `ProfitProbabilities/ofPriceBelow`.
    public var priceLevels: [Double] = []
    /// The profits of `ProfitProbabilities/ofProfitAtLeast`.
    public var profitLevels: [Double] = []
    /// The prices in `ProfitProbabilities/ofTouching` after the break-evens.
    public var touchLevels: [Double] = []
    /// The numbers of standard deviations of `ProfitProbabilities/expectedMoves`.
    public var standardDeviations: [Double] = []
    /// The kind of the account, for ``Inclusion/margin``.
    public var accountType: MarginAccount.AccountType?
    /// The properties of the underlying, for ``Inclusion/margin``.
    public var underlying = MarginUnderlying()
    /// The default levels.
    public static let defaultConfidenceLevels = [0.95, 0.99]

    /// The number of default times.
    static let defaultDateCount = 3

    /// Creates extensions with default values.
    public init() {}

    /// When the holder of an option leg may exercise it.
    func exercise(of leg: Leg) -> ExerciseStyle { leg.exercise ?? exercise }
}

/// A result in addition to curve and metrics. Raw values are the JSON names.
public enum Inclusion: String, Hashable, Sendable, CaseIterable {
    /// Greeks per leg and net.
    case greeks
    /// Probabilities and expectations of profit.
    case probability
    /// Profits over prices at dates before expiration.
    case valueCurves
    /// Profits over prices, volatilities and dates.
    case scenarios
    /// The name of the strategy.
    case strategyName
    /// The present value of the position, per leg and net.
    case value
    /// Greeks per leg and net, with `PositionGreeks/higher`.
    case allGreeks
    /// Greeks, and the density of the price at the first expiration, over the prices of the curve.
    case curveDetails
    /// The premium of early exercise and the boundaries, per American leg.
    case earlyExercise
    /// The margin of an account that holds the legs, and the greatest profit in relation to it.
    case margin
}

/// A result to omit. Raw values are the JSON names.
public enum Exclusion: String, Hashable, Sendable, CaseIterable {
    /// The payoff curve.
    case curve
}

/// Evenly spaced prices for the curve.
public struct CurveRange: Hashable, Sendable {
    /// The allowed number of points, if the first price is less than the last.
    public static let pointsRange = 2...100_000
    /// The allowed number of points, if both prices may be the same.
    package static let pointsOrOneRange = 1...100_000

    /// The first price, 0 or greater.
    public var minimum: Double
    /// The last price, greater than the first; equal for a single point.
    public var maximum: Double
    /// The number of points, including both ends.
    public var points: Int

    /// Creates a range.
    public init(minimum: Double, maximum: Double, points: Int) {
        self.minimum = minimum
        self.maximum = maximum
        self.points = points
    }
}

/// A time between the valuation and the first expiration.
public enum ValueDate: Hashable, Sendable {
    /// 00:00 UTC of a date; requires a valuation.
    case date(CalendarDate)
    /// Years after the valuation.
    case years(Double)
}

/// The scenarios of a request: all combinations of the shifts and dates.
public struct ScenarioShifts: Hashable, Sendable {
    /// The changes of the underlying's price as fractions of it; −0.1 is 10 % down.
    public var spot = Self.defaultSpot
    /// The shifts, which are added to the volatility of every leg.
    public var volatility = Self.defaultVolatility
    /// The times; `nil` for the valuation, the midpoint to the first expiration, and the first expiration.
    public var dates: [ValueDate]?

    private static let defaultSpot = [-0.3, -0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.3]
    private static let defaultVolatility = [-0.1, -0.05, 0, 0.05, 0.1]

    /// Creates the default shifts.
    public init() {}
}
