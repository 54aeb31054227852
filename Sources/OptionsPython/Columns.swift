#if compiler(>=6.3)
    internal import COptionsBinding
    internal import OptionKernels
    internal import OptionPricing

    @c @implementation
    func options_evaluate(
        _ inputs: UnsafePointer<options_inputs>!, _ count: Int, _ rows: Int32, _ marketUnits: Int32,
        _ values: UnsafeMutablePointer<Double>!, _ statuses: UnsafeMutablePointer<UInt8>!, _ threads: Int32,
        _ failures: UnsafeMutablePointer<Int>!
    ) -> options_outcome {
        guard let selection = GreekSelection(rawValue: Int(rows)) else {
            preconditionFailure("there is no selection of \(rows) values")
        }
        let units = marketUnits == 0 ? Units.mathematical : .market
        let target = unsafe Shared<UnsafeMutablePointer<Double>>(values)
        let length = min(count, InputBlock.length)
        do throws(PricingError) {
            return try unsafe Evaluation(inputs, count: count, statuses: statuses).run(
                threads: threads, failures: failures,
                makeState: { (OptionEvaluator(), GreekColumns(selection, count: length)) },
                { state, block, dividends, _ in
                    let start = unsafe target.value + block.range.lowerBound
                    if selection == .price {
                        // SAFETY: the caller's memory has a double for each value of each option.
                        var prices = unsafe MutableSpan(_unsafeStart: start, count: block.range.count)
                        return state.0.evaluatePrices(
                            block.columns(dividends), volatilities: block[.volatility], into: &prices)
                    }
                    let refusals = state.0.evaluate(
                        block.columns(dividends), volatilities: block[.volatility], into: &state.1)
                    for row in 0..<selection.columnCount {
                        guard let greek = Greek(rawValue: row) else { break }
                        unsafe copy(
                            state.1[greek].extracting(first: block.range.count), dividedBy: units.divisor(of: greek),
                            to: start + row * count)
                    }
                    return refusals
                },
                eraseResult: { index in
                    for row in 0..<selection.columnCount { unsafe target.value[row * count + index] = .nan }
                })
        } catch {
            return OPTIONS_INVALID_DIVIDEND
        }
    }

    @c @implementation
    func options_find_volatilities(
        _ inputs: UnsafePointer<options_inputs>!, _ count: Int, _ volatilities: UnsafeMutablePointer<Double>!,
        _ statuses: UnsafeMutablePointer<UInt8>!, _ threads: Int32, _ failures: UnsafeMutablePointer<Int>!
    ) -> options_outcome {
        let target = unsafe Shared<UnsafeMutablePointer<Double>>(volatilities)
        do throws(PricingError) {
            return try unsafe Evaluation(inputs, count: count, statuses: statuses).run(
                threads: threads, failures: failures, makeState: { OptionEvaluator() },
                { evaluator, block, dividends, statuses in
                    // SAFETY: the caller's memory has a double and a byte for each option. The statuses have the same numbers in C.
                    var found = unsafe MutableSpan(
                        _unsafeStart: target.value + block.range.lowerBound, count: block.range.count)
                    let start = unsafe UnsafeMutableRawPointer(statuses)
                        .assumingMemoryBound(to: ImpliedVolatilityStatus.self)
                    var written = unsafe MutableSpan(_unsafeStart: start, count: block.range.count)
                    return evaluator.findVolatilities(
                        of: block.columns(dividends), prices: block.elements(.price), volatilities: &found,
                        statuses: &written)
                },
                eraseResult: { index in unsafe target.value[index] = .nan })
        } catch {
            return OPTIONS_INVALID_DIVIDEND
        }
    }

    private func copy(_ values: Span<Double>, dividedBy divisor: Double, to target: UnsafeMutablePointer<Double>) {
        // SAFETY: the caller's memory has an element for each value.
        if divisor == 1 {
            unsafe values.withUnsafeBufferPointer { values in
                if let start = values.baseAddress { unsafe target.update(from: start, count: values.count) }
            }
        } else {
            for index in values.indices { unsafe target[index] = values[index] / divisor }
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
