internal import ExactPayoff
internal import OptionPricing
internal import _OptionsMath

/// The scenarios of a grid as columns for the kernels, a block at a time.
///
/// Blocks keep the columns in the cache, and their memory does not depend on the number of scenarios.
struct ScenarioColumns {
    /// The number of scenarios in a block; the last block may be shorter.
    static let blockSize = 512

    let grid: ScenarioGrid
    private let market: OptionMarket
    /// The scenarios that the columns hold.
    private(set) var block = 0..<0
    /// The price of the underlying in each scenario of the block.
    private(set) var spots: [Double]
    private var shifts: [Double]
    private var elapsed: [Double]
    // Columns that depend on the contract.
    private var times: [Double]
    private var volatilities: [Double]
    /// The contract that the columns are filled for.
    private var last: OptionContract?
    private var knownGroups: [[Int]]?
    private var evaluator = OptionEvaluator()

    init(_ grid: ScenarioGrid, in market: OptionMarket) {
        self.grid = grid
        self.market = market
        let count = min(grid.count, Self.blockSize)
        spots = [Double](repeating: 0, count: count)
        (shifts, elapsed, times, volatilities) = (spots, spots, spots, spots)
    }

    /// The blocks, in the order of the scenarios.
    var blocks: some Sequence<Range<Int>> {
        stride(from: 0, to: grid.count, by: Self.blockSize).lazy.map { [count = grid.count] start in
            start..<min(start + Self.blockSize, count)
        }
    }

    /// Fills the columns of a block, which all contracts share.
    mutating func load(_ block: Range<Int>) {
        self.block = block
        last = nil
        knownGroups = nil
        var rest = block.lowerBound
        var time = rest % grid.elapsedTimes.count
        rest /= grid.elapsedTimes.count
        var shift = rest % grid.volatilityShifts.count
        var price = rest / grid.volatilityShifts.count
        for index in 0..<block.count {
            spots[index] = grid.stockPrices[price]
            shifts[index] = grid.volatilityShifts[shift]
            elapsed[index] = grid.elapsedTimes[time]
            time += 1
            guard time == grid.elapsedTimes.count else { continue }
            (time, shift) = (0, shift + 1)
            guard shift == grid.volatilityShifts.count else { continue }
            (shift, price) = (0, price + 1)
        }
    }

    /// Throws if a contract has expired in a scenario of the grid.
    func requireUnexpired(_ contract: OptionContract) throws(StrategyError) {
        for time in grid.elapsedTimes {
            try StrategyError.require(contract.terms.timeToExpiration - time, "timeToExpiration", .nonNegative)
        }
    }

    /// Writes the values of one contract, per share, in every scenario of the block. `columns` has room for a block.
    mutating func evaluate(_ contract: OptionContract, into columns: inout GreekColumns) throws(StrategyError) {
        fill(for: contract)
        let (spots, times, volatilities) = (spots, times, volatilities)
        guard !contract.hasFormula(in: market) else {
            return try evaluate(
                contract, in: market, spots, .each(times.span.extracting(..<block.count)),
                .each(volatilities.span.extracting(..<block.count)), block.count, into: &columns)
        }
        for places in groups() {
            var part = GreekColumns(columns.selection, count: places.count)
            let first = places[0]
            try evaluate(
                contract, in: market.after(elapsed[first]), places.map { spots[$0] }, .same(times[first]),
                .same(volatilities[first]), places.count, into: &part)
            for greek in Greek.allCases.prefix(columns.selection.columnCount) {
                for (row, place) in places.enumerated() { columns[greek, place] = part[greek, row] }
            }
        }
    }

    /// The scenarios of the block that differ in the price of the underlying only. A numerical method solves once for all of them, and
    /// the ex-dates of the market are as far away in each.
    private mutating func groups() -> [[Int]] {
        if let groups = knownGroups { return groups }
        struct Key: Hashable {
            let elapsed, shift: Double
        }
        let places = Dictionary(grouping: 0..<block.count) { Key(elapsed: elapsed[$0], shift: shifts[$0]) }
        let groups = places.values.sorted { $0[0] < $1[0] }
        knownGroups = groups
        return groups
    }

    /// Writes the values of one contract in a market, at the first `count` elements of columns.
    private mutating func evaluate(
        _ contract: OptionContract, in market: OptionMarket, _ spots: [Double], _ times: InputColumn<Double>,
        _ volatilities: InputColumn<Double>, _ count: Int, into columns: inout GreekColumns
    ) throws(StrategyError) {
        let refusals = evaluator.evaluate(
            OptionColumns(
                kinds: .same(contract.terms.kind), strikes: .same(contract.terms.strike),
                timesToExpiration: times, in: market,
                underlyingPrices: .each(spots.span.extracting(..<count)), exercises: .same(contract.terms.exercise)),
            volatilities: volatilities, into: &columns)
        for refusal in refusals {
            // Only the refusal of the price itself. An option that no method values has no limit either.
            guard case .notPositive(.spot, _) = refusal.error, spots[refusal.index] == 0 else {
                throw refusal.error.strategyError
            }
            let time =
                switch times {
                case .each(let times): times[refusal.index]
                case .same(let time): time
                }
            try setValuesAtZero(of: contract, &columns, refusal.index, time)
        }
    }

