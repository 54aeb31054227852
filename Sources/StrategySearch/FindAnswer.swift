internal import ExactPayoff
internal import OptionKernels
internal import StrategyRequests

/// The answers among what was found, valued and ordered by the engine.
struct FindAnswer {
    private let plan: SearchPlan
    private let budget: WorkBudget
    /// What was found, by name if the request asks for the best of each name.
    private let groups: [[ValuedCombination]]

    init(_ plan: SearchPlan, _ findings: SearchFindings, _ budget: WorkBudget) throws(StrategyError) {
        self.plan = plan
        self.budget = budget
        let request = plan.request
        let found =
            request.search.perStrategy
            ? findings.named.values.map(\.elements)
            : [request.isFront ? findings.front.elements : findings.ranked.elements]
        groups = try found.map { (elements) throws(StrategyError) in
            try elements.map { (element) throws(StrategyError) in
                try budget.spend(WorkBudget.checkInterval / 16)
                return try plan.value(element.combination, budget)
            }
        }
    }

    private typealias Row = (ranked: RankedCombination, strategy: FindResponse.Strategy)

    /// The eligible combinations of a group in their order.
    private func rows(of group: [ValuedCombination]) -> [Row] {
        let rows: [Row] = group.compactMap { valued in valued.ranked.map { ($0, valued.strategy) } }
        return rows.sorted { $0.ranked.precedes($1.ranked) }
    }

    func write(to response: inout FindResponse) throws(StrategyError) {
        let request = plan.request
        var ordered = groups.map { self.rows(of: $0) }.filter { !$0.isEmpty }
        // Names are ordered by their best row.
        ordered.sort { $0[0].ranked.precedes($1[0].ranked) }
        var rows: [Row] = []
        if request.isFront {
            let front = ordered.first ?? []
            response.frontSize = front.count
            rows = FrontSelection.select(front, limit: request.effectiveLimit, \.ranked)
        } else {
            rows = ordered.flatMap { $0.prefix(request.effectiveLimit) }
        }
        var worker = SearchWorker(plan, SearchProgress(), .best)
        for (index, row) in rows.enumerated() {
            var strategy = row.strategy
            strategy.rank = index + 1
            if request.search.mergesEquivalents {
                try budget.check()
                strategy.equivalents = try plan.equivalents(of: row.ranked.combination, &worker)
            }
            if request.include.contains(.margin) {
                strategy.initialDeposit = try request.initialDeposit(of: plan.chain.holdings + strategy.legs, budget)
            }
            response.strategies.append(strategy)
        }
        if request.isFront {
            let values = rows.map(\.ranked.values)
            for index in rows.indices {
                response.strategies[index].tradeOffs = FrontSelection.tradeOffs(of: index, values, request.objectives)
            }
        }
    }
}

/// Which members of a front are answered, and what they trade off.
enum FrontSelection {
    /// All members within a limit; beyond it the first one, the last ones by each objective, and then always the one farthest from
    /// those taken, by the least distance of ranks. The members are ordered.
    static func select<Row>(
        _ rows: [Row], limit: Int, _ ranked: (Row) -> RankedCombination
    ) -> [Row] {
        guard rows.count > limit else { return rows }
        let values = rows.map { ranked($0).values }
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
