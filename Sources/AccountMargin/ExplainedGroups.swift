internal import ExactPayoff
internal import OptionPricing

/// Turns groups of options into parts of legs with amounts and the formulas behind them.
struct ExplainedGroups {
    private let rules: GroupRules
    private let holdings: AccountHoldings
    /// The shares of each leg that no group has taken.
    private var left: [(leg: Int, entry: Int128, count: Int)]

    init(_ rules: GroupRules) {
        self.rules = rules
        holdings = rules.holdings
        left = holdings.shares.map { ($0.leg, $0.entry, $0.count) }
    }

    /// Returns the groups with those of the shares that stand alone, by leg.
    consuming func groups(of grouping: Grouping) -> [MarginRequirement.Group] {
        var groups = grouping.groups.map { group(of: $0) }
        for shares in left where shares.count > 0 {
            let amount = Int128(shares.count) * shareAlone(shares.entry)
            groups.append(
                MarginRequirement.Group(
                    rule: holdings.sharesAreShort ? .shortShares : .longShares,
                    parts: [.init(index: shares.leg, quantity: shares.count)], exactAmount: money(amount),
                    explanation: explanation.shares(shares.entry, count: shares.count, amount: amount),
                    exactSaving: money(0), strategyName: nil))
        }
        return groups.sorted { first, second in
            first.parts.map(\.index).lexicographicallyPrecedes(second.parts.map(\.index))
        }
    }

    private var explanation: MarginExplanation { MarginExplanation(rules) }

    private func money(_ units: Int128) -> ExactMoney { ExactMoney(units: units, places: holdings.scale) }

    private func shareAlone(_ entry: Int128) -> Int128 { rules.isCash ? entry : rules.margin.shareAlone(entry: entry) }

    private mutating func group(of group: Grouping.Group) -> MarginRequirement.Group {
        let taken = takeShares(group.shareCount(holdings))
        let sharesAlone = taken.reduce(Int128(0)) { $0 + Int128($1.count) * shareAlone($1.entry) }
        let amount = rules.amount(of: group) + sharesAlone
        let optionsAlone = group.parts.reduce(Int128(0)) { sum, part in
            let option = holdings.options[part.option]
            let alone = option.isLong && rules.isCash ? rules.margin.value(option) : rules.margin.alone(option)
            return sum + Int128(part.count) * alone
        }
        let parts =
            group.parts.map { MarginRequirement.Group.Part(index: holdings.options[$0.option].leg, quantity: $0.count) }
            + taken.map { MarginRequirement.Group.Part(index: $0.leg, quantity: $0.count) }
        let saving = group.rule == .cashSecured || rules.isCash ? 0 : optionsAlone + sharesAlone - amount
        return MarginRequirement.Group(
            rule: group.rule, parts: parts.sorted { $0.index < $1.index }, exactAmount: money(amount),
            explanation: explanation.group(group, sharesAlone: sharesAlone, amount: amount),
            exactSaving: money(saving), strategyName: nil)
    }

    /// Takes shares of the first legs that have some left.
    private mutating func takeShares(_ count: Int) -> [(leg: Int, entry: Int128, count: Int)] {
        var count = count
        var taken: [(leg: Int, entry: Int128, count: Int)] = []
        for index in left.indices where count > 0 && left[index].count > 0 {
            let part = min(count, left[index].count)
            left[index].count -= part
            count -= part
            taken.append((left[index].leg, left[index].entry, part))
        }
        return taken
    }
}
