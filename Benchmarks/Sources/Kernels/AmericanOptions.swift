import OptionKernels
import OptionPricing
import Timing

/// American options with a continuous yield, and European greeks to compare them with.
struct AmericanOptions {
    private let options: OptionColumns
    private let european: OptionColumns

    init(_ options: OptionColumns, comparedWith european: OptionColumns) {
        self.options = options
        self.european = european
    }

    func add(to measurement: inout Measurement) {
        let chain = OptionColumns.chain(time: 0.5, rate: 0.03, yield: 0.01)
        for set in InstructionSet.supported where set != .baseline {
            var columns = GreekColumns(.greeks, count: european.count)
            measurement.add("american_bsm_greeks_\(set)", count: european.count) {
                _ = evaluateOptions(
                    kinds: european.kinds.span, spots: european.spots.span, strikes: european.strikes.span,
                    times: european.times.span, rates: european.rates.span, yields: european.yields.span,
                    volatilities: european.volatilities.span, into: &columns, instructionSet: set)
            }
            addPrices("american_screen_1m_\(set)", options, .screen, set, to: &measurement)
            addPrices("american_standard_1m_\(set)", options, .standard, set, to: &measurement)
            addPrices("american_chain_400_\(set)", chain, .standard, set, to: &measurement)
            addGreeks("american_greeks_1m_\(set)", set, to: &measurement)
            addVolatilities("american_iv_1m_\(set)", set, to: &measurement)
        }
    }

    private func addPrices(
        _ name: String, _ options: OptionColumns, _ level: AmericanLevel, _ set: InstructionSet,
        to measurement: inout Measurement
    ) {
        var prices = [Double](repeating: 0, count: options.count)
        var statuses = [AmericanStatus](repeating: .notConverged, count: options.count)
        measurement.add(name, count: options.count) {
            var written = prices.mutableSpan
            var states = statuses.mutableSpan
            _ = priceAmericanOptions(
                kinds: options.kinds.span, spots: options.spots.span, strikes: options.strikes.span,
                times: options.times.span, rates: options.rates.span, yields: options.yields.span,
                volatilities: options.volatilities.span, level: level, prices: &written, statuses: &states,
                instructionSet: set)
        }
    }

    private func addGreeks(
        _ name: String, _ set: InstructionSet, to measurement: inout Measurement
    ) {
        var values = [Double](repeating: 0, count: AmericanValue.allCases.count * options.count)
        var statuses = [AmericanStatus](repeating: .notConverged, count: options.count)
        measurement.add(name, count: options.count) {
            var written = values.mutableSpan
            var states = statuses.mutableSpan
            _ = evaluateAmericanOptions(
                kinds: options.kinds.span, spots: options.spots.span, strikes: options.strikes.span,
                times: options.times.span, rates: options.rates.span, yields: options.yields.span,
                volatilities: options.volatilities.span, values: &written, statuses: &states, instructionSet: set)
        }
    }

    private func addVolatilities(
        _ name: String, _ set: InstructionSet, to measurement: inout Measurement
    ) {
        var prices = [Double](repeating: 0, count: options.count)
        var found = prices
        var states = [AmericanStatus](repeating: .notConverged, count: options.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: options.count)
        do {
            var written = prices.mutableSpan
            var states = states.mutableSpan
            _ = priceAmericanOptions(
                kinds: options.kinds.span, spots: options.spots.span, strikes: options.strikes.span,
                times: options.times.span, rates: options.rates.span, yields: options.yields.span,
                volatilities: options.volatilities.span, prices: &written, statuses: &states)
        }
        measurement.add(name, count: options.count) {
            var volatilities = found.mutableSpan
            var written = statuses.mutableSpan
            _ = findAmericanVolatilities(
                kinds: options.kinds.span, prices: prices.span, spots: options.spots.span,
                strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                yields: options.yields.span, volatilities: &volatilities, statuses: &written, instructionSet: set)
        }
    }
}
