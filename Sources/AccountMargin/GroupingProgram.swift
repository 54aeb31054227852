internal import ExactPayoff
internal import OptionPricing

/// The integer program whose solutions are the groupings of an account.
///
/// Two facts keep it small. Spreads that allow a common date merge into one, whose loss is at most the sum of theirs, so one
/// spread for each expiration of a short suffices. And a straddle charges its cheaper option only with its value, so a short is
/// either charged in full, or *waived* if a short of the other type that requires at least as much is charged in full.
///
/// All coefficients are integers: the loss of a spread is a multiple of the greatest common divisor of its strike
/// differences. `docs/margin.md` has the formulas.
struct GroupingProgram {
    enum Variable {
        /// An option alone: a long, or a short that is charged in full.
        case alone(option: Int)
        /// A short that is charged only with its value.
        case waived(option: Int)
        /// An option in a spread.
        case spread(Int, option: Int)
        /// The loss of a spread, in units of ``Spread/step``.
        case loss(Int)
        /// A long box, or shares with options.
        case group(MarginRule, options: [Int])
    }

    enum Constraint {
        /// Each contract of an option is used once.
        case option(Int)
        /// A spread has as many long as short calls, or puts.
        case balance(spread: Int, OptionKind)
        /// The loss of a spread at a strike.
        case loss(spread: Int, strike: Int128)
        /// The waived shorts of a type up to a rank are no more than those of the other type charged in full.
        case hosts(size: Int, waived: OptionKind, rank: Int)
        /// Groups take no more shares than there are.
        case shares
    }

    struct Column {
        let variable: Variable
        let cost: Int128
        /// `nil` without a limit.
        let limit: Int?
        var entries: [(row: Int, coefficient: Int128)] = []
    }

    struct Row {
        let constraint: Constraint
        let isEquality: Bool
        let bound: Int
    }

    /// All options that may be in a spread with a common date.
    struct Spread {
        let date: CalendarDate
        let size: Int
        let options: [Int]
        /// Ascending.
        let strikes: [Int128]
        /// The greatest common divisor of all losses.
        let step: Int128
    }

    let rules: GroupRules
    private(set) var columns: [Column] = []
    private(set) var rows: [Row] = []
    private(set) var spreads: [Spread] = []
    /// The place of each short in the descending order of requirements, equal ones together; `nil` for longs.
    private(set) var ranks: [Int?]
    /// The requirement of all shares alone, which is not in the costs.
    let fixed: Int128
    /// The number of lots of shares, and the shares of a lot.
    let lots: Int, lotSize: Int

    init(_ rules: GroupRules) {
        self.rules = rules
        let holdings = rules.holdings
        fixed = rules.sharesAlone
        lotSize = holdings.lotSize
        lots = holdings.shareCount / lotSize
        ranks = Self.ranks(rules)
        // The row of an option has its index.
        for index in holdings.options.indices {
            rows.append(Row(constraint: .option(index), isEquality: true, bound: holdings.options[index].quantity))
        }
        addAlone()
        if !rules.isCash { addWaived() }
        addSpreads()
        if rules.margin.isEuropean, !rules.isCash { addBoxes() }
        if lots > 0 { addShares() }
    }

    /// All costs are multiples of this number; 0 if all are 0.
    var lattice: Int128 { columns.reduce(0) { greatestCommonDivisor($0, $1.cost) } }

    private var options: [AccountHoldings.Option] { rules.holdings.options }

    @discardableResult
    private mutating func add(
        _ variable: Variable, cost: Int128, limit: Int?, options: [Int] = []
    ) -> Int {
        columns.append(Column(variable: variable, cost: cost, limit: limit, entries: options.map { ($0, 1) }))
        return columns.count - 1
    }

