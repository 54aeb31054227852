internal import ExactPayoff
internal import OptionPricing

/// The least grouping of a small account, by dynamic programming over the sets of its contracts.
///
/// The least requirement of a set is the minimum over all groups that contain its first contract of the amount of the group
/// and the least requirement of the rest, without a tolerance.
struct ExhaustiveSearch {
    /// The greatest number of contracts and share lots.
    static let itemLimit = 14

    private let rules: GroupRules
    /// The option of each contract; `nil` for a lot of shares.
    private let items: [Int?]
    /// The items of each kind, as sets.
    private var lotItems = 0, longCalls = 0, shortCalls = 0, longPuts = 0, shortPuts = 0

    /// Creates a search; `nil` for an account that is too large, or whose shares could form lots of several sizes.
    init?(_ rules: GroupRules) {
        let holdings = rules.holdings
        let contracts = holdings.options.reduce(0) { min($0 + $1.quantity, Self.itemLimit + 1) }
        let lots = min(holdings.shareCount / holdings.lotSize, contracts)
        guard contracts + lots <= Self.itemLimit, lots == 0 || !holdings.hasSeveralSizes else { return nil }
        self.rules = rules
        items =
            holdings.options.indices.flatMap { [Int?](repeating: $0, count: holdings.options[$0].quantity) }
            + [Int?](repeating: nil, count: lots)
        for (place, item) in items.enumerated() {
            guard let option = item.map({ holdings.options[$0] }) else {
                lotItems |= 1 << place
                continue
            }
            switch (option.isCall, option.isShort) {
            case (true, false): longCalls |= 1 << place
            case (true, true): shortCalls |= 1 << place
            case (false, false): longPuts |= 1 << place
            case (false, true): shortPuts |= 1 << place
            }
        }
    }

    /// Returns the least grouping; among equals, one with the fewest groups. `nil` if none is permitted.
    ///
    /// A set that costs no less as one group than its least partition is never used as a group.
    func search(_ budget: WorkBudget) throws(StrategyError) -> Grouping? {
        let count = 1 << items.count
        var least = [Entry](repeating: Entry(), count: count)
        least[0] = Entry(amount: 0, groups: 0, block: 0)
        // The sets that are used as groups, by their first item.
        var blocks = [[(set: Int, amount: Int128)]](repeating: [], count: items.count)
        for set in 1..<count {
            let first = set.trailingZeroBitCount
            var best = Entry()
            for block in blocks[first] where block.set & set == block.set {
                let rest = least[set ^ block.set]
                guard rest.groups < .max else { continue }
                let entry = Entry(amount: block.amount + rest.amount, groups: rest.groups + 1, block: block.set)
                if entry.isBetter(than: best) { best = entry }
            }
            if mayBeGroup(set), let amount = block(set)?.amount {
                let entry = Entry(amount: amount, groups: 1, block: set)
                if entry.isBetter(than: best) {
                    best = entry
                    blocks[first].append((set, amount))
                }
            }
            least[set] = best
            if set.isMultiple(of: 256) { try budget.spend(256 * (blocks[0].count + 16)) }
        }
        guard least[count - 1].groups < .max else { return nil }
        var grouping = Grouping()
        var set = count - 1
        while set > 0 {
            if let group = block(least[set].block)?.group { grouping.groups.append(group) }
            set ^= least[set].block
        }
        return grouping
    }

    private struct Entry {
        var amount: Int128 = 0
        var groups = Int.max
        var block = 0

        func isBetter(than other: Entry) -> Bool {
            other.groups == .max || amount < other.amount || amount == other.amount && groups < other.groups
        }
    }

    /// Whether a rule may permit a set of items as a group, by its numbers of longs and shorts.
    private func mayBeGroup(_ set: Int) -> Bool {
        func count(_ members: Int) -> Int { (set & members).nonzeroBitCount }
        let (lots, options) = (count(lotItems), set.nonzeroBitCount - count(lotItems))
        if lots > 0 { return lots == 1 && options <= 2 }
        return options <= 2 || count(longCalls) == count(shortCalls) && count(longPuts) == count(shortPuts)
    }

    /// The amount of a set of items as one group; `nil` if no rule permits it. A lot of shares that stands alone is no group.
    private func block(_ set: Int) -> (amount: Int128, group: Grouping.Group?)? {
        var options: [Int] = []
        var lots = 0
        for index in items.indices where set >> index & 1 == 1 {
            if let option = items[index] { options.append(option) } else { lots += 1 }
        }
        if options.isEmpty { return lots == 1 ? (0, nil) : nil }
        let groups = lots == 0 ? rules.groups(of: options) : lots == 1 ? rules.groupsWithShares(of: options) : []
        let amounts = groups.map { (amount: rules.amount(of: $0), group: Optional($0)) }
        return amounts.min { $0.amount < $1.amount }
    }
}
