public import StrategyContract

/// Answers requests of `POST /options/calculate`, one per line, on one core.
///
/// ```swift
/// var evaluator = BatchEvaluator(AnswerOptions(format: .metrics))
/// var answers: [UInt8] = []
/// let summary = evaluator.evaluate(lines.span, into: &answers)
/// ```
///
/// Each line that is not blank is answered by one line: the response of `CalculationAnswerer`, or an error object. The
/// response repeats the request's `id`, a string or a number, as its first member.
///
/// An evaluator reuses its memory between calls; each thread or task needs its own.
public struct BatchEvaluator: ~Copyable {
    private var evaluator: BlockEvaluator<CalculationAnswerer>
    private var block = RequestBlock()

    /// Creates an evaluator.
    public init(_ options: AnswerOptions = AnswerOptions()) {
        evaluator = BlockEvaluator(CalculationAnswerer(options))
    }

    /// Appends the answers to `requests` to `answers`.
    ///
    /// - Parameters:
    ///   - requests: Lines in UTF-8, each a JSON request of at most `RequestLimits.requestBytes`; the last line needs no line feed.
    ///   - answers: Receives one line per request, in order.
    /// - Returns: The numbers of answered and refused requests.
    public mutating func evaluate(_ requests: Span<UInt8>, into answers: inout [UInt8]) -> BatchSummary {
        block.removeAll()
        block.append(requests)
        return evaluator.evaluate(block, into: &answers)
    }
}

