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
        var evaluator = OptionEvaluator()
        if selection == .price {
            var prices = [Double](repeating: -1, count: kinds.count)
            var span = prices.mutableSpan
            let refusals = withOptions {
                evaluator.evaluatePrices($0, volatilities: .each(volatilities.span), into: &span)
            }
            return ([prices.map(\.bitPattern)], refusals)
        }
        var columns = GreekColumns(selection, count: kinds.count + Self.extra)
        let refusals = withOptions {
            evaluator.evaluate($0, volatilities: .each(volatilities.span), into: &columns)
        }
        return (bits(columns), refusals)
    }

    /// The columns of the chain that shares spot, time, rate and yield of `shared`.
    func evaluateChain(of shared: OptionSample) -> (rows: [[UInt64]], refusals: [PricingRefusal]) {
        var columns = GreekColumns(.greeks, count: kinds.count + Self.extra)
        var evaluator = OptionEvaluator()
        let refusals = evaluator.evaluate(
            OptionColumns(
                kinds: .each(kinds.span), spots: .same(shared.spot), strikes: .each(strikes.span),
                timesToExpiration: .same(shared.time), riskFreeRates: .same(shared.rate),
                dividendYields: .same(shared.yield)),
            volatilities: .each(volatilities.span), into: &columns)
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
        var evaluator = OptionEvaluator()
        let refusals = withOptions {
            evaluator.findVolatilities(
                of: $0, prices: prices.span, volatilities: &foundSpan, statuses: &statusSpan)
        }
        return (found, statuses, refusals)
    }

    private func withOptions<Result>(_ body: (OptionColumns) -> Result) -> Result {
        body(
            OptionColumns(
                kinds: .each(kinds.span), spots: .each(spots.span), strikes: .each(strikes.span),
                timesToExpiration: .each(times.span), riskFreeRates: .each(rates.span),
                dividendYields: .each(yields.span)))
    }

    private func bits(_ columns: GreekColumns) -> [[UInt64]] {
        Greek.allCases.prefix(columns.selection.columnCount).map { greek in
            kinds.indices.map { columns[greek, $0].bitPattern }
        }
    }
}
