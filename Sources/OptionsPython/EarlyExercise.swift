#if compiler(>=6.3)
    internal import COptionsBinding
    internal import OptionKernels
    internal import OptionPricing

    @c @implementation
    func options_find_early_exercise(
        _ inputs: UnsafePointer<options_inputs>!, _ count: Int, _ values: UnsafeMutablePointer<Double>!,
        _ statuses: UnsafeMutablePointer<UInt8>!, _ threads: Int32, _ failures: UnsafeMutablePointer<Int>!
    ) -> options_outcome {
        let target = unsafe Shared<UnsafeMutablePointer<Double>>(values)
        let rows = unsafe 4 + inputs.pointee.dividend_count
        do throws(PricingError) {
            return try unsafe Evaluation(inputs, count: count, statuses: statuses).run(
                threads: threads, failures: failures, makeState: {},
                { _, block, dividends, statuses in
                    for index in 0..<block.range.count {
                        let start = unsafe target.value + block.range.lowerBound + index
                        for row in 0..<rows { unsafe start[row * count] = .nan }
                        do throws(PricingError) {
                            let option = try block.americanOption(index, dividends)
                            let volatility = block.number(.volatility, index)
                            guard let exercise = try option.earlyExercise(volatility: volatility) else { continue }
                            unsafe start[0] = exercise.premium
                            unsafe start[count] = exercise.isOptimalNow ? 1 : 0
                            unsafe start[2 * count] = exercise.boundary ?? .nan
                            unsafe start[3 * count] = exercise.secondBoundary ?? .nan
                            for (row, boundary) in option.rowsOfExDates(exercise.exDateBoundaries) {
                                unsafe start[(4 + row) * count] = boundary.price ?? .nan
                            }
                        } catch {
                            unsafe statuses[index] = error.status ?? UInt8(OPTIONS_NOT_CONVERGED)
                        }
                    }
                    return []
                },
                eraseResult: { index in for row in 0..<rows { unsafe target.value[row * count + index] = .nan } })
        } catch {
            return OPTIONS_INVALID_DIVIDEND
        }
    }

    extension InputBlock {
        /// One option, validated.
        fileprivate borrowing func americanOption(
            _ index: Int, _ dividends: [DiscreteDividend]
        ) throws(PricingError) -> ModelledOption {
            let terms = try OptionTerms(
                kind(index), strike: number(.strike, index), timeToExpiration: number(.time, index), exercise: .american
            )
            if let model = forwardModel {
                let market = try OptionMarket(forward: number(.spot, index), riskFreeRate: number(.rate, index))
                return try ModelledOption(terms, in: market, model: model)
            }
            let market = try OptionMarket(
                spot: number(.spot, index), riskFreeRate: number(.rate, index), dividendYield: number(.yield, index),
                dividends: dividends)
            return try ModelledOption(terms, in: market)
        }
    }

    extension ModelledOption {
        /// The positions of dividends that count among all dividends of the market.
        fileprivate func rowsOfExDates(_ boundaries: [ExDateBoundary]) -> [(Int, ExDateBoundary)] {
            var rest = boundaries[...]
            var rows: [(Int, ExDateBoundary)] = []
            for (row, dividend) in market.dividends.enumerated() where rest.first?.dividend == dividend {
                rows.append((row, rest.removeFirst()))
            }
            return rows
        }
    }
#endif
