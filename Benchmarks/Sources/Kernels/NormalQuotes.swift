import OptionKernels
import OptionPricing
import Timing

/// Prices of random options in the normal model, for benchmarks of implied volatility.
struct NormalQuotes {
    private let options: OptionColumns
    private let prices: [Double]

    init(_ options: OptionColumns) {
        self.options = options
        var prices = [Double](repeating: 0, count: options.count)
        var span = prices.mutableSpan
        var evaluator = OptionEvaluator()
        _ = evaluator.evaluatePrices(
            OptionPricing.OptionColumns(
                kinds: .each(options.kinds.span), forwards: .each(options.spots.span),
                strikes: .each(options.strikes.span), timesToExpiration: .each(options.times.span),
                riskFreeRates: .each(options.rates.span), model: .bachelier),
            volatilities: .each(options.normalVolatilities.span), into: &span)
        self.prices = prices
    }

    /// Adds measurements of all quotes at once: by each kernel, compared with the Black–Scholes–Merton kernel, and by
    /// the library.
    func add(to measurement: inout Measurement) {
        for set in InstructionSet.supported {
            var (results, statuses) = columns
            measurement.add("bachelier_iv_\(set)", count: options.count, comparedWith: "iv_1m_\(set)") {
                var volatilities = results.mutableSpan
                var written = statuses.mutableSpan
                _ = findNormalVolatilities(
                    kinds: options.kinds.span, prices: prices.span, forwards: options.spots.span,
                    strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                    volatilities: &volatilities, statuses: &written, instructionSet: set)
            }
        }
        var (results, statuses) = columns
        var evaluator = OptionEvaluator()
        measurement.add("bachelier_iv_library", count: options.count, comparedWith: "iv_1m_library") {
            var volatilities = results.mutableSpan
            var written = statuses.mutableSpan
            _ = evaluator.findVolatilities(
                of: OptionPricing.OptionColumns(
                    kinds: .each(options.kinds.span), forwards: .each(options.spots.span),
                    strikes: .each(options.strikes.span), timesToExpiration: .each(options.times.span),
                    riskFreeRates: .each(options.rates.span), model: .bachelier),
                prices: prices.span, volatilities: &volatilities, statuses: &written)
        }
    }

    private var columns: ([Double], [ImpliedVolatilityStatus]) {
        (
            [Double](repeating: 0, count: options.count),
            [ImpliedVolatilityStatus](repeating: .unanswered, count: options.count)
        )
    }
}
