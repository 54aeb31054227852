internal import StrategyRequests

/// A part of the combinations: those that begin with some shares and a unit, or those of a single unit.
struct SearchPart: Sendable {
    /// The index of the plan.
    let plan: Int
    /// The index of the shares in the starts of the plan.
    let start: Int
    let unit: SearchUnit?
    /// The distance of the strikes of further units but the last one: 1, or more for a first look.
    let stride: Int
    /// The share of all combinations; 0 for a first look.
    private(set) var weight = 0.0

    /// The parts of a search, the largest ones first, after a first look at a part of the strikes that finds a high threshold.
    static func all(of plans: [SearchPlan]) -> [SearchPart] {
        let counts = plans.map { Double($0.combinationCount) }
        let total = counts.reduce(0, +)
        return plans.enumerated().flatMap { index, plan in
            all(of: plan, index).map { part in
                var part = part
                if total > 0 { part.weight *= counts[index] / total }
                return part
            }
        }
    }

    private static func all(of plan: SearchPlan, _ index: Int) -> [SearchPart] {
        let search = plan.request.search
        let (strikes, quantity) = (plan.contracts.strikes.count, search.quantity)
        guard strikes > 0 else { return [] }
        let counts = (0...strikes).map { strike in
            strike == strikes ? 0 : Double(plan.contracts.combinationCount(search, from: strike))
        }
        var parts: [SearchPart] = []
        for stride in strikes > 24 && search.legs.upperBound > 2 ? [4, 1] : [1] {
            for start in plan.starts.indices {
                parts.append(SearchPart(plan: index, start: start, unit: nil, stride: stride))
                for strike in 0..<strikes - 1 where strike.isMultiple(of: stride) {
                    for call in -quantity...quantity where call != 0 {
                        for put in -quantity...quantity {
                            let legs = (put == 0 ? 1 : 2) + (plan.starts[start].shares == 0 ? 0 : 1)
                            guard legs < search.legs.upperBound else { continue }
                            var part = SearchPart(
                                plan: index, start: start,
                                unit: SearchUnit(strike: strike, quantity: call, putQuantity: put),
                                stride: stride)
                            // Units with one leg begin far more combinations than those with two.
                            let share = put == 0 ? 1.0 : 1 / Double(strikes)
                            part.weight = stride == 1 ? share * (counts[strike] - counts[strike + 1]) : 0
                            parts.append(part)
                        }
                    }
                }
            }
        }
        let total = parts.reduce(0) { $0 + $1.weight }
        if total > 0 { for index in parts.indices { parts[index].weight /= total } }
        return parts
    }
}
