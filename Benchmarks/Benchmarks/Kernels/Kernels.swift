import OptionPricing
import VectorMath

/// Prints what an option costs, one `name: value unit` a line; docs/kernels.md says what limits the figures.
@main
struct Kernels {
    static func main() {
        let few = OptionColumns(count: 4096)
        let many = OptionColumns(count: 1_000_000)
        let plainPrice = plain("bsm_price_incache_plain", few) { PlainLoop.prices(few, &$0) }
        let plainGreeks = plain("bsm_greeks_incache_plain", few) { PlainLoop.greeks(few, &$0) }
        let plainMany = plain("bsm_greeks_1m_plain", many) { PlainLoop.greeks(many, &$0) }
        for set in InstructionSet.supported {
            report("bsm_price_incache_\(set)", plainPrice, evaluate(.price, few, set))
            report("bsm_greeks_incache_\(set)", plainGreeks, evaluate(.greeks, few, set))
            report("bsm_greeks_1m_\(set)", plainMany, evaluate(.greeks, many, set))
            report("bsm_all_greeks_incache_\(set)", nil, evaluate(.allGreeks, few, set))
            report("bsm_chain_greeks_\(set)", plainGreeks, evaluateChain(few, set))
        }
        impliedVolatilities(many)
    }

    private static func evaluate(_ what: OptionValues, _ options: OptionColumns, _ set: InstructionSet) -> Double {
        var values = [Double](repeating: 0, count: what.rows * options.count)
        return Measurement.nanoseconds(options.count) {
            var rows = values.mutableSpan
            _ = evaluateOptions(
                what, kinds: options.kinds.span, spots: options.spots.span, strikes: options.strikes.span,
                times: options.times.span, rates: options.rates.span, yields: options.yields.span,
                volatilities: options.volatilities.span, values: &rows, instructionSet: set)
        }
    }

    private static func evaluateChain(_ options: OptionColumns, _ set: InstructionSet) -> Double {
        var values = [Double](repeating: 0, count: OptionValues.greeks.rows * options.count)
        return Measurement.nanoseconds(options.count) {
            var rows = values.mutableSpan
            _ = VectorMath.evaluateChain(
                spot: 100, time: 0.5, rate: 0.03, yield: 0.01, kinds: options.kinds.span,
                strikes: options.strikes.span, volatilities: options.volatilities.span, values: &rows,
                instructionSet: set)
        }
    }

    /// From prices of the options to their volatilities.
    private static func impliedVolatilities(_ options: OptionColumns) {
        var prices = [Double](repeating: 0, count: options.count)
        PlainLoop.prices(options, &prices)
        for index in prices.indices { prices[index] = max(prices[index], 0) }
        var volatilities = prices
        var statuses = [ImpliedVolatilityStatus](repeating: .ok, count: options.count)

        let plainTime = Measurement.nanoseconds(options.count) {
            PlainLoop.impliedVolatilities(options, prices, &volatilities)
        }
        Measurement.print("iv_1m_plain", plainTime, "ns")
        for set in InstructionSet.supported {
            let time = Measurement.nanoseconds(options.count) {
                var results = volatilities.mutableSpan
                var statusResults = statuses.mutableSpan
                _ = findImpliedVolatilities(
                    kinds: options.kinds.span, prices: prices.span, spots: options.spots.span,
                    strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                    yields: options.yields.span, volatilities: &results, statuses: &statusResults,
                    instructionSet: set)
            }
            report("iv_1m_\(set)", plainTime, time)
        }
        // With what the kernels leave to more digits.
        let time = Measurement.nanoseconds(options.count) {
            var results = volatilities.mutableSpan
            var statusResults = statuses.mutableSpan
            _ = BlackScholesMerton.impliedVolatilities(
                kinds: options.kinds.span, prices: prices.span, spots: options.spots.span,
                strikes: options.strikes.span, timesToExpiration: options.times.span,
                riskFreeRates: options.rates.span, dividendYields: options.yields.span, volatilities: &results,
                statuses: &statusResults)
        }
        report("iv_1m_library", plainTime, time)
        single(options, prices)
    }

    /// One quote after the other, each waiting for the one before.
    private static func single(_ options: OptionColumns, _ prices: [Double]) {
        let quotes: [(EuropeanOption, Double)] = (0..<2000).compactMap { index in
            guard
                let option = try? EuropeanOption(
                    options.kinds[index], spot: options.spots[index], strike: options.strikes[index],
                    timeToExpiration: options.times[index], riskFreeRate: options.rates[index],
                    dividendYield: options.yields[index]),
                case .volatility? = try? BlackScholesMerton.impliedVolatility(of: option, price: prices[index])
            else { return nil }
            return (option, prices[index])
        }
        var last = 0.0
        let time = Measurement.nanoseconds(quotes.count) {
            for (option, price) in quotes {
                guard
                    case .volatility(let volatility)? = try? BlackScholesMerton.impliedVolatility(
                        of: option, price: price + 0 * last)
                else { continue }
                last = volatility
            }
        }
        Measurement.print("iv_single", time, "ns")
    }

    private static func plain(
        _ name: String, _ options: OptionColumns, _ body: (inout [Double]) -> Void
    ) -> Double {
        var values = [Double](repeating: 0, count: 6 * options.count)
        let time = Measurement.nanoseconds(options.count) { body(&values) }
        Measurement.print(name, time, "ns")
        return time
    }

    private static func report(_ name: String, _ plain: Double?, _ time: Double) {
        Measurement.print(name, time, "ns")
        if let plain { Measurement.print("\(name)_ratio", plain / time, "times the plain loop") }
    }
}
