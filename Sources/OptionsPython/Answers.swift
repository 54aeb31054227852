#if compiler(>=6.3)
    internal import COptionsBinding
    internal import StrategyContract
    internal import StrategyValuation
    internal import Synchronization
    internal import _OptionsMath

    @c @implementation
    func options_answer_request(
        _ command: options_command, _ request: UnsafePointer<UInt8>!, _ count: Int, _ how: options_answering
    ) -> options_answer {
        // SAFETY: the caller's bytes are valid during the call.
        let request = unsafe UnsafeBufferPointer(start: request, count: count)
        var answer = unsafe options_answer()
        do throws(ContractError) {
            if command == OPTIONS_CALCULATE {
                unsafe answer.response = try AnswererPool.shared.calculate(request.span, how)
            } else {
                let response = try unsafe respond(to: command, Array(request), AnswerOptions(how))
                unsafe answer.response = options_text(copying: response.span)
            }
        } catch {
            unsafe answer.response = options_text(copying: error.json().span)
            unsafe answer.code = options_text(copying: Array(error.code.rawValue.utf8).span)
            unsafe answer.path = options_text(copying: Array(error.path.utf8).span)
            unsafe answer.is_refusal = 1
        }
        return unsafe answer
    }

    private func respond(
        to command: options_command, _ request: [UInt8], _ options: AnswerOptions
    ) throws(ContractError) -> [UInt8] {
        switch command {
        case OPTIONS_SCENARIO: try JSONContract.scenario(request, options)
        case OPTIONS_RECOGNISE: try JSONContract.recognise(request, options)
        case OPTIONS_RISK: try JSONContract.risk(request, options)
        case OPTIONS_CHART: try JSONContract.chart(request, options)
        default: preconditionFailure("there is no command \(command)")
        }
    }

    @c @implementation
    func options_free(_ bytes: UnsafeMutableRawPointer!) { unsafe free(bytes) }

    /// Answerers that no call uses. A call that finds none creates one, which takes longer than an ordinary request.
    private final class AnswererPool: Sendable {
        static let shared = AnswererPool()

        private final class Entry: @unchecked Sendable {
            // Sendable because one call at a time has it.
            var answerer: CalculationAnswerer
            var output: [UInt8] = []
            init(_ options: AnswerOptions) {
                answerer = CalculationAnswerer(options, repeatsIdentifier: false)
            }
        }

        private let entries = Mutex([Int: [Entry]]())

        func calculate(_ request: Span<UInt8>, _ how: options_answering) throws(ContractError) -> options_text {
            let key = Int(how.leaves_out_curve) + 2 * Int(how.strict) + 4 * Int(how.market_units)
            // A thread that held the lock when the process was forked never unlocks it in the child.
            let pooled = entries.withLockIfAvailable { $0[key]?.popLast() } ?? nil
            let entry = pooled ?? Entry(AnswerOptions(how))
            // Memory for an unusually long response is released.
            defer {
                if entry.output.capacity <= 1 << 22 {
                    _ = entries.withLockIfAvailable { $0[key, default: []].append(entry) }
                }
            }
            entry.output.removeAll(keepingCapacity: true)
            try entry.answerer.appendAnswer(to: request, &entry.output)
            return unsafe options_text(copying: entry.output.span)
        }
    }

    extension AnswerOptions {
        init(_ how: options_answering) {
            self.init(
                format: how.leaves_out_curve != 0 ? .metrics : .json, strict: how.strict != 0,
                greekUnits: how.market_units != 0 ? .market : .mathematical)
        }
    }

    extension options_text {
        init(copying text: Span<UInt8>) {
            let start = unsafe malloc(max(text.count, 1))
            guard let start = unsafe start else { fatalError("out of memory") }
            let bytes = unsafe start.assumingMemoryBound(to: UInt8.self)
            // SAFETY: the new memory has a byte for each of the text.
            unsafe text.withUnsafeBufferPointer { text in
                if let first = text.baseAddress { unsafe bytes.update(from: first, count: text.count) }
            }
            unsafe self.init(bytes: bytes, count: text.count)
        }
    }
#endif
