internal import ExactPayoff
internal import StrategyRequests

/// Answers requests of `POST /options/calculate` from bytes to bytes, one after another, and reuses its memory.
///
/// ```swift
/// var answerer = CalculationAnswerer()
/// var output: [UInt8] = []
/// try answerer.appendAnswer(to: body.span, &output)
/// ```
///
/// Each task or thread needs its own answerer. After the first requests, an ordinary request is answered without a heap
/// allocation.
public struct CalculationAnswerer: LineAnswerer, ~Copyable {
    private let options: AnswerOptions
    private let repeatsIdentifier: Bool
    private var reader: RequestReader
    private var request = CalculationRequest.empty
    private var calculator: StrategyCalculator
    private var response = CalculationResponse()
    private var metrics = StrategyMetrics()

    /// The number of legs of the last request that was answered.
    public var legCount: Int { request.legs.count }

    /// Creates an answerer.
    ///
    /// - Parameters:
    ///   - options: The options of all responses.
    ///   - repeatsIdentifier: Whether responses repeat the `id` of their request, as `options batch` does.
    public init(_ options: AnswerOptions = AnswerOptions(), repeatsIdentifier: Bool = true) {
        self.options = options
        self.repeatsIdentifier = repeatsIdentifier
        reader = RequestReader(options)
        calculator = StrategyCalculator(limits: options.limits, isCancelled: options.isCancelled)
    }

    /// Appends the response to `request` to `output`. The request's `id`, a string or a number, is the first member unless
    /// identifiers are not repeated.
    ///
    /// - Parameters:
    ///   - request: A JSON request in UTF-8.
    ///   - output: Receives the response, without a line end.
    /// - Throws: ``ContractError`` naming the first broken rule. Nothing is appended in this case.
    public mutating func appendAnswer(to request: Span<UInt8>, _ output: inout [UInt8]) throws(ContractError) {
        try reader.read(request, into: &self.request)
        try calculate(&output)
    }

    package mutating func appendAnswer(toPadded line: UnsafePointer<UInt8>, _ output: inout [UInt8]) -> Int? {
        guard let length = unsafe reader.scan(line, into: &request), length <= reader.maximumBytes,
            (try? calculate(&output)) != nil
        else { return nil }
        return length
    }

    package mutating func appendAnswer(
        to rows: Span<TableRow>, of bytes: UnsafePointer<UInt8>, _ table: TableScanner, _ output: inout [UInt8]
    ) -> Bool {
        unsafe reader.scan(rows, of: bytes, table, into: &request) && (try? calculate(&output)) != nil
    }

    package var identifierJSON: [UInt8]? { mutating get { reader.identifierJSON } }

    package var oddities: UInt64 { mutating get { reader.oddities } }

    package mutating func appendRefusal(_ error: ContractError, wasRead: Bool, _ output: inout [UInt8]) {
        switch options.format {
        case .json, .metrics: error.append(to: &output, identifier: wasRead ? identifierJSON : nil)
        case .csv: error.append(csvTo: &output, identifier: wasRead ? reader.identifierText : nil)
        }
    }

    private mutating func calculate(_ output: inout [UInt8]) throws(ContractError) {
        let start = output.count
        do throws(StrategyError) {
            switch options.format {
            case .json, .metrics:
                let withCurve = options.format == .json
                try calculator.calculate(request, into: &response, withCurve: withCurve)
                let isComplete = response.write(
                    to: &output, repeatsIdentifier ? reader.identifierJSON : nil, withCurve: withCurve,
                    pretty: options.pretty, isCancelled: options.isCancelled)
                if isComplete { return }
                output.removeLast(output.count - start)
                throw StrategyError("", .notCancelled)
            case .csv:
                try calculator.calculateMetrics(request, into: &metrics)
                metrics.append(csvTo: &output, identifier: reader.identifierText)
            }
        } catch {
            throw ContractError(error)
        }
    }
}
