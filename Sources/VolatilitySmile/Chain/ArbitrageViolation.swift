public import OptionPricing

/// A profit without risk that quotes offer: trades that bring ``profit`` now and cannot lose anything at expiration.
///
/// At expiration the trades, `shares` shares and an amount `cash` together are worth 0 or more, whatever the underlying is
/// worth then, and now they cost −`profit`.
public struct ArbitrageViolation: Hashable, Sendable {
    /// What the quotes break, whatever the model.
    public enum Condition: Hashable, Sendable {
        /// The bid of an option is at most its ask.
        case crossedQuote
        /// A call is worth the discounted difference of forward and strike at least, a put its opposite.
        case lowerBound
        /// A call is worth the discounted forward at most, a put the discounted strike.
        case upperBound
        /// A call less a put of the same strike is worth the discounted difference of forward and strike.
        case putCallParity
        /// From one strike to the next higher a call loses value, a put gains it, at most the discounted difference of the
        /// strikes.
        case verticalSpread
        /// An option is worth at most what interpolation between a lower and a higher strike gives.
        case butterfly
    }

    /// An option that is bought at its ask or sold at its bid.
    public struct Trade: Hashable, Sendable {
        /// Which quote of the chain, counted from 0.
        public let quote: Int
        /// Call or put.
        public let kind: OptionKind
        /// The price at which the option is exercised.
        public let strike: Double
        /// How many, per share: positive when bought, negative when sold.
        public let quantity: Double
        /// What one costs, or brings.
        public let price: Double
    }

    /// What the quotes break.
    public let condition: Condition
    /// The options traded, by strike.
    public let trades: [Trade]
    /// The shares held at expiration, negative when they are owed. One costs its price discounted by the yield.
    public let shares: Double
    /// The amount held at expiration, negative when it is owed.
    public let cash: Double
    /// What is left now, per share of the option sold, or bought where none is sold.
    public let profit: Double
}
