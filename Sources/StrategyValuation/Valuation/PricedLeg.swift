public import ExactPayoff
public import OptionPricing

/// A leg with the terms that the model requires: an option with its time and volatility, or shares, which require
/// neither.
///
/// ```swift
/// let call = try Leg.call(.long, strikePrice: 105, premium: 2.5, quantity: 1)
/// let pricedCall = try PricedLeg(call, timeToExpiration: 0.25, volatility: 0.2)
/// let shares = try PricedLeg(shares: .stock(.long, entryPrice: 100, quantity: 100))
/// ```
public struct PricedLeg: Hashable, Sendable {
    /// The leg.
    public let leg: Leg
    /// The terms of the option; `nil` for shares.
    public let contract: OptionContract?

    /// Creates a leg of options.
    ///
    /// - Parameters:
    ///   - option: A leg of calls or puts.
    ///   - timeToExpiration: Years from the valuation to the expiration; finite, 0 or greater.
    ///   - volatility: The option's own volatility, a decimal per year; finite, 0 or greater.
    ///   - exercise: When the holder may exercise; `nil` for the style of the leg or, if it has none, European.
    /// - Throws: `StrategyError` naming the first parameter outside its domain; with the rule
    ///   `StrategyRule/optionForLaterExpiration` for a leg of shares.
    public init(
        _ option: Leg, timeToExpiration: Double, volatility: Double, exercise: ExerciseStyle? = nil
    ) throws(StrategyError) {
        guard let kind = option.optionKind, let strikePrice = option.strikePrice else {
            throw StrategyError("type", .optionForLaterExpiration)
        }
        try option.requirePremium("")
        leg = option
        contract = try OptionContract(
            kind, strikePrice: strikePrice, timeToExpiration: timeToExpiration, volatility: volatility,
            exercise: exercise ?? option.exercise ?? .european)
    }

    /// Creates a leg of shares.
    ///
    /// - Precondition: `shares` is a leg of shares.
    public init(shares: Leg) {
        precondition(shares.instrument == .stock, "an option has a time to expiration")
        leg = shares
        contract = nil
    }
}

extension Leg {
    /// Call or put; `nil` for shares.
    package var optionKind: OptionKind? {
        switch instrument {
        case .call: .call
        case .put: .put
        case .stock: nil
        }
    }
}
