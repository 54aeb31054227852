internal import OptionKernels
internal import StrategyRequests

extension PairPlan {
    /// Shares with which a combination begins, and what is held, per share of an addition.
    struct Start: Sendable {
        /// −1, 0 or 1 contracts' shares.
        let added: Int
        /// The shares with those that are held.
        let shares: Double
        /// The profit of them at price 0; their cost, mean profit and profit at the target.
        let offset: Double, cost: Double, mean: Double, target: Double
        let delta: Double, theta: Double, vega: Double
        let rows: [Float]
    }

    func start(_ added: Int) -> Start {
        let (amounts, unit, price) = (near.amounts, near.amounts.shares, near.request.currentPrice)
        let held = amounts.held
        let (shares, own) = (Double(held.shares) / unit + Double(added), Double(added))
        let offset = held.profit(at: 0) / unit - own * price
        let mean = held.mean / unit + own * (near.moments.mean - price)
        let target = held.target / unit + (added == 0 ? 0 : own * amounts.shareTarget / unit)
        return Start(
            added: added, shares: shares, offset: offset, cost: own * price, mean: mean, target: target,
            delta: held.delta + own * unit, theta: held.theta, vega: held.vega,
            rows: grid.rows(
                ofShares: shares, offset: offset, value: near.request.objectives[0].needsTarget ? target : mean,
                cost: own * price))
    }

    /// The combination of shares and sides.
    func combination(_ shares: Int, _ near: [Side], _ far: [Side]) -> Combination {
        func sorted(_ sides: [Side]) -> [Combination.Leg] {
            sides.map(\.leg).sorted { ($0.strike, $0.kind == .put ? 1 : 0) < ($1.strike, $1.kind == .put ? 1 : 0) }
        }
        return Combination(shares: shares, sorted(near) + sorted(far))
    }

    /// The greatest magnitude of a profit of four legs in the rows of the kernel.
    var largestProfit: Double {
        func largest(_ sides: [Side]) -> Float {
            sides.reduce(0) { max($0, $1.rows.prefix(SearchPacks.pointCount).reduce(0) { max($0, $1.magnitude) }) }
        }
        return Double(2 * (largest(nearSides) + largest(farSides)))
    }
}

/// The amounts of a combination, and bounds of its extremes and of its chance, per share of an addition.
struct PairBounds {
    private let shares: Double, offset: Double
    private(set) var cost: Double, mean: Double, target: Double
    private(set) var delta: Double, theta: Double, vega: Double
    private(set) var slope: Double, calls: Double, puts: Double
    /// The least profit is between these.
    private(set) var low = Double.infinity, high = Double.infinity
    private(set) var chanceLow = 0.0, chanceHigh = 0.0

    init(_ start: PairPlan.Start) {
        (shares, offset) = (start.shares, start.offset)
        (cost, mean, target) = (start.cost, start.mean, start.target)
        (delta, theta, vega) = (start.delta, start.theta, start.vega)
        (slope, calls, puts) = (start.shares, start.shares, -min(0, start.shares))
    }

    mutating func add(_ side: PairPlan.Side) {
        cost += side.cost
        mean += side.mean
        target += side.target
        delta += side.delta
        theta += side.theta
        vega += side.vega
        slope += side.slope
        if side.leg.kind == .call { calls += Double(side.leg.quantity) } else { puts += Double(side.leg.quantity) }
    }

    /// Bounds the least profit, and the chance if it is needed. `profits` is memory that is reused.
    mutating func findExtremes(
        of plan: PairPlan, _ near: [PairPlan.Side], _ far: [PairPlan.Side], needsChance: Bool, _ profits: inout [Double]
    ) {
        let grid = plan.grid
        let count = grid.prices.count
        if profits.count != count { profits = [Double](repeating: 0, count: count) }
        let constant = offset - near.reduce(0) { $0 + $1.cost } - far.reduce(0) { $0 + $1.cost }
        for index in 0..<count { profits[index] = constant + shares * grid.prices[index] }
        func add(_ side: PairPlan.Side, _ contract: PairPlan.GridContract) {
            let quantity = Double(side.leg.quantity)
            for index in 0..<count { profits[index] += quantity * contract.values[index] }
        }
        for side in near { add(side, plan.nearContracts[side.contract]) }
        for side in far { add(side, plan.farContracts[side.contract]) }
        for index in grid.extent { high = min(high, profits[index]) }
        low = high
        // How far a profit may be below its chord, and above it.
        func bends(_ index: Int) -> (below: Double, above: Double) {
            far.reduce(into: (0, 0)) { sum, side in
                let dip = plan.farContracts[side.contract].dips[index]
                if side.leg.quantity > 0 {
                    sum.below += Double(side.leg.quantity) * dip
                } else {
                    sum.above -= Double(side.leg.quantity) * dip
                }
            }
        }
        let last = count - 1
        for index in grid.extent where index < grid.extent.upperBound || grid.isWhole {
            let next = index < last ? min(profits[index], profits[index + 1]) : profits[index]
            // Only a chord that is close to the least profit can be below it.
            low = min(low, next - bends(index).below)
        }
        guard needsChance else { return }
        for index in 0...last {
            let probability = (index < last ? grid.below[index + 1] : 1) - grid.below[index]
            let (below, above) = bends(index)
            let (here, next) = (profits[index], index < last ? profits[index + 1] : profits[index])
            if min(here, next) - below > 0, index < last || slope >= -1e-9 { chanceLow += probability }
            if max(here, next) + above > 0 || index == last && slope > 1e-9 { chanceHigh += probability }
        }
    }
}
