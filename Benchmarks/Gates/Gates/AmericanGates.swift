import OptionKernels
import OptionPricing

/// The kernels of American options and of dividends, for every instruction set that the processor supports.
enum AmericanGates {
    static func run() {
        let options = OptionColumns(count: 64)
        for set in InstructionSet.supported {
            countYield(options, set)
            countDividends(set)
        }
    }

    private static func countYield(_ options: OptionColumns, _ set: InstructionSet) {
        var prices = [Double](repeating: 0, count: options.count)
        var statuses = [AmericanStatus](repeating: .notConverged, count: options.count)
        Gate.count("american_price_\(set)", items: options.count, allocates: false) {
            var written = prices.mutableSpan
            var states = statuses.mutableSpan
            let isComplete = priceAmericanOptions(
                kinds: options.kinds.span, spots: options.spots.span, strikes: options.strikes.span,
                times: options.times.span, rates: options.rates.span, yields: options.yields.span,
                volatilities: options.volatilities.span, prices: &written, statuses: &states, instructionSet: set)
            precondition(isComplete)
        }
        var values = [Double](repeating: 0, count: AmericanValue.allCases.count * options.count)
        Gate.count("american_greeks_\(set)", items: options.count, allocates: false) {
            var written = values.mutableSpan
            var states = statuses.mutableSpan
            let isComplete = evaluateAmericanOptions(
                kinds: options.kinds.span, spots: options.spots.span, strikes: options.strikes.span,
                times: options.times.span, rates: options.rates.span, yields: options.yields.span,
                volatilities: options.volatilities.span, values: &written, statuses: &states, instructionSet: set)
            precondition(isComplete)
        }
        var volatilities = [Double](repeating: 0, count: options.count)
        var found = [ImpliedVolatilityStatus](repeating: .unanswered, count: options.count)
        Gate.count("american_implied_volatility_\(set)", items: options.count, allocates: false) {
            var written = volatilities.mutableSpan
            var states = found.mutableSpan
            _ = findAmericanVolatilities(
                kinds: options.kinds.span, prices: prices.span, spots: options.spots.span,
                strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                yields: options.yields.span, volatilities: &written, statuses: &states, instructionSet: set)
        }
    }

    /// Puts of one expiration, each with a volatility of its own, and four dividends.
    private static func countDividends(_ set: InstructionSet) {
        let count = 16
        var dividends = DividendColumns()
        for quarter in 0..<4 { dividends.append(time: 0.125 + 0.25 * Double(quarter), amount: 0.5) }
        let kinds = [OptionKind](repeating: .put, count: count)
        let strikes = (0..<count).map { 92 + Double($0) }
        let volatilities = (0..<count).map { 0.2 + 0.002 * Double(abs($0 - count / 2)) }
        func each(_ value: Double) -> [Double] { [Double](repeating: value, count: count) }
        let (spots, times, rates, yields) = (each(100), each(1), each(0.05), each(0))
        var (prices, values) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: 7 * count))
        var statuses = [DividendStatus](repeating: .notConverged, count: count)
        Gate.count("dividend_price_\(set)", items: count, allocates: false) {
            var written = prices.mutableSpan
            var states = statuses.mutableSpan
            let isComplete = priceOptionsWithDividends(
                exercise: .american, kinds: kinds.span, spots: spots.span, strikes: strikes.span, times: times.span,
                rates: rates.span, yields: yields.span, volatilities: volatilities.span, dividends: dividends,
                prices: &written, statuses: &states, instructionSet: set)
            precondition(isComplete)
        }
        Gate.count("dividend_greeks_\(set)", items: count, allocates: false) {
            var written = values.mutableSpan
            var states = statuses.mutableSpan
            let isComplete = evaluateOptionsWithDividends(
                exercise: .american, kinds: kinds.span, spots: spots.span, strikes: strikes.span, times: times.span,
                rates: rates.span, yields: yields.span, volatilities: volatilities.span, dividends: dividends,
                values: &written, statuses: &states, instructionSet: set)
            precondition(isComplete)
        }
    }
}
