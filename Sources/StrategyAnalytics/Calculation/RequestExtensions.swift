public import OptionPricing

/// What a request may state beyond the price and the legs, so that it can be valued before expiration.
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
    /// Years to the expiration of the legs that do not give their own.
    public var timeToExpiration: Double?
    /// The risk-free rate, continuously compounded.
    public var riskFreeRate = 0.0
    /// The yield of the underlying, continuously compounded.
    public var dividendYield = 0.0
    /// The volatility of the underlying: of probabilities, and of legs whose premium determines none.
    public var volatility: Double?
    /// Where the curve is drawn, in place of the default grid.
    public var curveRange: CurveRange?
    /// What the response is to have beyond curve and metrics.
    public var include: Set<Inclusion> = []
    /// The times of the value curves; absent: now, halfway to the first expiration, and then.
    public var valueDates: [ValueDate]?
    /// The scenarios; absent members have the defaults of ``ScenarioShifts``.
    public var scenarioShifts = ScenarioShifts()
    /// The levels of value at risk and expected shortfall.
    public var confidenceLevels = Self.defaultConfidenceLevels
    /// The levels where none are given.
    public static let defaultConfidenceLevels = [0.95, 0.99]

    /// How many times there are where none are given.
    static let defaultDateCount = 3

    /// The defaults.
    public init() {}
}

/// What a response may have beyond curve and metrics. Raw values are the JSON names.
public enum Inclusion: String, Hashable, Sendable, CaseIterable {
    /// Greeks of the legs and of all together.
    case greeks
    /// Probabilities and expectations of profit.
    case probability
    /// Profits over prices at dates before expiration.
    case valueCurves
    /// Profits over prices, volatilities and dates.
    case scenarios
    /// What such a strategy is called.
    case strategyName
}

/// Evenly spaced prices for the curve.
public struct CurveRange: Hashable, Sendable {
    /// How many points a curve may have.
    public static let pointsRange = 2...100_000

    /// The first price, 0 or greater.
    public var minimum: Double
    /// The last price, greater than the first.
    public var maximum: Double
    /// How many points there are, both ends included.
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
    /// The first instant of a date; it takes a valuation.
    case date(CalendarDate)
    /// So many years after the valuation.
    case years(Double)
}

/// The scenarios of a request: every combination of these.
public struct ScenarioShifts: Hashable, Sendable {
    /// What the price of the underlying changes by, as a fraction of it; −0.1 is 10 % down.
    public var spot = Self.defaultSpot
    /// What is added to every volatility.
    public var volatility = Self.defaultVolatility
    /// When; absent: now, halfway to the first expiration, and then.
    public var dates: [ValueDate]?

    private static let defaultSpot = [-0.3, -0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.3]
    private static let defaultVolatility = [-0.1, -0.05, 0, 0.05, 0.1]

    /// The default shifts.
    public init() {}
}
