/// A partition of the prices into intervals on which the profit at the horizon is monotone.
///
/// Found by bisection from certified bounds. Between two prices a and b each gamma is bounded by its values there and
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
        if let live = function.timeValues.live { prices += [live.lowerBound, live.upperBound] }
        prices.sort()
        var last: Sample?
        var work = Self.certificationWork
        for (index, price) in prices.enumerated() where price != last?.price {
            let sample = try function.sample(at: price, function.timeValues, budget)
            if let last {
                let share = work / (prices.count - index)
                work -= share - (try refine(last, sample, function.timeValues, share, budget))
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
        _ a: Sample, _ b: Sample, _ timeValues: EuropeanTimeValues, _ work: Int, _ budget: WorkBudget
    ) throws(StrategyError) -> Int {
        try budget.spend(timeValues.count * WorkCost.curvature)
        let (least, greatest) = timeValues.curvature(from: a.price, a.gammas, to: b.price, b.gammas)
        let width = b.price - a.price
        let (first, last) = (a.slopeAfter, b.slopeBefore)
        if least >= 0 || greatest <= 0 {
            if first < 0 && last > 0 || first > 0 && last < 0 {
                append(try turningPoint(between: a, b, timeValues, budget))
            }
            return work
        }
        if Self.keepsSign(first, last, least, greatest, width) { return work }
        if width * width * max(-least, greatest) / 8 <= min(a.allowance, b.allowance) { return work }
        let middle = PriceSearch.middle(a.price, b.price)
        guard a.price < middle, middle < b.price else { return work }

        // If more than half of many contracts have no time value, the search continues with the others only.
        if timeValues.isWorthSelecting {
            let places = timeValues.living(between: a.price, and: b.price)
            if 2 * places.count <= timeValues.count {
                return try refine(a.selecting(places), b.selecting(places), timeValues.selecting(places), work, budget)
            }
        }
        let rest = work - timeValues.effort(at: middle)
        guard rest > 0 else {
            isCertified = false
            return 0
        }
        let sample = try function.sample(at: middle, timeValues, budget)
        let unused = try refine(a, sample, timeValues, rest / 2, budget)
        append(sample)
        return try refine(sample, b, timeValues, rest - rest / 2 + unused, budget)
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

    /// Where the slope, which is monotone between `a` and `b` and has different signs there, is 0.
    private func turningPoint(
        between a: Sample, _ b: Sample, _ timeValues: EuropeanTimeValues, _ budget: WorkBudget
    ) throws(StrategyError) -> Sample {
        var turn = a
        _ = try PriceSearch.zero(
            between: (a.price, a.slopeAfter), and: (b.price, b.slopeBefore)
        ) { (price) throws(StrategyError) in
            turn = try function.sample(at: price, timeValues, budget)
            let curvature = timeValues.curvature(turn.gammas)
            // The step from here, slope / curvature, changes the value by half of slope² / curvature.
            let negligible = (turn.allowance * 0x1p-10 * curvature.magnitude).squareRoot()
            return .init(value: turn.slopeAfter, derivative: curvature, negligible: negligible)
        }
        return turn
    }
}
