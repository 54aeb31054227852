internal import OptionPricing

/// What the surviving contracts are worth above their discounted intrinsic value: the sum of shares · g O(S) (see
/// ``SurvivingContract``), in columns for the kernels.
///
/// Without rates and with a deviation in place of volatility and time, all contracts are one chain at each spot price.
struct TimeValues: Sendable {
    /// The value and its derivatives at one spot price.
    struct Derivatives {
        var value = 0.0
        var slope = 0.0
        /// The sum of the magnitudes of the terms of the value, of which the value may be off by 2⁻⁴⁴.
        var magnitude = 0.0
        /// The gamma of each contract's O.
        var gammas: [Double] = []
    }

    /// Shares times g.
    private var weights: [Double] = []
    private var forwardStrikes: [Double] = []
    private var deviations: [Double] = []
    /// Where each contract has a time value, as far as amounts are representable.
    private var lowest: [Double] = []
    private var highest: [Double] = []
    private var peakPrices: [Double] = []
    private var peakGammas: [Double] = []
    /// How many contracts the kernels leave to slower code.
    private var countBeyondRange = 0

    /// Collects the contracts that have a time value.
    ///
    /// - Parameters:
    ///   - contracts: What lives on.
    ///   - moneyUnit: The number of shares that count as one.
    ///   - highestSpot: Spot prices above are not looked at.
    init(_ contracts: [SurvivingContract], moneyUnit: Double, highestSpot: Double) {
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

    /// Where any contract has a time value; `nil` without contracts.
    var live: ClosedRange<Double>? {
        guard let low = lowest.min(), let high = highest.max(), low <= high else { return nil }
        return low...high
    }

    /// The places of the contracts that have a time value somewhere between two prices.
    func living(between low: Double, and high: Double) -> [Int] {
        weights.indices.filter { lowest[$0] < high && low < highest[$0] }
    }

    /// Whether a selection pays for the copying.
    var isWorthSelecting: Bool { count >= 16 }

    /// The least deviation of the contracts that have a time value somewhere between two prices; `nil` without one.
    func leastDeviation(between low: Double, and high: Double) -> Double? {
        living(between: low, and: high).map { deviations[$0] }.min()
    }

    /// Some of the contracts.
    func selecting(_ places: [Int]) -> TimeValues {
        var selection = self
        for column in [
            \TimeValues.weights, \.forwardStrikes, \.deviations, \.lowest, \.highest, \.peakPrices, \.peakGammas,
        ] { selection[keyPath: column] = places.map { self[keyPath: column][$0] } }
        selection.countBeyondRange = places.count { !isInRange($0) }
        return selection
    }

    private func isInRange(_ place: Int) -> Bool {
        let range = 0x1p-32..<0x1p32
        return range.contains(forwardStrikes[place]) && range.contains(deviations[place])
    }

    /// What evaluating them costs, relative to one contract in the range of the kernels. Beyond it takes some hundred
    /// times as long.
    func effort(at spot: Double) -> Int {
        let isInRange = (0x1p-32..<0x1p32).contains(spot)
        return 16 + (isInRange ? count + 256 * countBeyondRange : 256 * count)
    }

    /// Evaluates all contracts at one spot price.
    func evaluate(at spot: Double) -> Derivatives {
        var result = Derivatives()
        guard count > 0, spot > 0 else {
            result.gammas = [Double](repeating: 0, count: count)
            return result
        }
        let kinds = forwardStrikes.map { $0 <= spot ? OptionKind.put : .call }
        var columns = GreekColumns(.greeks, count: count)
        _ = BlackScholesMerton.chainGreeks(
            spot: spot, timeToExpiration: 1, riskFreeRate: 0, dividendYield: 0, kinds: kinds.span,
            strikes: forwardStrikes.span, volatilities: deviations.span, into: &columns)
        let (prices, deltas) = (columns[.price], columns[.delta])
        var sum = CompensatedSum()
        for index in 0..<count {
            let (price, delta) = (prices[index], deltas[index])
            sum.add(weights[index] * price)
            result.slope += weights[index] * delta
            // The last term is for the tails, whose relative error is greater.
            let terms = price + spot * delta.magnitude + min(spot, forwardStrikes[index]) * 0x1p-16
            result.magnitude += weights[index].magnitude * terms
        }
        result.value = sum.value
        result.gammas = (0..<count).map { columns[.gamma, $0] }
        return result
    }

    /// Adds the values at many spot prices to `sums`.
    ///
    /// The kernels take columns: here a contract's terms are repeated beside a block of spot prices.
    func add(at spots: [Double], to sums: inout [Double]) {
        let blockSize = 256
        for start in stride(from: 0, to: spots.count, by: blockSize) {
            let block = start..<min(start + blockSize, spots.count)
            // At 0 nothing is added; the price that stands in for it is any other.
            let positive = spots[block].map { $0 > 0 ? $0 : 1 }
            func column(_ value: Double) -> [Double] { [Double](repeating: value, count: block.count) }
            let (zeros, ones) = (column(0), column(1))
            var values = zeros
            for index in weights.indices {
                let kinds = positive.map { forwardStrikes[index] <= $0 ? OptionKind.put : .call }
                let (strikes, deviations) = (column(forwardStrikes[index]), column(deviations[index]))
                var prices = values.mutableSpan
                _ = BlackScholesMerton.prices(
                    kinds: kinds.span, spots: positive.span, strikes: strikes.span, timesToExpiration: ones.span,
                    riskFreeRates: zeros.span, dividendYields: zeros.span, volatilities: deviations.span,
                    prices: &prices)
                for place in block where spots[place] > 0 {
                    sums[place] += weights[index] * values[place - start]
                }
            }
        }
    }

    /// Between which numbers the second derivative lies from one price to another, given the gammas at both.
    ///
    /// Each gamma rises to its one peak and falls from there.
    func curvature(
        from low: Double, _ lowGammas: [Double], to high: Double, _ highGammas: [Double]
    ) -> (least: Double, greatest: Double) {
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
