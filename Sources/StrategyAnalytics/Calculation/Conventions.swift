public import OptionPricing

/// What an answer depends on beyond the legs, as values; the JSON member `conventions` states them in words.
///
/// Options are valued by the model of Black, Scholes and Merton, exercised at expiration only; dates are days in UTC,
/// counted actual/365 fixed; rates and yields compound continuously.
public struct Conventions: Hashable, Sendable {
    /// How an option leg was valued.
    public struct LegConvention: Hashable, Sendable {
        /// Years.
        public let timeToExpiration: Double
        /// The volatility that it was valued at, and its source; `nil` where none was needed.
        public internal(set) var volatility: LegVolatility?
    }

    /// The volatility of a leg.
    public struct LegVolatility: Hashable, Sendable {
        /// Where a leg's volatility comes from. Raw values are those of the JSON.
        public enum Source: String, Hashable, Sendable {
            /// The request gives it for the leg.
            case given
            /// It is the one that explains the leg's premium.
            case premium
            /// The premium determines none; it is the underlying's, which the request gives.
            case underlying
        }

        /// A decimal per year.
        public let value: Double
        /// Where it comes from.
        public let source: Source
    }

    /// The volatility of the underlying.
    public struct UnderlyingVolatility: Hashable, Sendable {
        /// Where the volatility of the underlying comes from.
        public enum Source: Hashable, Sendable {
            /// The request gives it.
            case given
            /// The legs of the first expiration all have it.
            case legsAgree
            /// The legs of the first expiration that are struck at the current price have it, as a mean.
            case legsAtCurrentPrice
            /// It is interpolated at the current price, linearly in the logarithm of the strike, between legs of the first
            /// expiration.
            case legsInterpolated
        }

        /// A decimal per year.
        public let value: Double
        /// Where it comes from.
        public let source: Source
    }

    /// What probabilities of profit mean.
    public enum ProbabilityMeasure: Hashable, Sendable {
        /// At the first expiration, ln S ~ N(ln S₀ + (r − q − σ²/2) T, σ² T); nothing is discounted.
        case lognormalAtFirstExpiration
    }

    /// What a shift of volatility does.
    public enum VolatilityShift: Hashable, Sendable {
        /// It is added to the volatility of every leg; a negative sum counts as 0.
        case additive
    }

    /// The instant of valuation, where it was given.
    public let valuation: Timestamp?
    /// Years to the first expiration; `nil` for shares alone.
    public let timeToExpiration: Double?
    /// A decimal per year.
    public let riskFreeRate: Double
    /// A decimal per year.
    public let dividendYield: Double
    /// The volatility of the underlying; `nil` where none was needed.
    public let underlyingVolatility: UnderlyingVolatility?
    /// For each leg, `nil` for shares; `nil` in the answer to a book, whose positions have their own.
    public internal(set) var legs: [LegConvention?]?
    /// Whether the search for the break-evens and extremes of a calendar was finished. Otherwise some between prices very
    /// near each other may be missing.
    public let isCertified: Bool
    /// The units of the greeks, where there are some.
    public let greekUnits: GreekUnits?
    /// What probabilities mean, where there are some.
    public let probability: ProbabilityMeasure?
    /// What shifts of volatility do, where there are scenarios.
    public let volatilityShifts: VolatilityShift?

    init(_ strategy: TimedStrategy, _ horizon: Double?, isCertified: Bool = true, include: Set<Inclusion>) {
        valuation = strategy.extensions.valuation
        timeToExpiration = horizon
        riskFreeRate = strategy.market.riskFreeRate
        dividendYield = strategy.market.dividendYield
        underlyingVolatility = strategy.underlyingVolatility
        legs = strategy.legConventions
        self.isCertified = isCertified
        greekUnits = include.contains(.greeks) ? .annual : nil
        probability = include.contains(.probability) ? .lognormalAtFirstExpiration : nil
        volatilityShifts = include.contains(.scenarios) ? .additive : nil
    }
}
