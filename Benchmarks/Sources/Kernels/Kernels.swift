import OptionKernels
import OptionPricing
import Timing

/// Prints the time per option as `name: value unit` lines. docs/kernels.md explains the figures.
@main
struct Kernels {
    static func main() {
        let few = OptionColumns(count: 4096)
        let many = OptionColumns(count: 1_000_000)

        var cached = Measurement()
        var values = [Double](repeating: 0, count: 6 * few.count)
        cached.add("bsm_price_incache_plain", count: few.count) { PlainLoop.prices(few, &values) }
        cached.add("bsm_greeks_incache_plain", count: few.count) { PlainLoop.greeks(few, &values) }
        add("bsm_price_incache", .price, few, comparedWith: "bsm_price_incache_plain", to: &cached)
        add("bsm_greeks_incache", .greeks, few, comparedWith: "bsm_greeks_incache_plain", to: &cached)
        add("bsm_all_greeks_incache", .allGreeks, few, to: &cached)
        addChain("bsm_chain_greeks", few, comparedWith: "bsm_greeks_incache_plain", to: &cached)
        addForward("black76_greeks", few, few.volatilities, .black76, to: &cached)
        addForward("bachelier_greeks", few, few.normalVolatilities, .bachelier, to: &cached)
        addDivision("divide", to: &cached)
        cached.print(rounds: 101)

        var large = Measurement()
        var manyValues = [Double](repeating: 0, count: 6 * many.count)
        large.add("bsm_greeks_1m_plain", count: many.count) { PlainLoop.greeks(many, &manyValues) }
        add("bsm_greeks_1m", .greeks, many, comparedWith: "bsm_greeks_1m_plain", to: &large)
        large.print(rounds: 31)

        let quotes = Quotes(many)
        var inverse = Measurement()
        quotes.add(to: &inverse)
        NormalQuotes(many).add(to: &inverse)
        inverse.print(rounds: 7)

        var american = Measurement()
        AmericanOptions(many, comparedWith: few).add(to: &american)
        american.print(rounds: 3)
        var dividends = Measurement()
        OptionsWithDividends().add(to: &dividends)
        dividends.print(rounds: 31)

        var single = Measurement()
        quotes.addSingle(to: &single)
        single.print(rounds: 101)
    }

    /// Adds a measurement for each instruction set; all write into the same columns.
    private static func add(
        _ name: String, _ selection: GreekSelection, _ options: OptionColumns, comparedWith plain: String? = nil,
        to measurement: inout Measurement
    ) {
        var columns = GreekColumns(selection, count: options.count)
        for set in InstructionSet.supported {
            measurement.add("\(name)_\(set)", count: options.count, comparedWith: plain) {
                _ = evaluateOptions(
                    kinds: options.kinds.span, spots: options.spots.span, strikes: options.strikes.span,
                    times: options.times.span, rates: options.rates.span, yields: options.yields.span,
                    volatilities: options.volatilities.span, into: &columns, instructionSet: set)
            }
        }
    }

    /// Adds a measurement for each instruction set, compared with Black–Scholes–Merton on the same instruction set.
    private static func addForward(
        _ name: String, _ options: OptionColumns, _ volatilities: [Double], _ model: ForwardModel,
        to measurement: inout Measurement
    ) {
        var columns = GreekColumns(.greeks, count: options.count)
        for set in InstructionSet.supported {
            measurement.add("\(name)_\(set)", count: options.count, comparedWith: "bsm_greeks_incache_\(set)") {
                _ = evaluateForwardOptions(
                    model: model, kinds: options.kinds.span, forwards: options.spots.span,
                    strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                    volatilities: volatilities.span, into: &columns, instructionSet: set)
            }
        }
    }

    private static func addChain(
        _ name: String, _ options: OptionColumns, comparedWith plain: String, to measurement: inout Measurement
    ) {
        var columns = GreekColumns(.greeks, count: options.count)
        for set in InstructionSet.supported {
            measurement.add("\(name)_\(set)", count: options.count, comparedWith: plain) {
                _ = evaluateChain(
                    spot: 100, time: 0.5, rate: 0.03, yield: 0.01, kinds: options.kinds.span,
                    strikes: options.strikes.span, volatilities: options.volatilities.span, into: &columns,
                    instructionSet: set)
            }
        }
    }

    /// Adds the division of 101 integers, the points of a typical curve, by a power of ten.
    private static func addDivision(_ name: String, to measurement: inout Measurement) {
        let numerators = (0..<101).map { Int64($0) * 7_919 - 400_000 }
        var quotients = [Double](repeating: 0, count: numerators.count)
        measurement.add("\(name)_plain", count: numerators.count) {
            PlainLoop.divide(numerators, &quotients)
        }
        for set in InstructionSet.supported {
            measurement.add("\(name)_\(set)", count: numerators.count, comparedWith: "\(name)_plain") {
                var target = quotients.mutableSpan
                divide(numerators.span, by: 1e4, into: &target, instructionSet: set)
            }
        }
    }
}
