internal import ExactPayoff

/// Finds the split of an account: exactly if the search completes within its steps, otherwise by improving an initial
/// split.
struct SplitOptimizer {
    /// A strategy and the quantity of each of its holdings.
    struct Strategy {
        let candidate: StrategyCandidate
        let amounts: SIMD4<Int>
        /// Tells strategies apart during the improvement.
        let identifier: UInt64
        /// The position of the strategy: its first holding in the order of expiration and strike.
        let place: Int
    }

    /// How much the search may do.
    struct Effort {
        /// The maximum number of contracts of an account for which the exact search is tried.
        var exactContracts = 16
        /// The strategies that the exact search may try.
        var exactSteps = 500_000
        /// The steps of the improvement.
        var improvementSteps = 1_000_000
    }

    private let ranked: RankedHoldings
    private var holdings: [AccountHoldings.Holding] { ranked.holdings }
    private let effort: Effort
    private let budget: WorkBudget
    /// The rank of each holding by expiration and strike.
    private let places: [Int]
    private var stepsLeft: Int
    private var nextIdentifier: UInt64 = 0

    init(_ holdings: [AccountHoldings.Holding], _ effort: Effort, _ budget: WorkBudget) {
        ranked = RankedHoldings(holdings)
        self.effort = effort
        self.budget = budget
        stepsLeft = effort.improvementSteps
        let order = holdings.indices.sorted { left, right in
            let (one, other) = (holdings[left].contract, holdings[right].contract)
            if one.expiration != other.expiration {
                return one.expiration ?? -.infinity < other.expiration ?? -.infinity
            }
            return one.strike != other.strike ? one.strike < other.strike : left < right
        }
        var places = [Int](repeating: 0, count: holdings.count)
        for (place, holding) in order.enumerated() { places[holding] = place }
        self.places = places
    }

    /// Splits the account.
    ///
    /// - Returns: The strategies, and whether the split is the best one.
    mutating func split() throws(StrategyError) -> (strategies: [Strategy], isOptimal: Bool) {
        let divisor = divisor
        let amounts = holdings.map { $0.quantity / divisor }
        var strategies = try firstSplit(amounts)
        try improve(&strategies)
        var isOptimal = false
        if holdings.count <= effort.exactContracts {
            let cost = strategies.reduce(0) { $0 + $1.candidate.cost }
            let all = Array(holdings.indices)
            let exact = try best(all, amounts, below: cost + 1, .all, steps: effort.exactSteps)
            if let exact { (strategies, isOptimal) = (exact, true) }
        }
        return (
            strategies.map { strategy in
                Strategy(
                    candidate: strategy.candidate, amounts: strategy.amounts &* SIMD4(repeating: divisor),
                    identifier: strategy.identifier, place: strategy.place)
            }, isOptimal
        )
    }

    /// The greatest number by which the account can be divided into equal accounts with round lots of shares.
    private var divisor: Int {
        let contractSizes = Set(holdings.lazy.filter { $0.contract.kind != .stock }.map(\.sharesPerContract))
        return holdings.reduce(0) { divisor, holding in
            guard holding.contract.kind == .stock else {
                return Self.greatestCommonDivisor(divisor, holding.quantity)
            }
            let lots = contractSizes.filter { $0.isMultiple(of: holding.sharesPerContract) }
                .map { $0 / holding.sharesPerContract }
            guard lots.allSatisfy({ holding.quantity.isMultiple(of: $0) }) else { return 1 }
            let counts = lots.isEmpty ? [holding.quantity] : lots.map { holding.quantity / $0 }
            return counts.reduce(divisor, Self.greatestCommonDivisor)
        }
    }

