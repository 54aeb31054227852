internal import ExactPayoff

/// A way to divide the options of an account among groups, so that each contract belongs to one.
struct Grouping {
    /// Contracts that a rule charges together.
    struct Group {
        let rule: MarginRule
        /// Options of ``AccountHoldings/options`` with their counts, in the order in which the rule names them.
        var parts: [(option: Int, count: Int)]

        init(_ rule: MarginRule, _ parts: [(option: Int, count: Int)]) {
            self.rule = rule
            self.parts = parts
        }

        /// Creates a group of `count` contracts of each option.
        init(_ rule: MarginRule, _ options: [Int], count: Int) {
            self.init(rule, options.map { ($0, count) })
        }
    }

    var groups: [Group] = []

    /// Merges groups of the same rule and options, and spreads whose union is a spread that costs no more. The order is that
    /// of the legs.
    mutating func merge(by rules: GroupRules) {
        var merged: [Group] = []
        for group in groups where group.rule != .spread {
            let options = group.parts.map(\.option)
            if let same = merged.firstIndex(where: { $0.rule == group.rule && $0.parts.map(\.option) == options }) {
                for index in group.parts.indices { merged[same].parts[index].count += group.parts[index].count }
            } else {
                merged.append(group)
            }
        }
        groups = merged + Self.merged(groups.filter { $0.rule == .spread }, by: rules)
        for index in groups.indices where groups[index].rule == .spread {
            groups[index].parts.sort { $0.option < $1.option }
        }
        groups.sort { first, second in
            first.parts.map(\.option).sorted().lexicographicallyPrecedes(second.parts.map(\.option).sorted())
        }
    }

    private static func merged(_ spreads: [Group], by rules: GroupRules) -> [Group] {
        var spreads = spreads
        var first = 0
        while first < spreads.count {
            var second = first + 1
            while second < spreads.count {
                let union = Group.union(spreads[first], spreads[second])
                if rules.permitsSpread(union.parts),
                    rules.amount(of: union) <= rules.amount(of: spreads[first]) + rules.amount(of: spreads[second])
                {
                    spreads[first] = union
                    spreads.remove(at: second)
                    second = first + 1
                } else {
                    second += 1
                }
            }
            first += 1
        }
        return spreads
    }
}

extension Grouping.Group {
    /// Returns the spread of the contracts of two.
    fileprivate static func union(_ first: Self, _ second: Self) -> Self {
        var counts: [Int: Int] = [:]
        for part in first.parts + second.parts { counts[part.option, default: 0] += part.count }
        return Self(.spread, counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// The number of shares that the group takes.
    func shareCount(_ holdings: AccountHoldings) -> Int {
        switch rule {
        case .covered, .protected, .conversion, .reversal, .collar:
            parts[0].count * holdings.options[parts[0].option].size
        case .long, .uncovered, .shortStraddle, .spread, .longBox, .longShares, .shortShares, .cashSecured: 0
        }
    }
}

extension MarginRules {
    /// The amount of a group, without what the shares in it would require alone.
    ///
    /// The sum over the groups, and what all shares require alone, is the requirement of a grouping.
    func amount(of group: Grouping.Group) -> Int128 {
        let options = group.parts.map { holdings.options[$0.option] }
        let count = Int128(group.parts[0].count)
        let sharesAlone = Int128(group.shareCount(holdings)) * shareAlone(entry: holdings.price)
        return switch group.rule {
        case .long, .uncovered: count * alone(options[0])
        case .shortStraddle: count * straddle(options[0], options[1])
        case .spread: spread(group.parts)
        case .longBox: count * longBox(options)
        // On opening, shares are charged alone, and the option nothing.
        case .covered: measure == .initial ? 0 : count * covered(options[0]) - sharesAlone
        case .protected: count * protected(options[0]) - sharesAlone
        case .conversion, .reversal: count * conversion(options[0], options[1]) - sharesAlone
        case .collar: count * collar(options[0], options[1]) - sharesAlone
        case .cashSecured: count * Int128(options[0].size) * options[0].strike
        case .longShares, .shortShares: 0
        }
    }

    /// The requirement of all shares alone.
    var sharesAlone: Int128 {
        holdings.shares.reduce(0) { $0 + Int128($1.count) * shareAlone(entry: $1.entry) }
    }

    /// The requirement of a grouping.
    func requirement(of grouping: Grouping) -> Int128 {
        grouping.groups.reduce(sharesAlone) { $0 + amount(of: $1) }
    }
}
