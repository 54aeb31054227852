public import ExactPayoff
public import OptionPricing
public import StrategyValuation

/// The assumptions on which the results depend, as values. The JSON member `conventions` states them in sentences.
/// Options are valued by the Black–Scholes–Merton model. Dates are days in UTC; the day count is
/// actual/365 (fixed). Rates and yields are continuously compounded.
public struct Conventions: Hashable, Sendable {
    /// The time and the volatility with which an option leg was valued.
    public struct LegConvention: Hashable, Sendable {
        /// The time to expiration in years.
        public let timeToExpiration: Double
        /// The volatility and its source; `nil` if no result depends on it.
        public internal(set) var volatility: LegVolatility?
        /// The source of the leg's premium; `nil` if all premiums are given.
        public internal(set) var premiumSource: Leg.PremiumSource?
        /// When the holder may exercise.
        public let exercise: ExerciseStyle
    }

    /// The volatility of a leg.
    public struct LegVolatility: Hashable, Sendable {
        /// The source of a leg's volatility. Raw values are those of the JSON.
        public enum Source: String, Hashable, Sendable {
            /// The request gives the leg's volatility.
            case given
            /// The leg's premium implies the volatility.
            case premium
            /// The volatility of the underlying in the request: the premium implies none, or is the model value at this
            /// one.
            case underlying
        }

        /// A decimal per year.
        public let value: Double
        /// The source of the volatility.
        public let source: Source
    }

    /// The volatility of the underlying.
    public struct UnderlyingVolatility: Hashable, Sendable {
        /// The source of the underlying's volatility.
        public enum Source: Hashable, Sendable {
            /// The request gives the volatility.
            case given
            /// The volatilities of the legs of the first expiration agree.
            case legsAgree
            /// The mean over the legs of the first expiration whose strike is the current price.
            case legsAtCurrentPrice
            /// Interpolated at the current price between legs of the first expiration, linearly in the logarithm of the
            /// strike.
            case legsInterpolated
        }

        /// A decimal per year.
        public let value: Double
        /// The source of the volatility.
        public let source: Source
    }

    /// The distribution under which probabilities are computed.
    public enum ProbabilityMeasure: Hashable, Sendable {
        /// At the first expiration, ln S ~ N(ln S₀ + (r − q − σ²/2) T, σ² T); nothing is discounted.
        case lognormalAtFirstExpiration
        /// At the first expiration, after its dividends: between ex-dates, ln S moves as in ``lognormalAtFirstExpiration``.
        case afterDividendsAtFirstExpiration
        /// At the first expiration, as the prices of options by ``Conventions/distribution`` imply it.
        case smileAtFirstExpiration
    }

    /// The effect of a volatility shift.
    public enum VolatilityShift: Hashable, Sendable {
        /// The shift is added to the volatility of every leg; a negative sum counts as 0.
        case additive
    }

    /// The instant of valuation; `nil` if not given.
    public let valuation: Timestamp?
    /// The years to the first expiration; `nil` if there are only shares.
    public let timeToExpiration: Double?
    /// A decimal per year.
    public let riskFreeRate: Double
    /// A decimal per year.
    public let dividendYield: Double
    /// The volatility of the underlying; `nil` if no result depends on it.
    public let underlyingVolatility: UnderlyingVolatility?
    /// The distribution of the price that the request gives; `nil` if no result depends on one.
    public let distribution: RequestDistribution?
    /// One element per leg, `nil` for shares. The array is `nil` for a book, whose positions have conventions of their
    /// own.
    public internal(set) var legs: [LegConvention?]?
    /// The exercise style of all options; `nil` if some are American and some European.
    public internal(set) var exercise: ExerciseStyle?
    /// The dividends that count for at least one option, by time.
    public internal(set) var dividends: [DiscreteDividend]
    /// Whether the search for the break-evens and extremes of a calendar was completed. If not, some that are very
    /// close to others may be missing.
    public let isCertified: Bool
    /// The units of the greeks; `nil` if there are no greeks.
    public let greekUnits: GreekUnits?
    /// Whether the greeks include `PositionGreeks/higher`.
    public let hasHigherGreeks: Bool
    /// The distribution of the probabilities; `nil` if there are none.
    public let probability: ProbabilityMeasure?
    /// The effect of volatility shifts; `nil` if there are no scenarios.
    public let volatilityShifts: VolatilityShift?

    /// Whether the exercise styles are stated: not if all options are European and no dividend counts.
    package var statesExercise: Bool { exercise != .european || !dividends.isEmpty }

    init(_ strategy: TimedStrategy, _ horizon: Double?, isCertified: Bool = true, include: Set<Inclusion>) {
        valuation = strategy.extensions.valuation
        timeToExpiration = horizon
        riskFreeRate = strategy.market.riskFreeRate
        dividendYield = strategy.market.dividendYield
        underlyingVolatility = strategy.underlyingVolatility
        legs = strategy.legConventions
        exercise = strategy.exercise
        dividends = strategy.countingDividends
        self.isCertified = isCertified
        let hasGreeks = !include.isDisjoint(with: [.greeks, .allGreeks, .curveDetails])
        greekUnits = hasGreeks ? strategy.extensions.greekUnits : nil
        hasHigherGreeks = include.contains(.allGreeks)
        let hasProbability = !include.isDisjoint(with: [.probability, .curveDetails])
        let hasDividends = horizon.map { strategy.market.hasDividends(until: $0) } ?? false
        distribution = hasProbability ? strategy.extensions.distribution : nil
        probability =
            !hasProbability
            ? nil
            : distribution != nil
                ? .smileAtFirstExpiration
                : hasDividends ? .afterDividendsAtFirstExpiration : .lognormalAtFirstExpiration
        volatilityShifts = include.contains(.scenarios) ? .additive : nil
    }
}
