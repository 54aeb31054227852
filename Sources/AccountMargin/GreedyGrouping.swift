internal import ExactPayoff
internal import OptionPricing

/// Groupings by simple rules, as brokers and open tools make them. None need be the least; each is permitted.
struct GreedyGrouping {
    private let rules: GroupRules
    /// The contracts of each option that are left.
    private var left: [Int]
    /// The shares that are left.
    private var shares: Int
    private var grouping = Grouping()

    /// Starts with contracts and shares that are left of an account.
    init(_ rules: GroupRules, left: [Int]? = nil, shares: Int? = nil) {
        self.rules = rules
        self.left = left ?? rules.holdings.options.map(\.quantity)
        self.shares = shares ?? rules.holdings.shareCount
    }

    private var options: [AccountHoldings.Option] { rules.holdings.options }

    /// Shares cover first; each short, by date and strike, takes the first long; straddles follow; the rest stands alone.
    static func firstFit(_ rules: GroupRules) -> Grouping? {
        var greedy = GreedyGrouping(rules)
        let order = greedy.options.indices.sorted { greedy.precedes($0, $1) }
        let (shorts, longs) = (order.filter { greedy.options[$0].isShort }, order.filter { greedy.options[$0].isLong })
        for short in shorts where rules.covers(greedy.options[short]) { greedy.take(.covered, [short]) }
        for short in shorts {
            for long in longs where greedy.isPair(short, long) { greedy.take(.spread, [short, long]) }
        }
        if !rules.isCash {
            for call in shorts where greedy.options[call].isCall {
                for put in shorts where greedy.isStraddle(call, put) { greedy.take(.shortStraddle, [call, put]) }
            }
        }
        return greedy.finished()
    }

    /// Again and again the pair that saves most for each contract; the rest stands alone.
    static func bestSaving(_ rules: GroupRules) -> Grouping? {
        var greedy = GreedyGrouping(rules)
        return greedy.bestSaving()
    }

    /// Groups the contracts that are left by ``bestSaving(_:)``; `nil` if the rest is not permitted.
    mutating func bestSaving() -> Grouping? {
        for pair in savings() { take(pair.rule, pair.options) }
        return finished()
    }

    // MARK: Pairs

    private func precedes(_ first: Int, _ second: Int) -> Bool {
        let (one, other) = (options[first], options[second])
        return (one.expiration, one.strike, one.isCall ? 0 : 1, first)
            < (other.expiration, other.strike, other.isCall ? 0 : 1, second)
    }

    private func isPair(_ short: Int, _ long: Int) -> Bool {
        options[short].kind == options[long].kind && rules.permitsSpread([(short, 1), (long, 1)])
    }

    private func isStraddle(_ call: Int, _ put: Int) -> Bool {
        options[call].isCall && !options[put].isCall && options[call].isShort && options[put].isShort
            && options[call].size == options[put].size
    }

    /// All pairs, by what they save. A pair saves as much whatever else is left.
    private func savings() -> [(rule: MarginRule, options: [Int])] {
        var pairs: [(rule: MarginRule, options: [Int], saving: Int128)] = []
        func offer(_ rule: MarginRule, _ members: [Int]) {
            let alone = members.reduce(Int128(0)) { sum, index in
                sum
                    + (rules.ruleAlone(options[index])
                        .map { rules.amount(of: Grouping.Group($0, [index], count: 1)) } ?? Int128.max >> 16)
            }
            let saving = alone - rules.amount(of: Grouping.Group(rule, members, count: 1))
            if saving > 0 { pairs.append((rule, members, saving)) }
        }
        for first in options.indices {
            if rules.covers(options[first]) { offer(.covered, [first]) }
            if rules.groupsWithShares(of: [first]).contains(where: { $0.rule == .protected }) {
                offer(.protected, [first])
            }
            for second in options.indices where options[first].isShort {
                if options[second].isLong, isPair(first, second) { offer(.spread, [first, second]) }
                if !rules.isCash, isStraddle(first, second) { offer(.shortStraddle, [first, second]) }
            }
        }
        return pairs.enumerated()
            .sorted { ($1.element.saving, $0.offset) < ($0.element.saving, $1.offset) }
            .map { ($0.element.rule, $0.element.options) }
    }

    // MARK: Contracts

    /// Takes as many contracts as are left of all options.
    private mutating func take(_ rule: MarginRule, _ members: [Int]) {
        var count = members.reduce(Int.max) { min($0, left[$1]) }
        let size = Grouping.Group(rule, members, count: 1).shareCount(rules.holdings)
        if size > 0 { count = min(count, shares / size) }
        guard count > 0 else { return }
        for index in members { left[index] -= count }
        shares -= count * size
        grouping.groups.append(Grouping.Group(rule, members, count: count))
    }

    private mutating func finished() -> Grouping? {
        for index in options.indices where left[index] > 0 {
            guard let rule = rules.ruleAlone(options[index]) else { return nil }
            grouping.groups.append(Grouping.Group(rule, [index], count: left[index]))
        }
        return grouping
    }
}
