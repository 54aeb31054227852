#if compiler(>=6.3)
    internal import COptionsBinding
    internal import StrategyContract
    internal import StrategyValuation
    internal import Synchronization
    internal import _OptionsMath

    @c @implementation
    func options_answer_request(
        _ command: options_command, _ request: UnsafePointer<UInt8>!, _ count: Int, _ how: options_answering,
        _ threads: Int32, _ ending: options_ending
    ) -> options_answer {
        // SAFETY: the caller's bytes are valid during the call.
        let request = unsafe UnsafeBufferPointer(start: request, count: count)
        var answer = unsafe options_answer()
        do throws(Refusal) {
            if command == OPTIONS_CALCULATE {
                unsafe answer.response = try AnswererPool.shared.calculate(request.span, how)
            } else {
                var options = AnswerOptions(how)
                let ending = unsafe Ending(ending)
                options.isCancelled = { ending.isWanted }
                let jobs = Parallel.threadCount(threads)
                let response = try unsafe respond(to: command, Array(request), options, jobs: jobs)
                unsafe answer.response = options_text(copying: response.span)
            }
        } catch {
            unsafe answer.response = options_text(copying: error.json.span)
            unsafe answer.code = options_text(copying: Array(error.error.code.rawValue.utf8).span)
            unsafe answer.path = options_text(copying: Array(error.error.path.utf8).span)
            unsafe answer.is_refusal = 1
        }
        return unsafe answer
    }

    /// An error, and the object that reports it.
    private struct Refusal: Error {
        let error: ContractError
        let json: [UInt8]
    }

    private func respond(
        to command: options_command, _ request: [UInt8], _ options: AnswerOptions, jobs: Int
    ) throws(Refusal) -> [UInt8] {
        switch command {
        case OPTIONS_RECOGNISE:
            var answerer = RecognitionAnswerer(options)
            return try respond(to: request, by: &answerer)
        case OPTIONS_MARGIN:
            var answerer = MarginAnswerer(options)
            return try respond(to: request, by: &answerer)
        default: break
        }
        do throws(ContractError) {
            switch command {
            case OPTIONS_SCENARIO: return try JSONContract.scenario(request, options)
            case OPTIONS_RISK: return try JSONContract.risk(request, options)
            case OPTIONS_FIND:
                return try JSONContract.find(request, options, jobs: jobs, elapsed: secondsSince(uptime()))
            case OPTIONS_CHART: return try JSONContract.chart(request, options)
            default: preconditionFailure("there is no command \(command)")
            }
        } catch { throw Refusal(error: error, json: error.json()) }
    }

    /// Answers a request whose identifier a refusal repeats.
    private func respond<Answerer: LineAnswerer & ~Copyable>(
        to request: [UInt8], by answerer: inout Answerer
    ) throws(Refusal) -> [UInt8] {
        var output: [UInt8] = []
        do throws(ContractError) {
            try answerer.appendAnswer(to: request.span, &output)
        } catch {
            answerer.appendRefusal(error, wasRead: true, &output)
            throw Refusal(error: error, json: output)
        }
        return output
    }

    /// Whether the caller wants a call to end.
    @safe private struct Ending: @unchecked Sendable {
        // Sendable because the function may be called on any thread during the call.
        private let ending: options_ending
        init(_ ending: options_ending) { unsafe self.ending = ending }
        var isWanted: Bool { unsafe ending.is_wanted(ending.context) != 0 }
    }

    /// A function that returns the seconds since a time.
    private func secondsSince(_ start: Double) -> @Sendable () -> Double { { uptime() - start } }

    /// Seconds by a clock that is never set. (`ContinuousClock` would need the library of concurrency.)
    private func uptime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
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

        func calculate(_ request: Span<UInt8>, _ how: options_answering) throws(Refusal) -> options_text {
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
            do throws(ContractError) {
                try entry.answerer.appendAnswer(to: request, &entry.output)
            } catch { throw Refusal(error: error, json: error.json()) }
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
