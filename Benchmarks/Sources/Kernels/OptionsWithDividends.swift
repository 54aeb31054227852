import OptionKernels
import OptionPricing
import Timing

/// A chain of 400 American puts with four dividends a year, each with a volatility of its own.
struct OptionsWithDividends {
    private let dividends: DividendColumns
    private let options = OptionColumns.chain(time: 1, rate: 0.05, yield: 0)

    init() {
        var dividends = DividendColumns()
        for quarter in 0..<4 { dividends.append(time: 0.125 + 0.25 * Double(quarter), amount: 0.5) }
        self.dividends = dividends
    }

    func add(to measurement: inout Measurement) {
        for set in InstructionSet.supported where set != .baseline {
            for (name, level) in [("fast", DividendLevel.fast), ("default", .standard), ("precise", .precise)] {
                add("dividends_\(name)_chain_400_\(set)", level, set, to: &measurement)
            }
            for (name, level) in [("default", DividendLevel.standard), ("precise", .precise)] {
                addGreeks(
                    "dividends_greeks_\(name)_chain_400_\(set)", level, set, to: &measurement)
                addVolatilities("dividends_iv_\(name)_chain_400_\(set)", level, set, to: &measurement)
            }
        }
    }

    private func add(_ name: String, _ level: DividendLevel, _ set: InstructionSet, to measurement: inout Measurement) {
        var prices = [Double](repeating: 0, count: options.count)
        var statuses = [DividendStatus](repeating: .notConverged, count: options.count)
        measurement.add(name, count: options.count) { price(level, set, into: &prices, &statuses) }
    }

    private func price(
        _ level: DividendLevel, _ set: InstructionSet, into prices: inout [Double],
        _ statuses: inout [DividendStatus]
    ) {
        var written = prices.mutableSpan
        var states = statuses.mutableSpan
        _ = priceOptionsWithDividends(
            exercise: .american, kinds: options.kinds.span, spots: options.spots.span, strikes: options.strikes.span,
            times: options.times.span, rates: options.rates.span, yields: options.yields.span,
            volatilities: options.volatilities.span, dividends: dividends, level: level, prices: &written,
            statuses: &states, instructionSet: set)
    }

    private func addGreeks(
        _ name: String, _ level: DividendLevel, _ set: InstructionSet,
        to measurement: inout Measurement
    ) {
        var values = [Double](repeating: 0, count: 7 * options.count)
        var statuses = [DividendStatus](repeating: .notConverged, count: options.count)
        measurement.add(name, count: options.count) {
            var written = values.mutableSpan
            var states = statuses.mutableSpan
            _ = evaluateOptionsWithDividends(
                exercise: .american, kinds: options.kinds.span, spots: options.spots.span,
                strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                yields: options.yields.span, volatilities: options.volatilities.span, dividends: dividends,
                level: level, values: &written, statuses: &states, instructionSet: set)
        }
    }

    /// The volatilities of prices of the same level.
    private func addVolatilities(
        _ name: String, _ level: DividendLevel, _ set: InstructionSet, to measurement: inout Measurement
    ) {
        var prices = [Double](repeating: 0, count: options.count)
        var priceStatuses = [DividendStatus](repeating: .notConverged, count: options.count)
        var found = [Double](repeating: 0, count: options.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: options.count)
        price(level, set, into: &prices, &priceStatuses)
        measurement.add(name, count: options.count) {
            var volatilities = found.mutableSpan
            var written = statuses.mutableSpan
            _ = findVolatilitiesWithDividends(
                exercise: .american, kinds: options.kinds.span, prices: prices.span, spots: options.spots.span,
                strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                yields: options.yields.span, dividends: dividends, level: level, volatilities: &volatilities,
                statuses: &written, instructionSet: set)
        }
    }
}
