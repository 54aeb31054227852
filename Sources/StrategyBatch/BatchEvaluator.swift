internal import StrategyAnalytics
internal import StrategyContract

/// Answers requests of `POST /options/calculate` that stand one a line, as fast as one core can.
///
/// ```swift
/// var evaluator = BatchEvaluator(format: .metrics)
/// var answers: [UInt8] = []
/// let summary = evaluator.evaluate(lines.span, into: &answers)
/// ```
///
/// Each line that is not blank gets a line: the answer that `CalculationRequest` gives, to the byte, or an error object. A
/// member `id` of the request, a string or a number, is echoed as it was written, before everything else.
///
/// An evaluator keeps its memory from one call to the next; each thread or task has its own.
///
/// Ordinary requests are read into columns, evaluated and written in groups, without allocation: `docs/kernels.md` has
/// what is ordinary. `CalculationRequest` answers the others.
@safe public struct BatchEvaluator: ~Copyable {
    /// Where the time went.
    public struct StageTimes: Hashable, Sendable {
        /// Reading ordinary requests, and finding the ends of the others.
        public internal(set) var parsing = Duration.zero
        /// Payoffs, break-evens and extrema of ordinary requests.
        public internal(set) var evaluating = Duration.zero
        /// Writing their answers.
        public internal(set) var formatting = Duration.zero
        /// All of that for requests that are not ordinary.
        public internal(set) var others = Duration.zero
    }

    /// The time spent so far.
    public private(set) var stageTimes = StageTimes()

    /// A line of the group that is being worked on.
    private struct Line: BitwiseCopyable {
        var start: Int
        var length: Int
        /// Within the block.
        var number: Int
        var isOrdinary: Bool
    }

    private let format: BatchFormat
    private let scanner = RequestScanner(knownNames: RequestDecoder.knownNames)
    private var requests = RequestColumns()
    private var payoffs = PayoffColumns()
    private var group: [Line] = []
    private var decoder = RequestDecoder()
    private var text = AnswerText()
    private var general: [UInt8] = []

    /// - Parameter format: What the answers look like.
    public init(format: BatchFormat = .json) {
        self.format = format
        group.reserveCapacity(RequestColumns.requestCapacity)
    }

    /// Appends the answers to `requests` to `answers`.
    ///
    /// - Parameters:
    ///   - requests: Lines in UTF-8, each a JSON request of at most `Limits.requestBytes`; the last one needs no end.
    ///   - answers: Gets a line for each request, in their order.
    /// - Returns: How many were answered and refused.
    public mutating func evaluate(_ requests: Span<UInt8>, into answers: inout [UInt8]) -> BatchSummary {
        var block = RequestBlock()
        block.append(requests)
        let summary = evaluate(block)
        unsafe answers.append(contentsOf: self.answers)
        removeAnswers()
        return summary
    }

    /// Appends the answers to the requests in `block` to ``answers``.
    package mutating func evaluate(_ block: borrowing RequestBlock) -> BatchSummary {
        var summary = BatchSummary()
        var refusals = block.refusals[...]
        var start = 0
        var clock = Clock()
        summary.lines = block.skippedLines
        if block.isOneRequest {
            summary.lines += 1
            group.append(Line(start: 0, length: block.count, number: summary.lines, isOrdinary: false))
            start = block.count
        }
        while true {
            while let refusal = refusals.first, refusal.offset <= start {
                refusals.removeFirst()
                flush(block, &summary, &clock)
                summary.lines += 1
                refuse(refusal.error, identifier: nil, line: summary.lines, &summary)
            }
            guard start < block.count else { break }
            summary.lines += 1
            // SAFETY: the block can be read as far beyond its end as the scanner asks for.
            let length = unsafe scanner.scan(block.start + start, into: &requests)
            if let length, length <= Limits.requestBytes {
                group.append(Line(start: start, length: length, number: summary.lines, isOrdinary: true))
                start += length
                // The scanner stops at the line's end.
                if unsafe block.start[start] == UInt8(ascii: "\r") { start += 1 }
            } else {
                if length != nil { requests.removeLast() }
                let end = unsafe lineEnd(block.bytes, from: start)
                if let range = unsafe Self.trimmed(block.bytes, start..<end) {
                    group.append(
                        Line(
                            start: range.lowerBound, length: range.count, number: summary.lines, isOrdinary: false))
                }
                start = end
            }
            start = min(start + 1, block.count)
            if !requests.hasRoom || group.count == RequestColumns.requestCapacity { flush(block, &summary, &clock) }
        }
        flush(block, &summary, &clock)
        return summary
    }

