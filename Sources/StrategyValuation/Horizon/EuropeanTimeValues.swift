internal import DecimalNumbers
internal import ExactPayoff
internal import OptionPricing

/// The value of the surviving contracts above their discounted intrinsic value: the sum of shares · g O(S) (see
/// ``EuropeanPair``), in columns for the kernels.
///
/// Without rates, and with total volatility in place of volatility and time, all contracts form one chain at each spot
/// price.
struct EuropeanTimeValues: SurvivingValues {
    /// Shares times g.
    private var weights: [Double] = []
    private var forwardStrikes: [Double] = []
    private var deviations: [Double] = []
    /// The range of prices in which each contract has a time value and amounts are representable.
    private var lowest: [Double] = []
    private var highest: [Double] = []
    private var peakPrices: [Double] = []
    private var peakGammas: [Double] = []
    /// The number of contracts outside the range of the kernels, which slower code evaluates.
    private var countBeyondRange = 0

    /// Collects the contracts that have a time value up to the highest spot price to evaluate.
    init(_ contracts: [EuropeanPair], moneyUnit: Double, highestSpot: Double) {
        for contract in contracts where contract.shares != 0 && !contract.isKinked {
            let (live, peak) = (contract.live, contract.peak)
            weights.append(contract.shares.nearestDouble / moneyUnit * (1 + contract.yieldDrift))
            forwardStrikes.append(contract.forwardStrike)
            deviations.append(contract.deviation)
            lowest.append(max(live.lowerBound, .leastNonzeroMagnitude))
            highest.append(min(live.upperBound, highestSpot))
            peakPrices.append(peak.price)
            peakGammas.append(peak.gamma)
        }
        countBeyondRange = weights.indices.count { !isInRange($0) }
    }

    /// The number of contracts.
    var count: Int { weights.count }

    /// The prices at which any contract has a time value; `nil` without contracts.
    var live: ClosedRange<Double>? {
        guard let low = lowest.min(), let high = highest.max(), low <= high else { return nil }
        return low...high
    }

    /// A certified search needs none.
    var seeds: [Double] { [] }

    /// The indices of the contracts that have a time value somewhere between two prices.
    func living(between low: Double, and high: Double) -> [Int] {
        weights.indices.filter { lowest[$0] < high && low < highest[$0] }
    }

    /// Whether any contract has a time value somewhere between two prices.
    func isLiving(between low: Double, and high: Double) -> Bool {
        weights.indices.contains { lowest[$0] < high && low < highest[$0] }
    }

    /// Whether evaluating a selection saves more than copying it costs.
    var isWorthSelecting: Bool { count >= 16 }

    /// The least deviation of the contracts that have a time value somewhere between two prices; `nil` without one.
    func leastDeviation(between low: Double, and high: Double) -> Double? {
        weights.indices.lazy.filter { lowest[$0] < high && low < highest[$0] }.map { deviations[$0] }.min()
    }

    /// Some of the contracts.
    func selecting(_ places: [Int]) -> any SurvivingValues {
        var selection = self
        for column in [
            \EuropeanTimeValues.weights, \.forwardStrikes, \.deviations, \.lowest, \.highest, \.peakPrices,
            \.peakGammas,
        ] {
            let all = self[keyPath: column]
            selection[keyPath: column] = places.map { all[$0] }
        }
        selection.countBeyondRange = places.count { !isInRange($0) }
        return selection
    }

    private func isInRange(_ place: Int) -> Bool {
        KernelRange.prices.contains(forwardStrikes[place]) && KernelRange.prices.contains(deviations[place])
    }

    /// How far evaluating them advances the search of ``MonotonePartition`` to its end, which does not depend on the budget.
    func effort(at spot: Double) -> Int {
        16 + (KernelRange.prices.contains(spot) ? count + 256 * countBeyondRange : 256 * count)
    }

