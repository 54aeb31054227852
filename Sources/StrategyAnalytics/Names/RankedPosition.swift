/// A position in the terms of definitions: its strikes and its expirations numbered from the lowest.
struct RankedPosition {
    /// A contract of a definition.
    struct Slot: Hashable {
        let kind: NetPosition.Kind
        /// 1 is the lowest strike; 0 for shares.
        let strike: Int
        /// 1 is the first expiration; 0 for shares.
        let expiration: Int
    }

    /// In the order of their slots.
    let contracts: [NetPosition.Contract]
    let slots: [Slot]
    let shares: [Int128]
    /// Ascending, each once.
    let strikes: [Double]

    /// `nil` for more contracts than any definition has, and for options of which only some have an expiration.
    init?(_ position: NetPosition) {
        guard position.shares.count <= StrategyPattern.largestPartCount else { return nil }
        let options = position.shares.keys.filter { $0.kind != .stock }
        let expirations = Set(options.compactMap(\.expiration)).sorted()
        guard expirations.isEmpty || options.allSatisfy({ $0.expiration != nil }) else { return nil }
        let strikes = Set(options.map(\.strike)).sorted()

        let ranked = position.shares.map { contract, shares in
            let strike = strikes.firstIndex(of: contract.strike).map { $0 + 1 } ?? 0
            let expiration = contract.expiration.flatMap(expirations.firstIndex).map { $0 + 1 } ?? 1
            let slot = Slot(kind: contract.kind, strike: strike, expiration: contract.kind == .stock ? 0 : expiration)
            return (slot: slot, contract: contract, shares: shares)
        }.sorted { $0.slot < $1.slot }
        contracts = ranked.map(\.contract)
        slots = ranked.map(\.slot)
        shares = ranked.map(\.shares)
        self.strikes = strikes
    }
}

extension RankedPosition.Slot: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        (left.kind, left.strike, left.expiration) < (right.kind, right.strike, right.expiration)
    }
}
