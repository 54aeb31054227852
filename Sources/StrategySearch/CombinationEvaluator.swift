internal import ExactPayoff
internal import OptionKernels
internal import OptionPricing
internal import StrategyRequests
internal import StrategyValuation

/// A part of a combination at one strike: one leg, which may be a call or a put, or a call and a put.
struct SearchUnit: Sendable {
    let strike: Int
    /// The quantity of the leg, or of the call.
    let quantity: Int
    /// The quantity of the put; 0 for one leg.
    let putQuantity: Int

    /// The options at the strike.
    var step: Int { quantity + putQuantity }
}

/// The metrics of a combination as doubles, which select the answers.
struct CombinationMetrics: Sendable {
    var netCost, mean: Double
    /// The extremes; infinite if unlimited.
    var leastProfit, greatestProfit: Double
    var target, delta, theta, vega: Double
    /// The constant C of the payoff.
    let constant: Double
    var probabilityOfProfit = Double.nan
    var expectedShortfall = Double.nan

    /// What must be there to hold the position; infinite if the loss is unlimited.
    var capital: Double { max(-leastProfit, netCost) }

    /// The value of an objective; NaN if the combination is not eligible. Chances are computed already.
    func value(of objective: FindObjective) -> Double {
        let capital = capital
        let hasLimitedLoss = leastProfit > -.infinity
        func perCapital(_ value: Double) -> Double { hasLimitedLoss && capital > 0 ? value / capital : .nan }
        let maxProfit = greatestProfit < .infinity ? greatestProfit : .nan
        switch objective {
        case .expectedProfit: return mean
        case .expectedProfitPerCapital: return perCapital(mean)
        case .probabilityOfProfit: return probabilityOfProfit
        case .maxProfit: return maxProfit
        case .maxProfitPerCapital: return perCapital(maxProfit)
        case .profitAtTarget: return target
        case .profitAtTargetPerCapital: return perCapital(target)
        case .expectedProfitPerShortfall:
            let isEligible = hasLimitedLoss && expectedShortfall > 0 && expectedShortfall >= 0.01 * capital
            return isEligible ? mean / expectedShortfall : .nan
        case .maxLoss: return hasLimitedLoss ? leastProfit : .nan
        }
    }
}

/// Values combinations of one class after another: first what they have in common, then each.
struct CombinationEvaluator {
    private let amounts: SearchAmounts
    private let moments: BeliefMoments
    private let strikes: [Double]
    private let level: Double
    /// The knots of the payoff, the profit there less C, and the slope after them.
    private var prices: [Double], profits: [Double], slopes: [Double]
    private var knotCount = 0
    private var least = 0.0, greatest = 0.0, mean = 0.0

    init(_ amounts: SearchAmounts, _ moments: BeliefMoments, strikes: [Double], confidenceLevel: Double) {
        self.amounts = amounts
        self.moments = moments
        self.strikes = strikes
        level = confidenceLevel
        prices = [Double](repeating: 0, count: amounts.held.knots.count + 5)
        (profits, slopes) = (prices, prices)
    }

    /// Whether loss and profit of the class are limited.
    private(set) var hasLimitedLoss = true, hasLimitedProfit = true

    /// Computes what the members of a class have in common. The steps are those of the units, by strike.
    mutating func load(shares: Int, puts: Int, _ units: [SearchUnit]) {
        let (unitShares, start) = (amounts.shares, shares - puts)
        var slope = start
        mean = Double(start) * amounts.meanPrice + amounts.held.mean
        for unit in units {
            slope += unit.step
            mean += Double(unit.step) * amounts.means[unit.strike]
        }
        let endSlope = Double(slope) * unitShares + Double(amounts.held.endSlope)
        hasLimitedLoss = endSlope >= 0
        hasLimitedProfit = endSlope <= 0
        if amounts.held.knots.count == 1 {
            prices[0] = 0
            profits[0] = amounts.held.knots[0].profit
            var (current, count) = (start, 1)
            for unit in units {
                let price = strikes[unit.strike]
                slopes[count - 1] = Double(current) * unitShares + Double(amounts.held.endSlope)
                profits[count] = profits[count - 1] + slopes[count - 1] * (price - prices[count - 1])
                prices[count] = price
                current += unit.step
                count += 1
            }
            knotCount = count
        } else {
            mergeKnots(start, units)
        }
        slopes[knotCount - 1] = endSlope
        (least, greatest) = (profits[0], profits[0])
        for index in 1..<max(knotCount, 1) {
            least = min(least, profits[index])
            greatest = max(greatest, profits[index])
        }
    }

