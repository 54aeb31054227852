internal import ExactPayoff

/// Finds the split of a few holdings with the least cost, by dynamic programming over the remaining holdings.
///
/// The strategies that hold the first remaining holding are tried in a fixed order. The remainder after each of them is
/// split optimally, which is computed once for each remainder. A remainder is abandoned if a lower bound of its cost
/// shows that it cannot improve on the best split so far.
struct SplitSearch {
    /// A strategy of a split.
    struct Choice: Hashable {
        let candidate: Int
        /// How often one unit of the strategy is held; for an open ratio, of the parts with a count of 1.
        let times: Int
        /// For an open ratio, how often the other parts are held; otherwise as `times`.
        let multiple: Int
    }

    /// Whether to try all quantities of a strategy, or only the greatest.
    enum Quantities { case all, greatest }

    private struct Entry {
        /// The cost if `isExact`; otherwise a lower bound of it.
        var cost: Int
        var isExact: Bool
        var choice: Choice
    }

    let candidates: [StrategyCandidate]
    private let quantities: Quantities
    /// The candidates whose first holding is an index.
    private let groups: [Range<Int>]
    private var remaining: [Int]
    private let strides: [UInt128]
    private var key: UInt128 = 0
    /// The least cost of a strategy that holds a holding, divided by its number of holdings.
    private let shares: [Int]
    /// 12 divided by the maximum number of holdings of such a strategy.
    private let twelfths: [Int]
    private let leastCost: Int
    private var shareSum = 0
    private var twelfthSum = 0
    private var known: [UInt128: Entry] = [:]
    /// The steps that are left.
    private(set) var steps: Int
    private(set) var isExhausted = false
    private let budget: WorkBudget

    /// Creates a search that tries at most `steps` strategies; returns `nil` if remainders have no key of 128 bits.
    /// `amounts` are the quantities of the holdings, and `candidates` all strategies that they can form, including each
    /// holding alone.
    init?(
        _ amounts: [Int], _ candidates: [StrategyCandidate], _ quantities: Quantities, steps: Int, _ budget: WorkBudget
    ) {
        var strides: [UInt128] = []
        var stride: UInt128 = 1
        for amount in amounts {
            strides.append(stride)
            let (product, overflow) = stride.multipliedReportingOverflow(by: UInt128(amount) + 1)
            guard !overflow else { return nil }
            stride = product
        }
        self.strides = strides
        self.quantities = quantities
        self.steps = steps
        self.budget = budget
        remaining = amounts
        self.candidates = candidates.sorted(by: Self.precedes)
        var groups = [Range<Int>](repeating: 0..<0, count: amounts.count)
        var shares = [Int](repeating: .max, count: amounts.count)
        var twelfths = [Int](repeating: 12, count: amounts.count)
        for (index, candidate) in self.candidates.enumerated() {
            let first = Int(candidate.holdings[0])
            groups[first] = groups[first].isEmpty ? index..<index + 1 : groups[first].lowerBound..<index + 1
            for part in 0..<candidate.count {
                let holding = Int(candidate.holdings[part])
                shares[holding] = min(shares[holding], candidate.cost / candidate.count)
                twelfths[holding] = min(twelfths[holding], 12 / candidate.count)
            }
        }
        (self.groups, self.shares, self.twelfths) = (groups, shares, twelfths)
        leastCost = candidates.reduce(Int.max) { min($0, $1.cost) }
        for (index, amount) in amounts.enumerated() where amount > 0 {
            key += strides[index] * UInt128(amount)
            shareSum += shares[index]
            twelfthSum += twelfths[index]
        }
    }

    /// Orders candidates by their first holding, then by the least possible cost.
    private static func precedes(_ left: StrategyCandidate, _ right: StrategyCandidate) -> Bool {
        if left.holdings[0] != right.holdings[0] { return left.holdings[0] < right.holdings[0] }
        let (leftShare, rightShare) = (left.cost / left.count, right.cost / right.count)
        if leftShare != rightShare { return leftShare < rightShare }
        if left.pattern != right.pattern { return left.pattern < right.pattern }
        for part in 1..<4 where left.holdings[part] != right.holdings[part] {
            return left.holdings[part] < right.holdings[part]
        }
        return false
    }

    /// Returns the split with the least cost below `limit`; `nil` if there is none, or the steps did not suffice.
    mutating func best(below limit: Int) throws(StrategyError) -> [Choice]? {
        guard try solve(from: 0, below: limit) != nil, !isExhausted else { return nil }
        var choices: [Choice] = []
        while key > 0, let entry = known[key] {
            choices.append(entry.choice)
            take(entry.choice, -1)
        }
        return choices
    }

