internal import ExactPayoff

/// A partition of the prices into intervals on which the profit at the horizon is monotone.
///
/// Found by bisection, for European options from certified bounds. Between two prices a and b each gamma is bounded by its values there and
/// by its peak, if the peak lies between; together they bound the curvature of the profit, f″ ∈ [l, u]. An interval is
/// finished when
///
/// - l ≥ 0 or u ≤ 0: f is convex or concave and turns at most once, where f′, which is monotone, is 0;
/// - f′ keeps its sign according to f′(a), f′(b) and [l, u];
/// - the chord is nowhere further from f than (b − a)² max(|l|, |u|) / 8, which is within the error of f itself;
/// - no double lies between a and b.
///
/// Gammas are netted, and the errors of their bounds are at most their changes, so that contracts that almost cancel do not
/// make the partition much finer.
struct MonotonePartition: Sendable {
    /// A price, the profit there and a bound of its error.
    struct Node: Sendable {
        let price: Double
        let value: Double
        let allowance: Double
        /// Whether the profit has a kink here, as at the strike of a near leg.
        let isKink: Bool
    }

    /// Ascending by price, starting at 0. Beyond the last node, the profit is linear.
    private(set) var nodes: [Node] = []
    /// Whether every interval was finished. Only thousands of contracts that almost cancel, or that differ greatly from
    /// those of real markets, prevent it.
    private(set) var isCertified = true

    /// The profits at the nodes, and the limit towards infinity if it is finite. They include the extremes.
    var values: [Double] { nodes.map(\.value) + (function.limit.map { [$0] } ?? []) }

    private typealias Sample = HorizonFunction.Sample

    private let function: HorizonFunction
    /// The number of valuations after which the search stops without a certificate, whatever the budget: some seconds.
    static let certificationWork = 1 << 28

    init(_ function: HorizonFunction, _ budget: WorkBudget) throws(StrategyError) {
        self.function = function
        var prices = function.payoff.pieces.filter { $0.price == 0 || $0.kink != 0 }.map(\.price)
        if let live = function.surviving.live { prices += [live.lowerBound, live.upperBound] }
        prices += function.surviving.seeds
        prices.sort()
        var last: Sample?
        var work = Self.certificationWork
        for (index, price) in prices.enumerated() where price != last?.price {
            let sample = try function.sample(at: price, function.surviving, budget)
            if let last {
                let share = work / (prices.count - index)
                work -= share - (try refine(last, sample, function.surviving, share, budget))
            }
            append(sample)
            last = sample
        }
    }

    private mutating func append(_ sample: Sample) {
        nodes.append(
            Node(
                price: sample.price, value: sample.value, allowance: sample.allowance,
                isKink: sample.price == 0 || sample.slopeBefore != sample.slopeAfter))
    }

    /// Appends the nodes between two samples, and returns the part of `work` that is left. The search stops after as many
    /// valuations; the left part takes at most half of them, so that the whole interval is searched even if they do not
    /// suffice.
    private mutating func refine(
        _ a: Sample, _ b: Sample, _ surviving: any SurvivingValues, _ work: Int, _ budget: WorkBudget
    ) throws(StrategyError) -> Int {
        try budget.spend(surviving.count * WorkCost.curvature)
        guard let (least, greatest) = surviving.curvature(from: a.price, a.gammas, to: b.price, b.gammas) else {
            isCertified = false
            return try refineBySampling(a, b, surviving, work, budget)
        }
        let width = b.price - a.price
        let (first, last) = (a.slopeAfter, b.slopeBefore)
        if least >= 0 || greatest <= 0 {
            if first < 0 && last > 0 || first > 0 && last < 0 {
                append(try turningPoint(between: a, b, surviving, budget))
            }
            return work
        }
        if Self.keepsSign(first, last, least, greatest, width) { return work }
        if width * width * max(-least, greatest) / 8 <= min(a.allowance, b.allowance) { return work }
        let middle = PriceSearch.middle(a.price, b.price)
        guard a.price < middle, middle < b.price else { return work }

        // If more than half of many contracts have no time value, the search continues with the others only.
        if surviving.isWorthSelecting {
            let places = surviving.living(between: a.price, and: b.price)
            if 2 * places.count <= surviving.count {
                return try refine(a.selecting(places), b.selecting(places), surviving.selecting(places), work, budget)
            }
        }
        let rest = work - surviving.effort(at: middle)
        guard rest > 0 else {
            isCertified = false
            return 0
        }
        let sample = try function.sample(at: middle, surviving, budget)
        let unused = try refine(a, sample, surviving, rest / 2, budget)
        append(sample)
        return try refine(sample, b, surviving, rest - rest / 2 + unused, budget)
    }

