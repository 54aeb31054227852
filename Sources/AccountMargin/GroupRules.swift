internal import ExactPayoff
internal import OptionPricing

/// The groups that an account permits, and their amounts: in a margin account those of ``MarginRules``; in a cash account those of
/// Regulation T, section 220.8.
struct GroupRules {
    let margin: MarginRules
    let isCash: Bool
    /// Whether a cash account permits spreads: all options are European and cash-settled.
    let permitsCashSpreads: Bool

    init(_ account: MarginAccount, _ holdings: AccountHoldings, _ measure: MarginMeasure) {
        margin = MarginRules(account, holdings, measure)
        isCash = account.accountType == .cash
        permitsCashSpreads =
            account.underlying.exerciseStyle == .european && account.underlying.settlement == .cash
    }

    var holdings: AccountHoldings { margin.holdings }

    /// The requirement of all shares alone. In a cash account, they are paid in full.
    var sharesAlone: Int128 {
        isCash ? holdings.shares.reduce(0) { $0 + Int128($1.count) * $1.entry } : margin.sharesAlone
    }

    func amount(of group: Grouping.Group) -> Int128 {
        guard isCash else { return margin.amount(of: group) }
        let option = holdings.options[group.parts[0].option]
        return switch group.rule {
        case .long: Int128(group.parts[0].count) * margin.value(option)
        case .spread: cashSpread(group.parts)
        default: margin.amount(of: group)
        }
    }

    func requirement(of grouping: Grouping) -> Int128 {
        grouping.groups.reduce(sharesAlone) { $0 + amount(of: $1) }
    }

    private func cashSpread(_ parts: [(option: Int, count: Int)]) -> Int128 {
        parts.reduce(margin.greatestLoss(parts).loss) { sum, part in
            let option = holdings.options[part.option]
            return option.isLong ? sum + Int128(part.count) * margin.value(option) : sum
        }
    }

    // MARK: One option

    /// The rule of an option alone; `nil` if the account does not permit it.
    func ruleAlone(_ option: AccountHoldings.Option) -> MarginRule? {
        if option.isLong { return .long }
        return isCash ? option.isCall ? nil : .cashSecured : .uncovered
    }

    /// Whether shares may cover a short option.
    func covers(_ option: AccountHoldings.Option) -> Bool {
        margin.covers(option) && !(isCash && holdings.sharesAreShort)
    }

    // MARK: Sets of contracts

    /// The groups that the rules make of single contracts without shares, each in its own way.
    func groups(of options: [Int]) -> [Grouping.Group] {
        let held = options.map { holdings.options[$0] }
        if options.count == 1 { return ruleAlone(held[0]).map { [Grouping.Group($0, options, count: 1)] } ?? [] }
        var groups: [Grouping.Group] = []
        if !isCash, options.count == 2, held.allSatisfy(\.isShort), held[0].kind != held[1].kind,
            held[0].size == held[1].size
        {
            groups.append(Grouping.Group(.shortStraddle, options, count: 1))
        }
        var counts: [Int: Int] = [:]
        for option in options { counts[option, default: 0] += 1 }
        let parts = counts.sorted { $0.key < $1.key }.map { (option: $0.key, count: $0.value) }
        if permitsSpread(parts) { groups.append(Grouping.Group(.spread, parts)) }
        if !isCash, let box = longBox(options) { groups.append(Grouping.Group(.longBox, box, count: 1)) }
        return groups
    }

    /// The groups that the rules make of single contracts and a lot of shares.
    func groupsWithShares(of options: [Int]) -> [Grouping.Group] {
        let held = options.map { holdings.options[$0] }
        if options.count == 1 {
            if covers(held[0]) { return [Grouping.Group(.covered, options, count: 1)] }
            let isProtected = !isCash && margin.measure == .maintenance && margin.protects(held[0])
            return isProtected ? [Grouping.Group(.protected, options, count: 1)] : []
        }
        guard !isCash, options.count == 2, let long = options.first(where: { holdings.options[$0].isLong }),
            let short = options.first(where: { holdings.options[$0].isShort }),
            let rule = margin.ruleOfShares(with: holdings.options[long], holdings.options[short])
        else { return [] }
        return [Grouping.Group(rule, [long, short], count: 1)]
    }

    func permitsSpread(_ parts: [(option: Int, count: Int)]) -> Bool {
        guard margin.isSpread(parts) else { return false }
        guard isCash else { return true }
        let expiration = holdings.options[parts[0].option].expiration
        return permitsCashSpreads && parts.allSatisfy { holdings.options[$0.option].expiration == expiration }
    }

    /// The options of a long box in the order of ``MarginRules/isLongBox(_:)``; `nil` if they are none.
    private func longBox(_ options: [Int]) -> [Int]? {
        guard options.count == 4 else { return nil }
        func option(_ isCall: Bool, _ isLong: Bool) -> Int? {
            options.first { holdings.options[$0].isCall == isCall && holdings.options[$0].isLong == isLong }
        }
        guard let lowCall = option(true, true), let highCall = option(true, false), let lowPut = option(false, false),
            let highPut = option(false, true)
        else { return nil }
        let box = [lowCall, highCall, lowPut, highPut]
        return margin.isLongBox(box.map { holdings.options[$0] }) ? box : nil
    }
}
