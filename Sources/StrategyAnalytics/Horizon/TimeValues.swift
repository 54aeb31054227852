internal import OptionPricing

/// What the surviving contracts are worth above their discounted intrinsic value: the sum of shares · O(S), where O is
/// the option of a contract that is out of the money (see ``SurvivingContract``), in columns for the kernels.
struct TimeValues: Sendable {
    /// The value and its derivatives at one spot price.
    struct Derivatives {
        var value = 0.0
        var slope = 0.0
        /// The sum of the magnitudes of the terms of the value.
        var magnitude = 0.0
        /// The gamma of each contract, per share.
        var gammas: [Double] = []
    }

    private(set) var shares: [Double] = []
    private var forwardStrikes: [Double] = []
    private var strikes: [Double] = []
    private var times: [Double] = []
    private var volatilities: [Double] = []
    private var rates: [Double] = []
    private var yields: [Double] = []
    /// Where each contract's value is representable, as far as amounts are: see ``SurvivingContract/live``.
    private var lowest: [Double] = []
    private var highest: [Double] = []
    private var peakPrices: [Double] = []
    private var peakGammas: [Double] = []

    /// - Parameters:
    ///   - contracts: What lives on.
    ///   - moneyUnit: The number of shares that count as one.
    ///   - highestSpot: Spot prices above are not looked at.
    init(
        _ contracts: [SurvivingContract], riskFreeRate: Double, dividendYield: Double, moneyUnit: Double,
        highestSpot: Double
    ) {
        for contract in contracts where contract.shares != 0 && !contract.isKinked {
            let (live, peak) = (contract.live, contract.peak)
            shares.append(Double(contract.shares) / moneyUnit)
            forwardStrikes.append(contract.forwardStrike)
            strikes.append(contract.strike)
            times.append(contract.time)
            volatilities.append(contract.volatility)
            rates.append(riskFreeRate)
            yields.append(dividendYield)
            lowest.append(max(live.lowerBound, .leastNonzeroMagnitude))
            highest.append(min(live.upperBound, highestSpot))
            peakPrices.append(peak.price)
            peakGammas.append(peak.gamma)
        }
    }

    /// The number of contracts.
    var count: Int { shares.count }

    /// Where any contract's value is representable; `nil` without contracts.
    var live: ClosedRange<Double>? {
        guard let low = lowest.min(), let high = highest.max(), low <= high else { return nil }
        return low...high
    }

    /// The places of the contracts whose value is representable somewhere between two prices.
    func living(between low: Double, and high: Double) -> [Int] {
        shares.indices.filter { lowest[$0] < high && low < highest[$0] }
    }

    /// Some of the contracts.
    func selecting(_ places: [Int]) -> TimeValues {
        var selection = self
        for column in [
            \TimeValues.shares, \.forwardStrikes, \.strikes, \.times, \.volatilities, \.rates, \.yields, \.lowest,
            \.highest, \.peakPrices, \.peakGammas,
        ] { selection[keyPath: column] = places.map { self[keyPath: column][$0] } }
        return selection
    }

    /// Evaluates all contracts at one spot price.
    func evaluate(at spot: Double) -> Derivatives {
        var result = Derivatives()
        guard count > 0, spot > 0 else {
            result.gammas = [Double](repeating: 0, count: count)
            return result
        }
        let kinds = forwardStrikes.map { $0 <= spot ? OptionKind.put : .call }
        let spots = [Double](repeating: spot, count: count)
        var values = [Double](repeating: 0, count: 6 * count)
        var rows = values.mutableSpan
        _ = BlackScholesMerton.greeks(
            kinds: kinds.span, spots: spots.span, strikes: strikes.span, timesToExpiration: times.span,
            riskFreeRates: rates.span, dividendYields: yields.span, volatilities: volatilities.span, values: &rows)
        var sum = CompensatedSum()
        for index in 0..<count {
            let (price, delta) = (values[index], values[count + index])
            sum.add(shares[index] * price)
            result.slope += shares[index] * delta
            result.magnitude += shares[index].magnitude * (price + spot * delta.magnitude)
        }
        result.value = sum.value
        result.gammas = Array(values[2 * count..<3 * count])
        return result
    }

    /// Adds the values at many spot prices to `sums`.
    ///
    /// The kernels take columns: here a contract's terms are repeated beside a block of spot prices.
    func add(at spots: [Double], to sums: inout [Double]) {
        let blockSize = min(256, spots.count)
        for start in stride(from: 0, to: spots.count, by: max(blockSize, 1)) {
            let block = spots[start..<min(start + blockSize, spots.count)]
            // At 0 nothing is added; the price that stands in for it is any other.
            let positive = block.map { $0 > 0 ? $0 : 1 }
            let (low, high) = (positive.min() ?? 1, positive.max() ?? 1)
            var values = positive
            for index in shares.indices where lowest[index] <= high && low <= highest[index] {
                func column(_ value: Double) -> [Double] { [Double](repeating: value, count: block.count) }
                let kinds = positive.map { forwardStrikes[index] <= $0 ? OptionKind.put : .call }
                var prices = values.mutableSpan
                _ = BlackScholesMerton.prices(
                    kinds: kinds.span, spots: positive.span, strikes: column(strikes[index]).span,
                    timesToExpiration: column(times[index]).span, riskFreeRates: column(rates[index]).span,
                    dividendYields: column(yields[index]).span, volatilities: column(volatilities[index]).span,
                    prices: &prices)
                for place in block.indices where spots[place] > 0 {
                    sums[place] += shares[index] * values[place - start]
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
        for index in shares.indices {
            let smallest = min(lowGammas[index], highGammas[index])
            var largest = max(lowGammas[index], highGammas[index])
            if low < peakPrices[index], peakPrices[index] < high { largest = max(largest, peakGammas[index]) }
            if shares[index] > 0 {
                least += shares[index] * smallest
                greatest += shares[index] * largest
            } else {
                least += shares[index] * largest
                greatest += shares[index] * smallest
            }
        }
        return (least, greatest)
    }

    /// The second derivative, given the gammas.
    func curvature(_ gammas: [Double]) -> Double {
        shares.indices.reduce(0) { $0 + shares[$1] * gammas[$1] }
    }
}
