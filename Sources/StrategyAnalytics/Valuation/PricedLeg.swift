public import OptionPricing

/// A leg that the model can value: an option with its time and its volatility, or shares, which need neither.
///
/// ```swift
/// let call = try Leg.call(.long, strikePrice: 105, premium: 2.5, quantity: 1)
/// let pricedCall = try PricedLeg(call, timeToExpiration: 0.25, volatility: 0.2)
/// let shares = try PricedLeg(shares: .stock(.long, entryPrice: 100, quantity: 100))
/// ```
public struct PricedLeg: Hashable, Sendable {
    /// What is held.
    public let leg: Leg
    /// The option as the model sees it; `nil` for shares.
    public let contract: OptionContract?

    /// An option.
    ///
    /// - Parameters:
    ///   - option: Calls or puts.
    ///   - timeToExpiration: Years from the valuation to the expiration; finite, 0 or greater.
    ///   - volatility: The option's own volatility, a decimal per year; finite, 0 or greater.
    /// - Throws: `PricingError` naming the first parameter outside its domain.
    /// - Precondition: `option` is not a leg of shares.
    public init(_ option: Leg, timeToExpiration: Double, volatility: Double) throws(PricingError) {
        guard let kind = option.optionKind, let strikePrice = option.strikePrice else {
            preconditionFailure("shares have no time to expiration")
        }
        leg = option
        contract = try OptionContract(
            kind, strikePrice: strikePrice, timeToExpiration: timeToExpiration, volatility: volatility)
    }

    /// Shares.
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