    private mutating func addRow(
        _ constraint: Constraint, isEquality: Bool = false, bound: Int = 0,
        _ terms: [(column: Int, coefficient: Int128)]
    ) {
        for term in terms where term.coefficient != 0 {
            columns[term.column].entries.append((rows.count, term.coefficient))
        }
        rows.append(Row(constraint: constraint, isEquality: isEquality, bound: bound))
    }

    // MARK: Options alone

    private mutating func addAlone() {
        for (index, option) in options.enumerated() {
            guard let rule = rules.ruleAlone(option) else { continue }
            let cost = rules.amount(of: Grouping.Group(rule, [index], count: 1))
            add(.alone(option: index), cost: cost, limit: option.quantity, options: [index])
        }
    }

    /// Descending by requirement, then by what exceeds the value.
    private static func ranks(_ rules: GroupRules) -> [Int?] {
        let options = rules.holdings.options
        let keys = options.map { (rules.margin.uncovered($0), rules.margin.excess($0)) }
        let shorts = options.indices.filter { options[$0].isShort }.sorted { keys[$0] > keys[$1] }
        var ranks = [Int?](repeating: nil, count: options.count)
        var rank = 0
        for (place, option) in shorts.enumerated() {
            if place > 0, keys[option] != keys[shorts[place - 1]] { rank += 1 }
            ranks[option] = rank
        }
        return ranks
    }

    /// Whether a full short may be the host of a waived one.
    func canHost(_ host: Int, _ waived: Int) -> Bool {
        guard let first = ranks[host], let second = ranks[waived] else { return false }
        return options[host].kind != options[waived].kind && options[host].size == options[waived].size
            && first <= second
    }

    private mutating func addWaived() {
        var columnOfFull: [Int: Int] = [:]
        for (column, entry) in columns.enumerated() {
            if case .alone(let option) = entry.variable, options[option].isShort { columnOfFull[option] = column }
        }
        var columnOfWaived: [Int: Int] = [:]
        for index in options.indices where options.indices.contains(where: { canHost($0, index) }) {
            columnOfWaived[index] = add(
                .waived(option: index), cost: rules.margin.value(options[index]), limit: options[index].quantity,
                options: [index])
        }
        for size in Set(options.map(\.size)).sorted() {
            for kind in [OptionKind.call, .put] {
                let waived = columnOfWaived.keys.filter { options[$0].kind == kind && options[$0].size == size }
                let hosts = columnOfFull.keys.filter { options[$0].kind != kind && options[$0].size == size }
                let hostRanks = Set(hosts.compactMap { ranks[$0] })
                // Between two hosts, the constraint of the last rank implies the others.
                for rank in Set(waived.compactMap { ranks[$0] }).sorted()
                where isLast(rank, of: waived.compactMap { ranks[$0] }, before: hostRanks) {
                    func isWithin(_ option: Int) -> Bool { ranks[option].map { $0 <= rank } ?? false }
                    let terms =
                        waived.sorted().filter(isWithin).compactMap { columnOfWaived[$0].map { ($0, Int128(1)) } }
                        + hosts.sorted().filter(isWithin).compactMap { columnOfFull[$0].map { ($0, Int128(-1)) } }
                    addRow(.hosts(size: size, waived: kind, rank: rank), terms)
                }
            }
        }
    }

    /// Whether no rank of `waived` follows `rank` before the next host.
    private func isLast(_ rank: Int, of waived: [Int], before hosts: Set<Int>) -> Bool {
        guard let next = waived.filter({ $0 > rank }).min() else { return true }
        return hosts.contains { $0 > rank && $0 <= next }
    }

    // MARK: Spreads

    private mutating func addSpreads() {
        let shorts = options.filter(\.isShort)
        for size in Set(shorts.map(\.size)).sorted() {
            for date in Set(shorts.lazy.filter { $0.size == size }.map(\.expiration)).sorted() {
                addSpread(date, size)
            }
        }
    }