    /// Whether a slope that is `first` at the beginning and `last` at the end of an interval, and changes at rates between
    /// `least` < 0 and `greatest` > 0, keeps its sign.
    private static func keepsSign(
        _ first: Double, _ last: Double, _ least: Double, _ greatest: Double, _ width: Double
    ) -> Bool {
        // It lies above the lines first + least t and last − greatest (width − t), below first + greatest t and
        // last − least (width − t); each pair meets at its extreme.
        let span = greatest - least
        let lowest = first + least * ((first - last + greatest * width) / span)
        let highest = first + greatest * ((last - first - least * width) / span)
        return lowest >= 0 || highest <= 0
    }

    /// Appends the nodes between two samples of a function without known bounds of its curvature, and returns the part of `work` that
    /// is left.
    ///
    /// The cubic through values and slopes at both ends predicts the value in the middle. An interval is finished if the prediction is
    /// right within a small part of the changes of value, and the slopes at ends and middle have one sign, or the curvatures do, so
    /// that the slope has one zero.
    private mutating func refineBySampling(
        _ a: Sample, _ b: Sample, _ surviving: any SurvivingValues, _ work: Int, _ budget: WorkBudget
    ) throws(StrategyError) -> Int {
        let middle = PriceSearch.middle(a.price, b.price)
        let rest = work - surviving.effort(at: middle)
        guard a.price < middle, middle < b.price, rest > 0, surviving.isLiving(between: a.price, and: b.price) else {
            return max(rest, 0)
        }
        let sample = try function.sample(at: middle, surviving, budget)
        let error = (sample.value - Self.cubic(a, b, at: middle)).magnitude
        let change = min((sample.value - a.value).magnitude, (b.value - sample.value).magnitude)
        let slopes = [a.slopeAfter, sample.slopeAfter, b.slopeBefore]
        let isMonotone = slopes.allSatisfy { $0 >= 0 } || slopes.allSatisfy { $0 <= 0 }
        if isMonotone, error <= max(sample.allowance, change / 64) {
            append(sample)
            return rest
        }
        let curvatures = [a, sample, b].map { surviving.curvature($0.gammas) }
        let isBent = curvatures.allSatisfy { $0 > 0 } || curvatures.allSatisfy { $0 < 0 }
        let sag = (a.slopeAfter - b.slopeBefore).magnitude * (b.price - a.price)
        if isBent, error <= max(sample.allowance, sag / 64) {
            for (left, right) in [(a, sample), (sample, b)] {
                if left.slopeAfter * right.slopeBefore < 0 {
                    append(try turningPoint(between: left, right, surviving, budget))
                }
                if right.price == sample.price { append(sample) }
            }
            return rest
        }
        if error <= sample.allowance, b.price - a.price <= 0x1p-30 * b.price {
            append(sample)
            return rest
        }
        let unused = try refineBySampling(a, sample, surviving, rest / 2, budget)
        append(sample)
        return try refineBySampling(sample, b, surviving, rest - rest / 2 + unused, budget)
    }

    /// The cubic with the values and slopes of two samples, at a price between them.
    private static func cubic(_ a: Sample, _ b: Sample, at price: Double) -> Double {
        let width = b.price - a.price
        let t = (price - a.price) / width
        let (left, right) = (a.slopeAfter * width, b.slopeBefore * width)
        let change = b.value - a.value
        return a.value + t * (left + t * (3 * change - 2 * left - right + t * (left + right - 2 * change)))
    }

    /// Where the slope, which is monotone between `a` and `b` and has different signs there, is 0.
    private func turningPoint(
        between a: Sample, _ b: Sample, _ surviving: any SurvivingValues, _ budget: WorkBudget
    ) throws(StrategyError) -> Sample {
        var turn = a
        _ = try PriceSearch.zero(
            between: (a.price, a.slopeAfter), and: (b.price, b.slopeBefore)
        ) { (price) throws(StrategyError) in
            turn = try function.sample(at: price, surviving, budget)
            let curvature = surviving.curvature(turn.gammas)
            // The step from here, slope / curvature, changes the value by half of slope² / curvature.
            let negligible = (turn.allowance * 0x1p-10 * curvature.magnitude).squareRoot()
            return .init(value: turn.slopeAfter, derivative: curvature, negligible: negligible)
        }
        return turn
    }
}
