/// One arrangement of contracts that has a name.
struct StrategyPattern: Sendable {
    let name: String
    let definition: StrategyDefinition
    /// In the order of their slots.
    let parts: [StrategyDefinition.Part]
    /// Side, kind and role of each part: "long put, lower wing".
    let roles: [String]

    init(_ name: String, _ definition: StrategyDefinition, _ parts: [StrategyDefinition.Part]) {
        self.name = name
        self.definition = definition
        self.parts = parts.sorted { $0.slot < $1.slot }
        roles = self.parts.map { part in
            let side: Leg.Side = part.count > 0 ? .long : .short
            let holding = "\(side.rawValue) \(part.slot.kind)"
            return part.role.map { "\(holding), \($0)" } ?? holding
        }
    }
}

extension StrategyPattern {
    /// All arrangements of all definitions and of their opposites.
    static let all: [StrategyPattern] = StrategyDefinition.all.flatMap { definition in
        definition.shapes.flatMap { shape -> [StrategyPattern] in
            let pattern = StrategyPattern(definition.name, definition, shape)
            guard let opposite = definition.opposite else { return [pattern] }
            let turned = shape.map { StrategyDefinition.Part(slot: $0.slot, count: -$0.count, role: $0.role) }
            return [pattern, StrategyPattern(opposite, definition, turned)]
        }
    }

    /// The contracts of the largest pattern.
    static let largestPartCount = all.reduce(0) { max($0, $1.parts.count) }

    private static let bySlots = Dictionary(grouping: all) { $0.parts.map(\.slot) }

    /// The pattern that a position has.
    static func matching(_ position: RankedPosition) -> StrategyPattern? {
        bySlots[position.slots]?.first { pattern in
            pattern.hasRatios(of: position.shares) && pattern.definition.wings.allow(position.strikes)
        }
    }

    private func hasRatios(of shares: [Int128]) -> Bool {
        let holdings = zip(parts, shares)
        guard holdings.allSatisfy({ part, shares in (part.count > 0) == (shares > 0) }) else { return false }
        switch definition.ratio {
        case .exact:
            // Shares are to those of the first contract as count is to count.
            return holdings.allSatisfy { part, own in own * Int128(parts[0].count) == shares[0] * Int128(part.count) }
        case .open:
            guard let single = parts.firstIndex(where: { $0.count.magnitude == 1 }),
                let multiple = parts.firstIndex(where: { $0.count.magnitude > 1 })
            else { return false }
            let (one, many) = (shares[single].magnitude, shares[multiple].magnitude)
            return many > one
                && holdings.allSatisfy { part, own in own.magnitude == (part.count.magnitude == 1 ? one : many) }
        }
    }
}