    /// Returns the quantity of each holding in a choice.
    func amounts(of choice: Choice) -> SIMD4<Int> {
        let candidate = candidates[choice.candidate]
        return candidate.units
            &* SIMD4(repeating: choice.times).replacing(with: choice.multiple, where: candidate.isMultiple)
    }

    // MARK: Search

    /// Returns a lower bound of the cost of the remainder after a choice.
    private func lowerBound(after choice: Choice) -> Int {
        let candidate = candidates[choice.candidate]
        var (shareSum, twelfthSum) = (shareSum, twelfthSum)
        for part in 0..<candidate.count {
            let holding = Int(candidate.holdings[part])
            let times = candidate.isMultiple[part] ? choice.multiple : choice.times
            if remaining[holding] == times * candidate.units[part] {
                shareSum -= shares[holding]
                twelfthSum -= twelfths[holding]
            }
        }
        return max(shareSum, (twelfthSum + 11) / 12 * leastCost)
    }

    /// Returns the least cost of the remainder, if it is less than `limit`.
    private mutating func solve(from start: Int, below limit: Int) throws(StrategyError) -> Int? {
        var first = start
        while first < remaining.count, remaining[first] == 0 { first += 1 }
        guard first < remaining.count else { return 0 < limit ? 0 : nil }
        if let entry = known[key] {
            if entry.isExact { return entry.cost < limit ? entry.cost : nil }
            if entry.cost >= limit { return nil }
        }
        var best = limit
        var choice: Choice?
        for candidate in groups[first] where !isExhausted {
            let available = available(candidate)
            if candidates[candidate].isOpen {
                try attemptOpen(candidate, available, first, &best, &choice)
            } else {
                let greatest = min(available.times, available.multiple)
                var times = greatest
                while times > 0, !isExhausted {
                    try attempt(Choice(candidate: candidate, times: times, multiple: times), first, &best, &choice)
                    if quantities == .greatest { break }
                    times -= 1
                }
            }
        }
        if isExhausted { return nil }
        let entry = choice ?? Choice(candidate: 0, times: 0, multiple: 0)
        known[key] = Entry(cost: best, isExact: choice != nil, choice: entry)
        return choice == nil ? nil : best
    }

    private mutating func attemptOpen(
        _ candidate: Int, _ available: (times: Int, multiple: Int), _ first: Int, _ best: inout Int,
        _ choice: inout Choice?
    ) throws(StrategyError) {
        var times = min(available.times, available.multiple - 1)
        while times > 0, !isExhausted {
            var multiple = available.multiple
            while multiple > times, !isExhausted {
                try attempt(Choice(candidate: candidate, times: times, multiple: multiple), first, &best, &choice)
                if quantities == .greatest { break }
                multiple -= 1
            }
            if quantities == .greatest { break }
            times -= 1
        }
    }

    /// Returns how many times the remainder contains the parts with a count of 1, and the other parts.
    private func available(_ index: Int) -> (times: Int, multiple: Int) {
        let candidate = candidates[index]
        var (times, multiple) = (Int.max, Int.max)
        for part in 0..<candidate.count {
            let left = remaining[Int(candidate.holdings[part])] / candidate.units[part]
            if candidate.isMultiple[part] { multiple = min(multiple, left) } else { times = min(times, left) }
        }
        return (times, multiple)
    }

    private mutating func attempt(
        _ new: Choice, _ first: Int, _ best: inout Int, _ choice: inout Choice?
    ) throws(StrategyError) {
        guard steps > 0 else {
            isExhausted = true
            return
        }
        steps -= 1
        if steps.isMultiple(of: 1024) { try budget.spend(1024 * WorkCost.splitStep) }
        let cost = candidates[new.candidate].cost
        guard cost + lowerBound(after: new) < best else { return }
        take(new, -1)
        if let rest = try solve(from: first, below: best - cost) {
            best = cost + rest
            choice = new
        }
        take(new, 1)
    }

    /// Adds a choice to the remainder, or subtracts it.
    private mutating func take(_ choice: Choice, _ sign: Int) {
        let candidate = candidates[choice.candidate]
        let amounts = amounts(of: choice)
        for part in 0..<candidate.count {
            let holding = Int(candidate.holdings[part])
            let wasLeft = remaining[holding] > 0
            remaining[holding] += sign * amounts[part]
            let change = strides[holding] &* UInt128(amounts[part])
            key = sign < 0 ? key - change : key + change
            let isLeft = remaining[holding] > 0
            if wasLeft != isLeft {
                shareSum += isLeft ? shares[holding] : -shares[holding]
                twelfthSum += isLeft ? twelfths[holding] : -twelfths[holding]
            }
        }
    }
}
