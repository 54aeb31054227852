/// What a combination of legs is called, and the part that each leg plays in it.
///
/// ```swift
/// let legs = [
///     try Leg.put(.long, strikePrice: 150, premium: 3.40, quantity: 1),
///     try Leg.put(.short, strikePrice: 155, premium: 4.75, quantity: 1),
///     try Leg.call(.short, strikePrice: 175, premium: 5.05, quantity: 1),
///     try Leg.call(.long, strikePrice: 180, premium: 3.60, quantity: 1),
/// ]
/// let strategy = try StrategyName.recognise(legs)
/// strategy.name        // "iron condor"
/// strategy.family      // .condor
/// strategy.roles[0]    // "long put, lower wing"
/// ```
///
/// A name says how the legs are built, not what was paid for them nor where the underlying stands: neither premiums nor
/// the current price matter. Every name, its definition and its other names are in `docs/strategy-names.md`.
public struct StrategyName: Hashable, Sendable {
    /// A kind of strategy.
    public enum Family: String, Hashable, Sendable, CaseIterable {
        /// Shares by themselves.
        case stock
        /// Calls or puts of one contract.
        case singleOption = "single option"
        /// Options sold against shares.
        case covered
        /// Options bought to insure shares, paid for by others or not.
        case protective
        /// One strike bought, another sold.
        case verticalSpread = "vertical spread"
        /// Calls and puts, all of them bought or all of them sold.
        case straddleAndStrangle = "straddle and strangle"
        /// Three strikes, the middle one against the other two.
        case butterfly
        /// Four strikes, the inner ones against the outer ones.
        case condor
        /// More sold than bought, or the reverse.
        case ratioSpread = "ratio spread"
        /// A vertical spread with a further option of the kind.
        case ladder
        /// A put against a call.
        case riskReversal = "risk reversal"
        /// A straddle or strangle sold, one of its sides insured.
        case lizard
        /// Two expirations.
        case calendarAndDiagonal = "calendar and diagonal"
        /// Something else by put-call parity.
        case synthetic
        /// Worth the same wherever the underlying ends.
        case arbitrage
    }

    /// The name, in English and lower case; that of ``unrecognised`` or ``closed`` when it is not a strategy.
    public let name: String
    /// The kind of strategy; `nil` when it is none.
    public let family: Family?
    /// What each leg is in the strategy, in the order of the legs: `"long put, lower wing"`. It is `nil` for a leg that
    /// only reduces or closes what others hold, and for all legs of what is not a strategy.
    public let roles: [String?]

    package init(name: String, family: Family?, roles: [String?]) {
        self.name = name
        self.family = family
        self.roles = roles
    }

    /// The name of a combination that has none.
    public static let unrecognised = "unrecognised combination"
    /// The name of legs that cancel out.
    public static let closed = "closed position"
}
