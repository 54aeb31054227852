internal import ExactPayoff

/// The search for the prices at which the profit at the horizon is a given level, in money units.
///
/// A node of the partition is above the level, below it, or within the allowance *at* it. Between neighbours above and
/// below there is one crossing, which bisection brackets. A run of nodes at the level is
///
/// - its flat stretches, if it has any: from kink to kink without time value;
/// - otherwise a crossing, if the nodes around it are on different sides;
/// - otherwise a touch, one price; but none if the profit only tends to the level towards infinity.
struct LevelSearch {
    private let function: HorizonFunction
    private let nodes: [MonotonePartition.Node]
    private let level: Double
    private(set) var prices: [PriceInterval] = []
    private(set) var above: [PriceInterval] = []
    /// The start of the current interval above the level.
    private var aboveStart: Double?

    private enum Side {
        case below, at, above
    }

    init(
        _ function: HorizonFunction, _ partition: MonotonePartition, level: Double, _ budget: WorkBudget
    ) throws(StrategyError) {
        self.function = function
        self.level = level
        nodes = partition.nodes
        try walk(budget)
    }

    private func side(_ node: MonotonePartition.Node) -> Side {
        let excess = node.value - level
        if excess.magnitude <= node.allowance + level.magnitude * function.relativeAllowance { return .at }
        return excess < 0 ? .below : .above
    }

    private mutating func walk(_ budget: WorkBudget) throws(StrategyError) {
        try budget.spend(nodes.count * WorkCost.node)
        var last: Int?
        for (index, node) in nodes.enumerated() {
            let side = side(node)
            if side == .at { continue }
            try close(after: last, before: index, towards: side, budget)
            last = index
        }
        let slope = function.endSlope
        try close(
            after: last, before: nodes.count,
            towards: slope > 0 ? .above : slope < 0 ? .below : side(nodes[nodes.count - 1]), budget)
        if let aboveStart { above.append(PriceInterval(lower: aboveStart, upper: .infinity)) }
    }

    /// Finds the prices between two nodes that are not at the level; `next`, on `side`, may be infinity.
    private mutating func close(
        after last: Int?, before next: Int, towards side: Side, _ budget: WorkBudget
    ) throws(StrategyError) {
        let before = last.map { self.side(nodes[$0]) } ?? .at
        let run = (last ?? -1) + 1..<next
        let stretches = try flatStretches(run, budget)
        if let first = stretches.first, let final = stretches.last {
            prices += stretches
            turn(from: before, to: .at, at: first.lower)
            turn(from: .at, to: side, at: final.upper)
        } else if before == .at {
            // The profit begins at the level. At price 0 there is no time value.
            if !run.isEmpty { add(0) }
            turn(from: .at, to: side, at: 0)
        } else if side == .at {
            // The profit tends to the level towards infinity.
        } else if before != side {
            let price = try crossing(after: last ?? 0, before: next, budget)
            add(price)
            turn(from: before, to: side, at: price)
        } else if !run.isEmpty {
            add(nodes[touch(run, from: before)].price)
        }
    }

    private mutating func add(_ price: Double) {
        prices.append(PriceInterval(lower: price, upper: price))
    }

    private mutating func turn(from before: Side, to after: Side, at price: Double) {
        guard before != after else { return }
        if before == .above, let start = aboveStart {
            above.append(PriceInterval(lower: start, upper: price))
            aboveStart = nil
        }
        if after == .above { aboveStart = price }
    }

    /// From kink to kink, or to infinity, where the profit has no time value and is at the level throughout.
    private func flatStretches(_ run: Range<Int>, _ budget: WorkBudget) throws(StrategyError) -> [PriceInterval] {
        var stretches: [PriceInterval] = []
        for index in run where nodes[index].isKink {
            let start = nodes[index].price
            let end: Double
            if index + 1 < run.upperBound, nodes[index + 1].isKink {
                end = nodes[index + 1].price
            } else if index + 1 == nodes.count, function.endSlope == 0 {
                end = .infinity
            } else {
                continue
            }
            try budget.spend(function.surviving.count)
            guard !function.surviving.isLiving(between: start, and: end) else { continue }
            if let last = stretches.last, last.upper == start {
                stretches[stretches.count - 1] = PriceInterval(lower: last.lower, upper: end)
            } else {
                stretches.append(PriceInterval(lower: start, upper: end))
            }
        }
        return stretches
    }

    /// Returns the node of a run that is farthest on the other side of the level.
    private func touch(_ run: Range<Int>, from side: Side) -> Int {
        let sign: Double = side == .above ? -1 : 1
        return run.max { sign * nodes[$0].value < sign * nodes[$1].value } ?? run.lowerBound
    }

    /// The price between two nodes, or after the last one, at which the profit crosses the level.
    private func crossing(after last: Int, before next: Int, _ budget: WorkBudget) throws(StrategyError) -> Double {
        let start = nodes[last]
        guard next < nodes.count else {
            let final = nodes[nodes.count - 1]
            return max(final.price + (level - final.value) / function.endSlope, start.price)
        }
        let end = nodes[next]
        try budget.spend(function.surviving.count)
        let places = function.surviving.living(between: start.price, and: end.price)
        let piece = function.payoff.pieces[function.payoff.index(of: start.price)]
        if places.isEmpty, next == last + 1 {
            return min(max(piece.price + (level - piece.value) / piece.slope, start.price), end.price)
        }
        let all = function.surviving
        let surviving = all.isWorthSelecting ? all.selecting(places) : all
        return try PriceSearch.zero(
            between: (start.price, start.value - level), and: (end.price, end.value - level)
        ) { (price) throws(StrategyError) in
            let sample = try function.sample(at: price, surviving, budget)
            return .init(
                value: sample.value - level, derivative: sample.slopeAfter, negligible: sample.allowance * 0x1p-9)
        }
    }
}
