import OptionPricing
import _TestSupport

/// Samples as a batch takes them.
struct OptionBatch {
    let kinds: [OptionKind]
    let spots, strikes, times, rates, yields, volatilities: [Double]

    /// How much longer rows are than columns.
    private static let extra = 3

    init(_ samples: [OptionSample]) {
        kinds = samples.map(\.kind)
        spots = samples.map(\.spot)
        strikes = samples.map(\.strike)
        times = samples.map(\.time)
        rates = samples.map(\.rate)
        yields = samples.map(\.yield)
        volatilities = samples.map(\.volatility)
    }

    enum Values: Int, CaseIterable {
        case price = 1
        case greeks = 6
        case allGreeks = 16
    }

    /// Rows of bit patterns.
    func evaluate(_ what: Values) -> (rows: [[UInt64]], refusals: [PricingRefusal]) {
        let length = kinds.count + (what == .price ? 0 : Self.extra)
        var values = [Double](repeating: -1, count: what.rawValue * length)
        var span = values.mutableSpan
        let refusals =
            switch what {
            case .price:
                BlackScholesMerton.prices(
                    kinds: kinds.span, spots: spots.span, strikes: strikes.span, timesToExpiration: times.span,
                    riskFreeRates: rates.span, dividendYields: yields.span, volatilities: volatilities.span,
                    prices: &span)
            case .greeks:
                BlackScholesMerton.greeks(
                    kinds: kinds.span, spots: spots.span, strikes: strikes.span, timesToExpiration: times.span,
                    riskFreeRates: rates.span, dividendYields: yields.span, volatilities: volatilities.span,
                    values: &span)
            case .allGreeks:
                BlackScholesMerton.allGreeks(
                    kinds: kinds.span, spots: spots.span, strikes: strikes.span, timesToExpiration: times.span,
                    riskFreeRates: rates.span, dividendYields: yields.span, volatilities: volatilities.span,
                    values: &span)
            }
        return (rows(values, what.rawValue), refusals)
    }

    /// The rows of the chain that shares spot, time, rate and yield of `shared`.
    func evaluateChain(of shared: OptionSample) -> (rows: [[UInt64]], refusals: [PricingRefusal]) {
        var values = [Double](repeating: -1, count: 6 * (kinds.count + Self.extra))
        var span = values.mutableSpan
        let refusals = BlackScholesMerton.chainGreeks(
            spot: shared.spot, timeToExpiration: shared.time, riskFreeRate: shared.rate, dividendYield: shared.yield,
            kinds: kinds.span, strikes: strikes.span, volatilities: volatilities.span, values: &span)
        return (rows(values, 6), refusals)
    }

    /// Volatilities, statuses and refusals of prices.
    func impliedVolatilities(
        prices: [Double]
    ) -> (volatilities: [Double], statuses: [ImpliedVolatilityStatus], refusals: [PricingRefusal]) {
        var found = [Double](repeating: -1, count: kinds.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .ok, count: kinds.count)
        var foundSpan = found.mutableSpan
        var statusSpan = statuses.mutableSpan
        let refusals = BlackScholesMerton.impliedVolatilities(
            kinds: kinds.span, prices: prices.span, spots: spots.span, strikes: strikes.span,
            timesToExpiration: times.span, riskFreeRates: rates.span, dividendYields: yields.span,
            volatilities: &foundSpan, statuses: &statusSpan)
        return (found, statuses, refusals)
    }

    private func rows(_ values: [Double], _ count: Int) -> [[UInt64]] {
        let length = values.count / count
        return (0..<count).map { row in
            let start = row * length
            return values[start..<start + kinds.count].map(\.bitPattern)
        }
    }
}
