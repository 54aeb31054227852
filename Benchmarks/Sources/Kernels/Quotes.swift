import OptionPricing
import Timing
import VectorMath

/// Prices of random options, whose volatilities are computed from the prices.
struct Quotes {
    private let options: OptionColumns
    private let prices: [Double]

    init(_ options: OptionColumns) {
        self.options = options
        var prices = [Double](repeating: 0, count: options.count)
        PlainLoop.prices(options, &prices)
        // The textbook formula returns small negative prices far out of the money.
        self.prices = prices.map { max($0, 0) }
    }

    /// Adds measurements of all quotes at once: a plain loop, each kernel, and the library, which evaluates the remaining quotes
    /// with more digits.
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
        measurement.add("iv_1m_library", count: options.count, comparedWith: "iv_1m_plain") {
            var volatilities = results.mutableSpan
            var written = statuses.mutableSpan
            _ = BlackScholesMerton.impliedVolatilities(
                kinds: options.kinds.span, prices: prices.span, spots: options.spots.span,
                strikes: options.strikes.span, timesToExpiration: options.times.span,
                riskFreeRates: options.rates.span, dividendYields: options.yields.span,
                volatilities: &volatilities, statuses: &written)
        }
    }

    /// Adds a measurement of single quotes, each of which depends on the result of the previous one.
    func addSingle(to measurement: inout Measurement) {
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
        measurement.add("iv_single", count: quotes.count) {
            for (option, price) in quotes {
                guard
                    case .volatility(let volatility)? = try? BlackScholesMerton.impliedVolatility(
                        of: option, price: price + 0 * last)
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
