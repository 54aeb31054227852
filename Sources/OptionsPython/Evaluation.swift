#if compiler(>=6.3)
    internal import COptionsBinding
    internal import OptionPricing
    internal import Synchronization

    /// One call of the evaluator: inputs and statuses of the caller, and the number of options that any thread found without a result.
    @safe
    final class Evaluation: @unchecked Sendable {
        // Sendable because each thread writes the statuses of other options.

        private let inputs: options_inputs
        private let count: Int
        private let statuses: UnsafeMutablePointer<UInt8>
        private let dividends: [DiscreteDividend]
        private let failures = Atomic(0)
        private let outcome = Atomic(OPTIONS_ANSWERED.rawValue)

        /// Creates an evaluation of options whose inputs and statuses outlive it.
        init(
            _ inputs: UnsafePointer<options_inputs>, count: Int, statuses: UnsafeMutablePointer<UInt8>
        ) throws(PricingError) {
            unsafe self.inputs = inputs.pointee
            self.count = count
            unsafe self.statuses = statuses
            var dividends: [DiscreteDividend] = []
            for index in 0..<(unsafe inputs.pointee.dividend_count) {
                let dividend = unsafe inputs.pointee.dividends[index]
                dividends.append(
                    try DiscreteDividend(
                        timeToExDate: dividend.time,
                        dividend.is_proportion != 0 ? .proportion(dividend.value) : .amount(dividend.value)))
            }
            self.dividends = dividends
        }

        /// Evaluates the options in blocks, on so many threads. `body` evaluates one block, whose statuses are 0, stores its results and
        /// returns its refusals. `eraseResult` replaces the results of an option without a kind by NaN.
        func run<State>(
            threads: Int32, failures: UnsafeMutablePointer<Int>, makeState: @escaping @Sendable () -> State,
            _ body:
                @escaping @Sendable (
                    inout State, borrowing InputBlock, [DiscreteDividend], UnsafeMutablePointer<UInt8>
                ) -> [PricingRefusal],
            eraseResult: @escaping @Sendable (Int) -> Void
        ) -> options_outcome {
            Parallel.forEachPart(of: count, length: partLength, threads: threads, makeState: makeState) {
                [self] state, part in
                var block = unsafe InputBlock(inputs)
                for start in stride(from: part.lowerBound, to: part.upperBound, by: InputBlock.length) {
                    block.load(start..<min(start + InputBlock.length, part.upperBound))
                    let statuses = unsafe statuses + start
                    unsafe statuses.update(repeating: UInt8(OPTIONS_OK), count: block.range.count)
                    let refusals = unsafe body(&state, block, dividends, statuses)
                    unsafe record(refusals, of: block, in: statuses)
                    for index in block.unknownKinds { eraseResult(start + index) }
                }
            }
            unsafe failures.pointee = self.failures.load(ordering: .relaxed)
            return options_outcome(outcome.load(ordering: .relaxed))
        }

        /// The number of options that one thread evaluates at a time. Methods that take microseconds for an option have small parts.
        private var partLength: Int {
            let isFast = unsafe dividends.isEmpty && inputs.exercise.column.data == nil
            return isFast ? 32 * InputBlock.length : InputBlock.length
        }

        private func record(
            _ refusals: [PricingRefusal], of block: borrowing InputBlock, in statuses: UnsafeMutablePointer<UInt8>
        ) {
            for refusal in refusals {
                if let status = refusal.error.status {
                    unsafe statuses[refusal.index] = status
                } else {
                    outcome.store(OPTIONS_EXERCISE_NOT_SUPPORTED.rawValue, ordering: .relaxed)
                }
            }
            for index in block.unknownKinds { unsafe statuses[index] = UInt8(OPTIONS_INVALID_FLAG) }
            if block.hasUnknownExercise { outcome.store(OPTIONS_INVALID_EXERCISE.rawValue, ordering: .relaxed) }
            var failures = 0
            for index in 0..<block.range.count where unsafe statuses[index] != UInt8(OPTIONS_OK) { failures += 1 }
            if failures > 0 { self.failures.wrappingAdd(failures, ordering: .relaxed) }
        }
    }
#endif
