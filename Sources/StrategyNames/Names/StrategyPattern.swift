internal import ExactPayoff

/// A named arrangement of contracts.
struct StrategyPattern: Sendable {
    let name: String
    /// The position in ``all``.
    private(set) var index = 0
    let definition: StrategyDefinition
    /// Ascending by slot.
    let parts: [StrategyDefinition.Part]
    /// Side, kind and role of each part: "long put, lower wing".
    let roles: [String]
    /// The other names: for an open ratio other than 2, and for an open ratio of 2.
    private let aliases: (any: [String], double: [String])

    init(_ name: String, _ definition: StrategyDefinition, _ parts: [StrategyDefinition.Part], isFirstShape: Bool) {
        self.name = name
        self.definition = definition
        aliases = (
            StrategyAliases.of(name, isFirstShape: isFirstShape, isDouble: false),
            StrategyAliases.of(name, isFirstShape: isFirstShape, isDouble: true)
        )
        self.parts = parts.sorted { $0.slot < $1.slot }
        roles = self.parts.map { part in
            let side: Leg.Side = part.count > 0 ? .long : .short
            let holding = "\(side.rawValue) \(part.slot.kind)"
            return part.role.map { "\(holding), \($0)" } ?? holding
        }
    }

    /// All arrangements of all definitions and of their opposites.
    static let all: [StrategyPattern] = arrangements.indices.map { index in
        var pattern = arrangements[index]
        pattern.index = index
        return pattern
    }

    private static let arrangements = StrategyDefinition.all.flatMap { definition in
        definition.shapes.enumerated().flatMap { index, shape -> [StrategyPattern] in
            let pattern = StrategyPattern(definition.name, definition, shape, isFirstShape: index == 0)
            guard let opposite = definition.opposite else { return [pattern] }
            let turned = shape.map { StrategyDefinition.Part(slot: $0.slot, count: -$0.count, role: $0.role) }
            return [pattern, StrategyPattern(opposite, definition, turned, isFirstShape: index == 0)]
        }
    }

    /// The number of contracts of the largest pattern.
    static let largestPartCount = all.reduce(0) { max($0, $1.parts.count) }

    private static let bySlots = Dictionary(grouping: all) { RankedPosition.code(of: $0.parts.map(\.slot)) }

    private static let bySlotsAndSigns = Dictionary(grouping: all) { pattern in
        let signs = pattern.parts.reduce(0) { $0 << 1 | ($1.count > 0 ? 1 : 0) }
        return RankedPosition.code(of: pattern.parts.map(\.slot)) << 4 | UInt64(signs)
    }

    /// Returns the patterns with the slots of a code, and with the signs of four bits: 1 for bought, the last part lowest.
    static func held(_ code: UInt64, _ signs: UInt64) -> [StrategyPattern] { bySlotsAndSigns[code << 4 | signs] ?? [] }

    /// Finds the pattern of a position.
    static func matching(_ position: RankedPosition) -> StrategyPattern? {
        bySlots[position.slots]?.first { pattern in
            pattern.hasRatios(of: position.holdings) && pattern.definition.wings.allow(position.strikes)
        }
    }

    /// Returns the other names of a position that matches, from its shares in the order of ``parts``.
    func aliases(_ shares: [UInt128]) -> [String] {
        let single = parts.firstIndex { $0.count.magnitude == 1 }
        let multiple = parts.firstIndex { $0.count.magnitude > 1 }
        guard definition.ratio == .open, let single, let multiple else { return aliases.any }
        return shares[multiple] == 2 * shares[single] ? aliases.double : aliases.any
    }

    private func hasRatios(of holdings: [NetPosition.Holding]) -> Bool {
        let pairs = zip(parts, holdings)
        guard pairs.allSatisfy({ part, holding in (part.count > 0) == (holding.shares > 0) }) else { return false }
        switch definition.ratio {
        case .exact:
            // The ratio to the first contract must be the same in shares and in counts.
            let (firstShares, firstCount) = (holdings[0].shares, Int128(parts[0].count))
            return pairs.allSatisfy { $1.shares * firstCount == firstShares * Int128($0.count) }
        case .open:
            guard let single = parts.firstIndex(where: { $0.count.magnitude == 1 }),
                let multiple = parts.firstIndex(where: { $0.count.magnitude > 1 })
            else { return false }
            let (one, many) = (holdings[single].shares.magnitude, holdings[multiple].shares.magnitude)
            return many > one
                && pairs.allSatisfy { $1.shares.magnitude == ($0.count.magnitude == 1 ? one : many) }
        }
    }
}