    /// Sets the limits of the values as the price of the underlying tends to 0: a put is worth K e^(−rT) − S e^(−qT), or K − S if the
    /// holder may exercise and that is more. Dividends have no effect.
    private func setValuesAtZero(
        of contract: OptionContract, _ columns: inout GreekColumns, _ index: Int, _ timeToExpiration: Double
    ) throws(StrategyError) {
        let isPut = contract.terms.kind == .put
        let isExercised = contract.terms.exercise == .american && market.riskFreeRate > 0
        let time = isExercised ? 0 : timeToExpiration
        let value = isPut ? contract.terms.strike * exp(-market.riskFreeRate * time) : 0
        guard value.isFinite else { throw StrategyError("price", .representable) }
        columns[.price, index] = value
        if columns.selection == .price { return }
        columns[.delta, index] = isPut ? -exp(-market.dividendYield * time) : 0
        columns[.gamma, index] = 0
        columns[.theta, index] = isPut && !isExercised ? market.riskFreeRate * value : 0
        columns[.vega, index] = 0
        columns[.rho, index] = isPut ? -time * value : 0
    }

    /// Refills the columns in which a contract differs from the last one.
    private mutating func fill(for contract: OptionContract) {
        if contract.terms.timeToExpiration != last?.terms.timeToExpiration {
            Self.fill(&times, from: elapsed) { contract.terms.timeToExpiration - $0 }
        }
        if contract.volatility != last?.volatility {
            Self.fill(&volatilities, from: shifts) { max(contract.volatility + $0, 0) }
        }
        last = contract
    }

    /// A loop over spans is vectorised, one over arrays is not.
    private static func fill(_ column: inout [Double], from source: [Double], _ transform: (Double) -> Double) {
        let source = source.span
        var column = column.mutableSpan
        for index in source.indices { column[index] = transform(source[index]) }
    }

    /// The cost of valuing each contract in all scenarios, in valuations, known from the inputs: an option outside the
    /// range of the kernels costs more. `nil` stands for shares. `kernelCost` is the cost of one option in the kernel.
    func costs(of contracts: some Sequence<OptionContract?>, kernelCost: Int = 1) -> [Int] {
        let isMarketInRange = max(market.riskFreeRate.magnitude, market.dividendYield.magnitude) < 2
        let pricesInRange = isMarketInRange ? grid.stockPrices.count(where: KernelRange.prices.contains) : 0
        // The scenarios of a block that differ in the price only.
        let groups = min(grid.volatilityShifts.count.saturatingProduct(grid.elapsedTimes.count), Self.blockSize)
        let solutions = groups * ((grid.count + Self.blockSize - 1) / Self.blockSize)
        let pricesOfSolution = (grid.count + solutions - 1) / solutions
        return contracts.map { contract in
            guard let contract else { return grid.count / 8 }
            guard contract.hasFormula(in: market) else {
                return kernelCost.saturatingProduct(
                    solutions.saturatingProduct(contract.cost(ofPrices: pricesOfSolution, in: market)))
            }
            var inRange = 0
            if KernelRange.prices.contains(contract.terms.strike) {
                let times = grid.elapsedTimes.count { KernelRange.times.contains(contract.terms.timeToExpiration - $0) }
                let shifts = grid.volatilityShifts.count { KernelRange.prices.contains(contract.volatility + $0) }
                inRange = pricesInRange * times * shifts
            }
            return inRange * kernelCost + (grid.count - inRange).saturatingProduct(contract.cost(in: market))
        }
    }

    /// The sum of costs, with the calls of the kernels.
    func total(of costs: [Int]) -> Int {
        let blockCount = (grid.count + Self.blockSize - 1) / Self.blockSize
        return costs.reduce(costs.count * blockCount * WorkCost.kernelCall, +)
    }

    /// The part of a contract's cost that belongs to the block.
    func share(of cost: Int) -> Int { cost * block.count / grid.count + WorkCost.kernelCall }
}

/// The options that the kernels value; `OptionKernels` documents the range.
package enum KernelRange {
    /// Prices of the underlying, strike prices and volatilities.
    package static let prices = 0x1p-32..<0x1p32
    package static let times = 0x1p-59..<0x1p5
}