    /// Evaluates all contracts at one spot price.
    func evaluate(at spot: Double, _ budget: WorkBudget) throws(StrategyError) -> SurvivingDerivatives {
        try budget.spend(16)
        var result = SurvivingDerivatives()
        guard count > 0, spot > 0 else {
            result.gammas = [Double](repeating: 0, count: count)
            return result
        }
        result.gammas.reserveCapacity(count)
        let blockSize = countBeyondRange == 0 && KernelRange.prices.contains(spot) ? 1024 : 128
        var evaluator = OptionEvaluator()
        var sum = CompensatedSum()
        for start in stride(from: 0, to: count, by: blockSize) {
            let block = start..<min(start + blockSize, count)
            try budget.spend(cost(of: block, at: spot))
            let kinds = forwardStrikes[block].map { $0 <= spot ? OptionKind.put : .call }
            var columns = GreekColumns(.greeks, count: block.count)
            _ = evaluator.evaluate(
                OptionColumns(
                    kinds: .each(kinds.span), spots: .same(spot), strikes: .each(forwardStrikes.span.extracting(block)),
                    timesToExpiration: .same(1)),
                volatilities: .each(deviations.span.extracting(block)), into: &columns)
            let (prices, deltas) = (columns[.price], columns[.delta])
            for (row, index) in block.enumerated() {
                let (price, delta) = (prices[row], deltas[row])
                sum.add(weights[index] * price)
                result.slope += weights[index] * delta
                // The last term is for the tails, whose relative error is greater.
                let terms = price + spot * delta.magnitude + min(spot, forwardStrikes[index]) * 0x1p-16
                result.magnitude += weights[index].magnitude * terms
            }
            for row in block.indices { result.gammas.append(columns[.gamma, row - block.lowerBound]) }
        }
        result.value = sum.value
        return result
    }

    /// The cost of some contracts at a spot price in valuations.
    private func cost(of block: Range<Int>, at spot: Double) -> Int {
        guard KernelRange.prices.contains(spot) else { return WorkCost.beyondKernels * block.count }
        return block.count + (countBeyondRange > 0 ? WorkCost.beyondKernels * block.count { !isInRange($0) } : 0)
    }

    /// The cost of ``add(at:to:_:)``, known from the inputs.
    func cost(at spots: [Double]) -> Int {
        let inRange = spots.count { $0 == 0 || KernelRange.prices.contains($0) }
        let beyond = spots.count * count - inRange * (count - countBeyondRange)
        let calls = (spots.count + Self.blockSize - 1) / Self.blockSize * count
        return calls * WorkCost.kernelCall + spots.count * count + beyond * WorkCost.beyondKernels
    }

    private static let blockSize = 256

    /// Adds the values at many spot prices to `sums`.
    func add(at spots: [Double], to sums: inout [Double], _ budget: WorkBudget) throws(StrategyError) {
        var evaluator = OptionEvaluator()
        for start in stride(from: 0, to: spots.count, by: Self.blockSize) {
            let block = start..<min(start + Self.blockSize, spots.count)
            // At price 0 nothing is added, so the column has an arbitrary price.
            let positive = spots[block].map { $0 > 0 ? $0 : 1 }
            let inRange = positive.count(where: KernelRange.prices.contains)
            var kinds = [OptionKind](repeating: .call, count: block.count)
            var values = [Double](repeating: 0, count: block.count)
            for index in weights.indices {
                let beyond = block.count - (isInRange(index) ? inRange : 0)
                try budget.spend(WorkCost.kernelCall + block.count + beyond * WorkCost.beyondKernels)
                let strike = forwardStrikes[index]
                Self.fill(&kinds, at: positive, strike: strike)
                var prices = values.mutableSpan
                _ = evaluator.evaluatePrices(
                    OptionColumns(
                        kinds: .each(kinds.span), spots: .each(positive.span), strikes: .same(strike),
                        timesToExpiration: .same(1)),
                    volatilities: .same(deviations[index]), into: &prices)
                for place in block where spots[place] > 0 {
                    sums[place] += weights[index] * values[place - start]
                }
            }
        }
    }

    /// Fills a column with the kinds that are out of the money. A loop over spans is vectorised, one over arrays is not.
    private static func fill(_ kinds: inout [OptionKind], at spots: [Double], strike: Double) {
        let spots = spots.span
        var kinds = kinds.mutableSpan
        for place in spots.indices { kinds[place] = strike <= spots[place] ? .put : .call }
    }

    /// Bounds of the second derivative from one price to another, given the gammas at both.
    ///
    /// Each gamma has a single peak.
    func curvature(
        from low: Double, _ lowGammas: [Double], to high: Double, _ highGammas: [Double]
    ) -> (least: Double, greatest: Double)? {
        var (least, greatest) = (0.0, 0.0)
        for index in weights.indices {
            let smallest = min(lowGammas[index], highGammas[index])
            var largest = max(lowGammas[index], highGammas[index])
            if low < peakPrices[index], peakPrices[index] < high { largest = max(largest, peakGammas[index]) }
            if weights[index] > 0 {
                least += weights[index] * smallest
                greatest += weights[index] * largest
            } else {
                least += weights[index] * largest
                greatest += weights[index] * smallest
            }
        }
        return (least, greatest)
    }

    /// The second derivative, given the gammas.
    func curvature(_ gammas: [Double]) -> Double {
        weights.indices.reduce(0) { $0 + weights[$1] * gammas[$1] }
    }
}
