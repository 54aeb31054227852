extension StrategyName {
    /// Returns the name of a combination of legs.
    ///
    /// Legs in the same contract are netted, so neither the order of the legs nor how they are split matters. Only the
    /// ratios of the quantities matter, in shares: 200 shares against two calls on 100 each are a covered call. Strikes
    /// are compared as decimals, as in ``PayoffProfile``: 95, 100.1 and 105.2 are equally far apart.
    ///
    /// - Parameters:
    ///   - legs: The legs; their number must be in ``PayoffProfile/legCountRange``.
    ///   - expirations: When each leg expires, in years or any other measure that grows with time; those of shares are
    ///     ignored. If absent, or `nil` for every option, all options expire together. If `nil` for some options only,
    ///     the combination is unrecognised.
    /// - Returns: The name, ``unrecognised`` if there is none, or ``closed`` if the legs cancel out.
    /// - Throws: ``StrategyError`` for another number of legs, or an expiration that is not finite.
    /// - Precondition: There are as many `expirations` as `legs`.
    /// - Complexity: O(*n* log *n*) in the number of legs.
    public static func recognise(
        _ legs: [Leg], expirations: [Double?]? = nil
    ) throws(StrategyError) -> StrategyName {
        try StrategyError.require(legs.count, "legs", .count(PayoffProfile.legCountRange, .legs))
        let position = try NetPosition(legs, expirations: expirations)
        guard !position.holdings.isEmpty else {
            return StrategyName(name: closed, family: nil, roles: legs.map { _ in nil })
        }
        guard let ranked = RankedPosition(position), let pattern = StrategyPattern.matching(ranked) else {
            return StrategyName(name: unrecognised, family: nil, roles: legs.map { _ in nil })
        }
        let roles = zip(legs, position.contracts).map { leg, contract -> String? in
            guard let index = ranked.holdings.firstIndex(where: { $0.contract == contract }),
                (ranked.holdings[index].shares > 0) == (leg.side == .long)
            else { return nil }
            return pattern.roles[index]
        }
        return StrategyName(name: pattern.name, family: pattern.definition.family, roles: roles)
    }
}
