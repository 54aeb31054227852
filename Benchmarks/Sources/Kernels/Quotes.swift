import OptionPricing
import Timing
import VectorMath

/// Prices of random options, from which their volatilities are found again.
struct Quotes {
    private let options: OptionColumns
    private let prices: [Double]

    init(_ options: OptionColumns) {
        self.options = options
        var prices = [Double](repeating: 0, count: options.count)
        PlainLoop.prices(options, &prices)
        // The plain formula gives small negative prices far out of the money.
        self.prices = prices.map { max($0, 0) }
    }

    /// All quotes at once, by a plain loop, by each kernel, and by the library, which answers with more digits what the
    /// kernel leaves out.
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

    /// One quote after the other, each waiting for the one before.
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