/// Answers the requests of blocks, one after another.
package struct BlockEvaluator<Answerer: LineAnswerer & ~Copyable>: ~Copyable {
    private var answerer: Answerer
    /// Finds what to warn of; `nil` if nobody is warned.
    private let warnings: RequestWarnings?
    /// Whether there is one, which costs no count of references.
    private let warns: Bool
    /// The indices of the refusals among the answers of the last evaluation.
    package private(set) var refused: [Int] = []

    package init(_ answerer: consuming Answerer, warnings: RequestWarnings? = nil) {
        self.answerer = answerer
        self.warnings = warnings
        warns = warnings != nil
    }

    /// A place in a block, up to which its requests are answered.
    package struct Position {
        fileprivate var offset = 0
        fileprivate var refusals = 0
        fileprivate var hasBegun = false
        /// Whether all requests of the block are answered.
        package fileprivate(set) var isAtEnd = false

        package init() {}
    }

    /// Appends the answers to the requests in `block` to `answers`.
    package mutating func evaluate(_ block: borrowing RequestBlock, into answers: inout [UInt8]) -> BatchSummary {
        if let table = block.table { return evaluate(table, block, into: &answers) }
        var position = Position()
        return evaluate(block, from: &position, into: &answers, atMost: .max)
    }

    /// Appends the answers to the requests of `block` from a position on, until there are `maximum` bytes of answers or
    /// more. The summary is that of these requests.
    package mutating func evaluate(
        _ block: borrowing RequestBlock, from position: inout Position, into answers: inout [UInt8], atMost maximum: Int
    ) -> BatchSummary {
        var summary = BatchSummary()
        refused.removeAll(keepingCapacity: true)
        var refusals = block.refusals[position.refusals...]
        var start = position.offset
        if !position.hasBegun {
            summary.lines = block.skippedLines
            if block.isOneRequest {
                summary.lines += 1
                answer(block, 0..<block.count, &answers, &summary)
                start = block.count
            }
        }
        position.hasBegun = true
        while answers.count < maximum {
            while let refusal = refusals.first, refusal.offset <= start {
                refusals.removeFirst()
                summary.lines += 1
                refuse(refusal.error, wasRead: false, &answers, &summary)
                answers.append(UInt8(ascii: "\n"))
            }
            guard start < block.count else {
                position.isAtEnd = true
                break
            }
            summary.lines += 1
            // SAFETY: the block is readable beyond its end by the padding that the answerer requires.
            if let length = unsafe answerer.appendAnswer(toPadded: block.start + start, &answers) {
                answers.append(UInt8(ascii: "\n"))
                summary.answered += 1
                if warns, answerer.oddities != 0 {
                    unsafe warn(of: UnsafeRawBufferPointer(rebasing: block.bytes[start..<start + length]), &summary)
                }
                start += length
                if unsafe block.start[start] == UInt8(ascii: "\r") { start += 1 }
            } else {
                let end =
                    unsafe start + PaddedBytes.lengthOfLine(UnsafeRawBufferPointer(rebasing: block.bytes[start...]))
                if let line = unsafe Self.trimmed(block.bytes, start..<end) { answer(block, line, &answers, &summary) }
                start = end
            }
            start = min(start + 1, block.count)
        }
        (position.offset, position.refusals) = (start, refusals.startIndex)
        return summary
    }

    private mutating func answer(
        _ block: borrowing RequestBlock, _ line: Range<Int>, _ answers: inout [UInt8], _ summary: inout BatchSummary
    ) {
        // SAFETY: the line lies within the block.
        let bytes = unsafe UnsafeBufferPointer(start: block.start + line.lowerBound, count: line.count)
        do throws(ContractError) {
            try unsafe answerer.appendAnswer(to: bytes.span, &answers)
            summary.answered += 1
            if warns, answerer.oddities != 0 {
                unsafe warn(of: UnsafeRawBufferPointer(rebasing: block.bytes[line]), &summary)
            }
        } catch {
            refuse(error, wasRead: true, &answers, &summary)
        }
        answers.append(UInt8(ascii: "\n"))
    }

    /// Adds what is new in a line that was answered to the summary.
    @inline(never)
    private mutating func warn(of line: UnsafeRawBufferPointer, _ summary: inout BatchSummary) {
        guard let warnings else { return }
        // SAFETY: the line is valid during the call.
        let new = unsafe warnings.new(in: line.bindMemory(to: UInt8.self).span, digest: answerer.oddities)
        summary.warn(of: new)
    }

    private mutating func refuse(
        _ error: ContractError, wasRead: Bool, _ answers: inout [UInt8], _ summary: inout BatchSummary
    ) {
        answerer.appendRefusal(error, wasRead: wasRead, &answers)
        refused.append(summary.answered + summary.refused)
        summary.refused += 1
        if summary.refusals.count < BatchSummary.refusalLimit {
            summary.refusals.append(.init(line: summary.lines, message: error.message))
        }
    }

    // MARK: CSV

    /// Appends the answers to the requests in the rows of `block` to `answers`.
    private mutating func evaluate(
        _ table: TableRows, _ block: borrowing RequestBlock, into answers: inout [UInt8]
    ) -> BatchSummary {
        var summary = BatchSummary()
        refused.removeAll(keepingCapacity: true)
        let scanner = TableScanner(table.columns)
        var request = TableRequest(table.columns)
        var end = 0
        while end < table.rows.count {
            let first = end
            repeat { end += 1 } while end < table.rows.count && !table.rows[end].isFirst
            summary.lines = table.rows[first].line + 1 - table.lines.lowerBound
            // SAFETY: the rows lie within the block.
            if !table.rows[first].isReturning,
                unsafe answerer.appendAnswer(
                    to: table.rows.span.extracting(first..<end), of: block.start, scanner, &answers)
            {
                summary.answered += 1
            } else {
                request.begin()
                for row in table.rows[first..<end] {
                    unsafe request.append(
                        UnsafeRawBufferPointer(rebasing: block.bytes[row.offset..<row.offset + row.length]))
                }
                request.finish()
                answer(request, table, first..<end, &answers, &summary)
                if table.writesExtraCells { request.appendExtraCells(to: &answers) }
            }
            answers.append(UInt8(ascii: "\n"))
        }
        summary.lines = table.lines.count
        return summary
    }

    private mutating func answer(
        _ request: borrowing TableRequest, _ table: TableRows, _ rows: Range<Int>, _ answers: inout [UInt8],
        _ summary: inout BatchSummary
    ) {
        let start = answers.count
        // A request with a problem is read too, for the identifier of its answer.
        var error = unsafe answer(toPadded: request.json, &answers)
        let isReturning = table.rows[rows.lowerBound].isReturning
        if let problem = request.problem ?? (isReturning ? .returningIdentifier(answerer.identifierJSON) : nil) {
            answers.removeLast(answers.count - start)
            error = problem
        }
        if let error {
            let lines = table.rows[rows].map { $0.line + 1 }
            refuse(request.isOfLegs ? error.atLine(lines) : error, wasRead: true, &answers, &summary)
        } else {
            summary.answered += 1
            if warns, answerer.oddities != 0 { unsafe warn(of: request.json, &summary) }
        }
    }

    /// Appends the answer to a line with the padding that the answerer requires, or returns why it is refused.
    private mutating func answer(toPadded line: UnsafeRawBufferPointer, _ answers: inout [UInt8]) -> ContractError? {
        let bytes = unsafe line.bindMemory(to: UInt8.self)
        if let start = bytes.baseAddress, unsafe answerer.appendAnswer(toPadded: start, &answers) != nil {
            return nil
        }
        do throws(ContractError) {
            try unsafe answerer.appendAnswer(to: bytes.span, &answers)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Lines

    /// Returns the line without its carriage return; `nil` if it is blank.
    private static func trimmed(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Range<Int>? {
        if unsafe bytes[line].allSatisfy(RequestBlock.isSpace) { return nil }
        let hasReturn = unsafe bytes[line.upperBound - 1] == UInt8(ascii: "\r")
        return line.lowerBound..<(hasReturn ? line.upperBound - 1 : line.upperBound)
    }
}
