/// An option that expires after the horizon, which is the first expiration of its strategy, and is valued by a model at
/// the horizon.
///
/// The initialiser validates every value, so an instance is always valid.
public struct SurvivingLeg: Hashable, Sendable {
    /// The option.
    public let leg: Leg
    /// The time from the horizon to the leg's own expiration, in years.
    public let remainingTime: Double
    /// The leg's own volatility: a decimal per year, 0.2 means 20 %.
    public let volatility: Double

    /// Creates a leg.
    ///
    /// - Parameters:
    ///   - leg: A call or a put.
    ///   - remainingTime: Years; finite and greater than 0.
    ///   - volatility: Finite, 0 or greater. At zero volatility, the option is worth its discounted intrinsic value.
    /// - Throws: ``StrategyError`` naming the first parameter outside its domain.
    public init(_ leg: Leg, remainingTime: Double, volatility: Double) throws(StrategyError) {
        guard leg.strikePrice != nil else { throw StrategyError("type", .optionForLaterExpiration) }
        try leg.requirePremium("")
        try StrategyError.require(remainingTime, "remainingTime", .positive)
        try StrategyError.require(volatility, "impliedVolatility", .nonNegative)
        self.leg = leg
        self.remainingTime = remainingTime
        self.volatility = volatility
    }
}