    private mutating func addSpread(_ date: CalendarDate, _ size: Int) {
        if rules.isCash, !rules.permitsCashSpreads { return }
        let allowed = options.indices.filter { index in
            let option = options[index]
            guard option.size == size else { return false }
            if rules.isCash { return option.expiration == date }
            return option.isShort ? option.expiration <= date : option.expiration >= date
        }
        let kinds = [OptionKind.call, .put].filter { kind in
            let ofKind = allowed.map { options[$0] }.filter { $0.kind == kind }
            return ofKind.contains(where: \.isShort) && ofKind.contains(where: \.isLong)
        }
        let members = allowed.filter { kinds.contains(options[$0].kind) }
        guard !members.isEmpty else { return }
        let strikes = Set(members.map { options[$0].strike }).sorted()
        let step = strikes.reduce(0) { greatestCommonDivisor($0, $1 - strikes[0]) }
        let spread = Spread(
            date: date, size: size, options: members, strikes: strikes,
            step: Int128(size) * (step == 0 ? rules.holdings.unit : step))
        let number = spreads.count
        spreads.append(spread)
        let first = columns.count
        for index in members {
            let cost = options[index].isShort ? 0 : rules.margin.value(options[index])
            add(.spread(number, option: index), cost: cost, limit: options[index].quantity, options: [index])
        }
        let loss = add(.loss(number), cost: spread.step, limit: nil)
        for kind in kinds {
            let terms = members.enumerated().filter { options[$0.element].kind == kind }
                .map { (column: first + $0.offset, coefficient: Int128(options[$0.element].isShort ? 1 : -1)) }
            addRow(.balance(spread: number, kind), isEquality: true, terms)
        }
        for strike in strikes {
            let terms = members.enumerated().map { place, index in
                let payoff = options[index].intrinsic(at: strike) / spread.step
                return (column: first + place, coefficient: options[index].isShort ? payoff : -payoff)
            }
            addRow(.loss(spread: number, strike: strike), terms + [(loss, -1)])
        }
    }

    // MARK: Boxes and shares

    private mutating func addGroup(_ rule: MarginRule, _ members: [Int]) -> Int {
        let cost = rules.amount(of: Grouping.Group(rule, members, count: 1))
        let limit = members.reduce(Int.max) { min($0, options[$1].quantity) }
        return add(.group(rule, options: members), cost: cost, limit: limit, options: members)
    }

    private mutating func addBoxes() {
        func puts(like call: Int, isShort: Bool) -> [Int] {
            options.indices.filter { index in
                !options[index].isCall && options[index].isShort == isShort
                    && options[index].strike == options[call].strike
                    && options[index].expiration == options[call].expiration
            }
        }
        for low in options.indices where options[low].isCall && options[low].isLong {
            let lowPuts = puts(like: low, isShort: true)
            guard !lowPuts.isEmpty else { continue }
            for high in options.indices where options[high].isCall && options[high].isShort {
                for (lowPut, highPut) in lowPuts.flatMap({ lowPut in
                    puts(like: high, isShort: false).map { (lowPut, $0) }
                }) {
                    let box = [low, high, lowPut, highPut]
                    if rules.margin.isLongBox(box.map { options[$0] }) { _ = addGroup(.longBox, box) }
                }
            }
        }
    }

    private mutating func addShares() {
        var terms: [(column: Int, coefficient: Int128)] = []
        for (index, option) in options.enumerated() {
            let size = Int128(option.size / lotSize)
            if rules.covers(option) { terms.append((addGroup(.covered, [index]), size)) }
            guard !rules.isCash, rules.margin.measure == .maintenance, rules.margin.protects(option) else { continue }
            terms.append((addGroup(.protected, [index]), size))
            for (other, short) in options.enumerated() {
                guard let rule = rules.margin.ruleOfShares(with: option, short) else { continue }
                terms.append((addGroup(rule, [index, other]), size))
            }
        }
        if !terms.isEmpty { addRow(.shares, bound: lots, terms) }
    }
}