    static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
        second == 0 ? first : greatestCommonDivisor(second, first % second)
    }

    // MARK: Improvement

    /// Splits groups of holdings that lie next to one another.
    private mutating func firstSplit(_ amounts: [Int]) throws(StrategyError) -> [Strategy] {
        let ordered = holdings.indices.sorted { places[$0] < places[$1] }
        let size = 10
        var strategies: [Strategy] = []
        for start in stride(from: 0, to: ordered.count, by: size) {
            let group = ordered[start..<min(start + size, ordered.count)].sorted()
            let own = group.map { amounts[$0] }
            if let split = try best(group, own, below: .max, .greatest, steps: 4_000) {
                strategies += split
            } else {
                for holding in group { strategies.append(alone(holding, amounts[holding])) }
            }
        }
        return strategies
    }

    private mutating func alone(_ holding: Int, _ amount: Int) -> Strategy {
        // A contract alone has a name.
        strategy(candidates(of: SIMD4(Int32(holding), -1, -1, -1), count: 1)[0], SIMD4(amount, 1, 1, 1))
    }

    /// Replaces groups of strategies by better splits of their holdings until no group has one.
    private mutating func improve(_ strategies: inout [Strategy]) throws(StrategyError) {
        var tried: Set<SIMD4<UInt64>> = []
        var isImproving = true
        while isImproving, stepsLeft > 0 {
            isImproving = false
            for size in 2...4 {
                strategies.sort { ($0.place, $0.identifier) < ($1.place, $1.identifier) }
                // All pairs; of larger groups, only strategies that are near one another.
                let reach = size == 2 ? strategies.count : size == 3 ? 7 : 5
                if try improve(&strategies, groupsOf: size, reach: reach, &tried) {
                    isImproving = true
                    break
                }
            }
        }
    }

    private mutating func improve(
        _ strategies: inout [Strategy], groupsOf size: Int, reach: Int, _ tried: inout Set<SIMD4<UInt64>>
    ) throws(StrategyError) -> Bool {
        var isImproved = false
        var first = 0
        while first < strategies.count, stepsLeft > 0 {
            var group = Array(first..<first + size)
            while let last = group.last, last < min(strategies.count, first + reach), stepsLeft > 0 {
                var identifiers = SIMD4<UInt64>(repeating: .max)
                for (part, index) in group.enumerated() { identifiers[part] = strategies[index].identifier }
                if tried.insert(identifiers).inserted, let better = try better(group.map { strategies[$0] }) {
                    for index in group.reversed() { strategies.remove(at: index) }
                    strategies.insert(contentsOf: better, at: first)
                    isImproved = true
                    group = Array(first..<first + size)
                } else {
                    Self.advance(&group, below: min(strategies.count, first + reach))
                }
            }
            first += 1
        }
        return isImproved
    }

    /// Moves to the next group with the same first strategy; beyond the last one, to a group that ends at `limit`.
    private static func advance(_ group: inout [Int], below limit: Int) {
        var part = group.count - 1
        while part > 0 {
            group[part] += 1
            for next in part + 1..<max(group.count, part + 1) { group[next] = group[next - 1] + 1 }
            if group[group.count - 1] < limit { return }
            part -= 1
        }
        group[group.count - 1] = limit
    }

    /// Returns a better split of the holdings of some strategies, if there is one.
    private mutating func better(_ strategies: [Strategy]) throws(StrategyError) -> [Strategy]? {
        var amounts: [Int: Int] = [:]
        for strategy in strategies {
            for part in 0..<strategy.candidate.count {
                amounts[Int(strategy.candidate.holdings[part]), default: 0] += strategy.amounts[part]
            }
        }
        let group = amounts.keys.sorted()
        let cost = strategies.reduce(0) { $0 + $1.candidate.cost }
        return try best(group, group.map { amounts[$0] ?? 0 }, below: cost, .greatest, steps: 1_500)
    }

    // MARK: Searching

    /// Returns the best split of some holdings whose cost is below `limit`.
    private mutating func best(
        _ group: [Int], _ amounts: [Int], below limit: Int, _ quantities: SplitSearch.Quantities, steps: Int
    ) throws(StrategyError) -> [Strategy]? {
        var found: [StrategyCandidate] = []
        try appendCandidates(of: group, &found)
        // The search numbers the holdings of the group.
        var search = SplitSearch(
            amounts, found.map { $0.renumbered { Int32(group.firstIndex(of: Int($0)) ?? -1) } }, quantities,
            steps: steps, budget)
        let choices = try search?.best(below: limit)
        stepsLeft -= steps - (search?.steps ?? steps)
        guard let search, let choices else { return nil }
        return choices.map { choice in
            let candidate = search.candidates[choice.candidate].renumbered { Int32(group[Int($0)]) }
            return strategy(candidate, search.amounts(of: choice))
        }
    }

    private mutating func strategy(_ candidate: StrategyCandidate, _ amounts: SIMD4<Int>) -> Strategy {
        nextIdentifier += 1
        let place = (0..<candidate.count).map { places[Int(candidate.holdings[$0])] }.min() ?? 0
        return Strategy(candidate: candidate, amounts: amounts, identifier: nextIdentifier, place: place)
    }

    /// Appends the strategies of one to four of the holdings.
    private mutating func appendCandidates(
        of group: [Int], _ found: inout [StrategyCandidate]
    ) throws(StrategyError) {
        let group = group.map { Int32($0) }
        for a in group.indices {
            found += candidates(of: SIMD4(group[a], -1, -1, -1), count: 1)
            for b in a + 1..<max(group.count, a + 1) {
                try budget.spend(group.count * WorkCost.splitStep)
                found += candidates(of: SIMD4(group[a], group[b], -1, -1), count: 2)
                for c in b + 1..<max(group.count, b + 1) {
                    found += candidates(of: SIMD4(group[a], group[b], group[c], -1), count: 3)
                    for d in c + 1..<max(group.count, c + 1) {
                        found += candidates(of: SIMD4(group[a], group[b], group[c], group[d]), count: 4)
                    }
                }
            }
        }
    }

    private mutating func candidates(of subset: SIMD4<Int32>, count: Int) -> [StrategyCandidate] {
        stepsLeft -= 1
        return ranked.candidates(subset, count: count)
    }
}

extension StrategyCandidate {
    /// Returns the candidate with other numbers of its holdings.
    func renumbered(_ number: (Int32) -> Int32) -> StrategyCandidate {
        var copy = self
        for part in 0..<count { copy.holdings[part] = number(holdings[part]) }
        return copy
    }
}
