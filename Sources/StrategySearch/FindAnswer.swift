internal import ExactPayoff
internal import OptionKernels
internal import StrategyRequests

/// The answers among what was found, valued and ordered by the engine.
struct FindAnswer {
    private let request: FindRequest
    private let source: AnswerSource
    private let map: ParallelMap
    /// What was found, in its order; by name if the request asks for the best of each name.
    private let groups: [[RankedCombination]]

    init(
        _ request: FindRequest, _ source: AnswerSource, _ findings: SearchFindings, _ map: ParallelMap
    ) throws(StrategyError) {
        self.request = request
        self.source = source
        self.map = map
        let found =
            request.search.perStrategy
            ? findings.named.values.map(\.elements)
            : [request.isFront ? findings.front.elements : findings.ranked.elements]
        groups = try found.map { (elements) throws(StrategyError) in
            // A front may have far more members than the answer, so that their strategies are not kept.
            try map(elements) { (element, budget) throws(StrategyError) in
                try source.value(element.combination, budget).ranked
            }.compactMap(\.self).sorted { $0.precedes($1) }
        }
    }

    func write(to response: inout FindResponse) throws(StrategyError) {
        // Names are ordered by their best row.
        let ordered = groups.filter { !$0.isEmpty }.sorted { $0[0].precedes($1[0]) }
        var rows: [RankedCombination] = []
        if request.isFront {
            let front = ordered.first ?? []
            response.frontSize = front.count
            rows = FrontSelection.select(front, limit: request.effectiveLimit)
        } else {
            rows = ordered.flatMap { $0.prefix(request.effectiveLimit) }
        }
        response.strategies = try map(Array(rows.enumerated())) { (row, budget) throws(StrategyError) in
            let combination = row.element.combination
            var strategy = try source.value(combination, budget).strategy
            strategy.rank = row.offset + 1
            if request.search.mergesEquivalents {
                strategy.equivalents = try source.equivalents(of: combination, budget)
            }
            if request.include.contains(.margin) {
                strategy.initialDeposit = try request.initialDeposit(of: source.holdings + strategy.legs, budget)
            }
            return strategy
        }
        if request.isFront {
            let values = rows.map(\.values)
            for index in rows.indices {
                response.strategies[index].tradeOffs = FrontSelection.tradeOffs(of: index, values, request.objectives)
            }
        }
    }
}

/// Values what was found: combinations of one expiration, and of two.
struct AnswerSource: Sendable {
    /// The plans by expiration.
    let plans: [SearchPlan]
    /// The plans of two expirations.
    var pairs: [PairPlan] = []

    /// Adds the plans of two expirations if the request concerns them, and returns the number of combinations.
    mutating func addPairs(
        _ request: FindRequest, _ limits: WorkLimits, _ map: ParallelMap
    ) throws(StrategyError) -> Int {
        let budget = WorkBudget(limits)
        guard request.search.expirations == 2 else {
            let count = plans.reduce(0) { $0 + Double($1.combinationCount) }
            try budget.require(.combinations, Int(min(count, 0x1p62)))
            return Int(min(count, 0x1p62))
        }
        var count = 0.0
        for (index, near) in plans.enumerated() {
            for far in plans[(index + 1)...] { count += PairPlan.combinationCount(near, far) }
        }
        try budget.require(.combinations, Int(min(count, 0x1p62)))
        for (index, near) in plans.enumerated() {
            for far in plans[(index + 1)...] { pairs.append(try PairPlan(near, far, map)) }
        }
        return Int(count)
    }

    /// What is held.
    var holdings: [Leg] { plans[0].chain.holdings }

    private func plan(of combination: Combination) -> (one: SearchPlan, pair: PairPlan?) {
        let (first, last) = combination.expirations
        let pair = first == last ? nil : pairs.first { $0.near.expiration == first && $0.far.expiration == last }
        return (plans[first], pair)
    }

    func value(_ combination: Combination, _ budget: WorkBudget) throws(StrategyError) -> ValuedCombination {
        let (one, pair) = plan(of: combination)
        if let pair { return try pair.value(combination, budget) }
        return try one.value(combination, budget)
    }

    func title(of combination: Combination) -> String {
        let (one, pair) = plan(of: combination)
        return pair?.title(of: combination) ?? one.title(of: combination)
    }

    func riskless(_ combination: Combination, _ budget: WorkBudget) throws(StrategyError) -> FindResponse.Riskless {
        let (one, pair) = plan(of: combination)
        if let pair { return try pair.riskless(combination, budget) }
        return try one.riskless(combination, budget)
    }

    func equivalents(
        of combination: Combination, _ budget: WorkBudget
    ) throws(StrategyError) -> [FindResponse.Equivalent] {
        let (one, pair) = plan(of: combination)
        if let pair { return try pair.equivalents(of: combination, budget) }
        return try one.equivalents(of: combination)
    }
}

/// Which members of a front are answered, and what they trade off.
enum FrontSelection {
    /// All members within a limit; beyond it the first one, the last ones by each objective, and then always the one farthest from
    /// those taken, by the least distance of ranks. The members are ordered.
    static func select(_ rows: [RankedCombination], limit: Int) -> [RankedCombination] {
        guard rows.count > limit else { return rows }
        let values = rows.map(\.values)
        // The rank of each member in each objective.
        let ranks = (0..<3).map { objective in
            var ranks = [Int](repeating: 0, count: rows.count)
            let order = rows.indices.sorted { (values[$0][objective], $1) > (values[$1][objective], $0) }
            for (rank, index) in order.enumerated() { ranks[index] = rank }
            return ranks
        }
        let last = rows.count - 1
        var taken: [Int] = []
        var distances = [Int](repeating: .max, count: rows.count)
        func take(_ index: Int) {
            guard taken.count < limit, !taken.contains(index) else { return }
            taken.append(index)
            for other in rows.indices {
                let distance = (0..<3).reduce(0) { $0 + abs(ranks[$1][other] - ranks[$1][index]) }
                distances[other] = min(distances[other], distance)
            }
        }
        take(0)
        for objective in 0..<3 { if let index = ranks[objective].firstIndex(of: last) { take(index) } }
        while taken.count < limit {
            var farthest = 0
            for index in rows.indices where distances[index] > distances[farthest] { farthest = index }
            take(farthest)
        }
        return taken.sorted().map { rows[$0] }
    }

    /// For each objective the next better row, what it gains, and what it gives up in the others.
    static func tradeOffs(
        of index: Int, _ values: [ObjectiveValues], _ objectives: [FindObjective]
    ) -> [FindResponse.TradeOff] {
        objectives.indices.compactMap { place in
            let own = values[index]
            var best: Int?
            for other in values.indices where values[other][place] > own[place] {
                guard let known = best else {
                    best = other
                    continue
                }
                if values[other][place] < values[known][place] { best = other }
            }
            guard let best else { return nil }
            let gives = objectives.indices.compactMap { other -> FindResponse.TradeOff.Amount? in
                let lost = own[other] - values[best][other]
                guard lost > 0 else { return nil }
                return .init(objective: objectives[other], value: SignificantDigits.rounded(lost))
            }
            return .init(
                objective: objectives[place], betterRank: best + 1,
                gains: SignificantDigits.rounded(values[best][place] - own[place]), gives: gives)
        }
    }
}
