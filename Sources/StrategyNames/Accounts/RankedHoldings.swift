internal import ExactPayoff

/// The holdings of an account with their strikes and expirations numbered, to find the strategies that subsets of them
/// form.
struct RankedHoldings {
    let holdings: [AccountHoldings.Holding]
    /// Whether a holding is an option, and the numbers of its strike and its expiration; 0 is no expiration.
    private let ranks: [(kind: Leg.Kind, strike: Int, expiration: Int)]

    init(_ holdings: [AccountHoldings.Holding]) {
        self.holdings = holdings
        let strikes = holdings.map(\.contract.strike).sortedWithoutDuplicates()
        let expirations = holdings.compactMap(\.contract.expiration).sortedWithoutDuplicates()
        ranks = holdings.map { holding in
            let contract = holding.contract
            return (
                contract.kind, strikes.firstIndex(of: contract.strike) ?? 0,
                contract.expiration.flatMap { expirations.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            )
        }
    }

    /// Returns the strategies that hold exactly some holdings: the first one to four of `subset`, whose indices ascend.
    func candidates(_ subset: SIMD4<Int32>, count: Int) -> [StrategyCandidate] {
        var slots: UInt64 = 1
        var signs: UInt64 = 0
        var shares = 0
        for part in 0..<count {
            let (index, rank) = (Int(subset[part]), ranks[Int(subset[part])])
            signs = signs << 1 | (holdings[index].isLong ? 1 : 0)
            var slot = RankedPosition.Slot(kind: rank.kind, strike: 0, expiration: 0)
            if rank.kind != .stock {
                // Options of one strategy are on the same number of shares.
                if shares == 0 { shares = holdings[index].sharesPerContract }
                guard shares == holdings[index].sharesPerContract else { return [] }
                var (strike, expiration) = (1, 1)
                for other in 0..<count {
                    let held = ranks[Int(subset[other])]
                    guard held.kind != .stock else { continue }
                    if (held.expiration == 0) != (rank.expiration == 0) { return [] }
                    var (isFirstStrike, isFirstExpiration) = (
                        held.strike < rank.strike, held.expiration < rank.expiration
                    )
                    for earlier in 0..<other where ranks[Int(subset[earlier])].kind != .stock {
                        if ranks[Int(subset[earlier])].strike == held.strike { isFirstStrike = false }
                        if ranks[Int(subset[earlier])].expiration == held.expiration { isFirstExpiration = false }
                    }
                    strike += isFirstStrike ? 1 : 0
                    expiration += isFirstExpiration ? 1 : 0
                }
                slot = RankedPosition.Slot(kind: rank.kind, strike: strike, expiration: expiration)
            }
            slots = slots << 8 | slot.code
        }
        let patterns = StrategyPattern.held(slots, signs)
        guard !patterns.isEmpty else { return [] }
        let held = (0..<count).map { holdings[Int(subset[$0])] }
        let strikes = held.lazy.filter { $0.contract.kind != .stock }.map(\.contract.strike).sortedWithoutDuplicates()
        return patterns.compactMap { pattern in
            guard pattern.definition.wings.allow(strikes) else { return nil }
            return StrategyCandidate(
                pattern, subset, held, shares: shares == 0 ? held[0].sharesPerContract : shares)
        }
    }
}
