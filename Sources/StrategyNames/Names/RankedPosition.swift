internal import ExactPayoff

/// A position in the terms of definitions, with strikes and expirations numbered from the lowest.
struct RankedPosition {
    /// A contract of a definition.
    struct Slot {
        let kind: Leg.Kind
        /// 1 is the lowest strike; 0 for shares.
        let strike: Int
        /// 1 is the first expiration; 0 for shares.
        let expiration: Int
    }

    /// Ascending by slot.
    let holdings: [NetPosition.Holding]
    /// The code of the slots.
    let slots: UInt64
    /// The strikes of the options, ascending, without duplicates.
    let strikes: [Double]

    /// Creates a ranked position; returns `nil` if there are more contracts than in any definition, or if only some
    /// options have an expiration.
    init?(_ position: NetPosition) {
        guard position.holdings.count <= StrategyPattern.largestPartCount else { return nil }
        holdings = position.holdings
        let options = holdings.filter { $0.contract.kind != .stock }
        let expirations = options.compactMap { $0.contract.expiration }.sortedWithoutDuplicates()
        guard expirations.isEmpty || options.allSatisfy({ $0.contract.expiration != nil }) else { return nil }
        strikes = options.map { $0.contract.strike }.sortedWithoutDuplicates()

        let slots = holdings.lazy.map(\.contract).map { [strikes] contract in
            let strike = strikes.firstIndex(of: contract.strike).map { $0 + 1 } ?? 0
            let expiration = contract.expiration.flatMap(expirations.firstIndex).map { $0 + 1 } ?? 1
            return Slot(kind: contract.kind, strike: strike, expiration: contract.kind == .stock ? 0 : expiration)
        }
        self.slots = Self.code(of: slots)
    }

    /// A list of slots in one integer, the first in the highest byte in use.
    ///
    /// - Precondition: There are at most seven slots, and at most seven strikes and expirations.
    static func code(of slots: some Sequence<Slot>) -> UInt64 { slots.reduce(1) { $0 << 8 | $1.code } }
}

extension RankedPosition.Slot: Comparable {
    /// Kind, strike and expiration in one integer of eight bits, which orders slots.
    var code: UInt64 { UInt64(Int(kind.rawValue) << 6 | strike << 3 | expiration) }

    static func < (left: Self, right: Self) -> Bool { left.code < right.code }
}