    /// The knots of the units and of what is held.
    private mutating func mergeKnots(_ start: Int, _ units: [SearchUnit]) {
        let held = amounts.held.knots
        var (unit, knot, count) = (0, 0, 0)
        while unit < units.count || knot < held.count {
            let next = unit < units.count ? strikes[units[unit].strike] : .infinity
            let price = knot < held.count ? min(next, held[knot].price) : next
            if price == next { unit += 1 }
            if knot < held.count, held[knot].price == price { knot += 1 }
            var profit = Double(start) * price
            for unit in units { profit += Double(unit.step) * max(price - strikes[unit.strike], 0) }
            prices[count] = price
            profits[count] = profit * amounts.shares + amounts.held.profit(at: price)
            if count > 0 {
                slopes[count - 1] = (profits[count] - profits[count - 1]) / (price - prices[count - 1])
            }
            count += 1
        }
        knotCount = count
    }

    /// The metrics of a member of the class, without chances; `nil` if a leg cannot be taken. Bit i of `puts` says whether the leg of
    /// unit i is a put; a unit with two legs has bit 0.
    @inline(__always)
    func metrics(shares: Int, _ units: [SearchUnit], puts: Int) -> CombinationMetrics? {
        let held = amounts.held
        let signed = Double(shares)
        var constant = shares == 0 ? 0 : -signed * amounts.shareCost
        var cost = -constant
        var target = held.target + (shares == 0 ? 0 : signed * amounts.shareTarget)
        var delta = held.delta + signed * amounts.shares
        var (theta, vega) = (held.theta, held.vega)
        func add(_ kind: OptionKind, _ strike: Int, _ quantity: Int) {
            constant += amounts.constant(kind, strike, quantity)
            cost += amounts.cost(kind, strike, quantity)
            target += amounts.target(kind, strike, quantity)
            delta += amounts.delta(kind, strike, quantity)
            theta += amounts.theta(kind, strike, quantity)
            vega += amounts.vega(kind, strike, quantity)
        }
        for (index, unit) in units.enumerated() {
            if unit.putQuantity != 0 {
                add(.call, unit.strike, unit.quantity)
                add(.put, unit.strike, unit.putQuantity)
            } else {
                add(puts >> index & 1 == 1 ? .put : .call, unit.strike, unit.quantity)
            }
        }
        guard !constant.isNaN else { return nil }
        return CombinationMetrics(
            netCost: cost, mean: mean + constant, leastProfit: hasLimitedLoss ? least + constant : -.infinity,
            greatestProfit: hasLimitedProfit ? greatest + constant : .infinity, target: target, delta: delta,
            theta: theta,
            vega: vega, constant: constant)
    }

    /// P(profit > level) of the member with a constant.
    func probability(ofProfitAbove level: Double, constant: Double) -> Double {
        var sum = 0.0
        var lowerProbability = 0.0
        for index in 0..<knotCount {
            let isLast = index + 1 == knotCount
            let (lower, upper) = (prices[index], isLast ? .infinity : prices[index + 1])
            let (value, slope) = (profits[index] + constant - level, slopes[index])
            let end =
                isLast
                ? (slope == 0 ? value : slope > 0 ? .infinity : -.infinity) : profits[index + 1] + constant - level
            let upperProbability = moments.probability(below: upper)
            if value > 0, end > 0 {
                sum += upperProbability - lowerProbability
            } else if value > 0 || end > 0 {
                let root = moments.probability(below: lower - value / slope)
                sum += value > 0 ? root - lowerProbability : upperProbability - root
            }
            lowerProbability = upperProbability
        }
        return min(max(sum, 0), 1)
    }

    /// The expected shortfall of the member with a constant, whose loss is limited; `nil` unless the price is lognormal.
    func expectedShortfall(constant: Double) -> Double? {
        guard moments.partialMean(below: 1) != nil else { return nil }
        let tail = 1 - level
        var (low, high) = (least + constant, greatest + constant)
        if 1 - probability(ofProfitAbove: low, constant: constant) >= tail { return -low }
        if slopes[knotCount - 1] > 0 { high += slopes[knotCount - 1] * 4 * moments.mean }
        // The quantile of the profit at the tail.
        for _ in 0..<60 where high - low > 1e-9 * max(1, low.magnitude) {
            let middle = (low + high) / 2
            if 1 - probability(ofProfitAbove: middle, constant: constant) <= tail {
                low = middle
            } else {
                high = middle
            }
        }
        return meanBelow(low, constant: constant) / tail - low
    }

    /// E (level − profit)⁺.
    private func meanBelow(_ level: Double, constant: Double) -> Double {
        var sum = 0.0
        for index in 0..<knotCount {
            let isLast = index + 1 == knotCount
            let (lower, upper) = (prices[index], isLast ? .infinity : prices[index + 1])
            let (value, slope) = (profits[index] + constant, slopes[index])
            let end = isLast ? (slope == 0 ? value : slope > 0 ? .infinity : -.infinity) : profits[index + 1] + constant
            if value >= level, end >= level { continue }
            let from = value > level ? lower + (level - value) / slope : lower
            let to = value <= level && end > level ? lower + (level - value) / slope : upper
            let probability = moments.probability(below: to) - moments.probability(below: from)
            let mean = (moments.partialMean(below: to) ?? 0) - (moments.partialMean(below: from) ?? 0)
            sum += (level - value + slope * lower) * probability - slope * mean
        }
        return sum
    }
}
