internal import ExactPayoff
internal import OptionPricing

extension GroupingProgram {
    /// Returns the grouping of a solution, rounded down to whole contracts; contracts that the solution splits are grouped by
    /// best saving. `nil` if what is left is not permitted.
    func grouping(_ solution: [Double]) -> Grouping? {
        var counts = solution.map { Int(min(max(($0 + 1e-6).rounded(.down), 0), 1e15)) }
        for (index, column) in columns.enumerated() { counts[index] = min(counts[index], column.limit ?? 0) }
        var left = options.map(\.quantity)
        var shares = rules.holdings.shareCount
        var grouping = Grouping()
        func take(_ rule: MarginRule, _ parts: [(option: Int, count: Int)]) {
            let group = Grouping.Group(rule, parts)
            for part in parts { left[part.option] -= part.count }
            shares -= group.shareCount(rules.holdings)
            grouping.groups.append(group)
        }
        var (full, waived) = ([Int: Int](), [Int: Int]())
        var spreadParts = [[Int: Int]](repeating: [:], count: spreads.count)
        for (column, count) in zip(columns, counts) where count > 0 {
            switch column.variable {
            case .alone(let option):
                if options[option].isShort, !rules.isCash {
                    full[option] = count
                } else if let rule = rules.ruleAlone(options[option]) {
                    take(rule, [(option, count)])
                }
            case .waived(let option): waived[option] = count
            case .spread(let number, let option): spreadParts[number][option] = count
            case .group(let rule, let members): take(rule, members.map { ($0, count) })
            case .loss: break
            }
        }
        for parts in spreadParts {
            let parts = balanced(parts)
            if !parts.isEmpty { take(.spread, parts) }
        }
        for pair in straddles(full, waived) { take(.shortStraddle, [(pair.call, pair.count), (pair.put, pair.count)]) }
        var rest = GreedyGrouping(rules, left: left, shares: shares)
        guard let others = rest.bestSaving() else { return nil }
        grouping.groups += others.groups
        return grouping
    }

    private var options: [AccountHoldings.Option] { rules.holdings.options }

    /// Removes contracts until as many are long as short, of calls and of puts.
    private func balanced(_ parts: [Int: Int]) -> [(option: Int, count: Int)] {
        var parts = parts
        for kind in [OptionKind.call, .put] {
            let members = parts.keys.filter { options[$0].kind == kind }.sorted()
            var excess = members.reduce(0) { sum, option in
                sum + (options[option].isLong ? 1 : -1) * (parts[option] ?? 0)
            }
            for option in members.reversed() where excess != 0 && options[option].isLong == (excess > 0) {
                let removed = min(abs(excess), parts[option] ?? 0)
                parts[option, default: 0] -= removed
                excess -= excess > 0 ? removed : -removed
            }
        }
        let kept = parts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
        return kept.map { (option: $0.key, count: $0.value) }
    }

    /// Pairs waived shorts with hosts. The last host that requires enough serves, so that the larger ones are left for others.
    private func straddles(
        _ full: [Int: Int], _ waived: [Int: Int]
    ) -> [(call: Int, put: Int, count: Int)] {
        var hosts = full
        var pairs: [(call: Int, put: Int, count: Int)] = []
        func isEarlier(_ first: Int, _ second: Int) -> Bool {
            (ranks[first] ?? 0, first) < (ranks[second] ?? 0, second)
        }
        for (option, count) in waived.sorted(by: { isEarlier($0.key, $1.key) }) {
            var count = count
            for host in hosts.keys.filter({ canHost($0, option) }).sorted(by: isEarlier).reversed() where count > 0 {
                let paired = min(count, hosts[host] ?? 0)
                guard paired > 0 else { continue }
                hosts[host, default: 0] -= paired
                count -= paired
                pairs.append(options[option].isCall ? (option, host, paired) : (host, option, paired))
            }
        }
        return pairs
    }
}
