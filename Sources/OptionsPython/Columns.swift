#if compiler(>=6.3)
    internal import COptionsBinding
    internal import OptionKernels
    internal import OptionPricing

    @c @implementation
    func options_evaluate(
        _ inputs: UnsafePointer<options_inputs>!, _ count: Int, _ rows: Int32, _ marketUnits: Int32,
        _ values: UnsafePointer<options_results>!, _ statuses: UnsafeMutablePointer<UInt8>!, _ threads: Int32,
        _ failures: UnsafeMutablePointer<Int>!
    ) -> options_outcome {
        guard let selection = GreekSelection(rawValue: Int(rows)) else {
            preconditionFailure("there is no selection of \(rows) values")
        }
        let units = marketUnits == 0 ? Units.mathematical : .market
        let targets = unsafe Shared<UnsafePointer<options_results>>(values)
        let length = min(count, InputBlock.length)
        do throws(PricingError) {
            return try unsafe Evaluation(inputs, count: count, statuses: statuses).run(
                threads: threads, failures: failures,
                makeState: { (OptionEvaluator(), GreekColumns(selection, count: length)) },
                { state, block, dividends, _ in
                    let refusals = state.0.evaluate(
                        block.columns(dividends), volatilities: block[.volatility], into: &state.1)
                    for row in 0..<selection.columnCount {
                        guard let greek = Greek(rawValue: row) else { break }
                        for index in block.unknownKinds { state.1[greek, index] = .nan }
                        unsafe store(
                            state.1[greek], divisor: units.divisor(of: greek), block.range, in: targets.value[row])
                    }
                    return refusals
                })
        } catch {
            return OPTIONS_INVALID_DIVIDEND
        }
    }

    @c @implementation
    func options_find_volatilities(
        _ inputs: UnsafePointer<options_inputs>!, _ count: Int, _ volatilities: options_results,
        _ statuses: UnsafeMutablePointer<UInt8>!, _ threads: Int32, _ failures: UnsafeMutablePointer<Int>!
    ) -> options_outcome {
        let target = unsafe Shared(volatilities)
        do throws(PricingError) {
            return try unsafe Evaluation(inputs, count: count, statuses: statuses).run(
                threads: threads, failures: failures, makeState: { (OptionEvaluator(), FoundVolatilities()) },
                { state, block, dividends, statuses in
                    let refusals = state.1.find(block, dividends, by: &state.0)
                    unsafe state.1.copyStatuses(block.range.count, to: statuses)
                    for index in block.unknownKinds { state.1.volatilities[index] = .nan }
                    unsafe store(state.1.volatilities.span, divisor: 1, block.range, in: target.value)
                    return refusals
                })
        } catch {
            return OPTIONS_INVALID_DIVIDEND
        }
    }

    /// The volatilities of a block of prices.
    private struct FoundVolatilities {
        var volatilities = [Double](repeating: .nan, count: InputBlock.length)
        private var statuses = [ImpliedVolatilityStatus](repeating: .unanswered, count: InputBlock.length)

        mutating func find(
            _ block: borrowing InputBlock, _ dividends: [DiscreteDividend], by evaluator: inout OptionEvaluator
        ) -> [PricingRefusal] {
            let range = 0..<block.range.count
            // Taken out, because each span would borrow all of `self`.
            var (foundVolatilities, foundStatuses) = ([Double](), [ImpliedVolatilityStatus]())
            swap(&foundVolatilities, &volatilities)
            swap(&foundStatuses, &statuses)
            defer {
                swap(&foundVolatilities, &volatilities)
                swap(&foundStatuses, &statuses)
            }
            var allVolatilities = foundVolatilities.mutableSpan
            var allStatuses = foundStatuses.mutableSpan
            var volatilities = allVolatilities._mutatingExtracting(range)
            var statuses = allStatuses._mutatingExtracting(range)
            return evaluator.findVolatilities(
                of: block.columns(dividends), prices: block.elements(.price), volatilities: &volatilities,
                statuses: &statuses)
        }

        /// Copies the statuses, whose numbers are the same in C; a status `unanswered` is replaced by the reason of the refusal.
        func copyStatuses(_ count: Int, to target: UnsafeMutablePointer<UInt8>) {
            for index in 0..<count { unsafe target[index] = statuses[index].rawValue }
        }
    }

    /// Stores the results of the first options of a block in the caller's column.
    private func store(_ values: Span<Double>, divisor: Double, _ range: Range<Int>, in results: options_results) {
        // SAFETY: the caller's columns have an element for each option.
        guard let data = unsafe results.data else { return }
        let stride = unsafe results.stride
        if stride == MemoryLayout<Double>.stride {
            let target = unsafe data + range.lowerBound
            if divisor == 1 {
                unsafe values.withUnsafeBufferPointer { values in
                    if let start = values.baseAddress { unsafe target.update(from: start, count: range.count) }
                }
            } else {
                for index in 0..<range.count { unsafe target[index] = values[index] / divisor }
            }
            return
        }
        let bytes = unsafe UnsafeMutableRawPointer(data) + range.lowerBound * stride
        for index in 0..<range.count {
            unsafe bytes.storeBytes(of: values[index] / divisor, toByteOffset: index * stride, as: Double.self)
        }
    }

    /// The units of greeks.
    enum Units {
        case mathematical, market

        /// The number by which a value in mathematical units is divided.
        func divisor(of greek: Greek) -> Double {
            if self == .mathematical { return 1 }
            return switch greek {
            case .theta: 365
            case .vega, .rho: 100
            default: 1
            }
        }
    }
#endif
