internal import StrategyRequests

/// What one thread of a search finds.
struct SearchFindings: Sendable {
    var ranked: RankedSet
    var front = ParetoFront()
    /// Combinations that cannot lose, by their least profit.
    var riskless: RankedSet
    /// The best combinations of each name, if the request asks for them.
    var named: [String: RankedSet] = [:]
    private let empty: RankedSet

    init(_ request: FindRequest) {
        let merges = request.search.mergesEquivalents
        empty = RankedSet(limit: request.effectiveLimit, mergesEquivalents: merges)
        ranked = RankedSet(limit: request.isFront ? 1 : request.effectiveLimit, mergesEquivalents: merges)
        riskless = RankedSet(limit: 5, mergesEquivalents: false)
    }

    /// Adds what another thread found.
    mutating func merge(_ other: SearchFindings) {
        for element in other.ranked.elements { ranked.offer(element) }
        for element in other.front.elements { front.offer(element) }
        for element in other.riskless.elements { riskless.offer(element) }
        for (name, set) in other.named {
            for element in set.elements { offer(element, named: name) }
        }
    }

    /// Adds a combination to those of its name.
    mutating func offer(_ element: RankedCombination, named name: String) {
        named[name, default: empty].offer(element)
    }
}
