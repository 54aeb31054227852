internal import DecimalNumbers
internal import OptionPricing

/// Makes a certificate of the approximate multipliers of the relaxation: rounds them to nine decimals, lowers prices until
/// every inequality holds exactly, and evaluates the bound exactly.
struct CertificateBuilder {
    private let program: GroupingProgram
    private let options: [AccountHoldings.Option]
    /// Amounts here are integers at this scale, of which multipliers have the first nine decimals.
    private let places: Int
    /// The smallest multiplier at that scale.
    private let quantum: Int128
    /// Amounts of the holdings × this number are at that scale.
    private let factor: Int128

    private var weights: [[Int128]] = []
    private var balances: [[OptionKind: Int128]] = []
    private var hosts: [Int128]
    private var shares: Int128 = 0
    private var prices: [Int128] = []

    /// Creates a certificate of the multipliers of the rows of a program, in money.
    init(_ program: GroupingProgram, _ multipliers: [Double]) {
        self.program = program
        let holdings = program.rules.holdings
        options = holdings.options
        places = max(holdings.scale, holdings.pricePlaces + AccountHoldings.multiplierPlaces)
        quantum = PowersOfTen.integers[places - AccountHoldings.multiplierPlaces]
        factor = PowersOfTen.integers[places - holdings.scale]
        hosts = [Int128](repeating: 0, count: options.count)
        setWeights(multipliers)
        setHosts(multipliers)
        for (row, multiplier) in zip(program.rows, multipliers) {
            if case .shares = row.constraint { shares = rounded(max(-multiplier, 0)) }
        }
        setPrices(multipliers)
    }

    /// The bound, at ``places``.
    private var bound: Int128 {
        let total = zip(options, prices).reduce(Int128(0)) { $0 + Int128($1.0.quantity) * $1.1 }
        return program.fixed * factor + total - Int128(program.lots) * shares
    }

    /// The bound, rounded up to the next requirement that a grouping can have, at the scale of the holdings.
    var lowerBound: Int128 {
        let lattice = program.lattice * factor
        let distance = bound - program.fixed * factor
        guard lattice > 0 else { return program.fixed }
        let (quotient, remainder) = distance.quotientAndRemainder(dividingBy: lattice)
        return program.fixed + (remainder > 0 ? quotient + 1 : quotient) * program.lattice
    }

    var certificate: MarginCertificate {
        let several = program.rules.holdings.hasSeveralSizes
        func money(_ units: Int128) -> ExactMoney { ExactMoney(units: units, places: places) }
        return MarginCertificate(
            prices: options.indices.map { .init(index: options[$0].leg, multiplier: money(prices[$0])) },
            dates: program.spreads.indices.map { number in
                let spread = program.spreads[number]
                return .init(
                    expirationDate: spread.date, sharesPerContract: several ? spread.size : nil,
                    callBalance: money(balances[number][.call] ?? 0), putBalance: money(balances[number][.put] ?? 0),
                    weights: zip(spread.strikes, weights[number]).map { (money($0 * factor), money($1)) })
            },
            hosts: options.indices.filter { options[$0].isShort }
                .map { .init(index: options[$0].leg, multiplier: money(hosts[$0])) },
            shares: money(shares), bound: money(bound))
    }

    // MARK: Rounding

    /// Returns a multiplier rounded to nine decimals.
    private func rounded(_ money: Double) -> Int128 {
        // Multipliers beyond this come only from an unfinished solution; any number gives a bound.
        let greatest = program.rules.holdings.greatestMultiplier
        let limited = min(max(money, -greatest), greatest)
        return Int128((limited * 1e9).rounded()) * quantum
    }

    private func roundedDown(_ amount: Int128) -> Int128 {
        let remainder = amount % quantum
        return amount - (remainder < 0 ? remainder + quantum : remainder)
    }

    // MARK: Multipliers

