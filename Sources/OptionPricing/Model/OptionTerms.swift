/// The terms of an option, which its contract fixes.
///
/// The initialiser validates every value, so every instance is valid.
///
/// ## Units
/// The strike price is in the currency of the underlying, per share. Times are in years.
public struct OptionTerms: Hashable, Sendable {
    /// Call or put.
    public let kind: OptionKind
    /// When the holder may exercise.
    public let exercise: ExerciseStyle
    /// The strike price, per share.
    public internal(set) var strike: Double
    /// The time to expiration in years.
    public internal(set) var timeToExpiration: Double

    /// Creates terms.
    ///
    /// - Parameters:
    ///   - kind: Call or put.
    ///   - strike: The strike price; finite. ``PricingModel/blackScholesMerton`` values options with strikes greater than 0.
    ///   - timeToExpiration: Years; finite, 0 or greater.
    ///   - exercise: When the holder may exercise.
    /// - Throws: ``PricingError`` naming the first parameter outside its domain.
    public init(
        _ kind: OptionKind, strike: Double, timeToExpiration: Double, exercise: ExerciseStyle = .european
    ) throws(PricingError) {
        try PricingError.requireFinite(.strike, strike)
        try PricingError.requireNonNegative(.timeToExpiration, timeToExpiration)
        self.init(validated: kind, strike: strike, timeToExpiration: timeToExpiration, exercise: exercise)
    }

    /// Creates terms from values that are or will be validated.
    @inline(__always)
    package init(validated kind: OptionKind, strike: Double, timeToExpiration: Double, exercise: ExerciseStyle) {
        self.kind = kind
        self.strike = strike
        self.timeToExpiration = timeToExpiration + 0  // turns -0, whose square root is -0, into 0
        self.exercise = exercise
    }
}
