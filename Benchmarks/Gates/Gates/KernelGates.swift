import OptionKernels
import OptionPricing

/// Each kernel, for every instruction set that the processor supports. The processor of callgrind has no AVX-512.
enum KernelGates {
    static func run() {
        let options = OptionColumns(count: 1_024)
        for set in InstructionSet.supported {
            countPricing(options, set)
            countForwardPricing(options, set)
            countImpliedVolatilities(options, set)
            countTotalVolatilities(set)
            countSums(set)
        }
    }

    private static let selections: [(String, GreekSelection)] = [
        ("price", .price), ("greeks", .greeks), ("all_greeks", .allGreeks),
    ]

    private static func countPricing(_ options: OptionColumns, _ set: InstructionSet) {
        for (name, selection) in selections {
            var columns = GreekColumns(selection, count: options.count)
            Gate.count("bsm_\(name)_\(set)", items: options.count, allocates: false) {
                let isComplete = evaluateOptions(
                    kinds: options.kinds.span, spots: options.spots.span, strikes: options.strikes.span,
                    times: options.times.span, rates: options.rates.span, yields: options.yields.span,
                    volatilities: options.volatilities.span, into: &columns, instructionSet: set)
                precondition(isComplete)
            }
        }
        var columns = GreekColumns(.greeks, count: options.count)
        Gate.count("bsm_chain_greeks_\(set)", items: options.count, allocates: false) {
            let isComplete = evaluateChain(
                spot: 100, time: 0.5, rate: 0.03, yield: 0.01, kinds: options.kinds.span,
                strikes: options.strikes.span, volatilities: options.volatilities.span, into: &columns,
                instructionSet: set)
            precondition(isComplete)
        }
    }

    private static func countForwardPricing(_ options: OptionColumns, _ set: InstructionSet) {
        for (name, selection) in selections {
            var columns = GreekColumns(selection, count: options.count)
            Gate.count("black76_\(name)_\(set)", items: options.count, allocates: false) {
                let isComplete = evaluateForwardOptions(
                    model: .black76, kinds: options.kinds.span, forwards: options.spots.span,
                    strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                    volatilities: options.volatilities.span, into: &columns, instructionSet: set)
                precondition(isComplete)
            }
            Gate.count("bachelier_\(name)_\(set)", items: options.count, allocates: false) {
                let isComplete = evaluateForwardOptions(
                    model: .bachelier, kinds: options.kinds.span, forwards: options.spots.span,
                    strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                    volatilities: options.normalVolatilities.span, into: &columns, instructionSet: set)
                precondition(isComplete)
            }
        }
    }

    private static func countImpliedVolatilities(_ options: OptionColumns, _ set: InstructionSet) {
        var volatilities = [Double](repeating: 0, count: options.count)
        var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: options.count)
        Gate.count("bsm_implied_volatility_\(set)", items: options.count, allocates: false) {
            var found = volatilities.mutableSpan
            var written = statuses.mutableSpan
            _ = findImpliedVolatilities(
                kinds: options.kinds.span, prices: options.prices.span, spots: options.spots.span,
                strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                yields: options.yields.span, volatilities: &found, statuses: &written, instructionSet: set)
        }
        Gate.count("bachelier_implied_volatility_\(set)", items: options.count, allocates: false) {
            var found = volatilities.mutableSpan
            var written = statuses.mutableSpan
            _ = findNormalVolatilities(
                kinds: options.kinds.span, prices: options.normalPrices.span, forwards: options.spots.span,
                strikes: options.strikes.span, times: options.times.span, rates: options.rates.span,
                volatilities: &found, statuses: &written, instructionSet: set)
        }
    }

    private static func countTotalVolatilities(_ set: InstructionSet) {
        Gate.count("total_volatility_\(set)", items: 100, allocates: false) {
            var sum = 0.0
            for index in 0..<100 {
                let value = 0.02 + 0.0004 * Double(index)
                sum += findTotalVolatility(
                    price: value, value: value, largest: 1, logMoneyness: 0.1, ratio: 0.1 / value, instructionSet: set)
            }
            precondition(sum > 0)
        }
    }

    /// 64 positions of four contracts each in 256 scenarios, and decimals with four places.
    private static func countSums(_ set: InstructionSet) {
        let (positions, terms, contracts, scenarios) = (64, 4, 128, 256)
        let table = (0..<contracts * scenarios).map { Double($0 % 1_009) / 7 }
        let starts = (0...positions).map { $0 * terms }
        let rows = (0..<positions * terms).map { $0 * 37 % contracts }
        let weights = (0..<positions * terms).map { Double($0 % 5) - 2 }
        let constants = [Double](repeating: -12.5, count: positions)
        var sums = [Double](repeating: 0, count: positions * scenarios)
        Gate.count("combine_rows_\(set)", items: positions * scenarios, allocates: false) {
            var target = sums.mutableSpan
            let isFinite = combineRows(
                constants: constants.span, starts: starts.span, rows: rows.span, weights: weights.span,
                table: table.span, rowLength: scenarios, columns: scenarios, combinations: &target,
                instructionSet: set)
            precondition(isFinite)
        }
        let numerators = (0..<1_024).map { Int64($0) * 7_919 - 4_000_000 }
        var quotients = [Double](repeating: 0, count: numerators.count)
        Gate.count("divide_\(set)", items: numerators.count, allocates: false) {
            var target = quotients.mutableSpan
            divide(numerators.span, by: 1e4, into: &target, instructionSet: set)
        }
    }
}
