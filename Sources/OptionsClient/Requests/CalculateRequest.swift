/// A strategy: legs on one underlying, and the parameters of its results.
///
/// ```swift
/// import OptionsClient
///
/// var request = CalculateRequest(
///     currentPrice: 165.12, legs: [StrategyLeg(type: .call, position: .long, strikePrice: 165, premium: 9.25)])
/// request.include = [.strategyName]
/// ```
public struct CalculateRequest: Codable, Hashable, Sendable {
    /// A result beyond the curve and the metrics.
    public enum Inclusion: String, Codable, Hashable, Sendable, CaseIterable {
        /// Delta, gamma, theta, vega and rho of each leg and of the strategy.
        case greeks
        /// ``greeks`` and further ones.
        case allGreeks
        /// Probabilities and expected values.
        case probability
        /// The profit over the price before the expiration.
        case valueCurves
        /// The profit over prices, volatilities and dates.
        case scenarios
        /// The name of the strategy.
        case strategyName
        /// The present value.
        case value
        /// Greeks and density over the prices of the curve.
        case curveDetails
        /// The premium of early exercise and the exercise boundaries of American legs.
        case earlyExercise
    }

    /// A result to leave out.
    public enum Exclusion: String, Codable, Hashable, Sendable {
        /// The payoff curve.
        case curve
    }

    /// The current price of the underlying per share.
    public var currentPrice: Double
    /// The legs.
    public var legs: [StrategyLeg]
    /// The day or the instant of valuation.
    public var valuationDate: String?
    /// The years to the expiration of options without an expiration of their own.
    public var timeToExpiration: Double?
    /// The risk-free rate, a decimal per year, continuously compounded. 0 if absent.
    public var riskFreeRate: Double?
    /// The dividend yield, a decimal per year, continuously compounded. 0 if absent.
    public var dividendYield: Double?
    /// When the holders of the options may exercise them, unless a leg has a style of its own. European if absent.
    public var exercise: ExerciseStyle?
    /// Dividends of the underlying at ex-dates, in addition to the yield.
    public var dividends: [Dividend]?
    /// The volatility of the underlying, a decimal per year.
    public var volatility: Double?
    /// The distribution of the price at the first expiration, in place of `volatility`, for probabilities.
    public var distribution: PriceDistribution?
    /// Whether a request with unknown members is refused. `false` if absent.
    public var strict: Bool?
    /// The prices of the curve, in equal steps.
    public var curveRange: CurveRange?
    /// The prices of the curve, one by one, in place of `curveRange`.
    public var curvePrices: [Double]?
    /// The results beyond the curve and the metrics.
    public var include: [Inclusion]?
    /// The results to leave out.
    public var exclude: [Exclusion]?
    /// The units of theta, vega and rho. `mathematical` if absent.
    public var greekUnits: GreekUnits?
    /// The days of the value curves.
    public var valueDates: [ValueDate]?
    /// Prices whose probabilities to compute.
    public var priceLevels: [Double]?
    /// Profits whose probabilities to compute.
    public var profitLevels: [Double]?
    /// Prices whose probability of being touched to compute, in addition to the break-evens.
    public var touchLevels: [Double]?
    /// The numbers of standard deviations of the expected moves.
    public var standardDeviations: [Double]?
    /// The levels of value at risk and expected shortfall.
    public var confidenceLevels: [Double]?
    /// The prices, volatilities and dates of the scenarios.
    public var scenarioGrid: ScenarioGrid?

    /// Creates a request for the curve and the metrics. Its further members can be set afterwards.
    public init(currentPrice: Double, legs: [StrategyLeg]) {
        self.currentPrice = currentPrice
        self.legs = legs
    }
}

/// The distribution of the price that the prices of options imply, as a chain has it: the forward and a smile.
public struct PriceDistribution: Codable, Hashable, Sendable {
    /// The forward price of the underlying.
    public var forward: Double
    /// The years to the expiration of the smile.
    public var timeToExpiration: Double
    /// The parameter a of the smile.
    public var level: Double
    /// The parameter b of the smile.
    public var slope: Double
    /// The parameter ρ of the smile.
    public var correlation: Double
    /// The parameter m of the smile.
    public var shift: Double
    /// The parameter σ of the smile.
    public var width: Double

    /// Creates a distribution.
    public init(
        forward: Double, timeToExpiration: Double, level: Double, slope: Double, correlation: Double, shift: Double,
        width: Double
    ) {
        self.forward = forward
        self.timeToExpiration = timeToExpiration
        self.level = level
        self.slope = slope
        self.correlation = correlation
        self.shift = shift
        self.width = width
    }
}

/// Prices in equal steps.
public struct CurveRange: Codable, Hashable, Sendable {
    /// The lowest price.
    public var minimum: Double
    /// The highest price.
    public var maximum: Double
    /// The number of prices.
    public var points: Int

    /// Creates a range.
    public init(minimum: Double, maximum: Double, points: Int) {
        self.minimum = minimum
        self.maximum = maximum
        self.points = points
    }
}

/// The units of theta, vega and rho.
public enum GreekUnits: String, Codable, Hashable, Sendable {
    /// Theta per year, vega per 1.00 of volatility, rho per 1.00 of rate.
    case mathematical
    /// Theta per calendar day, vega and rho per percentage point.
    case market
}

/// The prices, volatilities and dates of scenarios. Absent members have standard values.
public struct ScenarioGrid: Codable, Hashable, Sendable {
    /// Relative changes of the current price: −0.1 is 10 % less.
    public var spotShifts: [Double]?
    /// Numbers that are added to the volatility of every leg.
    public var volatilityShifts: [Double]?
    /// The dates, or years after the valuation.
    public var dates: [ValueDate]?

    /// Creates a grid.
    public init(spotShifts: [Double]? = nil, volatilityShifts: [Double]? = nil, dates: [ValueDate]? = nil) {
        self.spotShifts = spotShifts
        self.volatilityShifts = volatilityShifts
        self.dates = dates
    }
}
