import OptionKernels
import OptionPricing
import Timing

/// Prices of random options, for benchmarks of implied volatility.
struct Quotes {
    private let options: OptionColumns
    private let prices: [Double]

    init(_ options: OptionColumns) {
        self.options = options
        var prices = [Double](repeating: 0, count: options.count)
        PlainLoop.prices(options, &prices)
        // Far out of the money, the textbook formula returns small negative prices.
        self.prices = prices.map { max($0, 0) }
    }

    /// Adds measurements of all quotes at once: by a plain loop, by each kernel, and by the library, which computes the
    /// quotes that the kernel rejects in higher precision.
    func add(to measurement: inout Measurement) {
        var volatilities = [Double](repeating: 0, count: options.count)
        measurement.add("iv_1m_plain", count: options.count) {
            PlainLoop.impliedVolatilities(options, prices, &volatilities)
        }
        for set in InstructionSet.supported {
            var (results, statuses) = columns
            measurement.add("iv_1m_\(set)", count: options.count, comparedWith: "iv_1m_plain") {
                var volatilities = results.mutableSpan
                var written = statuses.mutableSpan
                _ = findImpliedVolatilities(
                    kinds: options.kinds.span, prices: prices.span, spots: options.spots.span,
                    strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                    yields: options.yields.span, volatilities: &volatilities, statuses: &written,
                    instructionSet: set)
            }
        }
        var (results, statuses) = columns
        var evaluator = OptionEvaluator()
        measurement.add("iv_1m_library", count: options.count, comparedWith: "iv_1m_plain") {
            var volatilities = results.mutableSpan
            var written = statuses.mutableSpan
            _ = evaluator.findVolatilities(
                of: OptionPricing.OptionColumns(
                    kinds: .each(options.kinds.span), spots: .each(options.spots.span),
                    strikes: .each(options.strikes.span), timesToExpiration: .each(options.times.span),
                    riskFreeRates: .each(options.rates.span), dividendYields: .each(options.yields.span)),
                prices: prices.span, volatilities: &volatilities, statuses: &written)
        }
    }

    /// Adds a measurement of single quotes, each of which depends on the result of the previous one.
    func addSingle(to measurement: inout Measurement) {
        let quotes: [(ModelledOption, Double)] = (0..<2000).compactMap { index in
            guard
                let option = try? ModelledOption(
                    options.kinds[index], spot: options.spots[index], strike: options.strikes[index],
                    timeToExpiration: options.times[index], riskFreeRate: options.rates[index],
                    dividendYield: options.yields[index]),
                case .volatility? = try? option.impliedVolatility(price: prices[index])
            else { return nil }
            return (option, prices[index])
        }
        var last = 0.0
        measurement.add("iv_single", count: quotes.count) {
            for (option, price) in quotes {
                guard
                    case .volatility(let volatility)? = try? option.impliedVolatility(price: price + 0 * last)
                else { continue }
                last = volatility
            }
        }
    }

    private var columns: ([Double], [ImpliedVolatilityStatus]) {
        (
            [Double](repeating: 0, count: options.count),
            [ImpliedVolatilityStatus](repeating: .unanswered, count: options.count)
        )
    }
}
