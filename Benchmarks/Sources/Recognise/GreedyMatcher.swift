import ExactPayoff

/// A plain greedy matcher in the manner of QuantConnect Lean's `OptionStrategyMatcher`: the same 41 definitions, those with the
/// most legs first, each matched as often as possible to the first contracts that fit.
struct GreedyMatcher {
    private struct Part {
        let kind: Character
        let count: Int
        let strike: Int
        let isFar: Bool
    }

    private struct Definition {
        let parts: [Part]
        let hasEqualWings: Bool
    }

    private struct Holding {
        let kind: Character
        let strike: Double
        let expiration: Double
        var contracts: Int
    }

    /// Definitions in the notation of `docs/strategy-names.md`; `=` requires equal wings, and `@` marks the far
    /// expiration.
    private static let definitions = [
        "+S -C1", "-S +C1", "-S -P1", "+S +P1", "+S +P1 -C2", "+S -C1 +P1", "-S +C1 -P1", "-C1", "-P1",
        "-C1 +C2", "-P1 +P2", "+C1 -C2", "+P1 -P2", "+C1 +P1", "-C1 -P1", "+P1 +C2", "-P1 -C2",
        "+C1 -2C2 +C3 =", "-C1 +2C2 -C3 =", "+P1 -2P2 +P3 =", "-P1 +2P2 -P3 =", "-C1 +C1@", "+C1 -C1@", "-P1 +P1@",
        "+P1 -P1@", "+P1 -P2 -C2 +C3 =", "-P1 +P2 +C2 -C3 =", "+P1 -P2 -C3 +C4", "-P1 +P2 +C3 -C4",
        "+C1 -C2 -P1 +P2", "-C1 +C2 +P1 -P2", "-C1 +P1 +C1@ -P1@", "+C1 -P1 -C1@ +P1@", "-C1 +C2 +C3",
        "-P1 -P2 +P3", "+C1 -C2 -C3", "+P1 +P2 -P3", "-C1 +2C2", "+2P1 -P2", "+C1 -2C2", "-2P1 +P2",
    ].map { text in
        let words = text.split(separator: " ")
        let parts = words.compactMap { word -> Part? in
            guard let kind = word.firstIndex(where: { "SCP".contains($0) }) else { return nil }
            let count = Int(word[word.index(after: word.startIndex)..<kind]) ?? 1
            let digits = word[word.index(after: kind)...].filter(\.isNumber)
            return Part(
                kind: word[kind], count: word.first == "+" ? count : -count, strike: Int(digits) ?? 0,
                isFar: word.last == "@")
        }
        return Definition(parts: parts, hasEqualWings: words.last == "=")
    }.enumerated().sorted { ($1.element.parts.count, $0.offset) < ($0.element.parts.count, $1.offset) }.map(\.element)

    private var holdings: [Holding] = []
    private(set) var strategies = 0

    /// Matches an account. Each contract that no definition matches counts as one strategy.
    init(_ legs: [Leg], _ expirations: [Double]) {
        for (leg, expiration) in zip(legs, expirations) { add(leg, expiration) }
        for definition in Self.definitions {
            var chosen: [Int] = []
            while match(definition, &chosen) {
                take(definition, chosen)
                strategies += 1
                chosen.removeAll()
            }
        }
        strategies += holdings.count { $0.contracts != 0 }
    }

    private mutating func add(_ leg: Leg, _ expiration: Double) {
        let kind: Character
        switch leg.instrument {
        case .call: kind = "C"
        case .put: kind = "P"
        case .stock: kind = "S"
        }
        // Shares in round lots.
        let quantity = kind == "S" ? leg.quantity / 100 : leg.quantity
        let contracts = leg.side == .long ? quantity : -quantity
        let strike = leg.strikePrice ?? 0
        let own = kind == "S" ? 0 : expiration
        if let index = holdings.firstIndex(where: { ($0.kind, $0.strike, $0.expiration) == (kind, strike, own) }) {
            holdings[index].contracts += contracts
        } else {
            holdings.append(Holding(kind: kind, strike: strike, expiration: own, contracts: contracts))
        }
    }

    /// Finds the first contracts that match the remaining parts of the definition.
    private func match(_ definition: Definition, _ chosen: inout [Int]) -> Bool {
        guard chosen.count < definition.parts.count else { return true }
        let part = definition.parts[chosen.count]
        for (index, holding) in holdings.enumerated() {
            guard holding.kind == part.kind, abs(holding.contracts) >= abs(part.count),
                (holding.contracts > 0) == (part.count > 0), !chosen.contains(index)
            else { continue }
            chosen.append(index)
            if fits(definition, chosen), match(definition, &chosen) { return true }
            chosen.removeLast()
        }
        return false
    }

    private func fits(_ definition: Definition, _ chosen: [Int]) -> Bool {
        let last = chosen.count - 1
        let (part, holding) = (definition.parts[last], holdings[chosen[last]])
        if part.kind == "S" { return true }
        for index in 0..<last where definition.parts[index].kind != "S" {
            let (other, held) = (definition.parts[index], holdings[chosen[index]])
            guard (part.strike < other.strike) == (holding.strike < held.strike),
                (part.strike == other.strike) == (holding.strike == held.strike),
                part.isFar == other.isFar
                    ? holding.expiration == held.expiration
                    : (part.isFar == (holding.expiration > held.expiration) && holding.expiration != held.expiration)
            else { return false }
        }
        guard definition.hasEqualWings, chosen.count == definition.parts.count else { return true }
        let strikes = Set(chosen.map { holdings[$0].strike }).sorted()
        return strikes[1] - strikes[0] == strikes[strikes.count - 1] - strikes[strikes.count - 2]
    }

    private mutating func take(_ definition: Definition, _ chosen: [Int]) {
        let times = zip(definition.parts, chosen).map { abs(holdings[$1].contracts) / abs($0.count) }.min() ?? 0
        for (part, index) in zip(definition.parts, chosen) { holdings[index].contracts -= times * part.count }
    }
}
