#if compiler(>=6.3)
    internal import COptionsBinding
    internal import StrategyBatch
    internal import StrategyContract
    internal import _OptionsMath

    @c @implementation
    func options_answer_lines(
        _ lines: UnsafePointer<UInt8>!, _ count: Int, _ how: options_answering, _ threads: Int32
    ) -> options_answers {
        // SAFETY: the caller's bytes are valid during the call.
        let bytes = unsafe UnsafeRawBufferPointer(start: lines, count: count)
        let jobs = Parallel.threadCount(threads)
        let run = unsafe BatchRun(LinesInMemory(bytes), AnswersInMemory(), AnswerOptions(how), jobs: jobs)
        var answers = unsafe options_answers()
        // Neither end of the run fails.
        try? run.run { sink in unsafe answers = sink.take() }
        return unsafe answers
    }

    /// Cuts lines in memory into blocks.
    @safe
    private struct LinesInMemory: BlockSource, ~Copyable {
        private static let pieceBytes = 1 << 18

        private var rest: UnsafeRawBufferPointer
        private var cutter = RequestCutter(.lines)

        init(_ bytes: UnsafeRawBufferPointer) { unsafe rest = bytes }

        mutating func next(_ block: inout RequestBlock) -> Bool {
            while true {
                if cutter.take(&block) { return true }
                if unsafe rest.isEmpty {
                    cutter.finish()
                    return cutter.take(&block)
                }
                let count = unsafe min(rest.count, Self.pieceBytes)
                unsafe cutter.append(UnsafeRawBufferPointer(rebasing: rest[..<count]))
                unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    /// Collects answers.
    @safe
    private struct AnswersInMemory: AnswerSink, ~Copyable {
        private var bytes: UnsafeMutableRawPointer?
        private var count = 0
        private var capacity = 0
        private var summary = BatchSummary()

        deinit { unsafe free(bytes) }

        mutating func write(
            _ answers: [UInt8], refused: [Int], to block: borrowing RequestBlock, _ summary: BatchSummary
        ) {
            self.summary.add(summary)
            if count + answers.count > capacity {
                capacity = max(2 * capacity, count + answers.count, 1 << 16)
                guard let larger = unsafe realloc(bytes, capacity) else { fatalError("out of memory") }
                unsafe bytes = larger
            }
            // SAFETY: the memory has room for the answers.
            unsafe answers.withUnsafeBytes { answers in
                guard let bytes = unsafe bytes, let first = answers.baseAddress else { return }
                unsafe (bytes + count).copyMemory(from: first, byteCount: answers.count)
            }
            count += answers.count
        }

        /// Hands over the memory.
        mutating func take() -> options_answers {
            let start = unsafe bytes?.assumingMemoryBound(to: UInt8.self)
            unsafe bytes = nil
            return unsafe options_answers(
                lines: options_text(bytes: start, count: count), answered: summary.answered, refused: summary.refused)
        }
    }
#endif
