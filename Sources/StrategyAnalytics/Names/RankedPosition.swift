/// A position in the terms of definitions, with strikes and expirations numbered from the lowest.
struct RankedPosition {
    /// A contract of a definition.
    struct Slot {
        let kind: NetPosition.Kind
        /// 1 is the lowest strike; 0 for shares.
        let strike: Int
        /// 1 is the first expiration; 0 for shares.
        let expiration: Int
    }

    /// A list of slots in one integer, the first in the highest byte in use.
    struct SlotList: Hashable {
        private var code: UInt64 = 1

        /// - Precondition: There are at most seven slots, and at most seven strikes and expirations.
        mutating func append(_ slot: Slot) { code = code << 8 | slot.code }
    }

    /// Ascending by slot.
    let holdings: [NetPosition.Holding]
    let slots: SlotList
    /// The strikes of the options, ascending, without duplicates.
    let strikes: [Double]

    /// Creates a ranked position; Returns `nil` if there are more contracts than in any definition, or if only some
    /// options have an expiration.
    init?(_ position: NetPosition) {
        guard position.holdings.count <= StrategyPattern.largestPartCount else { return nil }
        holdings = position.holdings
        let options = holdings.lazy.map(\.contract).filter { $0.kind != .stock }
        let expirations = options.compactMap(\.expiration).sortedWithoutDuplicates()
        guard expirations.isEmpty || options.allSatisfy({ $0.expiration != nil }) else { return nil }
        strikes = options.map(\.strike).sortedWithoutDuplicates()

        var slots = SlotList()
        for contract in holdings.lazy.map(\.contract) {
            let strike = strikes.firstIndex(of: contract.strike).map { $0 + 1 } ?? 0
            let expiration = contract.expiration.flatMap(expirations.firstIndex).map { $0 + 1 } ?? 1
            slots.append(
                Slot(kind: contract.kind, strike: strike, expiration: contract.kind == .stock ? 0 : expiration))
        }
        self.slots = slots
    }
}

extension RankedPosition.Slot: Comparable {
    /// Kind, strike and expiration in one integer of eight bits, which orders slots.
    fileprivate var code: UInt64 { UInt64(kind.rawValue << 6 | strike << 3 | expiration) }

    static func < (left: Self, right: Self) -> Bool { left.code < right.code }
}
