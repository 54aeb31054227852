public import OptionPricing

/// An arbitrage opportunity in the quotes: trades that pay ``profit`` now and cannot lose at expiration.
///
/// The trades together with `shares` shares and an amount `cash` are worth 0 or more at expiration, at any price of the
/// underlying, and cost −`profit` now.
public struct ArbitrageViolation: Hashable, Sendable {
    /// A model-independent condition that quotes without arbitrage satisfy.
    public enum Condition: Hashable, Sendable {
        /// The bid of an option does not exceed its ask.
        case crossedQuote
        /// A call is worth at least the discounted value of forward − strike, a put at least that of strike − forward.
        case lowerBound
        /// A call is worth at most the discounted forward, a put at most the discounted strike.
        case upperBound
        /// A call minus a put of the same strike is worth the discounted value of forward − strike.
        case putCallParity
        /// With rising strike, calls do not gain value and puts do not lose value, and the change is at most the discounted
        /// difference of the strikes.
        case verticalSpread
        /// An option is worth at most the linear interpolation between options of a lower and a higher strike.
        case butterfly
        /// An American option is worth at least its payoff. ``OptionChain/arbitrage()``, whose options are European, never reports it.
        case immediateExercise
    }

    /// An option that is bought at its ask or sold at its bid.
    public struct Trade: Hashable, Sendable {
        /// The index of the quote in the chain.
        public let quote: Int
        /// Call or put.
        public let kind: OptionKind
        /// The strike price.
        public let strike: Double
        /// The number of options per share: positive if bought, negative if sold.
        public let quantity: Double
        /// The price paid or received for one option.
        public let price: Double
    }

    /// The condition that the quotes violate.
    public let condition: Condition
    /// The options traded, in ascending order of strike.
    public let trades: [Trade]
    /// The shares held at expiration; negative if sold short. The cost of one share is its price discounted by the yield.
    public let shares: Double
    /// The amount held at expiration; negative if owed.
    public let cash: Double
    /// The profit now, per share of the option sold; per share of the option bought if none is sold.
    public let profit: Double
}