    /// What has been written and not removed.
    package var answers: UnsafeRawBufferPointer { unsafe text.bytes }

    package mutating func removeAnswers() { text.removeAll() }

    /// Answers the lines of the group.
    private mutating func flush(_ block: borrowing RequestBlock, _ summary: inout BatchSummary, _ clock: inout Clock) {
        stageTimes.parsing += clock.lap()
        let withCurve = format == .json
        for index in 0..<requests.count {
            // SAFETY: there are as many requests, each with its legs.
            unsafe requests.requests[index].isEvaluated = payoffs.append(
                requests.requests[index], legs: requests.legs + Int(requests.requests[index].firstLeg),
                withGrid: withCurve)
        }
        stageTimes.evaluating += clock.lap()
        var ordinary = 0
        for index in group.indices {
            let line = group[index]
            if line.isOrdinary {
                ordinary += 1
                let request = unsafe requests.requests[ordinary - 1]
                if request.isEvaluated {
                    unsafe write(request, ordinary - 1, block.start + line.start)
                    summary.answered += 1
                    continue
                }
            }
            stageTimes.formatting += clock.lap()
            let bytes = unsafe UnsafeBufferPointer(start: UnsafePointer(block.start) + line.start, count: line.length)
            unsafe answer(bytes.span, line: line.number, &summary)
            stageTimes.others += clock.lap()
        }
        stageTimes.formatting += clock.lap()
        group.removeAll(keepingCapacity: true)
        requests.removeAll()
        payoffs.removeAll()
    }

    private mutating func write(
        _ request: RequestColumns.Request, _ index: Int, _ line: UnsafePointer<UInt8>
    ) {
        // SAFETY: the identifier lies within the line.
        let identifier = unsafe UnsafeBufferPointer(
            start: line + Int(request.identifierStart), count: Int(request.identifierLength))
        switch format {
        case .json: unsafe text.append(payoffs, index, withCurve: true, identifier: identifier)
        case .metrics: unsafe text.append(payoffs, index, withCurve: false, identifier: identifier)
        case .csv: unsafe text.append(csv: payoffs, index, identifier: identifier)
        }
    }

    /// Answers any request, by way of `CalculationRequest`.
    private mutating func answer(_ json: Span<UInt8>, line: Int, _ summary: inout BatchSummary) {
        do throws(ContractError) {
            let request = try decoder.decode(json)
            switch format {
            case .json:
                try request.calculate().append(to: &general, identifier: decoder.identifier?.json, withCurve: true)
            case .metrics:
                try request.calculateWithoutCurve().append(
                    to: &general, identifier: decoder.identifier?.json, withCurve: false)
            case .csv:
                try request.metrics().append(csvTo: &general, identifier: decoder.identifier?.text)
            }
            summary.answered += 1
        } catch {
            refuse(error, identifier: decoder.identifier, line: line, &summary)
            return
        }
        finishLine()
    }

    private mutating func refuse(
        _ error: ContractError, identifier: RequestDecoder.Identifier?, line: Int, _ summary: inout BatchSummary
    ) {
        switch format {
        case .json, .metrics: error.append(to: &general, identifier: identifier?.json)
        case .csv: error.append(csvTo: &general, identifier: identifier?.text)
        }
        summary.refused += 1
        if summary.refusals.count < BatchSummary.refusalLimit {
            summary.refusals.append(BatchSummary.Refusal(line: line, message: error.message))
        }
        finishLine()
    }

    /// Moves a line from the general path to the others.
    private mutating func finishLine() {
        general.append(UInt8(ascii: "\n"))
        text.append(general)
        general.removeAll(keepingCapacity: true)
    }

    private func lineEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        unsafe start + LineSplitter.lengthOfLine(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }

    /// Without its carriage return; `nil` when there is nothing but white space.
    private static func trimmed(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Range<Int>? {
        if unsafe bytes[line].allSatisfy(RequestBlock.isSpace) { return nil }
        let hasReturn = unsafe bytes[line.upperBound - 1] == UInt8(ascii: "\r")
        return line.lowerBound..<(hasReturn ? line.upperBound - 1 : line.upperBound)
    }
}

/// Measures one stage after another.
private struct Clock {
    private var last = ContinuousClock.now

    mutating func lap() -> Duration {
        let now = ContinuousClock.now
        defer { last = now }
        return last.duration(to: now)
    }
}
