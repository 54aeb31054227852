import OptionPricing
import _TestSupport

/// Samples as the columns of a batch.
struct OptionBatch {
    let kinds: [OptionKind]
    let spots, strikes, times, rates, yields, volatilities: [Double]

    /// The number of elements by which the columns of values are longer than those of the options.
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

    /// Columns of bit patterns.
    func evaluate(_ selection: GreekSelection) -> (rows: [[UInt64]], refusals: [PricingRefusal]) {
        if selection == .price {
            var prices = [Double](repeating: -1, count: kinds.count)
            var span = prices.mutableSpan
            let refusals = BlackScholesMerton.prices(
                kinds: kinds.span, spots: spots.span, strikes: strikes.span, timesToExpiration: times.span,
                riskFreeRates: rates.span, dividendYields: yields.span, volatilities: volatilities.span,
                prices: &span)
            return ([prices.map(\.bitPattern)], refusals)
        }
        var columns = GreekColumns(selection, count: kinds.count + Self.extra)
        let refusals = BlackScholesMerton.greeks(
            kinds: kinds.span, spots: spots.span, strikes: strikes.span, timesToExpiration: times.span,
            riskFreeRates: rates.span, dividendYields: yields.span, volatilities: volatilities.span, into: &columns)
        return (bits(columns), refusals)
    }

    /// The columns of the chain that shares spot, time, rate and yield of `shared`.
    func evaluateChain(of shared: OptionSample) -> (rows: [[UInt64]], refusals: [PricingRefusal]) {
        var columns = GreekColumns(.greeks, count: kinds.count + Self.extra)
        let refusals = BlackScholesMerton.chainGreeks(
            spot: shared.spot, timeToExpiration: shared.time, riskFreeRate: shared.rate, dividendYield: shared.yield,
            kinds: kinds.span, strikes: strikes.span, volatilities: volatilities.span, into: &columns)
        return (bits(columns), refusals)
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

    private func bits(_ columns: GreekColumns) -> [[UInt64]] {
        Greek.allCases.prefix(columns.selection.columnCount).map { greek in
            kinds.indices.map { columns[greek, $0].bitPattern }
        }
    }
}
