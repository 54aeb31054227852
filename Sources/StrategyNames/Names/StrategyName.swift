public import ExactPayoff

/// The name of a combination of legs, and the role of each leg in it.
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
/// A name describes the structure of the legs only: neither premiums nor the current price matter. All names, with their
/// definitions and synonyms, are in `docs/strategy-names.md`.
public struct StrategyName: Hashable, Sendable {
    /// A kind of strategy.
    public enum Family: String, Hashable, Sendable, CaseIterable {
        /// Shares without options.
        case stock
        /// Calls or puts of one contract.
        case singleOption = "single option"
        /// Options sold against shares.
        case covered
        /// Options bought to insure shares, whether or not sold options finance them.
        case protective
        /// One strike bought, another sold.
        case verticalSpread = "vertical spread"
        /// Calls and puts that are all bought or all sold.
        case straddleAndStrangle = "straddle and strangle"
        /// Three strikes, the middle one against the other two.
        case butterfly
        /// Four strikes, the inner ones against the outer ones.
        case condor
        /// More sold than bought, or the reverse.
        case ratioSpread = "ratio spread"
        /// A vertical spread with one more option of the same kind.
        case ladder
        /// A put against a call.
        case riskReversal = "risk reversal"
        /// A short straddle or strangle with one side insured.
        case lizard
        /// Two expirations.
        case calendarAndDiagonal = "calendar and diagonal"
        /// Equivalent to another position by put-call parity.
        case synthetic
        /// Worth the same at any price of the underlying.
        case arbitrage
    }

    /// The name, in English and lower case; ``unrecognised`` or ``closed`` if the legs are not a strategy.
    public let name: String
    /// The kind of strategy; `nil` if the legs are not a strategy.
    public let family: Family?
    /// The role of each leg, in the order of the legs: `"long put, lower wing"`. `nil` for a leg that only reduces or
    /// closes the position of others, and for all legs if they are not a strategy.
    public let roles: [String?]
    /// The other names of the strategy, as in `docs/strategy-names.md`; empty if there are none.
    public let aliases: [String]

    /// The name of a combination without a name of its own.
    public static let unrecognised = "unrecognised combination"
    /// The name of legs that cancel out.
    public static let closed = "closed position"

    /// Returns the name of a combination of legs.
    ///
    /// Legs in the same contract are netted, so neither the order of the legs nor how they are split matters. Only the
    /// ratios of the quantities matter, in shares: 200 shares against two calls on 100 each are a covered call. Strikes
    /// are compared as decimals, as in `PayoffProfile`: 95, 100.1 and 105.2 are equally far apart.
    ///
    /// - Parameters:
    ///   - legs: The legs; their number must be in `PayoffProfile/legCountRange`.
    ///   - expirations: When each leg expires, in years or any other measure that grows with time; those of shares are
    ///     ignored. If absent, or `nil` for every option, all options expire together. If `nil` for some options only,
    ///     the combination is unrecognised.
    /// - Returns: The name, ``unrecognised`` if there is none, or ``closed`` if the legs cancel out.
    /// - Throws: `StrategyError` for another number of legs, or an expiration that is not finite.
    /// - Precondition: There are as many `expirations` as `legs`.
    /// - Complexity: O(*n* log *n*) in the number of legs.
    public static func recognise(_ legs: [Leg], expirations: [Double?]? = nil) throws(StrategyError) -> StrategyName {
        try StrategyError.require(legs.count, "legs", .count(PayoffProfile.legCountRange, .legs))
        let position = try NetPosition(legs, expirations: expirations)
        guard !position.holdings.isEmpty else {
            return StrategyName(name: closed, family: nil, roles: legs.map { _ in nil }, aliases: [])
        }
        guard let ranked = RankedPosition(position), let pattern = StrategyPattern.matching(ranked) else {
            return StrategyName(name: unrecognised, family: nil, roles: legs.map { _ in nil }, aliases: [])
        }
        let roles = zip(legs, position.contracts).map { leg, contract -> String? in
            guard let index = ranked.holdings.firstIndex(where: { $0.contract == contract }),
                (ranked.holdings[index].shares > 0) == (leg.side == .long)
            else { return nil }
            return pattern.roles[index]
        }
        return StrategyName(
            name: pattern.name, family: pattern.definition.family, roles: roles,
            aliases: pattern.aliases(ranked.holdings.map(\.shares.magnitude)))
    }
}