    private mutating func setWeights(_ multipliers: [Double]) {
        weights = program.spreads.map { spread in [Int128](repeating: 0, count: spread.strikes.count) }
        balances = program.spreads.map { _ in [:] }
        let unit = PowersOfTen.integers[places]
        for (row, multiplier) in zip(program.rows, multipliers) {
            switch row.constraint {
            case .loss(let number, let strike):
                let spread = program.spreads[number]
                let step = Double(spread.step) / Double(program.rules.holdings.unit)
                guard let place = spread.strikes.firstIndex(of: strike) else { continue }
                weights[number][place] = min(rounded(max(-multiplier / step, 0)), unit)
            case .balance(let number, let kind): balances[number][kind] = rounded(multiplier)
            case .option, .hosts, .shares: break
            }
        }
        for number in weights.indices {
            var excess = weights[number].reduce(0, +) - unit
            for place in weights[number].indices where excess > 0 {
                let less = min(excess, weights[number][place])
                weights[number][place] -= less
                excess -= less
            }
        }
    }

    /// The multiplier of a host is the sum of those of the constraints in which it counts.
    private mutating func setHosts(_ multipliers: [Double]) {
        var sums = [Double](repeating: 0, count: options.count)
        for (row, multiplier) in zip(program.rows, multipliers) {
            guard case .hosts(let size, let waived, let rank) = row.constraint else { continue }
            for (index, option) in options.enumerated() where option.size == size && option.kind != waived {
                if let own = program.ranks[index], own <= rank { sums[index] += max(-multiplier, 0) }
            }
        }
        hosts = sums.map { rounded($0) }
    }

    // MARK: Prices

    /// Σ weight · payoff of a contract, in the spread of a number.
    private func weightedPayoff(_ option: AccountHoldings.Option, _ number: Int) -> Int128 {
        let spread = program.spreads[number]
        let pricePower = PowersOfTen.integers[program.rules.holdings.scale - program.rules.holdings.pricePlaces]
        var sum: Int128 = 0
        for (strike, weight) in zip(spread.strikes, weights[number]) where weight != 0 {
            // Nine decimals and those of prices fit.
            sum += option.intrinsic(at: strike) / pricePower * (weight / quantum)
        }
        return sum
            * PowersOfTen.integers[places - program.rules.holdings.pricePlaces - AccountHoldings.multiplierPlaces]
    }

    /// The greatest price of an option that the inequalities allow if the options of each box and of each group with shares
    /// count at `other` prices.
    private func greatestPrice(_ index: Int, _ columns: [GroupingProgram.Column], _ other: [Int128]) -> Int128 {
        columns.reduce(Int128.max) { least, column in
            min(least, greatestPrice(index, column, other))
        }
    }

    private func greatestPrice(_ index: Int, _ column: GroupingProgram.Column, _ other: [Int128]) -> Int128 {
        let cost = column.cost * factor
        switch column.variable {
        case .alone: return options[index].isShort ? cost - hosts[index] : cost
        case .waived:
            let least = options.indices.filter { program.canHost($0, index) }.map { hosts[$0] }.min()
            return cost + (least ?? 0)
        case .spread(let number, _):
            let payoff = weightedPayoff(options[index], number)
            let balance = balances[number][options[index].kind] ?? 0
            return options[index].isShort ? payoff - balance : cost - payoff + balance
        case .group(let rule, let members):
            let others = members.reduce(Int128(0)) { $1 == index ? $0 : $0 + other[$1] }
            return cost - others + (rule == .longBox ? 0 : Int128(options[index].size / program.lotSize) * shares)
        case .loss: return .max
        }
    }

    /// Sets prices that obey every inequality: the multipliers, lowered where they do not, and then raised one after another.
    private mutating func setPrices(_ multipliers: [Double]) {
        var columns = [[GroupingProgram.Column]](repeating: [], count: options.count)
        var groups: [GroupingProgram.Column] = []
        for column in program.columns {
            switch column.variable {
            case .alone(let index), .waived(let index), .spread(_, let index): columns[index].append(column)
            case .group(_, let members):
                groups.append(column)
                for index in members { columns[index].append(column) }
            case .loss: break
            }
        }
        prices = options.indices.map { rounded(multipliers[$0]) }
        for index in options.indices {
            let own = columns[index].filter {
                if case .group(_, let members) = $0.variable { members.count == 1 } else { true }
            }
            prices[index] = min(prices[index], roundedDown(greatestPrice(index, own, prices)))
        }
        for column in groups {
            guard case .group(_, let members) = column.variable, members.count > 1 else { continue }
            prices[members[0]] = min(prices[members[0]], roundedDown(greatestPrice(members[0], column, prices)))
        }
        for index in options.indices { prices[index] = roundedDown(greatestPrice(index, columns[index], prices)) }
    }
}
